"""Plots as one PNG image on a light background."""

from __future__ import annotations

from io import BytesIO
from typing import Final

from PIL import Image, ImageColor, ImageDraw

from pitboss.report.charts.as_png import SCALE, drawable, face

from .drawing import LIGHT, Area, Dot, Hue, Label, Picture, Point, Polyline

_FINER: Final = 2
"""How many times larger everything but text is drawn before it is scaled down, for smooth edges."""
_ANCHORS: Final = {"start": "ls", "middle": "ms", "end": "rs"}
_PLAIN: Final = str.maketrans({"−": "-", "±": "+/-", "≤": "<=", "≥": ">="})
_BOLD: Final = 0.018
_DASH: Final = (6.0, 4.0)

Ink = tuple[int, int, int, int]


def png(picture: Picture) -> bytes:
    """The picture as a PNG file."""
    size = (round(picture.width * SCALE), round(picture.height * SCALE))
    fine = Image.new("RGB", (size[0] * _FINER, size[1] * _FINER), LIGHT[Hue.PAPER])
    for shape in picture.shapes:
        if not isinstance(shape, Label):
            _draw(fine, shape)
    image = fine.reduce(_FINER)
    brush = ImageDraw.Draw(image)
    for shape in picture.shapes:
        if isinstance(shape, Label):
            _write(brush, shape)
    file = BytesIO()
    image.save(file, "PNG", dpi=(96 * SCALE, 96 * SCALE))
    return file.getvalue()


def _draw(image: Image.Image, shape: Polyline | Area | Dot) -> None:
    match shape:
        case Polyline():
            brush = ImageDraw.Draw(image, "RGBA")
            width = max(1, round(shape.width * SCALE * _FINER))
            ink = _ink(shape.hue, shape.opacity)
            for part in _dashes(shape.points) if shape.dashed else [shape.points]:
                brush.line([_fine(point) for point in part], fill=ink, width=width, joint="curve")
        case Area():
            brush = ImageDraw.Draw(image, "RGBA")
            brush.polygon([_fine(point) for point in shape.points], _ink(shape.hue, shape.opacity))
        case Dot():
            brush = ImageDraw.Draw(image)
            x, y = _fine(shape.at)
            reach = shape.radius * SCALE * _FINER
            brush.ellipse((x - reach, y - reach, x + reach, y + reach), fill=LIGHT[shape.hue])


def _fine(point: Point) -> tuple[float, float]:
    return point.x * SCALE * _FINER, point.y * SCALE * _FINER


def _ink(hue: Hue, opacity: float) -> Ink:
    red, green, blue = ImageColor.getrgb(LIGHT[hue])[:3]
    return red, green, blue, round(255 * opacity)


def _dashes(points: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    """Split a line of two points into dashes."""
    start, end = points[0], points[-1]
    length = ((end.x - start.x) ** 2 + (end.y - start.y) ** 2) ** 0.5
    on, off = _DASH
    result, at = [], 0.0
    while at < length:
        one, two = at / length, min(1.0, (at + on) / length)
        result.append((_between(start, end, one), _between(start, end, two)))
        at += on + off
    return result


def _between(start: Point, end: Point, share: float) -> Point:
    return Point(start.x + share * (end.x - start.x), start.y + share * (end.y - start.y))


def _write(brush: ImageDraw.ImageDraw, words: Label) -> None:
    brush.text(
        (words.at.x * SCALE, words.at.y * SCALE),
        drawable(words.text.translate(_PLAIN)),
        fill=LIGHT[words.hue],
        font=face(words.size),
        anchor=_ANCHORS[words.anchor],
        stroke_width=words.size * SCALE * _BOLD if words.bold else 0,
    )
