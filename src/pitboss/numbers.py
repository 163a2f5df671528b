"""The one reader of numbers from outside: a length, a pattern and a range, and only then a value.

``Fraction("1e60000000")`` takes minutes and ``int`` of a million digits seconds, whatever range is
checked afterwards. So a text becomes a number only here, once its size is known.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from typing import Final

LONGEST: Final = 40
"""The most characters that a number may have; longer texts are refused unread."""

FARTHEST: Final = 10**18
"""The largest whole number, and the largest denominator, that any text may write."""

_MOST_PLACES: Final = 30
"""The most places by which an exponent may move the point."""

_DIGITS: Final = r"[0-9]+(?:_[0-9]+)*"
_WHOLE: Final = re.compile(rf"[-+]?{_DIGITS}")
_DECIMAL: Final = re.compile(
    rf"[-+]?(?:{_DIGITS}(?:\.(?:{_DIGITS})?)?|\.{_DIGITS})(?:[eE][-+]?[0-9]{{1,2}})?"
)
_RATIO: Final = re.compile(rf"([-+]?{_DIGITS}) ?/ ?({_DIGITS})")


class NotANumber(ValueError):
    """Raised for something that is not a number, or not one within its limits."""

    def __init__(self, raw: object, allowed: str) -> None:
        super().__init__(f"{shortened(raw)} is not {allowed}")


def whole(raw: object, *, least: int = -FARTHEST, most: int = FARTHEST, allowed: str = "") -> int:
    """A whole number within a range, from a number or its text; raises :class:`NotANumber`.

    >>> whole(" 1_000 "), whole(7, least=1, most=9)
    (1000, 7)
    """
    number: int | None = None
    if isinstance(raw, int) and not isinstance(raw, bool):
        number = raw
    elif isinstance(raw, str) and (text := _matching(_WHOLE, raw)) is not None:
        number = int(text)
    if number is None or not least <= number <= most:
        raise NotANumber(raw, allowed or f"a whole number from {least} to {most}")
    return number


def decimal(raw: object, *, allowed: str = "a number such as 12.50") -> Decimal:
    """An exact decimal number of modest size; raises :class:`NotANumber`.

    >>> decimal("12.50"), decimal(3)
    (Decimal('12.50'), Decimal('3'))
    """
    number: Decimal | None = None
    match raw:
        case bool():
            pass
        case Decimal():
            number = raw
        case int() if abs(raw) <= FARTHEST:
            number = Decimal(raw)
        case float() if isfinite(raw):
            number = Decimal(str(raw))
        case str() if (text := _matching(_DECIMAL, raw)) is not None:
            number = Decimal(text)
        case _:
            pass
    if number is None or not _is_modest(number):
        raise NotANumber(raw, allowed)
    return number


def exact(
    raw: object,
    *,
    least: Fraction | int = -FARTHEST,
    most: Fraction | int = FARTHEST,
    allowed: str = "a number such as 0.75 or 3/4",
) -> Fraction:
    """An exact number within a range: 0.75 or 3/4; raises :class:`NotANumber`.

    >>> exact("3/4"), exact("0.75"), exact(2)
    (Fraction(3, 4), Fraction(3, 4), Fraction(2, 1))
    """
    if isinstance(raw, Fraction):
        number = raw
    elif isinstance(raw, str) and (text := _matching(_RATIO, raw)) is not None:
        over, _, under = text.partition("/")
        parts = int(over), int(under)
        if parts[1] == 0 or max(abs(parts[0]), parts[1]) > FARTHEST:
            raise NotANumber(raw, allowed)
        number = Fraction(*parts)
    else:
        number = Fraction(decimal(raw, allowed=allowed))
    if not least <= number <= most:
        raise NotANumber(raw, allowed)
    return number


def approximate(raw: object, *, least: float, most: float, allowed: str = "") -> float:
    """A floating-point number within a range; raises :class:`NotANumber`.

    >>> approximate("2.5e1", least=0, most=100)
    25.0
    """
    allowed = allowed or f"a number from {least:g} to {most:g}"
    number = float(exact(raw, allowed=allowed))
    if not least <= number <= most:
        raise NotANumber(raw, allowed)
    return number


def shortened(raw: object, most: int = LONGEST) -> str:
    """A value in quotes, or as Python writes it, cut where it is long.

    >>> shortened("9" * 100), shortened(12), shortened(10**5000)
    ("'999999999999999999999999999999999999999…'", '12', 'a whole number of 5000 digits or so')
    """
    if isinstance(raw, int) and raw.bit_length() > 4 * LONGEST:
        # Writing it out takes longer than the square of its length, and is refused in the end.
        return f"a whole number of {raw.bit_length() * 30103 // 100_000} digits or so"
    if isinstance(raw, str):
        return repr(raw if len(raw) <= most else raw[: most - 1] + "…")
    if isinstance(raw, list | tuple | set | frozenset):
        return "a list"
    if isinstance(raw, dict):
        return "a table of keys and values"
    text = str(raw) if isinstance(raw, Decimal | Fraction) else repr(raw)
    return text if len(text) <= most else text[: most - 1] + "…"


def _matching(pattern: re.Pattern[str], raw: str) -> str | None:
    """The text without spaces around it and underscores, if short and of this pattern."""
    text = raw.strip() if len(raw) <= LONGEST else ""
    return text.replace("_", "").replace(" ", "") if pattern.fullmatch(text) else None


def _is_modest(number: Decimal) -> bool:
    """Whether a decimal is finite and takes only a few digits to write out."""
    if not number.is_finite():
        return False
    _, digits, exponent = number.as_tuple()
    places = int(exponent)
    return len(digits) <= LONGEST and places >= -_MOST_PLACES and len(digits) + places <= LONGEST
