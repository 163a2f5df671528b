"""A comparison as plain tables of HTML, for a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.frames import html_table

if TYPE_CHECKING:
    from .comparison import Comparison


def comparison_html(comparison: Comparison) -> str:
    """The house edge of each book, and every difference with what it is worth."""
    edges = [f"{each.solution.house_edge:.4%}" for each in comparison.quotations]
    others = [f"{name}'s is worth" for name in comparison.names[1:]]
    rows = (
        [each.question, *map(str, each.said), *map(_worth, each.worth)]
        for each in comparison.differences
    )
    return html_table(("", *comparison.names), [["house edge", *edges]]) + html_table(
        ("", *comparison.names, *others), rows
    )


def _worth(worth: float | None) -> str:
    if worth is None:
        return "not priced"
    return f"{worth:+.4%}" if worth else "0"
