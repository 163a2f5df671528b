"""Variance reduction: remove from the error what is known about the deal.

From a full shoe the probability of every first three cards (two for the box, one for the dealer)
is known exactly, which corrects a run that happened to see too many blackjacks. Two settings are
compared on the same shoes, so that the luck they share is not an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import nan, sqrt
from typing import Self

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from .moments import Moments

Floats = NDArray[np.float64]


class Estimate(Struct, frozen=True):
    """A value with its standard error, and the standard error of the plain mean."""

    value: float
    se: float
    plain_se: float

    @property
    def gain(self) -> float:
        """How many times as many rounds the plain mean would need for the same error."""
        return (self.plain_se / self.se) ** 2 if self.se else nan

    def z(self, exact: float) -> float:
        """How many standard errors the value is above an exact one."""
        return (self.value - exact) / self.se


class Strata(Struct, frozen=True):
    """Rounds by class of first cards: the number, sum and squares of each."""

    chances: Floats
    """The exact probability of each class"""
    numbers: Floats
    totals: Floats
    squares: Floats

    @classmethod
    def of(
        cls,
        chances: ArrayLike,
        *,
        numbers: ArrayLike,
        totals: ArrayLike,
        squares: ArrayLike,
        per: int = 1,
    ) -> Self:
        """Make strata from columns, leaving out classes of probability zero."""
        exact = np.asarray(chances, float).ravel()
        counted = np.asarray(numbers, float).ravel()
        if (counted[exact == 0] > 0).any():
            raise ValueError("rounds were counted in a class of probability zero")
        if abs(exact.sum() - 1) > 1e-9:
            raise ValueError("the probabilities of the classes do not sum to 1")
        possible = exact > 0
        return cls(
            exact[possible],
            counted[possible],
            np.asarray(totals, float).ravel()[possible] / per,
            np.asarray(squares, float).ravel()[possible] / per**2,
        )

    @property
    def rounds(self) -> float:
        """All rounds."""
        return float(self.numbers.sum())

    @property
    def plain(self) -> tuple[float, float]:
        """The mean of all rounds, and the variance of one."""
        mean = float(self.totals.sum()) / self.rounds
        return mean, float(self.squares.sum()) / self.rounds - mean**2

    def poststratified(self) -> Estimate:
        """The mean with each class weighted by its exact probability, not its frequency.

        Only the odds of the first cards are assumed. A class seen less than twice is merged with
        the nearest in size, since its variance cannot be estimated.
        """
        chances, numbers, totals, squares = self._well_filled()
        means = totals / numbers
        spreads = (squares - numbers * means**2) / (numbers - 1)
        value = float(chances @ means)
        # The variance of a stratified sample of the same size, and what random sizes add to it.
        within = float(chances @ spreads) / self.rounds
        sizes = float((1 - chances) @ spreads) / self.rounds**2
        return Estimate(value, sqrt(within + sizes), sqrt(self.plain[1] / self.rounds))

    def controlled(self, values: ArrayLike) -> Estimate:
        """The mean corrected by the solver's values of the hands dealt (a control variate).

        ``values`` are for the same classes. The correction is weighted to leave the least error; a
        wrong value costs precision but causes no bias.
        """
        known = np.asarray(values, float).ravel()
        if known.size != self.chances.size:
            raise ValueError("there must be a value for each possible class")
        many, (mean, variance) = self.rounds, self.plain
        expected = float(self.chances @ known)
        seen = float(self.numbers @ known) / many
        spread = float(self.numbers @ (known - seen) ** 2) / many
        together = float(self.totals @ (known - seen)) / many
        weight = together / spread if spread else 0.0
        left = max(0.0, variance - weight * together)
        return Estimate(mean - weight * (seen - expected), sqrt(left / many), sqrt(variance / many))

    def _well_filled(self) -> tuple[Floats, Floats, Floats, Floats]:
        order = np.argsort(self.numbers, kind="stable")
        columns = [
            column[order] for column in (self.chances, self.numbers, self.totals, self.squares)
        ]
        thin = int((columns[1] < 2).sum())
        together = thin
        while 0 < together < len(order) and columns[1][:together].sum() < 2:
            together += 1
        if not together:
            return columns[0], columns[1], columns[2], columns[3]
        merged = [np.concatenate([[c[:together].sum()], c[together:]]) for c in columns]
        return merged[0], merged[1], merged[2], merged[3]


def paired_difference(one: Sequence[Moments], other: Sequence[Moments]) -> Estimate:
    """How much more the first setting wins than the second, chunk by chunk on the same shoes.

    Chunks are paired in order, and the error is that of the differences; the plain error is that
    of two independent runs.
    """
    if len(one) != len(other) or len(one) < 2:
        raise ValueError("paired runs need the same chunks, at least two")
    a = np.array([each.mean for each in one])
    b = np.array([each.mean for each in other])
    many = len(one)
    difference = a - b
    return Estimate(
        float(difference.mean()),
        float(difference.std(ddof=1)) / sqrt(many),
        sqrt((float(a.var(ddof=1)) + float(b.var(ddof=1))) / many),
    )
