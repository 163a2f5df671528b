"""Mean and spread from whole numbers: how many rounds, what they came to, and their squares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from math import ceil, inf, nan, sqrt
from statistics import NormalDist
from typing import Self

from msgspec import Struct


class Moments(Struct, frozen=True):
    """So many results, their sum and the sum of their squares, in units of which ``per`` make one.

    The sums are whole numbers, so that moments of parts add up to those of the whole exactly.

    >>> coin = Moments(number=4, total=2, squares=4)
    >>> coin.mean, round(coin.sd, 3), round(coin.se, 3)
    (0.5, 1.0, 0.5)
    """

    number: int
    total: int
    squares: int
    per: int = 1

    def __add__(self, other: Moments) -> Moments:
        if self.per != other.per:
            raise ValueError("results in different units do not add up")
        return Moments(
            self.number + other.number,
            self.total + other.total,
            self.squares + other.squares,
            self.per,
        )

    @property
    def mean(self) -> float:
        """The average result."""
        return self.total / (self.number * self.per) if self.number else nan

    @property
    def variance(self) -> float:
        """The variance of one result, estimated without bias."""
        if self.number < 2:
            return nan
        # Whole numbers until the last step: a difference of large squares loses nothing.
        spread = self.number * self.squares - self.total**2
        return spread / (self.number * (self.number - 1) * self.per**2)

    @property
    def sd(self) -> float:
        """The standard deviation of one result."""
        return sqrt(self.variance)

    @property
    def se(self) -> float:
        """The standard error of the mean, the results being independent."""
        return sqrt(self.variance / self.number) if self.number else nan

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Between which values the true mean lies, with that confidence."""
        reach = NormalDist().inv_cdf((1 + confidence) / 2) * self.se
        return self.mean - reach, self.mean + reach

    def z(self, exact: float) -> float:
        """How many standard errors the mean lies above an exact value."""
        return (self.mean - exact) / self.se if self.se else (0.0 if self.mean == exact else inf)


class Distribution(Struct, frozen=True, dict=True):
    """How often each result came: net winnings in units, of which ``per`` make one wager.

    >>> coin = Distribution.of({-1: 40, 1: 60})
    >>> coin.number, coin.moments.mean, coin.share_below(0)
    (100, 0.2, 0.4)
    """

    nets: tuple[int, ...]
    counts: tuple[int, ...]
    per: int = 1

    @classmethod
    def of(cls, counted: Mapping[int, int] | Iterable[tuple[int, int]], *, per: int = 1) -> Self:
        """The distribution of results counted by net units; what never came is left out."""
        pairs = counted.items() if isinstance(counted, Mapping) else counted
        together: dict[int, int] = {}
        for net, count in pairs:
            together[int(net)] = together.get(int(net), 0) + int(count)
        kept = sorted((net, count) for net, count in together.items() if count)
        return cls(tuple(net for net, _ in kept), tuple(count for _, count in kept), per)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return zip(self.nets, self.counts, strict=True)

    @cached_property
    def number(self) -> int:
        """How many results there are."""
        return sum(self.counts)

    @cached_property
    def moments(self) -> Moments:
        """Their number, sum and squares."""
        total = sum(net * count for net, count in self)
        squares = sum(net**2 * count for net, count in self)
        return Moments(self.number, total, squares, self.per)

    @property
    def skewness(self) -> float:
        """The third moment about the mean, in standard deviations."""
        mean, sd = self.moments.mean, self.moments.sd
        cubes = sum(count * (net / self.per - mean) ** 3 for net, count in self)
        return cubes / self.number / sd**3

    def share(self, net: int) -> float:
        """How often a result of so many units came."""
        return dict(self).get(net, 0) / self.number

    def share_below(self, net: int) -> float:
        """How often a result of fewer units came."""
        return sum(count for each, count in self if each < net) / self.number


def further_rounds(sd: float, se: float, *, done: int = 0) -> int:
    """How many more rounds bring the standard error down to ``se``.

    >>> further_rounds(1.15, 1e-3, done=1_000_000)
    322500
    """
    if se <= 0:
        raise ValueError("a standard error to be reached is more than nothing")
    # A hair less than the quotient: what is exactly enough needs no further round.
    return max(0, ceil((sd / se) ** 2 * (1 - 1e-12)) - done)
