"""Prices and charts from the solver: calculated once for each set of rules, and cached.

The solver runs in the workers of the server, so that no table waits for it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.compiled.answer_cache import package_digest
from pitboss.rulebooks import TableRules
from pitboss.store.store import Store
from pitboss.table.log import plain
from pitboss.web.lab.workers import QUICK, SLOW, Busy, Failed, LabWorkers
from pitboss.web.live.bots import BotChart

MOST: Final = 1000
"""The most prices in memory; the least recently used is dropped first, and is still in the store.

The price of an open table is used every few seconds.
"""
PAUSE: Final = 1.0
"""Seconds before a worker that was too busy is asked again."""


class Price(Struct, frozen=True):
    """What a table costs its players, by its basic strategy, and that strategy."""

    house_edge: float | None
    sd: float | None
    """None also while it is still being calculated, which takes longest"""
    policy: str
    side_bets: dict[str, float]
    chart: BotChart | None
    note: str = ""
    insurance: tuple[float, float] | None = None
    """The edge and the standard deviation of insurance, for one unit"""
    side_bet_figures: dict[str, tuple[float, float]] = {}
    """The same for each side bet on offer"""


def fingerprint(rules: TableRules) -> str:
    """A key that is the same for the same rules and the same pricing code."""
    return f"{rules.identity}-{priced_by()}"


@cache
def priced_by() -> str:
    """A digest of everything that calculates prices."""
    return package_digest()


class PriceCache:
    """The solver's answers so far, and the questions still to be asked."""

    def __init__(self, store: Store, workers: LabWorkers | None = None) -> None:
        self._store, self._workers = store, workers
        self._known: OrderedDict[str, Price] = OrderedDict()
        self._wanted: dict[str, TableRules] = {}
        self._unfinished: dict[str, TableRules] = {}
        """Those whose standard deviation is not known yet"""
        self._worker: asyncio.Task[None] | None = None
        self._finisher: asyncio.Task[None] | None = None

    def want(self, rules: TableRules, key: str) -> None:
        """Price these rules in the background, unless that has been done."""
        if key in self._known or key in self._wanted:
            return
        self._wanted[key] = rules
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work())

    def price(self, key: str) -> Price | None:
        """What is known of rules with this fingerprint."""
        price = self._known.get(key)
        if price is not None:
            self._known.move_to_end(key)
        return price

    def chart(self, key: str) -> BotChart | None:
        """The basic strategy, once it is known."""
        price = self.price(key)
        return None if price is None else price.chart

    def stop(self) -> None:
        """Stop calculating prices."""
        for task in (self._worker, self._finisher):
            if task is not None:
                task.cancel()

    async def _work(self) -> None:
        while self._wanted:
            key, rules = next(iter(self._wanted.items()))
            kept = await asyncio.to_thread(self._store.kept, f"price/{key}")
            if kept is not None:
                self._learn(key, msgspec.json.decode(kept, type=Price))
            elif self._workers is not None:
                try:
                    await self._find_edge(self._workers, key, rules)
                except Busy:
                    await asyncio.sleep(PAUSE)
                    continue
            self._wanted.pop(key, None)

    def _learn(self, key: str, price: Price) -> None:
        self._known[key] = price
        while len(self._known) > MOST:
            self._known.popitem(last=False)

    async def _keep(self, key: str, price: Price) -> None:
        self._learn(key, price)
        kept = msgspec.json.encode(price).decode()
        await asyncio.to_thread(self._store.keep, f"price/{key}", kept)

    async def _find_edge(self, workers: LabWorkers, key: str, rules: TableRules) -> None:
        """Have a worker find what the table shows, even where other work fills every core."""
        request = {**_asked(rules), "only_edge": True}
        try:
            result = await workers.begin("table", request, lane=QUICK, priority=2).result()
        except Failed:
            nothing = Price(None, None, "basic", {}, None, "the price could not be calculated")
            await self._keep(key, nothing)
            return
        price = msgspec.convert(result, Price)
        if price.house_edge is None:
            await self._keep(key, price)
            return
        self._learn(key, price)
        self._unfinished[key] = rules
        if self._finisher is None or self._finisher.done():
            self._finisher = asyncio.create_task(self._finish(workers))

    async def _finish(self, workers: LabWorkers) -> None:
        """Have whole prices calculated when the processors have time, and store them."""
        while self._unfinished:
            key, rules = next(iter(self._unfinished.items()))
            try:
                result = await workers.begin("table", _asked(rules), lane=SLOW, priority=4).result()
                await self._keep(key, msgspec.convert(result, Price))
            except Busy:
                await asyncio.sleep(PAUSE)
                continue
            except Failed:
                pass  # its edge is shown until the server starts again
            self._unfinished.pop(key, None)


def _asked(rules: TableRules) -> dict[str, Any]:
    settings = {key: plain(value) for key, value in rules.choices}
    return {"book": rules.book.id, "source": rules.book.source, "settings": settings}
