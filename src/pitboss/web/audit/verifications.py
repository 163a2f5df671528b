"""Verify whole logs: one at a time, with cached results for most people."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import Final

from pitboss.audit.sealed_shoes import SealedShoe
from pitboss.store.records import TableInfo
from pitboss.store.store import Store
from pitboss.table.log_verifier import Verified
from pitboss.web.audit.database_audit import verified_table

Whole = tuple[Verified, tuple[SealedShoe, ...]]
"""The result of verifying a whole log, and its shoes."""

SHARE: Final = 20
"""A result is reused for this many times as long as it took; for a quarter of that no other log is
verified, unless an auditor asks."""

SOON: Final = 0.05
"""A log verified within this many seconds is verified again whenever it has grown."""

_MOST: Final = 64


class Verifications:
    """The result of the last full verification of each log."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._one = asyncio.Lock()
        self._known: OrderedDict[str, tuple[int, float, Whole]] = OrderedDict()
        self._rests_until = 0.0

    async def of(self, info: TableInfo, *, is_staff: bool) -> Whole:
        """Verify the log of a table: always for staff, for others once the result is old."""
        if not is_staff and (known := self._found(info)) is not None:
            return known
        async with self._one:
            if not is_staff:
                if (known := self._found(info)) is not None:
                    return known
                await asyncio.sleep(max(0.0, self._rests_until - time.monotonic()))
            began = time.monotonic()
            whole = await asyncio.to_thread(verified_table, self._store, info)
            took = time.monotonic() - began
            self._rests_until = began + took * (1 + SHARE / 4)
        good_for = SHARE * took if took > SOON else 0.0
        self._known[info.id] = (info.sequence, began + took + good_for, whole)
        self._known.move_to_end(info.id)
        while len(self._known) > _MOST:
            self._known.popitem(last=False)
        return whole

    def _found(self, info: TableInfo) -> Whole | None:
        known = self._known.get(info.id)
        if known is None:
            return None
        sequence, until, whole = known
        if sequence == info.sequence:
            return whole
        # What closes a table reveals its shoes, and its log grows no more: it is verified again.
        return whole if info.status != "closed" and time.monotonic() < until else None
