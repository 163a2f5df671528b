"""Pictures as shapes (lines, areas, boxes and text), which SVG and PNG draw alike."""

from __future__ import annotations

from enum import StrEnum, unique
from typing import Final, Literal, NamedTuple

from msgspec import Struct, structs

Anchor = Literal["start", "middle", "end"]


@unique
class Hue(StrEnum):
    """What a colour is used for; light and dark backgrounds have one each."""

    PAPER = "paper"
    INK = "ink"
    FAINT = "faint"
    GRID = "grid"
    MEAN = "mean"
    """Simulated values"""
    EXACT = "exact"
    """Exact values"""
    BAR = "bar"
    WON = "won"
    LOST = "lost"


# Blue and orange, which colour-blind readers can tell apart; each has a contrast of 4.5 to 1.
LIGHT: Final = {
    Hue.PAPER: "#ffffff",
    Hue.INK: "#1b1f24",
    Hue.FAINT: "#59616b",
    Hue.GRID: "#e4e7eb",
    Hue.MEAN: "#1f5fa8",
    Hue.EXACT: "#b3480c",
    Hue.BAR: "#c3cbd5",
    Hue.WON: "#1f5fa8",
    Hue.LOST: "#c46a2b",
}
DARK: Final = {
    Hue.PAPER: "#14181d",
    Hue.INK: "#e8eaed",
    Hue.FAINT: "#a3abb5",
    Hue.GRID: "#2c333b",
    Hue.MEAN: "#6ba8ec",
    Hue.EXACT: "#f09456",
    Hue.BAR: "#465160",
    Hue.WON: "#6ba8ec",
    Hue.LOST: "#d9854a",
}


class Point(NamedTuple):
    """A point in a picture, measured right and down from its top left corner."""

    x: float
    y: float


class Polyline(Struct, frozen=True, kw_only=True):
    """Points joined by lines."""

    points: tuple[Point, ...]
    hue: Hue
    width: float = 1.5
    dashed: bool = False
    opacity: float = 1.0


class Area(Struct, frozen=True, kw_only=True):
    """A filled outline."""

    points: tuple[Point, ...]
    hue: Hue
    opacity: float = 1.0
    told: str = ""
    """The tooltip"""


class Dot(Struct, frozen=True, kw_only=True):
    """A filled circle."""

    at: Point
    hue: Hue
    radius: float = 3.0
    told: str = ""


class Label(Struct, frozen=True, kw_only=True):
    """A line of text that starts at, ends at or is centred on a point."""

    at: Point
    text: str
    size: float = 12.0
    hue: Hue = Hue.INK
    anchor: Anchor = "start"
    bold: bool = False


Shape = Polyline | Area | Dot | Label


class Picture(Struct, frozen=True):
    """A picture, measured in ninety-sixths of an inch, and a sentence on what it shows."""

    title: str
    width: float
    height: float
    shapes: tuple[Shape, ...]

    def moved(self, x: float, y: float) -> tuple[Shape, ...]:
        """Its shapes, moved to that point of a larger picture."""
        return tuple(_moved(shape, x, y) for shape in self.shapes)


def box(x: float, y: float, width: float, height: float, hue: Hue, *, text: str = "") -> Area:
    """A filled rectangle."""
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Area(points=tuple(Point(*corner) for corner in corners), hue=hue, told=text)


def _moved(shape: Shape, x: float, y: float) -> Shape:
    def there(point: Point) -> Point:
        return Point(point.x + x, point.y + y)

    if isinstance(shape, Dot | Label):
        return structs.replace(shape, at=there(shape.at))
    return structs.replace(shape, points=tuple(map(there, shape.points)))
