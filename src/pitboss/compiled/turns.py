"""Turns at compiling: what one process compiles, others wait for and load."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

_PATIENCE: Final = 120.0
"""Seconds to wait; the process compiling may have been stopped, and then we compile ourselves."""


class Turn:
    """The right to compile one kernel, which one process of a machine has at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._held: IO[bytes] | None = None

    def take(self, patience: float = _PATIENCE) -> None:
        """Take the turn when it is free, or go without it when patience ends."""
        if self._held is not None:
            return
        with suppress(OSError, ImportError):  # a file system or a machine without such locks
            self._held = self._path.open("ab")
            until = time.monotonic() + patience
            while not self._try() and time.monotonic() < until:
                time.sleep(0.05)

    def _try(self) -> bool:
        import fcntl

        assert self._held is not None
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def give_back(self) -> None:
        """Let the next one have it."""
        if self._held is not None:
            self._held.close()
            self._held = None
