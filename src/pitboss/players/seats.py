"""The seats at a simulated table: how each player bets and plays, and the run's settings."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from pitboss.compiled.hand_states import HandDistinction
from pitboss.rulebooks import TableRules

from .counts import HI_LO, CountSpan, CountSystem
from .deviations import LOWEST, Deviation

NEVER: Final = 1 << 40
"""A count that is never reached."""


class Seat(NamedTuple):
    """A box and how its player bets and plays."""

    spread: tuple[tuple[int, int], ...] = ((LOWEST, 1),)
    """How many wagers are bet from which count on, in rising order; nothing below the first"""
    deviations: tuple[Deviation, ...] = ()
    insures_at: int = NEVER
    """The count from which insurance, or even money, is taken"""
    enters_at: int = LOWEST
    leaves_below: int = LOWEST
    own: bool = True
    """Whether the seat's results count; other seats only take cards"""
    sides: bool = True

    def bets(self, span: CountSpan) -> list[int]:
        """The wagers for each bucket of the count.

        A first bet that is made at the running count of a new shoe is made below it as well.
        """
        bets = [0] * span.buckets
        for place, (from_, bet) in enumerate(self.spread):
            everywhere = place == 0 and span.is_running and from_ <= span.start
            for bucket in range(0 if everywhere else max(0, from_ - span.lowest), span.buckets):
                bets[bucket] = bet
        return bets

    def from_middle(self, span: CountSpan) -> Seat:
        """The seat with its thresholds as the kernel counts."""
        return self._replace(
            deviations=tuple(d._replace(at=span.from_middle(d.at)) for d in self.deviations),
            insures_at=span.from_middle(self.insures_at),
            enters_at=span.from_middle(self.enters_at),
            leaves_below=span.from_middle(self.leaves_below),
        )


@dataclass(frozen=True)
class Setting:
    """The settings of a run besides the book: seats from the dealer's left, count, side bets."""

    seats: tuple[Seat, ...] = (Seat(),)
    count: CountSystem = HI_LO
    side_stakes: tuple[tuple[str, Fraction], ...] = ()
    """The stake on each side bet, in main wagers"""
    side_bets_from: tuple[tuple[str, int], ...] = ()
    """The count from which a side bet is placed, where it is not placed on every round"""
    fresh: bool = False
    """Every round from a full shoe"""
    bank: Fraction | None = None
    """The player-dealer's wager in each round, in main wagers, if a player banks"""
    told: HandDistinction = HandDistinction.BY_TOTALS

    def span(self, rules: TableRules) -> CountSpan:
        """The counts that are distinguished at this table."""
        return self.count.span(rules.equipment.decks.value)
