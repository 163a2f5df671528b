"""What a command of this package comes to: a figure, and whether the promise holds."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class Figure(NamedTuple):
    """What was seen, in one line, and whether that is what is promised."""

    seen: str
    holds: bool


def progress(told: str) -> None:
    """Say how far it is, beside the figure."""
    print(told, file=sys.stderr, flush=True)


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which so large a share of them lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def milliseconds(seconds: float) -> str:
    """A time as it is read."""
    return f"{seconds * 1000:.1f} ms"


def processor_seconds(pid: int) -> float:
    """The processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
