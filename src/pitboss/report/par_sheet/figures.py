"""Figures that follow from an edge and a standard deviation: what play over many rounds returns."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import Any, Final

from msgspec import Struct

ROUNDS: Final = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
"""The lengths of play for which bands are given."""

CONFIDENCE: Final = (0.90, 0.95)
"""How sure the bands are."""

INDEX_CONFIDENCE: Final = 0.90
"""The confidence at which a volatility index is stated by custom."""


def deviations(confidence: float) -> float:
    """How many standard deviations either side hold that share of a normal distribution.

    >>> round(deviations(0.95), 3)
    1.96
    """
    return NormalDist().inv_cdf((1 + confidence) / 2)


def volatility_index(sd: float) -> float:
    """Half the width of the 90 % band of one round; that of n rounds is this over root n."""
    return deviations(INDEX_CONFIDENCE) * sd


class Band(Struct, frozen=True):
    """Between which returns to the player so many rounds end, with that confidence."""

    rounds: int
    confidence: float
    low: float
    high: float

    def to_json(self) -> dict[str, Any]:
        """The band as data."""
        return {name: getattr(self, name) for name in self.__struct_fields__}


def bands(house_edge: float, sd: float) -> tuple[Band, ...]:
    """The bands of the return to the player, as shares of the main wagers."""
    return tuple(
        Band(
            rounds,
            confidence,
            1 - house_edge - deviations(confidence) * sd / sqrt(rounds),
            1 - house_edge + deviations(confidence) * sd / sqrt(rounds),
        )
        for rounds in ROUNDS
        for confidence in CONFIDENCE
    )
