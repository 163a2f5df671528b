"""The worth of a game to its player: N0, DI, SCORE and bankroll requirements.

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
"""SCORE is the Kelly bettor's win over this many rounds with this bankroll."""


class Worth(Struct, frozen=True):
    """A win rate and its standard deviation, both per round and in the same unit.

    >>> Worth(ev=0.02, sd=4.0).n0
    40000.0
    >>> round(Worth(ev=0.02, sd=4.0).score, 6)
    25.0
    """

    ev: float
    sd: float

    @classmethod
    def of(cls, moments: Moments) -> Worth:
        """The worth estimated from results."""
        return cls(moments.mean, moments.sd)

    @property
    def variance(self) -> float:
        """The variance of one round."""
        return self.sd**2

    @property
    def n0(self) -> float:
        """The number of rounds after which the expected win is one standard deviation."""
        return self.variance / self.ev**2 if self.ev else inf

    @property
    def di(self) -> float:
        """The desirability index: 1000 × win rate / standard deviation."""
        return 1000 * self.ev / self.sd

    @property
    def score(self) -> float:
        """The square of the desirability index, or zero for a losing game."""
        return self.di**2 if self.ev > 0 else 0.0

    def kelly_scale(self, bankroll: float, *, fraction: float = 1.0) -> float:
        """The factor on all bets for Kelly betting, or a fraction of it."""
        return max(0.0, fraction * bankroll * self.ev / self.variance)

    def certainty_equivalent(self, bankroll: float, *, fraction: float = 1.0) -> float:
        """The certainty equivalent of a round for a bettor at that fraction of Kelly."""
        return self.ev - self.variance / (2 * fraction * bankroll)

    def risk_of_ruin(self, bankroll: float) -> float:
        """The risk of ever losing the bankroll with constant bets."""
        return risk_of_ruin(bankroll, ev=self.ev, sd=self.sd)

    def required_bankroll(self, risk: float) -> float:
        """The bankroll at which the risk of ruin is at most ``risk``."""
        return required_bankroll(risk, ev=self.ev, sd=self.sd)

    def win(self, rounds: float) -> tuple[float, float]:
        """The expected win over ``rounds`` rounds, and its standard deviation."""
        return self.ev * rounds, self.sd * rounds**0.5

    @staticmethod
    def kelly_ruin(fraction: float = 1.0) -> float:
        """The risk of ruin of constant bets at that fraction of Kelly.

        >>> round(Worth.kelly_ruin(), 4), round(Worth.kelly_ruin(0.5), 4)
        (0.1353, 0.0183)
        """
        return exp(-2 / fraction)
