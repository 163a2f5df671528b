"""Curves on logarithmic axes, drawn as PNG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor, log10
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

SIZE: Final = (1200, 720)
_LEFT, _TOP, _RIGHT, _BOTTOM = 110, 40, 170, 90
_INK, _GRID, _PAPER, _ACCENT = "#1f2933", "#d5dbe1", "#ffffff", "#9b2226"
COLOURS: Final = ("#0b6e99", "#b45309", "#2f855a", "#7c3aed", "#be185d", "#4b5563")


class Curve(NamedTuple):
    """A line through points, all of them above zero."""

    name: str
    points: Sequence[tuple[float, float]]


class _Axis(NamedTuple):
    """A logarithmic axis from the power of ten below the least value to the one above the most."""

    low: float
    high: float
    begins: int
    ends: int

    def at(self, value: float) -> float:
        """The place of a value, in pixels."""
        share = (log10(value) - self.low) / (self.high - self.low)
        return self.begins + share * (self.ends - self.begins)

    def ticks(self) -> Iterator[tuple[float, bool]]:
        """Values to mark, and whether they carry a label."""
        for power in range(floor(self.low), ceil(self.high) + 1):
            for digit in range(1, 10):
                value = digit * 10.0**power
                if self.low - 1e-9 <= log10(value) <= self.high + 1e-9:
                    yield value, digit in (1, 2, 5)


def _axis(values: Sequence[float], begins: int, ends: int) -> _Axis:
    low, high = log10(min(values)), log10(max(values))
    room = 0.06 * max(high - low, 0.3)
    return _Axis(low - room, high + room, begins, ends)


def draw_curves(
    path: Path, curves: Sequence[Curve], *, x: str, y: str, line: tuple[float, str] | None = None
) -> None:
    """Write the picture of curves to a file."""
    picture_of(curves, x=x, y=y, line=line).save(path)


def picture_of(
    curves: Sequence[Curve], *, x: str, y: str, line: tuple[float, str] | None = None
) -> Image.Image:
    """Curves with their names, and a level across the picture if one is given."""
    image = Image.new("RGB", SIZE, _PAPER)
    brush = ImageDraw.Draw(image)
    face, small = ImageFont.load_default(22), ImageFont.load_default(18)
    points = [point for curve in curves for point in curve.points]
    level = () if line is None else (line[0],)
    across = _axis([p[0] for p in points], _LEFT, SIZE[0] - _RIGHT)
    up = _axis([*(p[1] for p in points), *level], SIZE[1] - _BOTTOM, _TOP)
    for value, labelled in across.ticks():
        at = across.at(value)
        brush.line([(at, _TOP), (at, SIZE[1] - _BOTTOM)], fill=_GRID, width=1 + labelled)
        if labelled:
            brush.text((at, SIZE[1] - _BOTTOM + 8), f"{value:g}", _INK, small, anchor="ma")
    for value, labelled in up.ticks():
        at = up.at(value)
        brush.line([(_LEFT, at), (SIZE[0] - _RIGHT, at)], fill=_GRID, width=1 + labelled)
        if labelled:
            brush.text((_LEFT - 10, at), f"{value:g}", _INK, small, anchor="rm")
    if line is not None:
        at = up.at(line[0])
        brush.line([(_LEFT, at), (SIZE[0] - _RIGHT, at)], fill=_ACCENT, width=2)
        brush.text((_LEFT + 8, at - 6), line[1], _ACCENT, small, anchor="ls")
    _draw_lines(brush, curves, across, up)
    middle = (_LEFT + SIZE[0] - _RIGHT) / 2
    brush.text((middle, SIZE[1] - 40), x, _INK, face, anchor="ma")
    brush.text((_LEFT, 8), y, _INK, face, anchor="la")
    return image


def _draw_lines(
    brush: ImageDraw.ImageDraw, curves: Sequence[Curve], across: _Axis, up: _Axis
) -> None:
    """The curves, and their names at the right in the order in which they end."""
    small = ImageFont.load_default(20)
    drawn = []
    for number, curve in enumerate(curves):
        colour = COLOURS[number % len(COLOURS)]
        places = [(across.at(a), up.at(b)) for a, b in curve.points]
        brush.line(places, fill=colour, width=4, joint="curve")
        for place in places:
            brush.circle(place, 5, fill=colour)
        drawn.append((places[-1][1], curve.name, colour))
    below, bottom = 0.0, SIZE[1] - _BOTTOM - 12
    for rest, (height, name, colour) in enumerate(sorted(drawn), 1):
        below = max(below + 26, min(height, bottom - 26 * (len(drawn) - rest)))
        brush.text((SIZE[0] - _RIGHT + 12, below), name, colour, small, anchor="lm")
