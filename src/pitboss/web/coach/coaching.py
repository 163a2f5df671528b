"""The server's coach: what each person has seen at a table, and accounts made from the logs."""

from __future__ import annotations

import asyncio
import zlib
from collections import OrderedDict
from typing import Any, Final, NamedTuple

import msgspec

from pitboss.coach.at_table import spot_at
from pitboss.coach.following import Follower
from pitboss.coach.spots import HandSpot, spot_data
from pitboss.jsonable import plain
from pitboss.rulebooks import TableRules
from pitboss.store.records import StoredEvent, TableInfo
from pitboss.store.store import Store
from pitboss.table.log import read_event
from pitboss.web.audit.public_log import open_upto
from pitboss.web.lab.workers import SLOW, LabWorkers
from pitboss.web.pit.known_people import KnownPeople

_FOLLOWED: Final = 300
"""The most followed tables kept in memory, one per person and table."""
_BYTES: Final = 4 << 20
"""The most bytes of all accounts in memory, compressed."""
_TABLES: Final = 2000
_LONGEST: Final = 60_000
"""The most entries of a log from which an account is made."""
_PAGE: Final = 2000
"""Entries of a log that are read at once."""


class TooLong(Exception):
    """A log too long for an account."""


class _Read(NamedTuple):
    """The events of a table as written, and the number and time of each."""

    events: list[str]
    places: list[tuple[int, float]]


class _Followed:
    """A table as one person has seen it so far."""

    def __init__(self) -> None:
        self.follower: Follower | None = None
        self.n = 0
        self.lock = asyncio.Lock()


class Coaching:
    """Advice and accounts; everything here is derived and can be recalculated."""

    def __init__(self, store: Store, workers: LabWorkers) -> None:
        self._store, self._workers = store, workers
        self.known = KnownPeople(store.people)
        self._followed: OrderedDict[tuple[str, str], _Followed] = OrderedDict()
        self._barred: dict[str, bool] = {}
        self._accounts: OrderedDict[tuple[str, str, str], tuple[int, bytes]] = OrderedDict()
        self._weight = 0

    async def bar(self, table: str) -> None:
        """Bar the coach at a table, as its opener chose."""
        await asyncio.to_thread(self._store.keep, f"coach/{table}", "barred")

    async def is_barred(self, table: str) -> bool:
        """Whether the opener of a table has barred the coach."""
        if table not in self._barred:
            kept = await asyncio.to_thread(self._store.kept, f"coach/{table}")
            if len(self._barred) >= _TABLES:
                self._barred.clear()
            self._barred[table] = kept is not None
        return self._barred[table]

    async def spot(self, table: str, viewer: str, box: int, hand: int) -> HandSpot | None:
        """The decision a person now faces on a hand, from what that person was shown."""
        key = (table, viewer)
        known = self._followed.setdefault(key, _Followed())
        self._followed.move_to_end(key)
        while len(self._followed) > _FOLLOWED:
            self._followed.popitem(last=False)
        async with known.lock:
            return await asyncio.to_thread(self._spot, known, key, box, hand)

    def _spot(self, known: _Followed, key: tuple[str, str], box: int, hand: int) -> HandSpot | None:
        for entry in self._store.entries(key[0], after=known.n):
            event = read_event(entry.event)
            if known.follower is None:
                known.follower = Follower(event, key[1])
            else:
                known.follower.follow(event, rows=False)
            known.n = entry.n
        if known.follower is None:
            return None
        return spot_at(known.follower.state, known.follower.seen, box, hand)

    async def advice(self, spot: HandSpot, standard: str) -> dict[str, Any]:
        """A worker's advice on a decision; raises ``Busy`` or ``Failed``."""
        request = {
            **asked_about(spot.rules),
            "spot": spot_data(spot),
            "standard": standard,
        }
        document: dict[str, Any] = await self._workers.begin("advice", request).result()
        return document

    async def ended_upto(self, info: TableInfo) -> int | None:
        """The last entry on which a person may have the coach's account; None for all of them.

        Where the coach is barred, the account of a shoe in play would be advice on it.
        """
        if info.status == "closed" or not await self.is_barred(info.id):
            return None
        return await asyncio.to_thread(open_upto, self._store, info)

    async def account(
        self, table: str, viewer: str, standard: str, upto: int | None = None
    ) -> dict[str, Any]:
        """The decisions and rounds of a person at a table, each with its time."""
        read = await asyncio.to_thread(self._read, table, upto)
        if not read.places:
            return {"decisions": [], "rounds": [], "totals": {}}
        key, last = (table, viewer, standard), read.places[-1][0]
        kept = self._accounts.get(key)
        if kept is not None and kept[0] == last:
            self._accounts.move_to_end(key)
            advice: dict[str, Any] = msgspec.json.decode(zlib.decompress(kept[1]))
            return advice
        question = {"events": read.events, "viewer": viewer, "standard": standard}
        document: dict[str, Any] = await self._workers.begin(
            "account", question, lane=SLOW, priority=6
        ).result()
        for row in document["decisions"]:
            n, at = read.places[row["n"]]
            row |= {"n": n, "at": at, "table": table}
        for one in document["rounds"]:
            one |= {"at": read.places[one.pop("n")][1], "table": table}
        self._keep(key, last, zlib.compress(msgspec.json.encode(document), level=1))
        return document

    def _read(self, table: str, upto: int | None) -> _Read:
        """The events of a table, a page at a time: whole entries take several times the memory."""
        read = _Read([], [])
        while len(page := self._page(table, read.places, upto)) > 0:
            read.events.extend(self.known.text(entry.event) for entry in page)
            read.places.extend((entry.n, entry.at) for entry in page)
            if len(read.places) > _LONGEST:
                raise TooLong(f"the log of this table has more than {_LONGEST} entries")
        return read

    def _page(
        self, table: str, places: list[tuple[int, float]], upto: int | None
    ) -> list[StoredEvent]:
        after = places[-1][0] if places else 0
        return self._store.entries(table, after=after, upto=upto, most=_PAGE)

    def _keep(self, key: tuple[str, str, str], last: int, packed: bytes) -> None:
        """Keep an account, and drop the least recently used while all are too large."""
        if (old := self._accounts.pop(key, None)) is not None:
            self._weight -= len(old[1])
        self._accounts[key] = (last, packed)
        self._weight += len(packed)
        while self._weight > _BYTES and len(self._accounts) > 1:
            self._weight -= len(self._accounts.popitem(last=False)[1][1])


def asked_about(rules: TableRules) -> dict[str, Any]:
    """The rules of a table as a worker reads them."""
    settings = {key: plain(value) for key, value in rules.choices}
    text = msgspec.json.encode(settings).decode()
    return {"book": rules.book.id, "source": rules.book.source, "settings": text}
