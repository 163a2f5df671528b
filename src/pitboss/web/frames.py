"""Text frames written at once: most of what a house sends is news for everybody at a table.

On its usual way through the layers of the server a message costs several times what the operating
system takes to send it. Where nothing waits before it, it may go past them.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from struct import pack
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

_EXTENSION: Final = "pitboss.write_at_once"
_FINAL_TEXT: Final = 0x81

WriteAtOnce = Callable[[bytes], bool]
"""Writes a message as a text frame; whether it could."""


class PromptProtocol(WebSocketsSansIOProtocol):
    """The server's own protocol, whose streams may write text frames at once."""

    async def run_asgi(self) -> None:
        """Serve a connection, the way past the layers being told with its scope."""
        scope: Any = self.scope
        scope["extensions"] = {**(scope.get("extensions") or {}), _EXTENSION: self.write_at_once}
        await super().run_asgi()

    def write_at_once(self, message: bytes) -> bool:
        """Write a text frame, unless the connection is not open or its reader is slow."""
        is_open = self.handshake_complete and not (self.close_sent or self.disconnected)
        if not is_open or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(text_frame(message))
        return True


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


def write_at_once(scope: MutableMapping[str, Any]) -> WriteAtOnce | None:
    """The way past the layers for this connection, where the server has one."""
    found: WriteAtOnce | None = (scope.get("extensions") or {}).get(_EXTENSION)
    return found
