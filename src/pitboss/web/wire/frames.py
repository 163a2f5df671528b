"""A fast path for text frames: broadcasts to a table, and commands.

Through the layers of the server a message costs several times what the operating system takes to
send it, and an incoming one waits for two more turns of the event loop. Where no frame is queued
before it, a message may bypass them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, MutableMapping
from functools import lru_cache
from struct import pack
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame

from pitboss.web.http.limits import ServerLimits
from pitboss.web.wire.connections import Door, HttpConnection
from pitboss.web.wire.slow_readers import Unread

_EXTENSION: Final = "pitboss.at_once"
_FINAL_TEXT: Final = 0x81


HearAtOnce = Callable[[str], bool]
"""Handles an incoming text frame; returns False if the usual path is needed."""

_PIECE: Final = 4096
"""Bytes read at a time, so that a flooding client is dropped before all of it is read."""

_FAREWELL: Final = 1.0
"""Seconds to send the last frame to a client that is dropped."""


class PromptProtocol(Unread, WebSocketsSansIOProtocol):
    """The server's WebSocket protocol, with a fast path for text frames."""

    hear_at_once: HearAtOnce | None = None
    may_send: Callable[[], bool] | None = None
    """Called for every frame that is not a whole message: a ping, a pong, a fragment"""
    on_drop: Callable[[int], None] | None = None
    """Called with the code the connection was dropped with"""
    is_dropped = False
    _door: Door | None = None
    _address = ""

    async def run_asgi(self) -> None:
        """Serve a connection, with the fast path in its scope."""
        scope: Any = self.scope
        scope["extensions"] = {**(scope.get("extensions") or {}), _EXTENSION: self}
        await super().run_asgi()

    async def send(self, message: Any) -> None:
        """Send something; a client that was refused is finished with."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    # The door.

    def take_over(self, connection: HttpConnection) -> None:
        """Count the stream in place of its connection."""
        self._door, self._address = connection.door, connection.address
        self._door.becomes(connection, self)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has closed."""
        super().connection_lost(exc)
        if self._door is not None:
            self._door.goes(self, self._address)
            self._door = None

    def is_late(self, now: float, limits: ServerLimits) -> bool:
        """Whether the client has not read for too long."""
        return self.is_unread(now, limits.unread_seconds)

    def keepalive_timeout(self) -> None:
        """A ping was not answered."""
        self.pong_timer = None
        self.drop(1011, "no answer to a ping")

    def drop(self, code: int = 1013, why: str = "the connection is too slow; reconnect") -> None:
        """End the connection: one last frame, if it can be sent, and nothing is read any more."""
        if self.is_dropped:
            return
        self.is_dropped = True
        if self.on_drop is not None:
            self.on_drop(code)
        self.stop_keepalive()
        if self.handshake_complete and not (self.close_sent or self.disconnected):
            with contextlib.suppress(InvalidState):
                self.conn.send_close(code, why)
                self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.transport.close()
        self.loop.call_later(_FAREWELL, self.transport.abort)

    # What comes in.

    def data_received(self, data: bytes) -> None:
        """Receive data, reading no more than the client may have sent."""
        if len(data) <= _PIECE:
            if not self.is_dropped:
                super().data_received(data)
            return
        for at in range(0, len(data), _PIECE):
            if self.is_dropped or self.transport.is_closing():
                return
            super().data_received(data[at : at + _PIECE])

    def _is_too_many(self) -> bool:
        return self.is_dropped or (self.may_send is not None and not self.may_send())

    def handle_ping(self) -> None:
        """A ping is answered, as long as there are not too many."""
        if not self._is_too_many():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """A pong, in answer to a ping or unsolicited."""
        if self.pending_ping_payload is not None or not self._is_too_many():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """A continuation frame; our messages have only one frame."""
        if not self._is_too_many():
            super().handle_cont(event)

    def write_at_once(self, message: bytes) -> bool:
        """Write a text frame, unless the connection is not open or its reader is slow."""
        is_open = self.handshake_complete and not (self.close_sent or self.disconnected)
        if not is_open or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(text_frame(message))
        return True

    def send_receive_event_to_app(self) -> None:
        """Handle a whole message, on the fast path if no frame is queued before it."""
        if self.is_dropped:
            self.frames = []
            return
        hear, frames = self.hear_at_once, self.frames
        is_text = self.curr_msg_data_type == "text" and len(frames) == 1
        if hear is not None and is_text and self.queue.empty() and not self.close_sent:
            try:
                text = frames[0].decode()
            except UnicodeDecodeError:  # the usual path handles that
                text = None
            if text is not None and hear(text):
                self.frames = []
                return
        super().send_receive_event_to_app()


@lru_cache(maxsize=1)  # most messages go to many people, one after the other
def text_frame(message: bytes) -> bytes:
    """A whole message in one frame as a server sends it (RFC 6455, 5.2): not masked."""
    size = len(message)
    if size < 126:
        head = pack("!BB", _FINAL_TEXT, size)
    elif size < 1 << 16:
        head = pack("!BBH", _FINAL_TEXT, 126, size)
    else:
        head = pack("!BBQ", _FINAL_TEXT, 127, size)
    return head + message


def past_the_layers(scope: MutableMapping[str, Any]) -> PromptProtocol | None:
    """The fast path for this connection, if the server has one."""
    protocol: PromptProtocol | None = (scope.get("extensions") or {}).get(_EXTENSION)
    return protocol
