"""Load: a hundred tables with eight connections each, and how soon everybody hears of a move.

The people are in this process and the house in another; the commands are those of a round, by
whoever is to act, at an even rate over all tables. An acknowledgement is timed from the sending of
the command, a broadcast from there to the last byte of the news at each of the table's connections.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import tempfile
import time
from collections import deque
from pathlib import Path
from struct import pack
from typing import Any

import httpx
import msgspec
from benchmarks.reliability.figures import (
    Figure,
    milliseconds,
    processor_seconds,
    progress,
    quantile,
)
from benchmarks.reliability.lab_users import LabUsers
from tests.web.looping import done
from tests.web.serving import Server, signed_store

from pitboss.rulebooks import BOOKS
from pitboss.web.house_audit import verified_house
from pitboss.web.messages import followed

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
        asked = (
            f"GET /api/v1/tables/{self.table.id}/stream HTTP/1.1\r\nHost: {host}:{port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            f"Authorization: Bearer {token}\r\n\r\n"
        )
        self._transport.write(asked.encode())
        await self._is_open

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True

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
            told = msgspec.json.decode(message)
            if (answer := self.answers.pop(told["key"], None)) is not None:
                answer.set_result({**told, "at": now})

    def _write(self, kind: int, message: bytes) -> None:
        assert self._transport is not None
        self._transport.write(_masked(kind, message))

    async def say(self, command: dict[str, Any]) -> dict[str, Any]:
        """A command; its answer, with when it was sent and answered."""
        key = f"k{next(_numbers)}"
        answer = self.answers[key] = asyncio.get_running_loop().create_future()
        sent = time.perf_counter()
        told = {"type": "command", "key": key, "command": command}
        self._write(_TEXT, msgspec.json.encode(told))
        return {**await answer, "sent": sent}

    def close(self) -> None:
        """Go."""
        if self._transport is not None:
            self._transport.close()


_TEXT, _PING, _PONG = 1, 9, 10


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


def _masked(kind: int, message: bytes) -> bytes:
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
        self.news: list[float] = []
        self.refused = self.idle = 0
        self._state: dict[str, Any] = {}
        self._pending: list[tuple[int, float, set[Connection]]] = []
        self._broke: set[str] = set()
        self._news = asyncio.Event()

    def hears(self, who: Connection, sequence: int, message: bytes, now: float) -> None:
        """Somebody has heard of everything up to a number."""
        self.follow(who, message)
        for one in tuple(self._pending):
            until, sent, waiting = one
            if sequence >= until and who in waiting:
                waiting.discard(who)
                self.news.append(now - sent)
                if not waiting:
                    self._pending.remove(one)

    def follow(self, who: Connection, message: bytes) -> None:
        """The state as the first person knows it, which is enough for all."""
        if who is self.people[0]:
            self._state = followed(self._state, msgspec.json.decode(message)["state"])
            self._news.set()

    async def play(self, rate: float, until: float, after: float, *, turn: float) -> None:
        """Rounds at so many commands a second; ``after`` says from when on they are timed.

        ``turn`` is this table's place among the others, from 0 to 1, so that they take turns.
        """
        due = time.perf_counter() + turn / rate
        while (now := time.perf_counter()) < until:
            if now < due:
                await asyncio.sleep(due - now)
            wish = self.wish()
            if wish is None:  # the house is at work: wait for what it does
                self.idle += 1
                await self.news_or_a_while()
                continue
            due = max(due + 1 / rate, time.perf_counter() - 1.0)
            person, command = wish
            answer = await person.say(command)
            if answer["type"] == "ack":
                self._timed(answer, count=answer["sent"] >= after)
            else:
                self.refused += 1
                if "account" in answer["why"]:
                    self._broke.add(person.name)
                await asyncio.sleep(0.05)

    async def news_or_a_while(self) -> None:
        """Wait for what the house does next, for half a second at most."""
        self._news.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), timeout=0.5)

    def _timed(self, answer: dict[str, Any], *, count: bool) -> None:
        if not count:
            return
        self.acks.append(answer["at"] - answer["sent"])
        until, sent = answer["sequence"], answer["sent"]
        waiting = set()
        for person in self.people:
            heard = next((at for s, at in person.heard if s >= until and at >= sent), None)
            if heard is None:
                waiting.add(person)
            else:
                self.news.append(heard - sent)
        if waiting:
            self._pending.append((until, sent, waiting))

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


def _memory(pid: int) -> float:
    """What a process has in memory, in MiB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


async def open_loaded(
    server: Server,
    number: int,
    tokens: list[tuple[str, str]],
    *,
    origin: str | None = None,
    **more: Any,
) -> LoadedTable:
    """A table of one of the books with its people connected."""
    asked = {"book": BOOKS[number % len(BOOKS)], **more}
    headers = {"authorization": f"Bearer {tokens[0][1]}"}
    way = httpx.AsyncHTTPTransport(local_address=origin)
    async with httpx.AsyncClient(
        base_url=f"{server.address}/api/v1", headers=headers, transport=way
    ) as client:
        told = (await client.post("/tables", json=asked, timeout=60)).json()
    table = LoadedTable(told["id"], seated=min(len(tokens), told["boxes"] - told["bots"]))
    for name, token in tokens:
        person = Connection(table, name)
        table.people.append(person)
        await person.connect(server.address, token, origin=origin)
    return table


class Priced(Server):
    """A server with the solver's workers, at their usual low priority."""

    pace = ("--fast", "--priced")


async def _played(
    server: Server, tokens: list[list[tuple[str, str]]], rate: float, seconds: float, lab: int = 0
) -> tuple[list[LoadedTable], float, float, float, dict[str, int]]:
    tables = [await open_loaded(server, number, some) for number, some in enumerate(tokens)]
    users = LabUsers(server.address, lab)
    with users if lab else contextlib.nullcontext():
        early, memory, used = await _timed_play(server, tables, rate, seconds)
    return tables, early, memory, used, users.answered


async def _timed_play(
    server: Server, tables: list[LoadedTable], rate: float, seconds: float
) -> tuple[float, float, float]:
    people = [person for table in tables for person in table.people]
    progress(f"{len(people)} connections to {len(tables)} tables")
    assert server.process is not None
    pid = server.process.pid
    warm = min(60.0, seconds / 4)
    began = time.perf_counter()
    after, until = began + warm, began + warm + seconds
    each = rate / len(tables)
    playing = [
        asyncio.create_task(t.play(each, until, after, turn=place / len(tables)))
        for place, t in enumerate(tables)
    ]
    await asyncio.sleep(warm)
    early, used = _memory(pid), processor_seconds(pid)
    for part in range(10):
        await asyncio.sleep(seconds / 10)
        done = sum(len(t.acks) for t in tables)
        late = quantile([a for t in tables for a in t.acks[-300:]] or [0.0], 0.99)
        progress(f"{(part + 1) * 10} %: {done} commands, ack p99 {milliseconds(late)}, "
                 f"{_memory(pid):.1f} MiB")  # fmt: skip
    memory, used = _memory(pid), processor_seconds(pid) - used
    await asyncio.gather(*playing)
    assert not any(person.is_lost for person in people), "a connection was lost"
    for person in people:
        person.close()
    return early, memory, used


def load(
    *, tables: int, people: int, rate: int, seconds: int, database: str = "", lab: int = 0
) -> Figure:
    """So many tables and connections to each, at so many commands a second in all.

    With ``lab``, so many analysts use the lab meanwhile, and the coach and the simulator are busy.
    """
    with tempfile.TemporaryDirectory(prefix="pitboss-load-") as folder:
        url = database or f"sqlite:///{Path(folder) / 'house.sqlite3'}"
        store = signed_store(url)
        tokens = []
        for _ in range(tables):
            guests = [store.people.welcome_guest(money=10**9) for _ in range(people)]
            tokens.append([(g.name, store.people.start_session(g)) for g in guests])
        with (Priced if lab else Server)(url) as server:
            played, early, memory, used, asked = done(_played(server, tokens, rate, seconds, lab))
        found = verified_house(store)
        store.close()
    acks = [a for table in played for a in table.acks]
    news = [n for table in played for n in table.news]
    pace = len(acks) / seconds
    ack, heard = quantile(acks, 0.99), quantile(news, 0.99)
    grown = memory / early - 1
    seen = (
        f"{tables} tables, {tables * people} connections, {pace:.0f} commands/s for {seconds} s "
        f"({found.rounds} rounds, {found.entries} events): ack p50 "
        f"{milliseconds(quantile(acks, 0.5))}, p99 {milliseconds(ack)}; broadcast p50 "
        f"{milliseconds(quantile(news, 0.5))}, p99 {milliseconds(heard)}; memory "
        f"{early:.1f} MiB, then {memory:.1f} ({grown:+.1%}); {used / seconds:.0%} of one "
        f"processor; {found.problem or 'the house verifies'}"
    )
    if lab:
        told = ", ".join(f"{number} {what}" for what, number in sorted(asked.items()))
        seen += f"; meanwhile {lab} analysts, a run and the coach: {told}"
    holds = pace >= 0.97 * rate and ack <= 0.1 and heard <= 0.15 and grown <= 0.05
    return Figure(seen, holds and found.problem is None)
