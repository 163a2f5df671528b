"""The watchdog: measures how late the event loop is, and logs what it was at when it froze.

Every table of a process shares one event loop. A thread of its own asks the loop for a sign of life
and, if none comes in time, writes the stack of the loop's thread to the log.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import time
import traceback
from collections import deque
from typing import Final

from msgspec import Struct

EVERY: Final = 0.1
"""Seconds between two signs of life."""
FROZEN: Final = 1.0
"""Seconds without one after which the stack is logged."""
_REMEMBERED: Final = 60.0
"""Seconds over which the longest lag is reported."""
_DEEPEST: Final = 12
"""The innermost calls of the stack that are logged."""


class Lag(Struct, frozen=True):
    """How late the loop is, in milliseconds, and how often it froze."""

    now: int
    worst: int
    """In the last minute"""
    freezes: int
    """Since the start"""


class Watchdog:
    """Watches one event loop from a thread of its own."""

    def __init__(
        self, log: logging.Logger, *, every: float = EVERY, frozen: float = FROZEN
    ) -> None:
        self._log, self._every, self._frozen = log, every, frozen
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._watched = 0
        self._is_over = threading.Event()
        self._answered = threading.Event()
        self._lags: deque[tuple[float, float]] = deque()
        self._lock = threading.Lock()
        self._freezes = 0

    def start(self) -> None:
        """Watch the loop that is running in this thread."""
        self._loop, self._watched = asyncio.get_running_loop(), threading.get_ident()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop watching."""
        self._is_over.set()
        self._answered.set()

    @property
    def lag(self) -> Lag:
        """What was measured so far."""
        now = time.monotonic()
        with self._lock:
            seconds = [late for at, late in self._lags if now - at <= _REMEMBERED]
        last = seconds[-1] if seconds else 0.0
        return Lag(round(last * 1000), round(max(seconds, default=0.0) * 1000), self._freezes)

    def _watch(self) -> None:
        assert self._loop is not None
        while True:
            # A single long operation stops this thread too, so its own delay counts.
            due = time.monotonic() + self._every
            if self._is_over.wait(self._every):
                return
            self._answered.clear()
            try:
                self._loop.call_soon_threadsafe(self._answered.set)
            except RuntimeError:
                return  # the loop has been closed
            self._answered.wait(max(0.0, due + self._frozen - time.monotonic()))
            # An answer may have come just before a freeze that kept this thread from taking it.
            if time.monotonic() - due >= self._frozen:
                self._freezes += 1
                self._log.error("the event loop is frozen; it is at:\n%s", self._stack())
                self._answered.wait()
                if self._is_over.is_set():
                    return
                late = time.monotonic() - due
                self._log.error("the event loop was frozen for %.1f seconds", late)
            self._record(due)

    def _record(self, due: float) -> None:
        now = time.monotonic()
        with self._lock:
            self._lags.append((now, now - due))
            while self._lags and now - self._lags[0][0] > _REMEMBERED:
                self._lags.popleft()

    def _stack(self) -> str:
        """The innermost calls of the loop's thread."""
        frame = sys._current_frames().get(self._watched)
        if frame is None:
            return "a thread that has ended"
        return "".join(traceback.format_stack(frame)[-_DEEPEST:])
