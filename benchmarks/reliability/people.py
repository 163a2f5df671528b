"""People at loaded tables: their connections, what they wish to do next, and a fixed schedule.

The schedule is open-loop. When a command is due is fixed in advance; if the house stalls, the
commands that become due meanwhile are sent when it moves again, and each is timed from when it was
due. A client that waits for one answer before it thinks of the next command would time one slow
command where its people would have felt twenty.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from collections import deque
from struct import pack
from typing import Any, Final

import httpx
import msgspec
from tests.web.serving import Server

from pitboss.rulebooks import BOOKS
from pitboss.web.wire.messages import followed

_EVENTS = b'{"type":"events","sequence":'
_numbers = itertools.count(1)


class Connection(asyncio.Protocol):
    """One person at one table; what is heard is only looked at as far as it is needed.

    The frames are read here: 800 people who share two processors with the house must not take more
    of them than the house does.
    """

    def __init__(self, table: LoadedTable, name: str) -> None:
        self.table, self.name = table, name
        self.heard: deque[tuple[int, float]] = deque(maxlen=64)
        self.answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.is_lost = False
        self._data = bytearray()
        self._is_open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None

    async def connect(self, address: str, token: str, *, origin: str | None = None) -> None:
        """Come to the table, from an address of this machine where one is named."""
        host, port = address.removeprefix("http://").split(":")
        own = None if origin is None else (origin, 0)
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, host, int(port), local_addr=own)
        assert self._transport is not None
        request = (
            f"GET /api/v1/tables/{self.table.id}/stream HTTP/1.1\r\nHost: {host}:{port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            f"Authorization: Bearer {token}\r\n\r\n"
        )
        self._transport.write(request.encode())
        await self._is_open

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True
        for answer in self.answers.values():
            if not answer.done():
                answer.set_exception(ConnectionResetError("the connection was lost"))

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        held = self._data
        held += data
        if not self._is_open.done():
            head, ends, rest = bytes(held).partition(b"\r\n\r\n")
            if not ends:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            held[:] = rest
            self._is_open.set_result(None)
        at = 0
        while (frame := _frame(held, at)) is not None:
            kind, message, at = frame
            if kind == _TEXT:
                self._hear(message, now)
            elif kind == _PING:
                self._write(_PONG, message)
        del held[:at]

    def _hear(self, message: bytes, now: float) -> None:
        if message.startswith(b'{"type":"snapshot"'):
            self.table.follow(self, message)
        elif message.startswith(_EVENTS):
            sequence = int(message[len(_EVENTS) : message.index(b",", len(_EVENTS))])
            self.heard.append((sequence, now))
            self.table.hears(self, sequence, message, now)
        elif message.startswith((b'{"type":"ack"', b'{"type":"refused"')):
            document = msgspec.json.decode(message)
            if (answer := self.answers.pop(document["key"], None)) is not None:
                answer.set_result({**document, "at": now})

    def _write(self, kind: int, message: bytes) -> None:
        assert self._transport is not None
        self._transport.write(masked(kind, message))

    async def say(self, command: dict[str, Any]) -> dict[str, Any]:
        """A command; its answer, with when it was sent and answered."""
        key = f"k{next(_numbers)}"
        answer = self.answers[key] = asyncio.get_running_loop().create_future()
        sent = time.perf_counter()
        message = {"type": "command", "key": key, "command": command}
        self._write(_TEXT, msgspec.json.encode(message))
        return {**await answer, "sent": sent}

    def close(self) -> None:
        """Go."""
        if self._transport is not None:
            self._transport.close()


_TEXT, _PING, _PONG = 1, 9, 10

PATIENCE: Final = 30.0
"""Seconds after the end in which commands that are due may still be sent and answered."""


def _frame(data: bytearray, at: int) -> tuple[int, bytes, int] | None:
    """The frame of a server that begins there, and where it ends; None while it is not whole."""
    if len(data) < at + 2:
        return None
    kind, size, start = data[at] & 15, data[at + 1], at + 2
    if size > 125:
        start += 2 if size == 126 else 8
        if len(data) < start:
            return None
        size = int.from_bytes(data[at + 2 : start], "big")
    if len(data) < start + size:
        return None
    return kind, bytes(data[start : start + size]), start + size


def masked(kind: int, message: bytes) -> bytes:
    """A frame as a client sends it; the mask is of zeros, which changes nothing."""
    size = len(message)
    head = (
        pack("!BB", 0x80 | kind, 0x80 | size)
        if size < 126
        else pack("!BBH", 0x80 | kind, 0xFE, size)
    )
    return head + bytes(4) + message


class LoadedTable:
    """The people of one table, who play rounds at a given pace."""

    def __init__(self, id: str, seated: int) -> None:
        self.id, self.seated = id, seated
        self.people: list[Connection] = []
        self.acks: list[float] = []
        """How long after it was due each command was answered"""
        self.news: list[float] = []
        """How long after a command was due each person had heard of it"""
        self.lags: list[float] = []
        """How late the clock of this process was"""
        self.due = self.sent = self.acknowledged = self.refused = self.idle = 0
        self.refusals: list[str] = []
        self._sequence = self._answered_at = 0
        self._state: dict[str, Any] = {}
        self._pending: list[tuple[int, float, set[Connection]]] = []
        self._broke: set[str] = set()
        self._news = asyncio.Event()

    def hears(self, who: Connection, sequence: int, message: bytes, now: float) -> None:
        """Somebody has heard of everything up to a number."""
        self.follow(who, message)
        for one in tuple(self._pending):
            until, due, waiting = one
            if sequence >= until and who in waiting:
                waiting.discard(who)
                self.news.append(now - due)
                if not waiting:
                    self._pending.remove(one)

    def follow(self, who: Connection, message: bytes) -> None:
        """The state as the first person knows it, which is enough for all."""
        if who is self.people[0]:
            heard = msgspec.json.decode(message)
            self._state = followed(self._state, heard["state"])
            self._sequence = heard["sequence"]
            self._news.set()

    async def play(
        self, rate: float, until: float, after: float, *, turn: float, began: float | None = None
    ) -> None:
        """Rounds at this many commands a second; those due from ``after`` on are timed.

        ``turn`` is this table's place among the others, from 0 to 1, so that they take turns. A
        command is sent when it is due, or as soon after that as the one before it is answered and
        the house waits for people. It is timed from when it was due in any case.
        """
        start = time.perf_counter() if began is None else began
        for number in itertools.count():
            due = start + (number + turn) / rate
            if due >= until:
                return
            self.due += 1
            if (left := due - time.perf_counter()) > 0:
                await asyncio.sleep(left)
                self.lags.append(time.perf_counter() - due)
            try:
                async with asyncio.timeout_at(
                    asyncio.get_running_loop().time() + until - time.perf_counter() + PATIENCE
                ):
                    await self._send(due, is_timed=due >= after)
            except (TimeoutError, ConnectionError):
                return  # it stays due, and was never answered

    async def _send(self, due: float, *, is_timed: bool) -> None:
        while not self._is_current() or (wish := self.wish()) is None:
            self.idle += 1  # the house is at work: wait for what it does
            await self.news_or_a_while()
        person, command = wish
        self.sent += 1
        answer = await person.say(command)
        if answer["type"] == "ack":
            self.acknowledged += 1
            self._answered_at = answer["sequence"]
        else:
            self.refused += 1
            self.refusals.append(f"{command['type']}: {answer['why']}")
            if "account" in answer["why"]:
                self._broke.add(person.name)
            await asyncio.sleep(0.05)
        if is_timed:
            self._time(answer, due)

    def _is_current(self) -> bool:
        """Whether we have heard of our last command; before that we would decide on old cards."""
        return self._sequence >= self._answered_at

    async def news_or_a_while(self) -> None:
        """Wait for what the house does next, for half a second at most."""
        self._news.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), timeout=0.5)

    def _time(self, answer: dict[str, Any], due: float) -> None:
        self.acks.append(answer["at"] - due)
        if answer["type"] != "ack":
            return
        until, sent = answer["sequence"], answer["sent"]
        waiting = set()
        for person in self.people:
            heard = next((at for s, at in person.heard if s >= until and at >= sent), None)
            if heard is None:
                waiting.add(person)
            else:
                self.news.append(heard - due)
        if waiting:
            self._pending.append((until, due, waiting))

    def wish(self) -> tuple[Connection, dict[str, Any]] | None:
        """Who of us is to do what next."""
        state = self._state
        if not state:
            return None  # the house has not told us yet
        ours = {person.name: person for person in self.people}
        for ask in state["asks"]:
            if ask["player"] in ours and ask["command"]["type"] != "take_bank":
                return ours[ask["player"]], ask["command"]
        window, turn = state["window"], state["turn"]
        if window is not None:
            for name in window["waiting"]:
                if name in ours:
                    return ours[name], {"type": "done"}
        if turn is not None and turn["player"] in ours:
            acts = [act["act"] for act in turn["acts"] if "pick" not in act]
            act = next(a for a in ("split", "hit", "stand") if a in acts)
            if act == "hit" and _total(state, turn) >= 15 and "stand" in acts:
                act = "stand"
            where = {"box": turn["box"], "hand": turn["hand"]}
            return ours[turn["player"]], {"type": act, **where}
        if state["phase"] != "betting":
            return None
        return self._bet(state)

    def _bet(self, state: dict[str, Any]) -> tuple[Connection, dict[str, Any]] | None:
        least = state["limits"]["minimum"]
        for box in state["boxes"][: self.seated]:
            person = self.people[box["number"] - 1]
            if box["seat"] is None:
                return person, {"type": "sit", "box": box["number"]}
            if person.name not in self._broke and not box["wagers"]:
                return person, {"type": "bet", "box": box["number"], "amount": least}
        for box in state["boxes"][: self.seated]:
            person = self.people[box["number"] - 1]
            if box["wagers"] and person.name not in state["ready"]:
                return person, {"type": "deal"}
        return None


def _total(state: dict[str, Any], turn: dict[str, Any]) -> int:
    hands = state["boxes"][turn["box"] - 1]["hands"]
    count = next(h["count"] for h in hands if h["number"] == turn["hand"])
    return int("".join(ch for ch in count.split()[-1] if ch.isdigit()) or 0)


async def open_loaded(
    server: Server,
    number: int,
    tokens: list[tuple[str, str]],
    *,
    origin: str | None = None,
    **more: Any,
) -> LoadedTable:
    """A table of one of the books with its people connected."""
    request = {"book": BOOKS[number % len(BOOKS)], **more}
    headers = {"authorization": f"Bearer {tokens[0][1]}"}
    way = httpx.AsyncHTTPTransport(local_address=origin)
    async with httpx.AsyncClient(
        base_url=f"{server.address}/api/v1", headers=headers, transport=way
    ) as client:
        document = (await client.post("/tables", json=request, timeout=60)).json()
    table = LoadedTable(
        document["id"], seated=min(len(tokens), document["boxes"] - document["bots"])
    )
    for name, token in tokens:
        person = Connection(table, name)
        table.people.append(person)
        await person.connect(server.address, token, origin=origin)
    return table
