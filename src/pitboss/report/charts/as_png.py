"""A chart as a PNG image, drawn from the same layout as the SVG."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from .layout import ChartSheet, Rectangle, TextLine, lay_out
from .page import Page

SCALE: Final = 2
"""Pixels per unit of the layout"""

_DOTS_PER_INCH: Final = 96 * SCALE
_BOLD: Final = 0.018  # stroke width that makes the only typeface bold, as a share of its size
_ANCHORS: Final = {"start": "ls", "middle": "ms", "end": "rs"}
_PLAIN: Final = str.maketrans({"–": "-", "—": "-", "½": " 1/2", "×": "x", "•": "·"})


def png(page: Page) -> bytes:
    """The page as a PNG file."""
    return draw(lay_out(page))


def draw(drawing: ChartSheet) -> bytes:
    """A drawing as a PNG file."""
    image = Image.new("RGB", (drawing.width * SCALE, drawing.height * SCALE))
    brush = ImageDraw.Draw(image)
    for shape in drawing.shapes:
        match shape:
            case Rectangle():
                _draw_box(brush, shape)
            case TextLine():
                _draw_words(brush, shape)
    file = BytesIO()
    image.save(file, "PNG", dpi=(_DOTS_PER_INCH, _DOTS_PER_INCH), optimize=True)
    return file.getvalue()


def _draw_box(brush: ImageDraw.ImageDraw, box: Rectangle) -> None:
    right, bottom = box.x + box.width, box.y + box.height
    corners = (box.x * SCALE, box.y * SCALE, right * SCALE - 1, bottom * SCALE - 1)
    brush.rounded_rectangle(corners, radius=box.radius * SCALE, fill=box.fill)


def _draw_words(brush: ImageDraw.ImageDraw, words: TextLine) -> None:
    brush.text(
        (words.x * SCALE, words.y * SCALE),
        drawable(words.text),
        fill=words.colour,
        font=face(words.size),
        anchor=_ANCHORS[words.anchor],
        stroke_width=words.size * SCALE * _BOLD if words.bold else 0,
    )


@lru_cache
def face(size: float) -> ImageFont.FreeTypeFont:
    """Pillow's built-in typeface in this size."""
    font = ImageFont.load_default(size * SCALE)
    assert isinstance(font, ImageFont.FreeTypeFont), "Pillow was built without its TrueType face"
    return font


def drawable(text: str) -> str:
    """The text in characters the typeface has: accents and other scripts are dropped.

    >>> drawable("Zürich – 20½")
    'Zurich - 20 1/2'
    """
    kept = []
    for letter in unicodedata.normalize("NFKD", text.translate(_PLAIN)):
        if not unicodedata.combining(letter):
            kept.append(letter if letter.isascii() or letter in "·’“”" else "?")
    return "".join(kept)
