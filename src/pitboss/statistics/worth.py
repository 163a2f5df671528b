"""What a game is worth to who plays it: N0, DI, SCORE, and what a bankroll makes of it.

The terms are those of Don Schlesinger's *Blackjack Attack* and of Brett Harris (N0): rates per
round, bankrolls and certainty equivalents by Kelly's logarithmic utility and its fractions.
"""

from __future__ import annotations

from math import exp, inf
from typing import Final

from msgspec import Struct

from .moments import Moments
from .ruin import required_bankroll, risk_of_ruin

STANDARD_BANKROLL: Final = 10_000
STANDARD_ROUNDS: Final = 100
"""SCORE is the win of these rounds with that bankroll, bet by Kelly."""


class Worth(Struct, frozen=True):
    """A win rate and its standard deviation, both for one round and in the same money.

    >>> Worth(ev=0.02, sd=4.0).n0
    40000.0
    >>> round(Worth(ev=0.02, sd=4.0).score, 6)
    25.0
    """

    ev: float
    sd: float

    @classmethod
    def of(cls, moments: Moments) -> Worth:
        """The worth that these results show."""
        return cls(moments.mean, moments.sd)

    @property
    def variance(self) -> float:
        """The variance of one round."""
        return self.sd**2

    @property
    def n0(self) -> float:
        """After how many rounds the win expected is one standard deviation of the result."""
        return self.variance / self.ev**2 if self.ev else inf

    @property
    def di(self) -> float:
        """The desirability index: a thousand times the win of a round in standard deviations."""
        return 1000 * self.ev / self.sd

    @property
    def score(self) -> float:
        """The square of the desirability index; a game that loses scores nothing."""
        return self.di**2 if self.ev > 0 else 0.0

    def kelly_scale(self, bankroll: float, *, fraction: float = 1.0) -> float:
        """By what to multiply all bets for the fastest growth of a bankroll, or a part of that."""
        return max(0.0, fraction * bankroll * self.ev / self.variance)

    def certainty_equivalent(self, bankroll: float, *, fraction: float = 1.0) -> float:
        """The sure win of a round that is worth as much to whoever bets that part of Kelly."""
        return self.ev - self.variance / (2 * fraction * bankroll)

    def risk_of_ruin(self, bankroll: float) -> float:
        """The chance of losing the bankroll at some time, bets never being changed."""
        return risk_of_ruin(bankroll, ev=self.ev, sd=self.sd)

    def required_bankroll(self, risk: float) -> float:
        """The bankroll for which ruin is no likelier than that."""
        return required_bankroll(risk, ev=self.ev, sd=self.sd)

    def win(self, rounds: float) -> tuple[float, float]:
        """The win expected of so many rounds, and its standard deviation."""
        return self.ev * rounds, self.sd * rounds**0.5

    @staticmethod
    def kelly_ruin(fraction: float = 1.0) -> float:
        """The risk of ruin of bets that are that part of Kelly's, and are never changed again.

        >>> round(Worth.kelly_ruin(), 4), round(Worth.kelly_ruin(0.5), 4)
        (0.1353, 0.0183)
        """
        return exp(-2 / fraction)
