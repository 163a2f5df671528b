"""Scales with round numbers, and the frame of a plot."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from math import ceil, floor, log10
from typing import Final

from msgspec import Struct

from .drawing import Hue, Label, Point, Polyline, Shape

WIDTH: Final = 680
HEIGHT: Final = 400
_LEFT: Final = 74
_RIGHT: Final = 26
_TOP: Final = 62
_BOTTOM: Final = 52
_SMALL: Final = 12


class Scale(Struct, frozen=True):
    """A linear or logarithmic scale along a stretch of the picture."""

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool = False

    def __call__(self, value: float) -> float:
        """The position of a number; numbers off the scale are placed at its end."""
        low, high, at = self.low, self.high, min(max(value, self.low), self.high)
        if self.logarithmic:
            low, high, at = log10(low), log10(high), log10(at)
        share = (at - low) / (high - low) if high > low else 0.5
        return self.start + share * (self.end - self.start)

    def marks(self, about: int = 6) -> list[float]:
        """Round numbers on the scale."""
        if self.logarithmic:
            return _powers(self.low, self.high)
        return round_marks(self.low, self.high, about)


def round_marks(low: float, high: float, about: int = 6) -> list[float]:
    """Multiples of 1, 2 or 5 times a power of ten between two numbers.

    >>> round_marks(-0.7, 1.1, 5)
    [-0.5, 0.0, 0.5, 1.0]
    """
    if high <= low:
        return [low]
    rough = (high - low) / about
    power = 10.0 ** floor(log10(rough))
    step = power * next(size for size in (1, 2, 5, 10) if size * power >= rough * 0.999)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [round(n * step, 12) + 0.0 for n in range(first, last + 1)]


def _powers(low: float, high: float) -> list[float]:
    exponents = range(ceil(log10(low) - 1e-9), floor(log10(high) + 1e-9) + 1)
    marks = [10.0**n for n in exponents]
    if len(marks) < 3:
        marks = [
            size * 10.0**n
            for n in range(floor(log10(low)), ceil(log10(high)) + 1)
            for size in (1, 2, 5)
            if low <= size * 10.0**n <= high
        ]
    return marks


def many(number: float) -> str:
    """A large number abbreviated.

    >>> many(2_500_000), many(40_000), many(7)
    ('2.5 M', '40 k', '7')
    """
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if abs(number) >= size:
            return f"{number / size:.4g}{letter}"
    return f"{number:g}"


def minus(words: str) -> str:
    """The text with minus signs, not hyphens, before negative numbers.

    >>> minus("hi-lo: -0.5")
    'hi-lo: −0.5'
    """
    return re.sub(r"(?<![\w)])-(?=[\d.])", "−", words)


def percent(share: float, digits: int = 2) -> str:
    """A share as a percentage, with a proper minus sign.

    >>> percent(-0.00457)
    '−0.46%'
    """
    return minus(f"{100 * share:.{digits}f}%")


def digits_for(marks: list[float]) -> int:
    """How many decimals tell the marks of a percentage scale apart."""
    if len(marks) < 2:
        return 2
    step = 100 * (marks[1] - marks[0])
    return max(0, min(6, ceil(-log10(step) - 1e-9)))


class Frame(Struct, frozen=True):
    """The inside of a plot, with its two scales."""

    x: Scale
    y: Scale

    def at(self, x: float, y: float) -> Point:
        """The point at two numbers."""
        return Point(self.x(x), self.y(y))


def frame(
    low: float, high: float, bottom: float, top: float, *, logarithmic: bool = False, right: int = 0
) -> Frame:
    """A frame for numbers from low to high across and from bottom to top upwards."""
    return Frame(
        Scale(low, high, _LEFT, WIDTH - _RIGHT - right, logarithmic),
        Scale(bottom, top, HEIGHT - _BOTTOM, _TOP),
    )


def heading(title: str, line: str) -> Iterator[Shape]:
    """The title of a plot and a line under it that explains it."""
    yield Label(at=Point(16, 25), text=title, size=15, bold=True)
    yield Label(at=Point(16, 44), text=line, size=_SMALL, hue=Hue.FAINT)


def across(
    inside: Frame, tell: Callable[[float], str], label: str, marks: Iterable[float] | None = None
) -> Iterator[Shape]:
    """The scale along the bottom."""
    foot = inside.y.start
    yield Polyline(
        points=(Point(inside.x.start, foot), Point(inside.x.end, foot)), hue=Hue.FAINT, width=1
    )
    for mark in inside.x.marks() if marks is None else marks:
        x = inside.x(mark)
        yield Polyline(points=(Point(x, foot), Point(x, foot + 4)), hue=Hue.FAINT, width=1)
        yield Label(
            at=Point(x, foot + 18), text=tell(mark), size=_SMALL, hue=Hue.FAINT, anchor="middle"
        )
    yield Label(
        at=Point((inside.x.start + inside.x.end) / 2, foot + 38),
        text=label,
        size=_SMALL,
        hue=Hue.FAINT,
        anchor="middle",
    )


def upwards(inside: Frame, tell: Callable[[float], str]) -> Iterator[Shape]:
    """The scale on the left, with a line across the plot at each mark."""
    for mark in inside.y.marks(5):
        y = inside.y(mark)
        ends = (Point(inside.x.start, y), Point(inside.x.end, y))
        yield Polyline(points=ends, hue=Hue.GRID, width=1)
        yield Label(
            at=Point(inside.x.start - 8, y + 4),
            text=tell(mark),
            size=_SMALL,
            hue=Hue.FAINT,
            anchor="end",
        )


def level(inside: Frame, value: float, hue: Hue, *, dashed: bool, width: float = 1.5) -> Polyline:
    """A line across the plot at one number."""
    ends = (inside.at(inside.x.low, value), inside.at(inside.x.high, value))
    return Polyline(points=ends, hue=hue, dashed=dashed, width=width)
