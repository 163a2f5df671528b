"""The same rounds made to say more: what is known of the deal is taken out of the error.

From a full shoe the chance of every first three cards (two for the box, one for the dealer) is
known exactly. A run that happened to see more blackjacks than it should is put right by that.
Two settings are compared on the same shoes, so that what they share is no error.
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
    """A value with its standard error, and that of the plain mean of the same rounds."""

    value: float
    se: float
    plain_se: float

    @property
    def gain(self) -> float:
        """How many times as many rounds the plain mean would need for the same error."""
        return (self.plain_se / self.se) ** 2 if self.se else nan

    def z(self, exact: float) -> float:
        """How many standard errors the value lies above an exact one."""
        return (self.value - exact) / self.se


class Strata(Struct, frozen=True):
    """Rounds told apart by a class of first cards: of each, how many, their sum and squares."""

    chances: Floats
    """The exact chance of each class"""
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
        """Strata from columns; classes that cannot come are left out."""
        exact = np.asarray(chances, float).ravel()
        counted = np.asarray(numbers, float).ravel()
        if (counted[exact == 0] > 0).any():
            raise ValueError("rounds were counted in a class that cannot come")
        if abs(exact.sum() - 1) > 1e-9:
            raise ValueError("the chances of all classes are not 1 together")
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
        """Each class weighed by its exact chance, not by how often it happened to come.

        Nothing but the chances of first cards is supposed. A class that came less than twice is
        weighed with the nearest in size, since it says nothing of its own spread.
        """
        chances, numbers, totals, squares = self._well_filled()
        means = totals / numbers
        spreads = (squares - numbers * means**2) / (numbers - 1)
        value = float(chances @ means)
        # What a stratified sample of the same size would have, and what the chance sizes add to it.
        within = float(chances @ spreads) / self.rounds
        sizes = float((1 - chances) @ spreads) / self.rounds**2
        return Estimate(value, sqrt(within + sizes), sqrt(self.plain[1] / self.rounds))

    def controlled(self, values: ArrayLike) -> Estimate:
        """The mean put right by how far the solver's values of the hands dealt lie from their mean.

        ``values`` are for the same classes. The weight of the correction is the one that leaves the
        least error; a wrong value costs precision, and shifts nothing.
        """
        known = np.asarray(values, float).ravel()
        if known.size != self.chances.size:
            raise ValueError("there is a value for each class that can come")
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
    """How much more the one setting wins than the other, chunk by chunk on the same shoes.

    Chunks are paired in order, and the error is that of the differences; the plain error is that
    of two runs that share nothing.
    """
    if len(one) != len(other) or len(one) < 2:
        raise ValueError("two runs are compared by the same chunks, two at least")
    a = np.array([each.mean for each in one])
    b = np.array([each.mean for each in other])
    many = len(one)
    difference = a - b
    return Estimate(
        float(difference.mean()),
        float(difference.std(ddof=1)) / sqrt(many),
        sqrt((float(a.var(ddof=1)) + float(b.var(ddof=1))) / many),
    )
