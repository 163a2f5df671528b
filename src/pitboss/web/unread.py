"""How long nobody has read what we send."""

from __future__ import annotations

import time
from asyncio import BaseProtocol


class Unread(BaseProtocol):
    """A connection that knows since when its other end does not read."""

    _unread: float | None = None

    def pause_writing(self) -> None:
        """Nobody reads what we send."""
        self._unread = self._unread or time.monotonic()
        super().pause_writing()

    def resume_writing(self) -> None:
        """Somebody reads again."""
        self._unread = None
        super().resume_writing()

    def is_unread(self, now: float, seconds: float) -> bool:
        """Whether nobody has read for longer than that."""
        return self._unread is not None and now - self._unread > seconds
