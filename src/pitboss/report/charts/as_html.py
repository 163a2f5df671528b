"""A chart as HTML tables: a page of its own, or part of a larger one."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from pitboss.report.html_files import html_file
from pitboss.solver.chart import UP_CARDS, Letter, Row

from .colours import (
    FAINT,
    HAND,
    HEADING,
    INK,
    LETTERS,
    NIGHT,
    NIGHT_FAINT,
    NIGHT_INK,
    PAPER,
)  # fmt: skip
from .page import Page, Section, hand, up_card

_LETTERS: Final = "\n".join(
    f".chart .{letter.value}, .key .{letter.value} "
    f"{{ background: {colours.back}; color: {colours.ink}; }}"
    for letter, colours in LETTERS.items()
)

STYLE: Final = f"""\
.chart {{ display: flex; flex-wrap: wrap; gap: 0 2.5em; align-items: flex-start; }}
.chart > div {{ max-width: 100%; overflow-x: auto; }}
.chart table {{ border-collapse: separate; border-spacing: 1px; margin: 0 0 1.4em;
  font-variant-numeric: tabular-nums; break-inside: avoid; }}
.chart caption {{ text-align: left; font-weight: 700; padding: 0 0 .35em; }}
.chart caption small {{ float: right; font-weight: 400; padding-top: .15em; }}
.chart th, .chart td, .key b {{ width: 2.25em; padding: .2em 0; text-align: center;
  font-weight: 700; line-height: 1.2; print-color-adjust: exact;
  -webkit-print-color-adjust: exact; }}
.chart thead th, .chart thead td {{ background: {HEADING.back}; color: {HEADING.ink}; }}
.chart tbody th {{ background: {HAND.back}; color: {HAND.ink}; width: 4em; }}
.key {{ list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap;
  gap: .4em 1.6em; }}
.key b {{ display: inline-block; margin-right: .5em; }}
{_LETTERS}
"""
"""The style sheet of :func:`tables`, for the head of the page they are in."""

_PAGE_STYLE: Final = f"""\
:root {{ color-scheme: light dark; }}
body {{ font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif;
  max-width: 62rem; margin: 2.5rem auto; padding: 0 1.25rem;
  background: {PAPER}; color: {INK}; }}
h1 {{ font-size: 1.6rem; line-height: 1.25; margin: 0 0 .4rem; }}
header p {{ margin: 0; }} header {{ margin-bottom: 1.6rem; }}
header p, footer, .chart small {{ color: {FAINT}; }}
@media (prefers-color-scheme: dark) {{
  body {{ background: {NIGHT}; color: {NIGHT_INK}; }}
  header p, footer, .chart small {{ color: {NIGHT_FAINT}; }}
}}
@media (max-width: 30rem) {{
  body {{ margin: 1.25rem auto; padding: 0 .75rem; }} h1 {{ font-size: 1.3rem; }}
  .chart {{ font-size: 12.5px; justify-content: center; }}
}}
@media print {{
  @page {{ size: A4 portrait; margin: 14mm; }}
  body {{ margin: 0; padding: 0; max-width: none; font-size: 8.5pt; background: {PAPER};
    color: {INK}; }}
  h1 {{ font-size: 14pt; }} header p, footer, .chart small {{ color: {FAINT}; }}
  .chart {{ gap: 0 2em; }}
}}
"""


def html(page: Page) -> str:
    """The page as one self-contained HTML file, for light and dark screens and for print."""
    return html_file(
        title=page.title,
        style=f"{STYLE}{_PAGE_STYLE}",
        body=[
            "<header>",
            f"<h1>{escape(page.title)}</h1>",
            *(f"<p>{escape(line)}</p>" for line in page.lines),
            "</header>",
            tables(page),
        ],
    )


def tables(page: Page) -> str:
    """The tables, legend and notes of a page, for use in another page with ``STYLE``."""
    return "\n".join(_tables(page))


def _tables(page: Page) -> Iterator[str]:
    yield '<div class="chart">'
    for column in page.columns():
        yield "<div>"
        for section in column:
            yield from _table(section)
        yield "</div>"
    yield "</div>"
    yield '<ul class="key">'
    for letter in page.legend():
        yield f'<li><b class="{letter.value}">{letter.value}</b>{letter.meaning}</li>'
    yield "</ul>"
    if page.notes:
        yield "<footer>"
        yield from (f"<p>{escape(note)}</p>" for note in page.notes)
        yield "</footer>"


def _table(section: Section) -> Iterator[str]:
    yield f"<table><caption><small>dealer's up card</small>{section.heading}</caption>"
    ups = "".join(f'<th scope="col">{up_card(up)}</th>' for up in UP_CARDS)
    yield f"<thead><tr><td></td>{ups}</tr></thead>"
    yield "<tbody>"
    for row in section.rows:
        cells = "".join(_cell(row, up_card(up), row.against(up)) for up in UP_CARDS)
        yield f'<tr><th scope="row">{escape(hand(row))}</th>{cells}</tr>'
    yield "</tbody></table>"


def _cell(row: Row, up: str, letter: Letter) -> str:
    text = escape(f"{hand(row)} against {up}: {letter.meaning}")
    return f'<td class="{letter.value}" title="{text}">{letter.value}</td>'
