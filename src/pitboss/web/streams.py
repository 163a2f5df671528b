"""A WebSocket at a table: the whole state first, then whatever happens, each move acknowledged."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct
from starlette.websockets import WebSocket, WebSocketDisconnect

from pitboss.rulebooks import TableRules
from pitboss.store.records import Person
from pitboss.web import commands as c
from pitboss.web.actor import Actor
from pitboss.web.frames import write_at_once
from pitboss.web.limits import Bucket
from pitboss.web.live import Refused
from pitboss.web.outcomes import Outcome

MOST_WAITING: Final = 256
"""Messages that a slow reader may fall behind; then the connection ends, to be made anew."""

MOST_AT_ONCE: Final = 1000
"""Events that are told again in one message; the state beside them is whole in any case."""

LONGEST_FRAME: Final = 16 * 1024
"""Bytes in a frame that a client may send."""

Key = Annotated[str, Meta(min_length=1, max_length=100)]


class _Message(Struct, tag_field="type", forbid_unknown_fields=True):
    """What a client sends."""


class _Sent(_Message, tag="command"):
    key: Key
    command: msgspec.Raw


class _Resume(_Message, tag="resume"):
    after: Annotated[int, Meta(ge=0)]


class _Ping(_Message, tag="ping"):
    pass


_read: Final = msgspec.json.Decoder(_Sent | _Resume | _Ping)


class Stream:
    """One connection of one person to one table."""

    def __init__(self, socket: WebSocket, person: Person) -> None:
        self._socket, self.person = socket, person
        self._queue: asyncio.Queue[bytes | tuple[int, str]] = asyncio.Queue()
        self._write = write_at_once(socket.scope)
        self._behind = 0
        """Messages that are not sent yet, the one on its way included"""

    def send(self, message: bytes) -> None:
        """Have a message sent after those before it."""
        if not self._behind and self._write is not None and self._write(message):
            return
        if self._behind >= MOST_WAITING:
            self.close(1013, "the connection is too slow; connect anew")
        else:
            self._put(message)

    def close(self, code: int, why: str) -> None:
        """End the connection after what waits."""
        self._put((code, why))

    def _put(self, what: bytes | tuple[int, str]) -> None:
        self._behind += 1
        self._queue.put_nowait(what)

    async def write(self) -> None:
        """Send what waits until the connection ends."""
        while True:
            message = await self._queue.get()
            if isinstance(message, tuple):
                await self._socket.close(*message)
                return
            await self._socket.send_text(message.decode())
            self._behind -= 1


def refusal_message(rules: TableRules, outcome: Outcome) -> dict[str, Any]:
    """Why a command was refused: by the book with its clause, or by the house."""
    if outcome.refusal is not None:
        return {
            "why": outcome.refusal.why,
            "clause": outcome.refusal.under,
            "book": rules.book.id,
        }
    assert outcome.refused is not None
    return {"why": outcome.refused.why, "clause": outcome.refused.clause, "book": rules.book.id}


async def serve_stream(socket: WebSocket, actor: Actor, person: Person, bucket: Bucket) -> None:
    """Serve a connection until it ends."""
    stream = Stream(socket, person)
    writer = asyncio.create_task(stream.write())
    try:
        await actor.join(stream)
        reader = asyncio.create_task(_read_all(socket, stream, actor, bucket))
        done, pending = await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
        for task in pending:
            task.cancel()
        for task in done:
            task.exception()
    finally:
        writer.cancel()
        actor.leave(stream)


async def _read_all(socket: WebSocket, stream: Stream, actor: Actor, bucket: Bucket) -> None:
    while True:
        try:
            received = await socket.receive()
        except (WebSocketDisconnect, RuntimeError):
            return
        if received["type"] == "websocket.disconnect":
            return
        text = received.get("text")
        if text is None:
            _refuse(stream, "", "a message is a text frame, and not a binary one")
            continue
        if len(text) > LONGEST_FRAME:
            stream.close(1009, f"a frame has at most {LONGEST_FRAME} bytes")
            return
        if not bucket.takes(time.monotonic()):
            _refuse(stream, "", "too many messages; slow down")
            continue
        try:
            message = _read.decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            _refuse(stream, "", f"this is no message we know: {error}")
            continue
        if isinstance(message, _Ping):
            _send(stream, {"type": "pong", "sequence": actor.look().sequence})
        elif isinstance(message, _Resume):
            await _resume(stream, actor, message.after)
        else:
            await _command(stream, actor, message)


def _send(stream: Stream, message: dict[str, Any]) -> None:
    stream.send(msgspec.json.encode(message))


def _refuse(stream: Stream, key: str, why: str) -> None:
    _send(stream, {"type": "refused", "key": key, "why": why, "clause": None, "book": None})


async def _command(stream: Stream, actor: Actor, message: _Sent) -> None:
    try:
        told = c.read(message.command)
        outcome = await actor.command(stream.person, message.key, told)
    except msgspec.ValidationError as error:
        _refuse(stream, message.key, f"this is no command we know: {error}")
        return
    except Refused as refused:
        _refuse(stream, message.key, refused.why)
        return
    except Exception:  # logged where it happened; the table is taken up again
        _refuse(stream, message.key, "something went wrong; nothing was done")
        return
    if outcome.is_accepted:
        _send(stream, {"type": "ack", "key": message.key, "sequence": outcome.sequence})
    else:
        told_why = refusal_message(actor.live.rules, outcome)
        _send(stream, {"type": "refused", "key": message.key, **told_why})


async def _resume(stream: Stream, actor: Actor, after: int) -> None:
    """Everything that happened since, and the state as it is now."""
    store = actor.hub.store
    told = await asyncio.to_thread(lambda: store.shown(actor.id, after=after, most=MOST_AT_ONCE))
    stream.send(actor.since(f"[{','.join(told)}]".encode(), stream.person))
