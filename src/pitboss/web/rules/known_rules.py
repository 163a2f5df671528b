"""The rules in force at every table, open in this process or not, and the key of their price."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from pitboss.law.open_changes import changed_rules
from pitboss.rulebooks import TableRules
from pitboss.store.records import TableInfo
from pitboss.store.store import Store
from pitboss.web.lab.price_cache import fingerprint
from pitboss.web.live.open_table import LiveTable, rules_in
from pitboss.web.live.table_notes import notes_of
from pitboss.web.rules.house_options import move_a_price


class KnownRules:
    """The rules of tables; ``live`` finds a table that is open here."""

    def __init__(self, store: Store, live: Callable[[str], LiveTable | None]) -> None:
        self._store, self._live = store, live
        self._known: dict[str, tuple[dict[str, Any] | None, TableRules]] = {}
        self._keys: dict[str, tuple[TableRules, str]] = {}

    async def know(self, infos: Sequence[TableInfo]) -> None:
        """Read the rules of tables that are not open here from their first events and notes."""
        for info in infos:
            changed = notes_of(info).changed
            if info.id in self._known and self._known[info.id][0] == changed:
                continue
            first = await asyncio.to_thread(partial(self._store.entries, info.id, upto=1))
            if first:
                opened = rules_in(first[0])
                rules = changed_rules(opened, changed) if changed else opened
                self._known[info.id] = (changed, rules)

    def of(self, info: TableInfo) -> TableRules:
        """The rules in force at a table."""
        live = self._live(info.id)
        return live.rules if live is not None else self._known[info.id][1]

    def price_key(self, info: TableInfo) -> str:
        """The key of the price of a table's rules: the opening's until a change moves it."""
        live = self._live(info.id)
        changed = notes_of(info).changed if live is None else live.state.changes.settings
        rules = self.of(info)
        if not changed or not move_a_price(rules.book, changed):
            return info.price
        known = self._keys.get(info.id)
        if known is None or known[0] is not rules:
            known = self._keys[info.id] = (rules, fingerprint(rules))
        return known[1]
