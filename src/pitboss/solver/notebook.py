"""Solutions and charts as plain HTML tables, for a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from pitboss.cards import Rank
from pitboss.frames import html_table

if TYPE_CHECKING:
    from .chart import Chart
    from .solution import Solution

_CENTRED: Final = ' style="text-align: center; min-width: 2em"'


def solution_html(solution: Solution) -> str:
    """The price, and the value against each up card."""
    rules = solution.rules
    figures = (
        ("game", rules.book.title),
        ("rules", solution.brief),
        ("shoe", str(solution.shoe)),
        ("policy", f"{solution.policy}: {solution.policy.meaning}"),
        ("value", f"{solution.ev:+.6f}"),
        ("house edge", f"{solution.house_edge:.4%}"),
    )
    main = "".join(f"<tr><th>{name}</th><td>{escape(text)}</td></tr>" for name, text in figures)
    by_up = html_table(
        ["up card", *map(_up, solution.by_up)],
        [["value", *(f"{value:+.4f}" for value in solution.by_up.values())]],
        cell=_CENTRED,
    )
    return f"<table>{main}</table>{by_up}"


def chart_html(chart: Chart, ups: Sequence[Rank]) -> str:
    """A table for each part of a chart, and the legend."""
    tables = [
        html_table(
            [name, *map(_up, ups)],
            ([row.hand.replace("T", "10"), *map(str, row.letters)] for row in rows),
            cell=_CENTRED,
        )
        for name, rows in chart.sections()
    ]
    legend = ", ".join(f"<b>{letter.value}</b> {letter.meaning}" for letter in chart.letters())
    return "".join([*tables, f"<p>{legend}</p>"])


def _up(up: Rank) -> str:
    return "10" if up is Rank.TEN else up.value
