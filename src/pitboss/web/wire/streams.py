"""A WebSocket at a table: first the whole state, then every change, each command acknowledged."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from functools import partial
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct
from starlette.websockets import WebSocket, WebSocketDisconnect

from pitboss.rulebooks import TableRules
from pitboss.store.errors import BadDatabase
from pitboss.store.records import Person
from pitboss.web.http.limits import RateBucket
from pitboss.web.http.problems import NO_STORE, NUL, has_nul
from pitboss.web.live import commands as c
from pitboss.web.live.actor import Actor
from pitboss.web.live.open_table import ServerRefusal
from pitboss.web.live.outcomes import CommandOutcome
from pitboss.web.wire.frames import past_the_layers
from pitboss.web.wire.messages import PrivateView
from pitboss.web.wire.movements import SPEEDS

MOST_WAITING: Final = 64
"""Messages a slow client may fall behind before it is disconnected."""

MOST_AT_ONCE: Final = 1000
"""Most events resent in one message; the state sent with them is complete in any case."""

TELLING_AGAIN: Final = 15.0
"""What a resynchronisation costs, in messages."""

LONGEST_FRAME: Final = 16 * 1024
"""Bytes in a frame that a client may send."""

_CHANGES_HANDS: Final = "the table is moving to another server; reconnect"

_TOO_SLOW: Final = "the connection is too slow; reconnect"

_HAS_CHANGED: Final = "the table has changed since; look again"

_WENT_WRONG: Final = "internal error; nothing was changed"

Key = Annotated[str, Meta(min_length=1, max_length=100)]


class _Message(Struct, tag_field="type", forbid_unknown_fields=True):
    """What a client sends."""


class _Sent(_Message, tag="command"):
    key: Key
    command: msgspec.Raw
    at: Annotated[int, Meta(ge=0, le=10**15)] | None = None
    """The table's last event as the sender knows it; the command is refused after any other"""


class _Resume(_Message, tag="resume"):
    after: Annotated[int, Meta(ge=0, le=10**15)]


class _Ping(_Message, tag="ping"):
    pass


class _Speed(_Message, tag="speed"):
    speed: Literal["slow", "normal", "fast", "off"]


_read: Final = msgspec.json.Decoder(_Sent | _Resume | _Ping | _Speed)


class Stream:
    """One connection of one person to one table."""

    def __init__(self, socket: WebSocket, person: Person, session: str = "") -> None:
        self._socket, self.person = socket, person
        self.session = session
        """The session, by the hash of its token, with which the stream ends"""
        self._queue: asyncio.Queue[bytes | tuple[int, str]] = asyncio.Queue()
        self.layers = past_the_layers(socket.scope)
        """The fast path, if there is one"""
        self.own: PrivateView | None = None
        """The private part sent last"""
        self._behind = 0
        """Messages that are not sent yet, the one on its way included"""
        self._is_dropped = False
        self.has_spoken = False
        """Whether a command was received lately"""
        self.speed = 0.0
        """How much of the movements' nominal time the page takes; programs see none"""

    def send(self, message: bytes) -> None:
        """Queue a message; nothing more is sent to a dropped client."""
        if self._is_dropped:
            return
        if not self._behind and self.layers is not None and self.layers.write_at_once(message):
            return
        if self._behind >= MOST_WAITING:
            self.drop(1013, _TOO_SLOW)
        else:
            self._put(message)

    @property
    def is_behind(self) -> bool:
        """Whether an earlier message has not been read yet."""
        return self._behind > 0

    def close(self, code: int, why: str) -> None:
        """End the connection after the queued messages."""
        self._put((code, why))

    def drop(self, code: int, why: str) -> None:
        """End the connection now, without waiting for queued messages."""
        if self.layers is not None:
            self.layers.drop(code, why)
        elif not self._is_dropped:
            self.close(code, why)
        self._is_dropped = True

    def _put(self, what: bytes | tuple[int, str]) -> None:
        self._behind += 1
        self._queue.put_nowait(what)

    async def write(self) -> None:
        """Send queued messages until the connection ends."""
        while True:
            message = await self._queue.get()
            if isinstance(message, tuple):
                await self._socket.close(*message)
                return
            await self._socket.send_text(message.decode())
            self._behind -= 1


def refusal_message(rules: TableRules, outcome: CommandOutcome) -> dict[str, Any]:
    """Why a command was refused: by the book with its clause, or by the server."""
    if outcome.refusal is not None:
        return {
            "why": outcome.refusal.why,
            "clause": outcome.refusal.under,
            "book": rules.book.id,
        }
    assert outcome.refused is not None
    refused = outcome.refused
    document: dict[str, Any] = {"why": refused.why, "clause": refused.clause, "book": rules.book.id}
    if refused.spot is not None:
        document["box"], document["kind"] = refused.spot
    return document | ({"outcome": "unknown"} if refused.is_unknown else {})


async def serve_stream(stream: Stream, socket: WebSocket, actor: Actor, pace: Pace) -> None:
    """Serve a connection until it ends."""
    talk = Talk(stream, actor, pace)
    writer = asyncio.create_task(stream.write())
    try:
        await actor.join(stream)
        if stream.layers is not None:
            stream.layers.hear_at_once = talk.hear_at_once
            stream.layers.may_send = talk.may_send
        reader = asyncio.create_task(talk.hear_all(socket))
        done, pending = await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
        for task in pending:
            task.cancel()
        for task in done:
            task.exception()
    finally:
        if stream.layers is not None:
            stream.layers.hear_at_once = stream.layers.may_send = None
        talk.close()
        writer.cancel()
        actor.leave(stream)


class Pace:
    """Rate limits of a client: per person, and per address."""

    def __init__(self, person: RateBucket, address: RateBucket) -> None:
        self._person, self._address = person, address
        self._is_told = False

    def takes(self, cost: float = 1) -> bool | None:
        """Whether one more message is within the limits; None if a warning was already sent."""
        now = time.monotonic()
        if self._person.takes(now, cost) and self._address.takes(now, cost):
            return True
        if self._is_told:
            return None
        self._is_told = True
        return False


class Talk:
    """A client's messages, answered in order."""

    def __init__(self, stream: Stream, actor: Actor, pace: Pace) -> None:
        self._stream, self._actor, self._pace = stream, actor, pace
        self._looking_up: asyncio.Task[None] | None = None
        self._is_in_hand = False
        """Whether a message that took the usual path has not been answered yet"""

    def close(self) -> None:
        """The connection has ended."""
        if self._looking_up is not None:
            self._looking_up.cancel()

    async def hear_all(self, socket: WebSocket) -> None:
        """Receive messages by the usual path until the connection ends."""
        while True:
            try:
                received = await socket.receive()
            except (WebSocketDisconnect, RuntimeError):
                return
            if received["type"] == "websocket.disconnect":
                return
            text = received.get("text")
            if text is None:
                _refuse(self._stream, "", "a message must be a text frame, not a binary one")
                continue
            if len(text) > LONGEST_FRAME:
                self._stream.close(1009, f"a frame may have at most {LONGEST_FRAME} bytes")
                return
            self._is_in_hand = True
            if self._looking_up is not None:
                await asyncio.wait((self._looking_up,))
            if (left := self._hear(text)) is not None:
                await left
            self._is_in_hand = False

    def hear_at_once(self, text: str) -> bool:
        """Receive a message by the fast path; False if another must be answered first."""
        is_busy = self._looking_up is not None and not self._looking_up.done()
        if is_busy or self._is_in_hand or len(text) > LONGEST_FRAME:
            return False
        if (left := self._hear(text)) is not None:
            self._looking_up = asyncio.create_task(left)
        return True

    def may_send(self, cost: float = 1) -> bool:
        """Whether one more frame is within the limits; a client that was warned is dropped."""
        takes = self._pace.takes(cost)
        if takes is None:
            self._stream.drop(1008, "too many messages")
        elif not takes:
            _refuse(
                self._stream, "", "too many messages; slow down or the connection will be closed"
            )
        return takes is True

    def _hear(self, text: str) -> Coroutine[Any, Any, None] | None:
        """Answer a message; returns the remaining work if something must be looked up."""
        stream, actor = self._stream, self._actor
        if not self.may_send():
            return None
        if not actor.hub.leases.are_sure:
            stream.drop(1012, _CHANGES_HANDS)
            return None
        if NUL in text and has_nul(text):
            _refuse(stream, "", "a message may not contain NUL")
            return None
        try:
            message = _read.decode(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            _refuse(stream, "", f"unknown message: {error}")
            return None
        if isinstance(message, _Ping):
            _send(stream, {"type": "pong", "sequence": actor.look().sequence})
            return None
        if isinstance(message, _Speed):
            stream.speed = SPEEDS[message.speed]
            return None
        if isinstance(message, _Resume) and stream.is_behind:
            stream.drop(1013, _TOO_SLOW)
            return None
        if isinstance(message, _Resume):
            if not self.may_send(TELLING_AGAIN):
                return None
            return _resume(stream, actor, message.after)
        key, stream.has_spoken = message.key, True
        if message.at is not None and message.at != actor.look().sequence:
            _refuse(stream, key, _HAS_CHANGED)
            return None
        try:
            command = c.read(message.command)
            if actor.at_once(stream.person, key, command, partial(self._tell, key)):
                return None
        except (msgspec.MsgspecError, UnicodeError) as error:
            _refuse(stream, key, f"unknown command: {error}")
            return None
        except Exception:  # logged where it happened; the table is reloaded
            _refuse(stream, key, _WENT_WRONG)
            return None
        return self._look_up(key, command)

    async def _look_up(self, key: str, command: c.Command) -> None:
        """Carry out a command that may already be stored, or whose sender must be loaded."""
        try:
            outcome = await self._actor.command(self._stream.person, key, command)
        except ServerRefusal as refused:
            _refuse(self._stream, key, refused.why)
        except BadDatabase as error:  # while it was looked up: nothing was begun
            self._actor.hub.log.error("the database is not responding: %s", error)
            _refuse(self._stream, key, "the database is not responding; nothing was changed")
        except Exception:  # logged where it happened; the table is reloaded
            _refuse(self._stream, key, _WENT_WRONG)
        else:
            self._tell(key, outcome)

    def _tell(self, key: str, outcome: CommandOutcome) -> None:
        if outcome.is_accepted:
            _send(self._stream, {"type": "ack", "key": key, "sequence": outcome.sequence})
        else:
            told_why = refusal_message(self._actor.live.rules, outcome)
            _send(self._stream, {"type": "refused", "key": key, **told_why})


def _send(stream: Stream, message: dict[str, Any]) -> None:
    stream.send(msgspec.json.encode(message))


def _refuse(stream: Stream, key: str, why: str) -> None:
    _send(stream, {"type": "refused", "key": key, "why": why, "clause": None, "book": None})


async def _resume(stream: Stream, actor: Actor, after: int) -> None:
    """Everything that happened since, and the state as it is now."""
    store = actor.hub.store
    try:
        entries = await asyncio.to_thread(
            lambda: store.shown(actor.id, after=after, most=MOST_AT_ONCE)
        )
    except BadDatabase as error:
        actor.hub.log.error("the database is not responding: %s", error)
        _refuse(stream, "", NO_STORE)
        return
    actor.tell_since(stream, f"[{','.join(entries)}]".encode())
