"""A chart as an SVG drawing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from .layout import ChartSheet, Rectangle, Shape, TextLine, lay_out
from .page import Page

_FACES: Final = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"


def svg(page: Page) -> str:
    """The page as an SVG document, for a file or for use in HTML."""
    return "\n".join([*_lines(lay_out(page)), ""])


def _lines(drawing: ChartSheet) -> Iterator[str]:
    size = f'width="{drawing.width}" height="{drawing.height}"'
    view = f'viewBox="0 0 {drawing.width} {drawing.height}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view} role="img"'
    yield f"     font-family={quoteattr(_FACES)}>"
    yield f"<title>{escape(drawing.title)}</title>"
    for shape in drawing.shapes:
        yield _element(shape)
    yield "</svg>"


def _element(shape: Shape) -> str:
    match shape:
        case Rectangle():
            rounded = f' rx="{shape.radius}"' if shape.radius else ""
            return (
                f'<rect x="{shape.x}" y="{shape.y}" width="{shape.width}" '
                f'height="{shape.height}"{rounded} fill="{shape.fill}"/>'
            )
        case TextLine():
            bold = ' font-weight="bold"' if shape.bold else ""
            anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
            return (
                f'<text x="{shape.x}" y="{shape.y}" font-size="{shape.size}"{bold}{anchor} '
                f'fill="{shape.colour}">{escape(shape.text)}</text>'
            )
