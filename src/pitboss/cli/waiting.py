"""A sign of life on a terminal for whatever takes longer than half a second."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from pitboss.cli.streams import note

_QUIET: Final = 0.5
"""Seconds after which a person wonders whether anything is happening."""
_EVERY: Final = 1.0
_CLEAR: Final = "\r\033[K"
_WIDTH: Final = 70


class Wait:
    """What is being waited for; ``doing`` may change meanwhile."""

    def __init__(self, doing: str) -> None:
        self.doing = doing
        self._over = threading.Event()

    def show(self) -> None:
        """Show what is done and for how long, until it is over; then clear the line."""
        began = time.monotonic()
        if self._over.wait(_QUIET):
            return
        if os.environ.get("TERM") == "dumb":
            note(f"pitboss: {self._line()}")
            return
        while True:
            seconds = time.monotonic() - began
            note(f"{_CLEAR}pitboss: {self._line()[:_WIDTH]}: {seconds:.0f} s", end="")
            if self._over.wait(_EVERY):
                break
        note(_CLEAR, end="")

    def _line(self) -> str:
        jit = sys.modules.get("pitboss.compiled.jit")
        if jit is not None and jit.is_compiling():
            return f"{self.doing} (compiling, once)"
        return self.doing

    def end(self) -> None:
        """It is over."""
        self._over.set()


@contextmanager
def waiting(doing: str) -> Iterator[Wait]:
    """Show what is done if standard error is a terminal; nothing remains of it afterwards."""
    wait = Wait(doing)
    if not sys.stderr.isatty():
        yield wait
        return
    shown = threading.Thread(target=wait.show, daemon=True)
    shown.start()
    try:
        yield wait
    finally:
        wait.end()
        shown.join()
