"""The returns of every table, each continued from the last request and stored now and then."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Final

import msgspec

from pitboss.rulebooks import TableRules
from pitboss.store.records import TableInfo
from pitboss.store.store import Store
from pitboss.web.lab.price_cache import Price, PriceCache, fingerprint, priced_by
from pitboss.web.live.open_table import rules_in
from pitboss.web.pit.returns import Returns
from pitboss.web.rules.house_options import move_a_price

_KEEP_EVERY: Final = 500
"""Entries after which the returns of a table are stored."""


class KnownReturns:
    """What each table has returned so far; prices that are not known yet are asked for."""

    def __init__(self, store: Store, prices: PriceCache) -> None:
        self._store, self._prices = store, prices
        self._known: dict[str, Returns] = {}
        self._stored: dict[str, int] = {}
        self._keys: dict[TableRules, str] = {}
        self._lock = asyncio.Lock()

    async def of(self, info: TableInfo) -> Returns:
        """The returns of a table up to its last completed round whose price is known."""
        async with self._lock:
            wanted: list[tuple[TableRules, str]] = []
            returns = await asyncio.to_thread(self._up_to_date, info, wanted)
        for rules, key in wanted:  # the prices belong to the event loop
            self._prices.want(rules, key)
        return returns

    def _key(self, rules: TableRules) -> str:
        if rules not in self._keys:
            self._keys[rules] = fingerprint(rules)
        return self._keys[rules]

    def _up_to_date(self, info: TableInfo, wanted: list[tuple[TableRules, str]]) -> Returns:
        store, key = self._store, f"returns/{info.id}/{priced_by()[:16]}"
        returns = self._known.get(info.id)
        if returns is None:
            kept = store.kept(key)
            returns = Returns() if kept is None else msgspec.json.decode(kept, type=Returns)
            self._stored[info.id] = returns.n
        last = store.rounds(info.id, last=1)
        if last and last[0].last > returns.n:
            opened = rules_in(store.entries(info.id, upto=1)[0])

            def price_of(rules: TableRules, changed: Iterable[str]) -> Price | None:
                moved = move_a_price(rules.book, changed)
                key = self._key(rules) if moved else info.price
                price = self._prices.price(key)
                if price is None or price.sd is None:
                    wanted.append((rules, key))
                return price

            entries = store.entries(info.id, after=returns.n, upto=last[0].last)
            returns.follow(opened, entries, price_of)
            if returns.n - self._stored[info.id] >= _KEEP_EVERY:
                store.keep(key, msgspec.json.encode(returns).decode())
                self._stored[info.id] = returns.n
        self._known[info.id] = returns
        return returns
