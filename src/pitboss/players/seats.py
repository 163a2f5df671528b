"""Who sits at a simulated table: each seat's bets and play, and what is set beside the book."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from pitboss.compiled.hand_states import Told

from .counts import HI_LO, CountSystem
from .deviations import LOWEST, Deviation

NEVER: Final = 1 << 40
"""A true count that is never reached."""
BUCKETS: Final = 21
"""True counts from -10 to +10; what lies beyond belongs to the last."""


class Seat(NamedTuple):
    """A box and how its player bets and plays."""

    spread: tuple[tuple[int, int], ...] = ((-10, 1),)
    """How many wagers are bet from which true count on, in rising order; nothing below the first"""
    deviations: tuple[Deviation, ...] = ()
    insures_at: int = NEVER
    """The true count from which insurance, or even money, is taken"""
    enters_at: int = LOWEST
    leaves_below: int = LOWEST
    own: bool = True
    """Whether the seat's results are those of the run; others only take cards"""
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
    """What is simulated beside the book: the seats from the dealer's left, the count, side bets."""

    seats: tuple[Seat, ...] = (Seat(),)
    count: CountSystem = HI_LO
    side_stakes: tuple[tuple[str, Fraction], ...] = ()
    """What is staked on each side bet, in main wagers"""
    side_bets_from: tuple[tuple[str, int], ...] = ()
    """The true count from which a side bet is placed, where it is not placed on every round"""
    fresh: bool = False
    """Every round from a full shoe"""
    bank: Fraction | None = None
    """The player-dealer's wager in each round, in main wagers, where a player banks"""
    told: Told = Told.BY_TOTALS
