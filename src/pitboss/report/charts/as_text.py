"""A chart in the terminal: letters in coloured cells, readable without the colours."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.style import Style
from rich.text import Text

from pitboss.solver.chart import UP_CARDS, Letter

from .colours import LETTERS
from .page import Page, Section, hand, up_card

_LABEL: Final = 6
_CELL: Final = 3
_BETWEEN: Final = 4
_PANEL: Final = _LABEL + len(UP_CARDS) * _CELL
_WIDTH: Final = 2 * _PANEL + _BETWEEN

# A sixteen-colour terminal would otherwise show several of our colours as the same one.
_BY_COLOUR: Final = {
    "green": "black on green",
    "red": "bright_white on red",
    "blue": "bright_white on blue",
    "sky": "black on cyan",
    "gold": "black on yellow",
    "slate": "bright_white on bright_black",
    "silver": "black on white",
    "sand": "yellow on bright_black",
    "violet": "bright_white on magenta",
}
_SIXTEEN: Final = {letter: _BY_COLOUR[letter.colour] for letter in Letter}

Styles = dict[Letter, Style]


class TerminalChart:
    """A page for ``rich`` to print, its parts side by side if the terminal is wide enough."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        columns = self.page.columns()
        if options.max_width < _WIDTH:
            columns = (self.page.sections(),)
        styles = _styles(console)
        yield Text(self.page.title, style="bold")
        yield from map(Text, self.page.lines)
        yield Text()
        panels = [_panel(column, styles) for column in columns]
        for lines in zip_longest(*panels, fillvalue=Text()):
            yield _beside(lines)
        yield Text()
        yield from _legend(self.page.legend(), styles, min(options.max_width, _WIDTH))
        for note in self.page.notes:
            yield Text()
            yield Text(note)


def _styles(console: Console) -> Styles:
    if console.color_system in ("standard", "windows"):
        return {letter: Style.parse(named) for letter, named in _SIXTEEN.items()}
    return {
        letter: Style(color=colours.ink, bgcolor=colours.back, bold=True)
        for letter, colours in LETTERS.items()
    }


def _panel(column: tuple[Section, ...], styles: Styles) -> list[Text]:
    lines: list[Text] = []
    for section in column:
        if lines:
            lines.append(Text())
        lines += _section(section, styles)
    return lines


def _section(section: Section, styles: Styles) -> Iterator[Text]:
    yield Text(section.heading, style="bold")
    ups = "".join(f"{up_card(up):^{_CELL}}" for up in UP_CARDS)
    yield Text(" " * _LABEL + ups, style="bold")
    for row in section.rows:
        line = Text(f"{hand(row):<{_LABEL}}")
        for letter in row.letters:
            line.append(f"{letter.value:^{_CELL}}", style=styles[letter])
        yield line


def _beside(lines: tuple[Text, ...]) -> Text:
    whole = Text(no_wrap=True)
    for i, line in enumerate(lines):
        if line.plain:
            whole.append(" " * (i * (_PANEL + _BETWEEN) - len(whole)))
            whole.append_text(line)
    return whole


def _legend(letters: tuple[Letter, ...], styles: Styles, width: int) -> Iterator[Text]:
    step = _CELL + 3 + max(len(letter.meaning) for letter in letters)
    a_line = max(1, (width + 2) // step)
    for start in range(0, len(letters), a_line):
        line = Text(no_wrap=True)
        for i, letter in enumerate(letters[start : start + a_line]):
            line.append(" " * (i * step - len(line)))
            line.append(f"{letter.value:^{_CELL}}", style=styles[letter])
            line.append(f" {letter.meaning}")
        yield line
