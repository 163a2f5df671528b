"""The par sheet as one self-contained HTML file, laid out for A4."""

from __future__ import annotations

from html import escape

from pitboss import __version__
from pitboss.report.charts import STYLE as CHART_STYLE
from pitboss.report.html_files import html_file

from .figures import volatility_index
from .sections import sections
from .sheet import ParSheet
from .style import STYLE, page_foot


def html(sheet: ParSheet) -> str:
    """The sheet as a page; the same game always gives the same bytes."""
    book = sheet.rules.book
    title = f"Par sheet: {book.title}"
    foot = f"{book.title} ({book.id}) · pitboss {__version__} · inputs {sheet.digest[:16]}"
    return html_file(
        title=title,
        style=f"{CHART_STYLE}{STYLE}{page_foot(foot)}",
        body=[
            "<header>",
            '<p class="kind">Par sheet</p>',
            f"<h1>{escape(book.title)}</h1>",
            f"<p>{escape(book.jurisdiction)}</p>",
            "</header>",
            _key_figures(sheet),
            *sections(sheet),
        ],
    )


def _key_figures(sheet: ParSheet) -> str:
    best, spread = sheet.optimal, sheet.optimal.spread
    figures = (
        ("Edge, optimal play", f"{best.house_edge:.4%}"),
        ("Edge, basic strategy", f"{sheet.basic.house_edge:.4%}"),
        ("Standard deviation", f"{spread.sd:.4f}"),
        ("Volatility index", f"{volatility_index(spread.sd):.4f}"),
    )
    texts = (f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in figures)
    return f'<dl class="figures">{"".join(texts)}</dl>'
