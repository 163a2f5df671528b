"""How soon the coach answers while other tables play: real clients at a real server.

    python -m benchmarks.coach                      classic and zappit, 20 other tables
    python -m benchmarks.coach nz rws --turns 100   other books, more decisions
    python -m benchmarks.coach --tables 0           with nothing else to do

A player alone at a practice table asks for advice as the page does: as soon as the turn is there.
The figure is from the message that gives the turn to the last byte of the advice. The other tables
play at an even rate all the while; how soon their commands are acknowledged is measured too. The
server has its usual workers; limits are those of a person with a password.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import httpx
from tests.web.serving import PASSWORD, Server

from benchmarks.reliability.figures import milliseconds, quantile
from benchmarks.reliability.people import LoadedTable, open_loaded
from pitboss.store import Store, open_database

ASKED: Final = 0.25
ZAPPIT: Final = 0.6
"""Target in seconds at the 95th percentile."""
_RATE: Final = 1.0
"""Commands a second at each of the other tables."""
_PAUSE: Final = 0.5
"""Seconds between two decisions: two new prices a second are the limit."""


class House(Server):
    """A server as people start it."""

    pace = ()


Tokens = list[list[tuple[str, str]]]


def guests(url: str, tables: int) -> Tokens:
    """Two guests for each of the other tables."""
    store = Store(open_database(url))
    result = []
    for _ in range(tables):
        pair = [store.people.welcome_guest(money=10**9) for _ in range(2)]
        result.append([(guest.name, store.people.start_session(guest)) for guest in pair])
    store.close()
    return result


class Learner:
    """A player with the coach on, alone at a table."""

    def __init__(self, table: LoadedTable, client: httpx.AsyncClient) -> None:
        self.table, self._client = table, client
        self.waits: list[float] = []
        self.refused = 0

    async def play(self, turns: int) -> None:
        """Play until there has been advice on that many decisions."""
        while len(self.waits) < turns and self.refused < 50:
            wish = self.table.wish()
            if wish is None:
                await self.table.news_or_a_while()
                continue
            person, command = wish
            if "hand" in command:
                await self._advice(command)
                await asyncio.sleep(_PAUSE)
            await person.say(command)
            await asyncio.sleep(0.02)

    async def _advice(self, command: dict[str, Any]) -> None:
        began = time.perf_counter()
        path = f"/tables/{self.table.id}/advice?box={command['box']}&hand={command['hand']}"
        answer = await self._client.get(path)
        if answer.status_code == 200:
            self.waits.append(time.perf_counter() - began)
        else:
            self.refused += 1
            await asyncio.sleep(0.5)


async def measured(
    server: Server, book: str, name: str, tokens: Tokens, turns: int
) -> tuple[list[float], float]:
    """The waits of one learner, and the 99th percentile of the other tables' acknowledgements."""
    tables = len(tokens)
    others = [
        await open_loaded(server, n, some, origin=f"127.7.0.{1 + n}")
        for n, some in enumerate(tokens)
    ]
    async with httpx.AsyncClient(base_url=f"{server.address}/api/v1", timeout=60) as client:
        message = {"name": name, "password": PASSWORD}
        token = (await client.post("/sessions", json=message)).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        table = await open_loaded(server, 0, [(name, token)], book=book, practice=True)
        end = time.perf_counter() + 3600
        playing = [
            asyncio.create_task(one.play(_RATE, end, 0.0, turn=n / max(1, tables)))
            for n, one in enumerate(others)
        ]
        learner = Learner(table, client)
        await learner.play(3)  # from then on the worker has the book in memory
        learner.waits.clear()
        await learner.play(turns)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    acks = [ack for one in others for ack in one.acks]
    for one in (*others, table):
        for person in one.people:
            person.close()
    return learner.waits, quantile(acks, 0.99) if acks else 0.0


def main() -> None:
    """Measure and print; the exit code is 1 if a figure misses its target."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("books", nargs="*", default=["classic", "zappit"])
    arguments.add_argument("--tables", type=int, default=20)
    arguments.add_argument("--turns", type=int, default=40)
    message = arguments.parse_args()
    missed = False
    with tempfile.TemporaryDirectory(prefix="pitboss-coach-") as folder:
        for book in message.books or ["classic", "zappit"]:
            url = f"sqlite:///{Path(folder) / f'{book}.sqlite3'}"
            tokens = guests(url, message.tables)
            with House(url) as house:
                name = house.named().name
                waits, ack = asyncio.run(measured(house, book, name, tokens, message.turns))
            limit = ZAPPIT if book == "zappit" else ASKED
            late = quantile(waits, 0.95)
            missed |= late > limit
            print(
                f"{book:8} advice p95 {milliseconds(late)} (asked {milliseconds(limit)}), median "
                f"{milliseconds(quantile(waits, 0.5))}, {len(waits)} decisions while "
                f"{message.tables} tables play (ack p99 {milliseconds(ack)}), "
                f"load {os.getloadavg()[0]:.1f}",
                flush=True,
            )
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
