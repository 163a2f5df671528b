"""A comparison as plain tables of HTML, for a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

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
    return _table(("", *comparison.names), [["house edge", *edges]]) + _table(
        ("", *comparison.names, *others), rows
    )


def _worth(worth: float | None) -> str:
    if worth is None:
        return "not priced"
    return f"{worth:+.4%}" if worth else "0"


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join(
        f"<tr><th>{escape(first)}</th>"
        + "".join(f"<td>{escape(cell)}</td>" for cell in rest)
        + "</tr>"
        for first, *rest in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
