"""Whether this process may answer: it still owns its tables, and the store can be written."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
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
            began, tables = time.monotonic(), set(known)
            ours = await asyncio.to_thread(
                lambda: self._store.renew_leases(self._owner, seconds=LEASE)
            )
            self._until = began + LEASE
        return tables - ours


ASK: Final = 2.0
"""Seconds for which a check of the store is valid."""

ROOM: Final = 16 * 1024 * 1024
"""Bytes that must be free where the database is: a few minutes of play."""

WEIGHT: Final = 256 * 1024
"""Bytes that a check writes after a failure: on a full disk a few may fit where play does not."""


class Health:
    """What is wrong with the store, if anything."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._at = 0.0
        self._wrong: str | None = None
        self._one = asyncio.Lock()
        # A check never waits for other work of this process, which would look like a slow store.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="health")

    def answered(self, error: Exception | None) -> None:
        """Record whether the store accepted a write; a failure is remembered for a while."""
        if error is None and self._wrong is not None and time.monotonic() - self._at <= ASK:
            return
        self._wrong = None if error is None else f"the database cannot be written: {error}"
        self._at = time.monotonic()

    def _written(self, weight: int) -> None:
        """Write the time, and after a failure as much as a busy moment writes."""
        if weight:
            self._store.keep("health", "." * weight)
        self._store.keep("health", str(time.time()))

    async def problem(self) -> str | None:
        """Why nothing can be made durable now; None if it can."""
        async with self._one:
            room = self._store.database.room()
            if room is not None and room < ROOM:
                return f"the disk is full: {room // 1024} KiB are left where the database is"
            if time.monotonic() - self._at > ASK:
                try:
                    async with asyncio.timeout(ASK):
                        await asyncio.get_running_loop().run_in_executor(
                            self._thread, self._written, WEIGHT if self._wrong else 0
                        )
                except TimeoutError:
                    self.answered(TimeoutError("not responding"))
                except Exception as error:
                    self.answered(error)
                else:
                    self.answered(None)
            return self._wrong
