"""The distribution of a round: average wager, variance, and the probability of every result."""

from __future__ import annotations

from math import sqrt
from typing import Self

from msgspec import Struct

from pitboss.compiled.game import CompiledGame
from pitboss.solver.game_value import SolvedStage

from .rounds import Rounds
from .tally import ChanceTally


class ResultSpread(Struct, frozen=True):
    """The result of one box in one round, per unit of its main wager, insurance not taken."""

    variance: float
    average_wager: float
    """The total staked on the main game in a round, counting doubles and splits when made"""
    distribution: dict[float, float]
    """The probability of every result, from the greatest loss to the greatest win"""
    unsure: float
    """The largest part of the distribution that may be misplaced.

    It is the probability of three or more hands on a box, whose results are listed as if the hands
    were independent given the dealer's outcome, which they nearly are. Without resplits and
    exchanges it is zero.
    """
    variance_within: float
    """The error of the variance: zero, except for splits after an exchange, and under BB+1 for
    boxes of three or more hands that all bust"""

    @classmethod
    def of(cls, tally: ChanceTally, *, ev: float) -> Self:
        """Make a distribution from a tally of all rounds."""
        return cls(
            variance=tally.mean_square - ev**2,
            average_wager=tally.wager,
            distribution=dict(sorted(tally.chances.items())),
            unsure=tally.unsure,
            variance_within=tally.square_unsure,
        )

    @property
    def mean(self) -> float:
        """The mean of the distribution."""
        return sum(result * chance for result, chance in self.distribution.items())

    @property
    def sd(self) -> float:
        """The standard deviation."""
        return sqrt(self.variance)

    @property
    def win(self) -> float:
        """How often a round is won."""
        return sum(chance for result, chance in self.distribution.items() if result > 0)

    @property
    def push(self) -> float:
        """How often a round is neither won nor lost."""
        return self.distribution.get(0.0, 0.0)

    @property
    def lose(self) -> float:
        """How often a round is lost."""
        return sum(chance for result, chance in self.distribution.items() if result < 0)


def spread(game: CompiledGame, stage: SolvedStage) -> ResultSpread:
    """The distribution of a game played as the stage was solved."""
    rounds = Rounds(game, game.first, stage)
    shoe = stage.values.shoe
    tally = ChanceTally()
    for up in range(10):
        if shoe[up] >= 1:
            tally.add_all(rounds.against(up), float(shoe[up] / shoe.sum()))
    return ResultSpread.of(tally, ev=stage.ev)


__all__ = ["ResultSpread", "spread"]
