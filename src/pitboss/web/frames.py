"""Text frames written and heard at once: news for everybody at a table, and commands.

On its usual way through the layers of the server a message costs several times what the operating
system takes to send it, and one that comes in waits for two more turns of the loop. Where nothing
waits before it, it may go past them.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from functools import lru_cache
from struct import pack
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

_EXTENSION: Final = "pitboss.at_once"
_FINAL_TEXT: Final = 0x81


HearAtOnce = Callable[[str], bool]
"""Hears a text frame that has come in; whether it could, or it has to go its usual way."""


class PromptProtocol(WebSocketsSansIOProtocol):
    """The server's own protocol, whose streams may write and hear text frames at once."""

    hear_at_once: HearAtOnce | None = None

    async def run_asgi(self) -> None:
        """Serve a connection, the way past the layers being told with its scope."""
        scope: Any = self.scope
        scope["extensions"] = {**(scope.get("extensions") or {}), _EXTENSION: self}
        await super().run_asgi()

    def write_at_once(self, message: bytes) -> bool:
        """Write a text frame, unless the connection is not open or its reader is slow."""
        is_open = self.handshake_complete and not (self.close_sent or self.disconnected)
        if not is_open or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(text_frame(message))
        return True

    def send_receive_event_to_app(self) -> None:
        """A whole message has come in: past the layers, if nothing waits there before it."""
        hear, frames = self.hear_at_once, self.frames
        is_text = self.curr_msg_data_type == "text" and len(frames) == 1
        if hear is not None and is_text and self.queue.empty() and not self.close_sent:
            try:
                text = frames[0].decode()
            except UnicodeDecodeError:  # the layers know what to say to that
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
    """The way past the layers for this connection, where the server has one."""
    found: PromptProtocol | None = (scope.get("extensions") or {}).get(_EXTENSION)
    return found
