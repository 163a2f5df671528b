"""A plot as an SVG drawing that takes its colours from the page, light or dark."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from .drawing import Area, Dot, Label, Picture, Point, Polyline, Shape

_FACES: Final = "system-ui, Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"


def svg(picture: Picture) -> str:
    """The picture as an SVG element; its colours are the variables ``--ink``, ``--mean``, ..."""
    size = f'viewBox="0 0 {picture.width:g} {picture.height:g}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"'
        f" aria-label={quoteattr(picture.title)} font-family={quoteattr(_FACES)}>"
    ]
    lines += map(_element, picture.shapes)
    return "\n".join([*lines, "</svg>"])


def _element(shape: Shape) -> str:
    match shape:
        case Polyline():
            dashes = ' stroke-dasharray="6 4"' if shape.dashed else ""
            return (
                f'<polyline points="{_points(shape.points)}" fill="none" '
                f'style="stroke:var(--{shape.hue})" stroke-width="{shape.width:g}" '
                f'stroke-linejoin="round"{dashes}{_opacity(shape.opacity)}/>'
            )
        case Area():
            return _told(
                f'<polygon points="{_points(shape.points)}" style="fill:var(--{shape.hue})"'
                f"{_opacity(shape.opacity)}",
                "polygon",
                shape.told,
            )
        case Dot():
            return _told(
                f'<circle cx="{shape.at.x:.1f}" cy="{shape.at.y:.1f}" r="{shape.radius:g}" '
                f'style="fill:var(--{shape.hue})"',
                "circle",
                shape.told,
            )
        case Label():
            bold = ' font-weight="bold"' if shape.bold else ""
            anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
            return (
                f'<text x="{shape.at.x:.1f}" y="{shape.at.y:.1f}" font-size="{shape.size:g}"'
                f'{bold}{anchor} style="fill:var(--{shape.hue})">{escape(shape.text)}</text>'
            )


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{point.x:.1f},{point.y:.1f}" for point in points)


def _opacity(share: float) -> str:
    return "" if share == 1 else f' opacity="{share:g}"'


def _told(start: str, tag: str, words: str) -> str:
    return f"{start}><title>{escape(words)}</title></{tag}>" if words else f"{start}/>"
