"""Snapshots of a table, so that it loads quickly however long its log.

The log is the authority; a snapshot only saves reading all of it. Verifying a table replays every
event and compares the snapshot with the result.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.table import events as e
from pitboss.table.run import TableStep
from pitboss.table.state import TableState
from pitboss.table.stored_state import ENCODER, read_state, written_state

EVERY: Final = 256
"""Events after which a snapshot is taken at the next end of a round."""


class ShoeTrail(Struct):
    """The cards left in the shoe and the minutes on the clock, followed event by event."""

    seals: dict[int, e.ShoeSealed] = {}
    cuts: dict[int, int] = {}
    sealed: int = 0
    shoe: int = 0
    shuffled: int = 0
    cut: int | None = None
    position: int | None = None
    out: int = 0
    marker_is_out: bool = False
    minutes: int = 0
    first: int = 1
    seeds: tuple[tuple[str, str], ...] = ()
    are_mixed: bool = False

    def follow(self, n: int, step: TableStep) -> None:
        """Follow the next step, the entry with this number."""
        match event := step.event:
            case e.CardsShuffled():
                self.shuffled, self.cut, self.position = event.cards, None, None
                self.out, self.marker_is_out, self.shoe = 0, False, 0
                self.seeds, self.are_mixed = (), False
            case e.SeedGiven():
                self.seeds = (*self.seeds, (event.player, event.seed))
            case e.SeedsMixed():
                self.are_mixed = True
            case e.ShoeSealed():
                self.seals[event.shoe], self.shoe = event, event.shoe
                self.sealed = max(self.sealed, event.shoe)
            case e.ShoeCut():
                self.cut = event.depth
                if self.shoe:
                    self.cuts[self.shoe] = event.depth
            case e.ShoeLoaded():
                self.position = event.position
            case e.CutCardDrawn():
                self.marker_is_out = True
            case e.ShoeRevealed():
                self.seals.pop(event.shoe, None)
                self.cuts.pop(event.shoe, None)
            case e.TimePassed():
                self.minutes += event.minutes
            case e.RoundClosed():
                self.first = n + 1
            case _ if step.after.shoe.used == step.before.shoe.used + 1:
                self.out += 1


class SavedTable(Struct, frozen=True):
    """A table after an entry: its state, and what is stored with it."""

    n: int
    hash: str
    state: msgspec.Raw
    trail: ShoeTrail
    last: dict[str, Any] | None


_snapshot: Final = msgspec.json.Decoder(SavedTable)


def taken(
    n: int, hash: str, state: TableState, trail: ShoeTrail, last: dict[str, Any] | None
) -> str:
    """A snapshot as it goes into the store."""
    return ENCODER.encode(
        SavedTable(n, hash, msgspec.Raw(written_state(state)), trail, last)
    ).decode()


def again(opened: TableState, snapshot: SavedTable) -> str:
    """A snapshot that was read, written again to the same bytes."""
    state = read_state(opened, snapshot.state)
    return taken(snapshot.n, snapshot.hash, state, snapshot.trail, snapshot.last)


def as_kept(last: dict[str, Any] | None) -> dict[str, Any] | None:
    """The last round as a snapshot has it."""
    kept: dict[str, Any] | None = msgspec.json.decode(ENCODER.encode(last))
    return kept


def read(text: str) -> SavedTable:
    """A snapshot from the store."""
    return _snapshot.decode(text)
