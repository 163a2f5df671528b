"""Price one table for the lobby: its edge and spread, the chart of its bots, its side bets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pitboss.rulebooks import rulebook
from pitboss.rulebooks.loader import read_text

if TYPE_CHECKING:
    from pitboss.solver.side_bets import SideBetPrice


def priced(request: dict[str, Any]) -> dict[str, Any]:
    """The edge of the house against basic strategy, that strategy, and the side bets."""
    *_, document = priced_in_steps(request)
    assert document is not None
    return document


def priced_in_steps(request: dict[str, Any]) -> Iterator[dict[str, Any] | None]:
    """The same in steps, so that something more urgent may come between them.

    What takes longest, the standard deviation, is only in the last; ``only_edge`` leaves it out.
    """
    from pitboss.report.price_list import quote
    from pitboss.solver import CannotPrice, solve

    own = request["source"]
    book = rulebook(request["book"]) if own is None else read_text(request["book"], own)
    rules = book.elect_all(request["settings"])
    document: dict[str, Any] = {"policy": "basic", "note": ""}
    try:
        solution = solve(rules, policy="basic")
    except CannotPrice as error:
        nothing: dict[str, Any] = {"house_edge": None, "sd": None, "side_bets": {}, "chart": None}
        yield {**document, **nothing, "note": str(error)}
        return
    yield None
    quoted = quote(solution)
    chart = solution.chart
    document |= {
        "house_edge": solution.house_edge,
        "sd": None,
        "side_bets": {
            bet.price.name: float(bet.price.house_edge) for bet in quoted.side_bets if bet.offered
        },
        "insurance": None if quoted.insurance is None else _figures(quoted.insurance),
        "side_bet_figures": {
            bet.price.name: _figures(bet.price) for bet in quoted.side_bets if bet.offered
        },
        "chart": None
        if chart is None
        else {
            name: {row.hand: [str(letter) for letter in row.letters] for row in rows}
            for name, rows in chart.sections()
        },
    }
    yield document
    if not request.get("only_edge"):
        yield {**document, "sd": solution.spread.sd}


def _figures(price: SideBetPrice) -> tuple[float, float]:
    return float(price.house_edge), price.sd
