"""The return over many rounds, from the edge and the standard deviation."""

from __future__ import annotations

from math import ceil, log10, sqrt
from statistics import NormalDist
from typing import Any, Final

from msgspec import Struct

ROUNDS: Final = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
"""The numbers of rounds for which bands are given."""

CONFIDENCE: Final = (0.90, 0.95)
"""The confidence levels of the bands."""

INDEX_CONFIDENCE: Final = 0.90
"""The confidence level at which a volatility index is customarily stated."""


SURE_TO: Final = 12
"""Decimals to which every processor gives the same figures"""


def places(most: int, within: float) -> int:
    """How many decimals to print of a figure known to within ``within``, at most ``most``.

    >>> places(7, 0.0), places(7, 0.0021), places(7, 0.3)
    (7, 3, 1)
    """
    return most if within <= 0 else max(0, min(most, ceil(-log10(within))))


def percent(value: float, most: int, within: float = 0.0) -> str:
    """A share as a percentage, without digits beyond its error.

    >>> percent(0.42371, 5), percent(0.42371, 5, within=0.002)
    ('42.37100%', '42.4%')
    """
    return f"{value:.{places(most, 100 * within)}%}"


def rounded(document: Any) -> Any:
    """``document`` with its numbers rounded to the digits that do not depend on the processor."""
    if isinstance(document, float):
        return round(document, SURE_TO)
    if isinstance(document, dict):
        return {key: rounded(value) for key, value in document.items()}
    if isinstance(document, list | tuple):
        return [rounded(value) for value in document]
    return document


def deviations(confidence: float) -> float:
    """How many standard deviations either side of the mean contain that share of a normal.

    >>> round(deviations(0.95), 3)
    1.96
    """
    return NormalDist().inv_cdf((1 + confidence) / 2)


def volatility_index(sd: float) -> float:
    """Half the width of the 90% band for one round; for n rounds, divide it by root n."""
    return deviations(INDEX_CONFIDENCE) * sd


class Band(Struct, frozen=True):
    """The range of returns to the player over ``rounds`` rounds at ``confidence``."""

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
