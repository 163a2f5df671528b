"""Leases on tables, where several processes share them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from typing import Final

from pitboss.store.store import Store

LEASE: Final = 2.4
"""Seconds after which a table passes to another process if its owner is silent."""


class Leases:
    """The leases of one process, renewed together."""

    def __init__(self, store: Store, owner: str) -> None:
        self._store, self._owner = store, owner
        self._until = 0.0
        self._one = asyncio.Lock()

    @property
    def are_sure(self) -> bool:
        """Whether this process certainly still owns its tables.

        A process that was stopped, or cut off from the database, checks this before it answers for
        one of them: the system clock has kept running meanwhile.
        """
        return not self._store.database.shared or time.monotonic() < self._until

    async def renew(self, known: Collection[str]) -> set[str]:
        """Renew our leases; returns the tables that another process has taken over."""
        if not self._store.database.shared:
            return set()
        async with self._one:
            began, texts = time.monotonic(), set(known)
            ours = await asyncio.to_thread(
                lambda: self._store.renew_leases(self._owner, seconds=LEASE)
            )
            self._until = began + LEASE
        return texts - ours
