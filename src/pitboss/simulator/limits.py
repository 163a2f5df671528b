"""How much may be asked of a run; more is a slip of the keyboard."""

from __future__ import annotations

from typing import Final

MOST_ROUNDS: Final = 10**15
MOST_THREADS: Final = 1024
LARGEST_ERROR: Final = 1.0
"""A standard error to be reached, in main wagers"""
