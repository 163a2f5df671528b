"""How the result of a round spreads: average wager, variance, and the chance of every result."""

from __future__ import annotations

from math import sqrt
from typing import Self

from msgspec import Struct

from pitboss.compiled.game import Game
from pitboss.solver.game_value import Stage

from .rounds import Rounds
from .tally import Tally


class Spread(Struct, frozen=True):
    """The result of one box in one round, per unit of its main wager, insurance not taken."""

    variance: float
    average_wager: float
    """All that is staked on the main game in a round, doubles and splits counted when made"""
    distribution: dict[float, float]
    """The chance of every result, from the greatest loss to the greatest win"""
    unsure: float
    """At most so much of the distribution may lie elsewhere.

    It is the chance of three hands or more on a box, whose results are listed as if hands were
    independent once the dealer's outcome is known. They are nearly so. Where there are no
    resplits nor zaps nothing is unsure.
    """
    variance_within: float
    """By how much the variance may be wrong; nothing, but for splits after a zap, and for boxes
    of three hands and more that all go over where a blackjack takes busted hands and one more"""

    @classmethod
    def of(cls, tally: Tally, *, ev: float) -> Self:
        """What a tally of all rounds comes to."""
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


def spread(game: Game, stage: Stage) -> Spread:
    """The spread of a game that is played as the stage was solved."""
    rounds = Rounds(game, game.first, stage)
    shoe = stage.values.shoe
    tally = Tally()
    for up in range(10):
        if shoe[up] >= 1:
            tally.add_all(rounds.against(up), float(shoe[up] / shoe.sum()))
    return Spread.of(tally, ev=stage.ev)


__all__ = ["Spread", "spread"]
