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
        message: Told = {"current": None, "drills": {}, "days": {}}
        return message if text is None else {**message, **msgspec.json.decode(text)}

    async def standing(self, person: str, kind: str) -> Told:
        """The open question, and the score so far."""
        return _standing(kind, await self.kept(person, kind))

    async def is_new(self, person: str, kind: str, rules: TableRules, options: Told) -> bool:
        """Whether no such drill has been begun before."""
        document = await self.kept(person, kind)
        return _digest(kind, rules, options) not in document["drills"]

    async def begin(
        self, person: str, kind: str, rules: TableRules, options: Told, costs: dict[str, float]
    ) -> Told:
        """Begin a drill, or continue one with the same options; raises ``Busy`` or ``Failed``."""
        async with self._lock(person):
            document = await self.kept(person, kind)
            digest = _digest(kind, rules, options)
            about = {**asked_about(rules), "kind": kind, "options": options, "costs": costs}
            known = document["drills"].pop(digest, None) or {"about": about, "seed": randbits(48)}
            known["about"]["costs"] = {}
            request = {
                **about,
                "memory": known.get("memory"),
                "seed": known["seed"],
                "answer": None,
            }
            step = await self._step(kind, request)
            document["drills"][digest] = known | _to_keep(step)
            document["current"] = digest
            while len(document["drills"]) > _KEPT:
                del document["drills"][next(iter(document["drills"]))]
            return await self._keep(person, kind, document)

    async def answer(self, person: str, kind: str, n: int, message: Told) -> Told:
        """Judge an answer and ask the next question; raises ``NoDrill``, ``Busy`` or ``Failed``."""
        async with self._lock(person):
            document = await self.kept(person, kind)
            known = document["drills"].get(document["current"])
            if known is None:
                raise NoDrill("begin a drill first")
            if known["question"]["n"] != n:
                raise NoDrill("this question has been answered")
            seconds = min(_LONGEST, max(0.0, time.time() - known["at"]))
            request = {
                **known["about"],
                "memory": known["memory"],
                "seed": known["seed"],
                "answer": {**message, "seconds": seconds},
            }
            step = await self._step(kind, request)
            before = known["tally"]
            document["drills"][document["current"]] = known | _to_keep(step)
            _count(document["days"], before, step["tally"])
            standing = await self._keep(person, kind, document)
            return {**standing, "verdict": step["verdict"]}

    async def _step(self, kind: str, request: Told) -> Told:
        lane = SLOW if kind == "bets" else QUICK
        message: Told = await self._workers.begin("drill", request, lane=lane, priority=3).result()
        return message

    async def _keep(self, person: str, kind: str, message: Told) -> Told:
        text = msgspec.json.encode(message).decode()
        await asyncio.to_thread(self._store.keep, f"drills/{person}/{kind}", text)
        return _standing(kind, message)

    def _lock(self, person: str) -> asyncio.Lock:
        if len(self._locks) > 2000:
            self._locks = {name: lock for name, lock in self._locks.items() if lock.locked()}
        return self._locks.setdefault(person, asyncio.Lock())


def _digest(kind: str, rules: TableRules, options: Told) -> str:
    data = msgspec.json.encode([kind, asked_about(rules), options], order="sorted")
    return sha256(data).hexdigest()[:24]


def _to_keep(message: Told) -> Told:
    return {**{key: message[key] for key in ("memory", "question", "tally")}, "at": time.time()}


def _standing(kind: str, record: Told) -> Told:
    """What a person may see: never the answer a question is judged by."""
    known = record["drills"].get(record["current"])
    message: Told = {"kind": kind, "book": None, "settings": {}, "options": None, "question": None}
    if known is not None:
        about = known["about"]
        message |= {
            "book": about["book"],
            "settings": about["options"]["settings"],
            "options": about["options"],
            "question": known["question"],
        }
    message["tally"] = None if known is None else known["tally"]
    return {**message, "days": days_told(record["days"])}


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
