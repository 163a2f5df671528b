"""Whole logs verified: one at a time, and for most people no more often than needed."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import Final

from pitboss.audit.sealed_shoes import SealedShoe
from pitboss.store.records import TableInfo
from pitboss.store.store import Store
from pitboss.table.log_verifier import Verified
from pitboss.web.database_audit import verified_table

Whole = tuple[Verified, tuple[SealedShoe, ...]]
"""What a whole log comes to, and the shoes in it."""

SHARE: Final = 20
"""So many times as long as it took to find something, others are told the same; and a quarter of
that long nothing else is looked for, unless an auditor asks."""

SOON: Final = 0.05
"""Seconds in which a log is read so soon that it may be read anew whenever it has grown."""

_MOST: Final = 64


class Verifications:
    """What was found when a log was last read from its beginning to its end."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._one = asyncio.Lock()
        self._known: OrderedDict[str, tuple[int, float, Whole]] = OrderedDict()
        self._rests_until = 0.0

    async def of(self, info: TableInfo, *, is_staff: bool) -> Whole:
        """The log of a table verified; anew for staff, and for others where it is due."""
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
        return whole if sequence == info.sequence or time.monotonic() < until else None
