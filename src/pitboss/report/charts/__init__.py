"""Strategy charts for the terminal and as HTML, SVG, PNG and CSV files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .as_csv import comma_separated
from .as_data import chart_data
from .as_html import STYLE, html, tables
from .as_svg import svg
from .as_text import TerminalChart
from .page import Page, page_of

__all__ = [
    "ENDINGS", "STYLE", "Page", "TerminalChart", "chart_data", "chart_file", "comma_separated",
    "html", "page_of", "svg", "tables",
]  # fmt: skip


def _png(page: Page) -> bytes:
    from .as_png import png  # only PNG needs Pillow

    return png(page)


ENDINGS: Final[dict[str, Callable[[Page], bytes]]] = {
    ".html": lambda page: html(page).encode(),
    ".svg": lambda page: svg(page).encode(),
    ".png": _png,
    ".csv": lambda page: comma_separated(page.chart).encode(),
}
"""The file formats of a chart, by file ending."""


def chart_file(page: Page, ending: str) -> bytes:
    """The contents of a chart file with this ending."""
    return ENDINGS[ending](page)
