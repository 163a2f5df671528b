"""Best charts bundled with the package, so that a first run does not wait for the solver.

Each belongs to one exact set of rules, and a test compares it with the solver. Rules without one
are solved. ``python -m pitboss.players.bundled_charts`` regenerates them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from pitboss.rulebooks import BOOKS, TableRules, rulebook
from pitboss.solver.chart import Chart

FILE: Final = Path(__file__).with_name("bundled_charts.json")
_DECKS: Final = {"zappit": (6,), "classic": (1, 2, 4, 6, 8)}
_USUAL_DECKS: Final = (6, 8)


def kept_chart(rules: TableRules) -> Chart | None:
    """The bundled chart for exactly these rules, or None."""
    return _kept().get(rules.identity)


def kept_rules() -> Iterator[TableRules]:
    """The rules whose charts are bundled."""
    for book in BOOKS:
        for decks in _DECKS.get(book, _USUAL_DECKS):
            yield rulebook(book).elect(decks=decks)


@cache
def _kept() -> dict[str, Chart]:
    try:
        return msgspec.json.decode(FILE.read_bytes(), type=dict[str, Chart])
    except FileNotFoundError:
        return {}


def _write() -> None:
    from pitboss.solver import Policy, solve

    lines = []
    for rules in kept_rules():
        chart = solve(rules, policy=Policy.BASIC).chart
        lines.append(f'"{rules.identity}": {msgspec.json.encode(chart).decode()}')
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    _write()
