"""The layout of a chart as boxes and text, which SVG and PNG draw alike."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

from pitboss.solver.chart import UP_CARDS, Letter

from .colours import FAINT, HAND, HEADING, INK, LETTERS, PAPER, Colours
from .page import Page, Section, hand, up_card

Anchor = Literal["start", "middle", "end"]

_MARGIN: Final = 40
_LABEL: Final = 66
_CELL: Final = 38
_ROW: Final = 26
_LINE: Final = 1  # the gap between two cells
_BETWEEN: Final = 40
_BELOW: Final = 22
_PANEL: Final = _LABEL + len(UP_CARDS) * _CELL

_TITLE: Final = 24
_TEXT: Final = 14
_SMALL: Final = 12
_LETTER: Final = 15

_OF_EM: Final = 0.54  # the average width of a letter in a sans-serif typeface
_BASELINE: Final = 0.36  # how far the baseline is below the middle of a line


class Rectangle(Struct, frozen=True, kw_only=True):
    """A filled rectangle with corners rounded by ``radius``."""

    x: int
    y: int
    width: int
    height: int
    fill: str
    radius: int = 0


class TextLine(Struct, frozen=True, kw_only=True):
    """A line of text on the baseline ``y``, starting at, ending at or centred on ``x``."""

    x: int
    y: int
    text: str
    size: int
    colour: str = INK
    anchor: Anchor = "start"
    bold: bool = False


Shape = Rectangle | TextLine


class ChartSheet(Struct, frozen=True):
    """The whole sheet, in units of a ninety-sixth of an inch."""

    title: str
    width: int
    height: int
    shapes: tuple[Shape, ...]


def lay_out(page: Page) -> ChartSheet:
    """The sheet of a page: title, chart in two columns, legend, notes."""
    columns = page.columns()
    width = 2 * _MARGIN + len(columns) * _PANEL + (len(columns) - 1) * _BETWEEN
    shapes: list[Shape] = []
    y = _MARGIN
    y = _put(shapes, page.title, y, width=width, size=_TITLE, bold=True)
    for line in page.lines:
        y = _put(shapes, line, y, width=width, size=_TEXT, colour=FAINT)
    y += _BELOW
    ends = []
    for i, column in enumerate(columns):
        x, below = _MARGIN + i * (_PANEL + _BETWEEN), y
        for section in column:
            shapes += _section(section, x, below)
            below += _height(section) + _BELOW
        ends.append(below)
    y = max(ends)
    legend = list(_legend(page.legend(), y, columns=2 * len(columns)))
    shapes += legend
    y = max((s.y + s.height for s in legend if isinstance(s, Rectangle)), default=y) + _BELOW // 2
    for note in page.notes:
        y = _put(shapes, note, y, width=width, size=_TEXT, colour=FAINT)
    height = y + _MARGIN - _BELOW // 2
    paper = Rectangle(x=0, y=0, width=width, height=height, fill=PAPER)
    return ChartSheet(page.title, width, height, (paper, *shapes))


def _put(
    shapes: list[Shape],
    text: str,
    y: int,
    *,
    width: int,
    size: int,
    colour: str = INK,
    bold: bool = False,
) -> int:
    """Add a text at the margin, wrapped, and return the ``y`` below it."""
    room = int((width - 2 * _MARGIN) / (_OF_EM * size))
    for line in textwrap.wrap(text, room):
        y += round(size * 1.45)
        shapes.append(
            TextLine(x=_MARGIN, y=y - size // 2, text=line, size=size, colour=colour, bold=bold)
        )
    return y


def _height(section: Section) -> int:
    return (2 + len(section.rows)) * _ROW


def _section(section: Section, x: int, y: int) -> Iterator[Shape]:
    yield TextLine(
        x=x, y=_stand(y, _ROW, _TEXT + 1), text=section.heading, size=_TEXT + 1, bold=True
    )
    yield TextLine(
        x=x + _PANEL,
        y=_stand(y, _ROW, _SMALL),
        text="dealer's up card",
        size=_SMALL,
        colour=FAINT,
        anchor="end",
    )
    y += _ROW
    yield from _cell(x, y, _LABEL, "", HEADING)
    for i, up in enumerate(UP_CARDS):
        yield from _cell(x + _LABEL + i * _CELL, y, _CELL, up_card(up), HEADING)
    for row in section.rows:
        y += _ROW
        yield from _cell(x, y, _LABEL, hand(row), HAND)
        for i, letter in enumerate(row.letters):
            yield from _cell(x + _LABEL + i * _CELL, y, _CELL, letter.value, LETTERS[letter])


def _cell(x: int, y: int, width: int, text: str, colours: Colours) -> Iterator[Shape]:
    yield Rectangle(x=x, y=y, width=width - _LINE, height=_ROW - _LINE, fill=colours.back)
    if text:
        yield TextLine(
            x=x + width // 2,
            y=_stand(y, _ROW, _LETTER),
            text=text,
            size=_LETTER,
            colour=colours.ink,
            anchor="middle",
            bold=True,
        )


def _legend(letters: tuple[Letter, ...], y: int, *, columns: int) -> Iterator[Shape]:
    step = (_PANEL + _BETWEEN) // 2
    for i, letter in enumerate(letters):
        x, top = _MARGIN + i % columns * step, y + i // columns * (_ROW + 6)
        yield from _cell(x, top, _CELL, letter.value, LETTERS[letter])
        yield TextLine(x=x + _CELL + 8, y=_stand(top, _ROW, _TEXT), text=letter.meaning, size=_TEXT)


def _stand(y: int, height: int, size: int) -> int:
    return round(y + height / 2 + _BASELINE * size)
