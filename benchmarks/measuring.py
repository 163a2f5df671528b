"""Measurements that several benchmarks share."""

from __future__ import annotations

import resource
import sys


def megabytes() -> float:
    """The peak memory of this process."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)
