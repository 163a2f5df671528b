"""Pauses: by a supervisor's order, or while a ruling is prepared or awaits approval."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from msgspec import structs

from pitboss.store.records import Ruling
from pitboss.web.live.open_table import LiveTable, ServerRefusal
from pitboss.web.live.table_notes import Pause

if TYPE_CHECKING:
    from pitboss.web.live.actor import Actor

PREPARING: Final = "a supervisor is preparing a ruling"
WAITING: Final = "a ruling awaits its second approval"

HELD_FOR: Final = 60.0
"""Seconds for which a round is held unless the request is repeated."""


def _pause(live: LiveTable, by: str, why: str) -> Pause:
    return live.pause or Pause(by, why)


def pause(live: LiveTable, by: str, why: str) -> None:
    """Stop the table until a supervisor resumes it."""
    if live.pause is not None and live.pause.is_ordered:
        raise ServerRefusal("the table is already paused")
    live.pause = structs.replace(_pause(live, by, why), by=by, why=why, is_ordered=True)


def resume(live: LiveTable) -> None:
    """Let the table play on; a ruling that waits must be decided first."""
    if live.pause is None:
        raise ServerRefusal("the table is not paused")
    if live.pause.ruling:
        raise ServerRefusal(
            "a ruling awaits its second approval: approve, reject or withdraw it first"
        )
    live.pause = None


class Holds:
    """The rulings for which the round of one table is held."""

    def __init__(self, actor: Actor) -> None:
        self._actor = actor
        self._timer: asyncio.TimerHandle | None = None

    def prepare(self, by: str) -> None:
        """Hold the round while a ruling is prepared; must be repeated every minute."""
        live = self._actor.live
        was, live.pause = live.pause, structs.replace(_pause(live, by, PREPARING), is_brief=True)
        self._stop()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(HELD_FOR, self.prepared)
        if was != live.pause:
            self._tell()

    def prepared(self) -> None:
        """Stop holding the round for the preparation of a ruling."""
        self._stop()
        live = self._actor.live
        if live.pause is not None and live.pause.is_brief:
            left = live.pause.stored
            live.pause = left
            self._tell()

    def wait_for(self, ruling: Ruling) -> None:
        """Hold the round until a ruling has its second approval, or is rejected or withdrawn."""
        self._stop()
        live = self._actor.live
        now = structs.replace(_pause(live, ruling.by, WAITING), ruling=ruling.id, is_brief=False)
        live.pause = now if now.is_ordered else structs.replace(now, why=WAITING)
        self._tell()

    def decided(self, waiting: list[str]) -> None:
        """Note that a ruling was decided; ``waiting`` are those still undecided."""
        live = self._actor.live
        if live.pause is None:
            return
        left = structs.replace(live.pause, ruling=waiting[0] if waiting else "")
        live.pause = None if left.is_over else left
        self._tell()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _tell(self) -> None:
        """Make it durable, start or stop the clock, and notify everyone."""
        self._actor.rest()
