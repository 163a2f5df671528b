"""Hostile clients and honest ones: how soon honest moves are acknowledged meanwhile.

The honest people play at their tables, each table from an address of its own. From other addresses
come people who send as fast as they can and come back when they are dropped, connections that never
finish their request, streams that never read, and somebody who opens tables without end. All of
them are in another process than the honest people, so that only the house is between them.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import multiprocessing
import os
import tempfile
import time
from collections import Counter
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Any

import httpx
from tests.web.looping import done
from tests.web.serving import Server, signed_store

from benchmarks.reliability.figures import (
    Figure,
    milliseconds,
    processor_seconds,
    progress,
    quantile,
)
from benchmarks.reliability.people import LoadedTable, masked, open_loaded
from pitboss.web.audit.house_audit import verified_house

_FLOOD = masked(1, b'{"type":"ping"}') * 400
HONEST, FLOODS, HALF_OPEN, DEAF, GREEDY = (f"127.0.{n}" for n in (1, 2, 3, 4, 5))
"""The networks of each kind of client."""


class Attackers:
    """The hostile clients, in a separate process."""

    def __init__(self, address: str, document: dict[str, Any]) -> None:
        self.host, port = address.removeprefix("http://").split(":")
        self.port, self.address = int(port), address
        self.told = document
        self.seen: Counter[str] = Counter()

    async def attack(self, until: float) -> None:
        """Run all of it at once until a time."""
        some = [asyncio.create_task(self._flood(n, until)) for n in range(self.told["floods"])]
        some += [asyncio.create_task(self._half(n, until)) for n in range(self.told["half_open"])]
        some += [asyncio.create_task(self._deaf(n, until)) for n in range(self.told["deaf"])]
        some.append(asyncio.create_task(self._greedy(until)))
        await asyncio.wait(some, timeout=max(0.0, until - time.time()) + 2)
        for task in some:
            task.cancel()

    async def _open(self, origin: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        async with asyncio.timeout(10):
            return await asyncio.open_connection(self.host, self.port, local_addr=(origin, 0))

    def _stream(self, token: str) -> bytes:
        return (
            f"GET /api/v1/tables/{self.told['table']}/stream HTTP/1.1\r\n"
            f"Host: {self.host}:{self.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            f"Authorization: Bearer {token}\r\n\r\n"
        ).encode()

    async def _flood(self, number: int, until: float) -> None:
        """Send as fast as possible, and reconnect at once."""
        tokens = self.told["tokens"]
        while time.time() < until:
            writer = None
            try:
                reader, writer = await self._open(f"{FLOODS}.{1 + number % 4}")
                writer.write(self._stream(tokens[number % len(tokens)]))
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
                if b" 101 " not in head.partition(b"\r\n")[0]:
                    self.seen[f"flood refused: {head[9:12].decode()}"] += 1
                    continue
                self.seen["flood let in"] += 1
                began = time.time()
                eats = asyncio.create_task(self._eat(reader))
                while time.time() < until and not eats.done():
                    writer.write(_FLOOD)
                    self.seen["flood frames"] += 400
                    await writer.drain()
                eats.cancel()
                self.seen["flood dropped"] += time.time() < until
                self.seen["flood seconds"] += int(1000 * (time.time() - began))
            except (OSError, TimeoutError, asyncio.IncompleteReadError):
                self.seen["flood turned away"] += 1
                await asyncio.sleep(0.05)
            finally:
                if writer is not None:
                    writer.close()

    @staticmethod
    async def _eat(reader: asyncio.StreamReader) -> None:
        with contextlib.suppress(OSError):
            while await reader.read(65536):
                pass

    async def _half(self, number: int, until: float) -> None:
        """Begin a request and never end it; a character now and then makes it seem alive."""
        while time.time() < until:
            writer = None
            try:
                reader, writer = await self._open(f"{HALF_OPEN}.{1 + number % 20}")
                self.seen["half open"] += 1
                writer.write(b"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
                gone = asyncio.create_task(reader.read(1))
                while time.time() < until and not gone.done():
                    writer.write(b"x")
                    await asyncio.wait((gone,), timeout=2)
                self.seen["half open dropped"] += gone.done()
                gone.cancel()
            except (OSError, TimeoutError):
                self.seen["half open turned away"] += 1
            finally:
                if writer is not None:
                    writer.close()
            await asyncio.sleep(1)

    async def _deaf(self, number: int, until: float) -> None:
        """A stream that is opened and never read."""
        tokens = self.told["tokens"]
        while time.time() < until:
            writer = None
            try:
                reader, writer = await self._open(f"{DEAF}.{1 + number % 5}")
                writer.transport.pause_reading()  # type: ignore[attr-defined]
                writer.write(self._stream(tokens[number % len(tokens)]))
                self.seen["deaf"] += 1
                ping = masked(1, b'{"type":"resume","after":0}')
                while time.time() < until and not writer.transport.is_closing():
                    await asyncio.sleep(1)
                    writer.write(ping)
                    await asyncio.wait_for(writer.drain(), 5)
                del reader
            except (OSError, TimeoutError):
                self.seen["deaf dropped"] += 1
            finally:
                if writer is not None:
                    writer.transport.abort()
            await asyncio.sleep(1)

    async def _greedy(self, until: float) -> None:
        """Open one table after the other, and read all of them."""
        way = httpx.AsyncHTTPTransport(local_address=f"{GREEDY}.1", retries=0)
        headers = {"authorization": f"Bearer {self.told['tokens'][0]}"}
        async with httpx.AsyncClient(
            base_url=f"{self.address}/api/v1", transport=way, headers=headers, timeout=10
        ) as client:
            while time.time() < until:
                try:
                    opened = await client.post("/tables", json={"book": "nz", "bots": 6})
                    self.seen[f"open a table: {opened.status_code}"] += 1
                    await client.get("/tables")
                    verified = {"table": self.told["table"]}
                    audit = await client.post("/audit/verify", json=verified)
                    self.seen[f"verify: {audit.status_code}"] += 1
                except httpx.HTTPError:
                    self.seen["greedy turned away"] += 1
                    await asyncio.sleep(0.2)


def _attack(address: str, document: dict[str, Any], until: float, pipe: Pipe) -> None:
    os.nice(10)  # attackers have their own machines; this one has only two processors
    attackers = Attackers(address, document)
    asyncio.run(attackers.attack(until))
    pipe.send(dict(attackers.seen))


async def _honest(
    server: Server, tokens: list[list[tuple[str, str]]], rate: float, seconds: float, begin: Any
) -> tuple[list[LoadedTable], int]:
    tables = [
        await open_loaded(server, number, some, origin=f"{HONEST}.{1 + number}")
        for number, some in enumerate(tokens)
    ]
    warm = 2.0
    after = time.perf_counter() + warm
    each = rate / len(tables)
    playing = [
        asyncio.create_task(t.play(each, after + seconds, after, turn=place / len(tables)))
        for place, t in enumerate(tables)
    ]
    await asyncio.sleep(warm)
    begin(tables[0].id)
    for part in range(10):
        await asyncio.sleep(seconds / 10)
        late = [a for t in tables for a in t.acks[-20:]]
        progress(f"{(part + 1) * 10} %: {sum(len(t.acks) for t in tables)} moves, "
                 f"ack p99 {milliseconds(quantile(late or [0.0], 0.99))}")  # fmt: skip
    await asyncio.wait(playing, timeout=20)
    lost = sum(person.is_lost for table in tables for person in table.people)
    for table in tables:
        for person in table.people:
            person.close()
    return tables, lost


def attack(
    *, tables: int, people: int, rate: int, seconds: int, floods: int, half_open: int, deaf: int,
    database: str = "",
) -> Figure:  # fmt: skip
    """Run these numbers of each kind for some seconds while honest people play."""
    with tempfile.TemporaryDirectory(prefix="pitboss-attack-") as folder:
        url = database or f"sqlite:///{Path(folder) / 'house.sqlite3'}"
        store = signed_store(url)
        honest = []
        for _ in range(tables):
            some = [store.people.sign_up(f"Honest {len(honest)} {n}", "honest people play",
                                         money=10**9) for n in range(people)]  # fmt: skip
            honest.append([(one.name, store.people.start_session(one)) for one in some])
        bad = [
            store.people.start_session(store.people.welcome_guest(money=1000)) for _ in range(40)
        ]
        ours, theirs = multiprocessing.get_context("spawn").Pipe()
        others: list[Any] = []
        with Server(url, *limited()) as server:
            assert server.process is not None
            pid = server.process.pid

            def begin(table: str) -> None:
                message = {"table": table, "tokens": bad, "floods": floods, "half_open": half_open,
                        "deaf": deaf}  # fmt: skip
                one = multiprocessing.get_context("spawn").Process(
                    target=_attack, args=(server.address, message, time.time() + seconds, theirs)
                )
                one.start()
                others.append(one)

            used = processor_seconds(pid)
            played, lost = done(_honest(server, honest, rate, seconds, begin))
            used = processor_seconds(pid) - used
            seen = ours.recv() if ours.poll(20) else {}
            memory = Path(f"/proc/{pid}/status").read_text()
        for one in others:
            one.join(10)
            if one.is_alive():
                one.kill()
        result = verified_house(store)
        store.close()
    progress(json.dumps(seen, indent=1))
    rss = next(int(x.split()[1]) / 1024 for x in memory.splitlines() if x.startswith("VmRSS"))
    acks = [a for table in played for a in table.acks]
    pace = len(acks) / seconds
    late = quantile(acks or [99.0], 0.99)
    tables_opened = seen.get("open a table: 201", 0)
    message = (
        f"{floods} floods, {half_open} half-open requests, {deaf} deaf streams, "
        f"{tables_opened} tables opened by one guest, for {seconds} s: "
        f"{tables} tables with {pace:.0f} of {rate} moves/s, ack p50 "
        f"{milliseconds(quantile(acks or [99.0], 0.5))}, p99 {milliseconds(late)}; "
        f"{lost} honest connections lost; {rss:.0f} MiB, {used / seconds:.0%} of one processor; "
        f"{result.problem or 'the house verifies'}"
    )
    holds = late <= 0.25 and pace >= 0.9 * rate and not lost and tables_opened <= 3
    return Figure(message, holds and result.problem is None)


def limited() -> tuple[str, ...]:
    """The usual limits if the server has any; otherwise its own."""
    return () if os.environ.get("PITBOSS_ATTACK_OLD") else ("--limited",)
