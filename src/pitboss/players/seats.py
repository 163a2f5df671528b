"""The seats at a simulated table: how each player bets and plays, and the run's settings."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from pitboss.compiled.hand_states import Told
from pitboss.law.wagers import WagerKind

from .counts import HI_LO, CountSystem
from .deviations import LOWEST, Deviation

NEVER: Final = 1 << 40
"""A true count that is never reached."""
BUCKETS: Final = 21
"""True counts from -10 to +10; counts beyond fall into the last bucket."""


class Seat(NamedTuple):
    """A box and how its player bets and plays."""

    spread: tuple[tuple[int, int], ...] = ((-10, 1),)
    """(true count, wagers bet from there up), in rising order; no bet below the first"""
    deviations: tuple[Deviation, ...] = ()
    insures_at: int = NEVER
    """The true count from which insurance, or even money, is taken"""
    enters_at: int = LOWEST
    leaves_below: int = LOWEST
    own: bool = True
    """Whether the seat's results count; other seats only take cards"""
    sides: bool = True

    def bets(self, buckets: int) -> list[int]:
        """The wagers for each bucket of the true count."""
        lowest, bets = -(buckets // 2), [0] * buckets
        for from_, bet in self.spread:
            for bucket in range(max(0, from_ - lowest), buckets):
                bets[bucket] = bet
        return bets


@dataclass(frozen=True)
class Setting:
    """The settings of a run besides the book: seats from the dealer's left, count, side bets."""

    seats: tuple[Seat, ...] = (Seat(),)
    count: CountSystem = HI_LO
    side_stakes: tuple[tuple[WagerKind, Fraction], ...] = ()
    """The stake on each side bet, in main wagers"""
    side_bets_from: tuple[tuple[WagerKind, int], ...] = ()
    """The true count from which a side bet is placed, if not every round"""
    fresh: bool = False
    """Every round from a full shoe"""
    bank: Fraction | None = None
    """The player-dealer's wager in each round, in main wagers, if a player banks"""
    told: Told = Told.BY_TOTALS
