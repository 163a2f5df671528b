"""Results told apart by what was known when the bet was made: the true count, or the depth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import nan, sqrt
from operator import add
from typing import Self

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike

from .moments import Moments


class Bucket(Struct, frozen=True):
    """The rounds that began at one true count, or at one depth of the shoe.

    The moments are those of whole rounds at the bets made; ``wagered`` is the sum of the main bets
    they began with, in the same units. A round that was sat out is a round with no bet.
    """

    at: float
    moments: Moments
    wagered: int

    @property
    def rounds(self) -> int:
        """How many rounds began here."""
        return self.moments.number

    @property
    def average_bet(self) -> float:
        """The main bet of a round, on average."""
        return self.wagered / (self.rounds * self.moments.per) if self.rounds else nan

    @property
    def edge(self) -> float:
        """What a wager of one unit wins here."""
        return self.moments.total / self.wagered if self.wagered else nan

    @property
    def edge_se(self) -> float:
        """The standard error of the edge, bets here being alike."""
        return self.moments.se / self.average_bet if self.wagered else nan

    @property
    def variance_per_unit(self) -> float:
        """The variance of a round on which one unit is wagered, bets here being alike."""
        return self.moments.variance / self.average_bet**2 if self.wagered else nan

    def __add__(self, other: Bucket) -> Bucket:
        """Both together, at the place of where more rounds began."""
        at = self.at if self.rounds >= other.rounds else other.at
        return Bucket(at, self.moments + other.moments, self.wagered + other.wagered)


class Buckets(Struct, frozen=True):
    """All buckets of a run, in order, and what was counted: "true count" or "depth"."""

    by: str
    buckets: tuple[Bucket, ...]

    @classmethod
    def of_arrays(
        cls,
        by: str,
        at: Sequence[float],
        *,
        rounds: ArrayLike,
        wagered: ArrayLike,
        totals: ArrayLike,
        squares: ArrayLike,
        per: int,
    ) -> Self:
        """Buckets from columns of whole numbers; what never came is left out."""
        columns = (np.asarray(column).tolist() for column in (rounds, wagered, totals, squares))
        rows = zip(at, *columns, strict=True)
        return cls(
            by,
            tuple(
                Bucket(float(place), Moments(number, total, square, per), bets)
                for place, number, bets, total, square in rows
                if number
            ),
        )

    @property
    def rounds(self) -> int:
        """All rounds."""
        return sum(bucket.rounds for bucket in self.buckets)

    @property
    def moments(self) -> Moments:
        """All rounds together."""
        return reduce(add, (bucket.moments for bucket in self.buckets))

    @property
    def wagered(self) -> int:
        """All main bets, in units."""
        return sum(bucket.wagered for bucket in self.buckets)

    def frequency(self, bucket: Bucket) -> float:
        """The share of rounds that began there."""
        return bucket.rounds / self.rounds


def merged(buckets: Buckets, *, least_share: float) -> Buckets:
    """The same with rare ends taken together: no first or last bucket is rarer than that."""
    kept = list(buckets.buckets)
    every = buckets.rounds
    while len(kept) > 1 and kept[0].rounds < least_share * every:
        kept[:2] = [kept[0] + kept[1]]
    while len(kept) > 1 and kept[-1].rounds < least_share * every:
        kept[-2:] = [kept[-2] + kept[-1]]
    return Buckets(buckets.by, tuple(kept))


def edge_slope(buckets: Buckets) -> tuple[float, float, float]:
    """The straight line through the edges: its value at 0, its slope, and the slope's error.

    Each bucket weighs as much as its edge is certain.
    """
    known = [each for each in buckets.buckets if each.rounds > 1 and each.edge_se > 0]
    if len(known) < 2:
        raise ValueError("a line needs edges at two places or more")
    at = np.array([each.at for each in known])
    edges = np.array([each.edge for each in known])
    weights = np.array([1 / each.edge_se**2 for each in known])
    middle = float(weights @ at / weights.sum())
    steep = float(weights @ (at - middle) ** 2)
    slope = float(weights @ ((at - middle) * edges)) / steep
    return float(weights @ edges / weights.sum()) - slope * middle, slope, 1 / sqrt(steep)
