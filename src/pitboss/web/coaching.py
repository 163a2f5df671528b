"""The server's coach: what each person has seen at a table, and accounts made from the logs."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any, Final

import msgspec

from pitboss.coach.at_table import spot_at
from pitboss.coach.following import Follower
from pitboss.coach.spots import Spot, spot_data
from pitboss.plain import plain
from pitboss.rulebooks import TableRules
from pitboss.store.records import TableInfo
from pitboss.store.store import Store
from pitboss.table.old_names import read_event
from pitboss.web.known_people import KnownPeople
from pitboss.web.lab.workers import SLOW, Workers
from pitboss.web.public_log import open_upto

_FOLLOWED: Final = 300
"""The most followed tables kept in memory, one per person and table."""
_ACCOUNTS: Final = 500
_TABLES: Final = 2000
_LONGEST: Final = 60_000
"""The most entries of a log from which an account is made."""


class TooLong(Exception):
    """A log too long for an account."""


class _Followed:
    """A table as one person has seen it so far."""

    def __init__(self) -> None:
        self.follower: Follower | None = None
        self.n = 0
        self.lock = asyncio.Lock()


class Coaching:
    """Advice and accounts; everything here is derived and can be recalculated."""

    def __init__(self, store: Store, workers: Workers) -> None:
        self._store, self._workers = store, workers
        self.known = KnownPeople(store.people)
        self._followed: OrderedDict[tuple[str, str], _Followed] = OrderedDict()
        self._barred: dict[str, bool] = {}
        self._accounts: OrderedDict[tuple[str, str, str], tuple[int, Any]] = OrderedDict()

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

    async def spot(self, table: str, viewer: str, box: int, hand: int) -> Spot | None:
        """The decision a person now faces on a hand, from what that person was shown."""
        key = (table, viewer)
        known = self._followed.setdefault(key, _Followed())
        self._followed.move_to_end(key)
        while len(self._followed) > _FOLLOWED:
            self._followed.popitem(last=False)
        async with known.lock:
            return await asyncio.to_thread(self._spot, known, key, box, hand)

    def _spot(self, known: _Followed, key: tuple[str, str], box: int, hand: int) -> Spot | None:
        for entry in self._store.entries(key[0], after=known.n):
            event = read_event(entry.event.encode(), entry.version)
            if known.follower is None:
                known.follower = Follower(event, key[1])
            else:
                known.follower.follow(event, rows=False)
            known.n = entry.n
        if known.follower is None:
            return None
        return spot_at(known.follower.state, known.follower.seen, box, hand)

    async def advice(self, spot: Spot, standard: str) -> dict[str, Any]:
        """A worker's advice on a decision; raises ``Busy`` or ``Failed``."""
        asked = {**asked_about(spot.rules), "spot": spot_data(spot), "standard": standard}
        told: dict[str, Any] = await self._workers.begin("advice", asked).result()
        return told

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
        entries = await asyncio.to_thread(
            lambda: self._store.entries(table, upto=upto, most=_LONGEST + 1)
        )
        if not entries:
            return {"decisions": [], "rounds": [], "totals": {}}
        if len(entries) > _LONGEST:
            raise TooLong(f"the log of this table has more than {_LONGEST} entries")
        key, last = (table, viewer, standard), entries[-1].n
        kept = self._accounts.get(key)
        if kept is not None and kept[0] == last:
            self._accounts.move_to_end(key)
            found: dict[str, Any] = kept[1]
            return found
        asked = {
            "events": [(self.known.text(entry.event), entry.version) for entry in entries],
            "viewer": viewer,
            "standard": standard,
        }
        told: dict[str, Any] = await self._workers.begin(
            "account", asked, lane=SLOW, priority=6
        ).result()
        for row in told["decisions"]:
            entry = entries[row["n"]]
            row |= {"n": entry.n, "at": entry.at, "table": table}
        for one in told["rounds"]:
            one |= {"at": entries[one.pop("n")].at, "table": table}
        self._accounts[key] = (last, told)
        while len(self._accounts) > _ACCOUNTS:
            self._accounts.popitem(last=False)
        return told


def asked_about(rules: TableRules) -> dict[str, Any]:
    """The rules of a table as a worker reads them."""
    settings = {key: plain(value) for key, value in rules.choices}
    told = msgspec.json.encode(settings).decode()
    return {"book": rules.book.id, "source": rules.book.source, "settings": told}
