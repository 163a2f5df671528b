"""Connections whose other end does not read."""

from __future__ import annotations

import time
from asyncio import BaseProtocol


class Unread(BaseProtocol):
    """A connection that times how long its other end has not read."""

    _unread: float | None = None

    def pause_writing(self) -> None:
        """Note that the other end does not read."""
        self._unread = self._unread or time.monotonic()
        super().pause_writing()

    def resume_writing(self) -> None:
        """Note that the other end reads again."""
        self._unread = None
        super().resume_writing()

    def is_unread(self, now: float, seconds: float) -> bool:
        """Whether the other end has not read for more than ``seconds``."""
        return self._unread is not None and now - self._unread > seconds
