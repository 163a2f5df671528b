"""The server's drills: each person's drill is stored, and a worker judges and asks."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from hashlib import sha256
from secrets import randbits
from typing import Any, Final

import msgspec

from pitboss.rulebooks import TableRules
from pitboss.store.store import Store
from pitboss.web.coach.coaching import asked_about
from pitboss.web.lab.workers import QUICK, SLOW, LabWorkers

KINDS: Final = ("hands", "count", "bets")
_KEPT: Final = 6
"""The most drills of one kind that a person can continue."""
_DAYS: Final = 400
_LONGEST: Final = 600.0
"""The most seconds counted for one answer."""

Told = dict[str, Any]


class NoDrill(Exception):
    """There is nothing to answer: no drill, or its question has already been answered."""


class Drilling:
    """Everyone's drills; all of it is stored, so that any process can continue them."""

    def __init__(self, store: Store, workers: LabWorkers) -> None:
        self._store, self._workers = store, workers
        self._locks: dict[str, asyncio.Lock] = {}

    async def kept(self, person: str, kind: str) -> Told:
        """What a person has practised of one kind."""
        text = await asyncio.to_thread(self._store.kept, f"drills/{person}/{kind}")
        found: Told = {"current": None, "drills": {}, "days": {}}
        return found if text is None else {**found, **msgspec.json.decode(text)}

    async def standing(self, person: str, kind: str) -> Told:
        """The open question, and the score so far."""
        return _standing(kind, await self.kept(person, kind))

    async def is_new(self, person: str, kind: str, rules: TableRules, options: Told) -> bool:
        """Whether no such drill has been begun before."""
        found = await self.kept(person, kind)
        return _digest(kind, rules, options) not in found["drills"]

    async def begin(
        self, person: str, kind: str, rules: TableRules, options: Told, costs: dict[str, float]
    ) -> Told:
        """Begin a drill, or continue one with the same options; raises ``Busy`` or ``Failed``."""
        async with self._lock(person):
            found = await self.kept(person, kind)
            digest = _digest(kind, rules, options)
            about = {**asked_about(rules), "kind": kind, "options": options, "costs": costs}
            known = found["drills"].pop(digest, None) or {"about": about, "seed": randbits(48)}
            known["about"]["costs"] = {}
            asked = {**about, "memory": known.get("memory"), "seed": known["seed"], "answer": None}
            told = await self._step(kind, asked)
            found["drills"][digest] = known | _to_keep(told)
            found["current"] = digest
            while len(found["drills"]) > _KEPT:
                del found["drills"][next(iter(found["drills"]))]
            return await self._keep(person, kind, found)

    async def answer(self, person: str, kind: str, n: int, said: Told) -> Told:
        """Judge an answer and ask the next question; raises ``NoDrill``, ``Busy`` or ``Failed``."""
        async with self._lock(person):
            found = await self.kept(person, kind)
            known = found["drills"].get(found["current"])
            if known is None:
                raise NoDrill("begin a drill first")
            if known["question"]["n"] != n:
                raise NoDrill("this question has been answered")
            seconds = min(_LONGEST, max(0.0, time.time() - known["at"]))
            asked = {
                **known["about"],
                "memory": known["memory"],
                "seed": known["seed"],
                "answer": {**said, "seconds": seconds},
            }
            told = await self._step(kind, asked)
            before = known["tally"]
            found["drills"][found["current"]] = known | _to_keep(told)
            _count(found["days"], before, told["tally"])
            standing = await self._keep(person, kind, found)
            return {**standing, "verdict": told["verdict"]}

    async def _step(self, kind: str, asked: Told) -> Told:
        lane = SLOW if kind == "bets" else QUICK
        told: Told = await self._workers.begin("drill", asked, lane=lane, priority=3).result()
        return told

    async def _keep(self, person: str, kind: str, found: Told) -> Told:
        text = msgspec.json.encode(found).decode()
        await asyncio.to_thread(self._store.keep, f"drills/{person}/{kind}", text)
        return _standing(kind, found)

    def _lock(self, person: str) -> asyncio.Lock:
        if len(self._locks) > 2000:
            self._locks = {name: lock for name, lock in self._locks.items() if lock.locked()}
        return self._locks.setdefault(person, asyncio.Lock())


def _digest(kind: str, rules: TableRules, options: Told) -> str:
    told = msgspec.json.encode([kind, asked_about(rules), options], order="sorted")
    return sha256(told).hexdigest()[:24]


def _to_keep(told: Told) -> Told:
    return {**{key: told[key] for key in ("memory", "question", "tally")}, "at": time.time()}


def _standing(kind: str, found: Told) -> Told:
    """What a person may see: never the answer a question is judged by."""
    known = found["drills"].get(found["current"])
    told: Told = {"kind": kind, "book": None, "settings": {}, "options": None, "question": None}
    if known is not None:
        about = known["about"]
        told |= {
            "book": about["book"],
            "settings": about["options"]["settings"],
            "options": about["options"],
            "question": known["question"],
        }
    told["tally"] = None if known is None else known["tally"]
    return {**told, "days": days_told(found["days"])}


def days_told(days: dict[str, list[float]]) -> list[Told]:
    """What was practised day by day."""
    return [
        {"day": day, "questions": int(n), "right": int(right), "cost": round(cost, 2),
         "seconds": round(seconds, 1)}
        for day, (n, right, cost, seconds) in sorted(days.items())
    ]  # fmt: skip


def _count(days: dict[str, list[float]], before: Told, after: Told) -> None:
    """Add what an answer has changed to the figures of today."""
    today = datetime.now(UTC).date().isoformat()
    figures = days.setdefault(today, [0, 0, 0.0, 0.0])
    for at, name in enumerate(("questions", "right", "cost", "seconds")):
        figures[at] = round(figures[at] + after[name] - before[name], 2)
    while len(days) > _DAYS:
        del days[min(days)]
