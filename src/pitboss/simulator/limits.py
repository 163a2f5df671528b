"""The limits of what a run may be asked for; anything larger is a typing mistake."""

from __future__ import annotations

from typing import Final

MOST_ROUNDS: Final = 10**15
MOST_THREADS: Final = 1024
LARGEST_ERROR: Final = 1.0
"""The largest standard error that may be asked for, in main wagers"""
