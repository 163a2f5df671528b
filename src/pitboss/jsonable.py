"""Exact values as JSON and data frames have them: a fraction becomes the nearest number."""

from __future__ import annotations

from fractions import Fraction
from typing import Any


def plain(value: Any) -> Any:
    """The same data with every fraction in it as a number; the law itself has only exact ones.

    >>> plain({"odds": [3, 2], "penetration": Fraction(3, 4)})
    {'odds': [3, 2], 'penetration': 0.75}
    """
    match value:
        case Fraction():
            return value.numerator if value.denominator == 1 else float(value)
        case dict():
            return {key: plain(each) for key, each in value.items()}
        case list():
            return [plain(each) for each in value]
        case _:
            return value
