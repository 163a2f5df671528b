"""A chart as one JSON document: the rules it is for, and a letter for every hand and up card."""

from __future__ import annotations

from typing import Any

from pitboss.jsonable import plain
from pitboss.solver import Solution
from pitboss.solver.chart import UP_CARDS


def chart_data(solution: Solution) -> dict[str, Any]:
    """The chart that a solution of the basic policy carries, with its value and its legend."""
    chart = solution.chart
    if chart is None:
        raise ValueError(f"a chart comes from the basic policy, not from {solution.policy.value}")
    document: dict[str, Any] = {
        "book": solution.rules.book.id,
        "settings": plain(solution.rules.settings),
        "policy": solution.policy.value,
        "ev": solution.ev,
        "house_edge": solution.house_edge,
        "up_cards": [up.value for up in UP_CARDS],
        "chart": {
            name: {row.hand: dict(zip(UP_CARDS, row.letters, strict=True)) for row in rows}
            for name, rows in chart.sections()
        },
        "legend": {letter.value: letter.meaning for letter in chart.letters()},
    }
    if not solution.is_full:
        document["cards"] = solution.shoe.by_rank()
    return document
