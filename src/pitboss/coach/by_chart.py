"""The chart's act for a hand: its letter, or the second choice if the book refuses it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pitboss.law.counting import count, up_card
from pitboss.players.bundled_charts import kept_chart
from pitboss.rulebooks import TableRules
from pitboss.solver import chart as best_chart
from pitboss.solver.chart import Chart, Row

from .spots import DECLINE, HandSpot


@lru_cache(maxsize=16)
def chart_of(rules: TableRules) -> Chart:
    """The best chart for these rules: the bundled one, or the solver's."""
    return kept_chart(rules) or best_chart(rules)


def act_by_chart(spot: HandSpot) -> str:
    """The act of play that the chart asks for."""
    for wish in wishes(spot):
        if spot.answers.get(wish):
            return wish
    return "hit" if spot.answers.get("hit") else "stand"


def window_act_by_chart(spot: HandSpot) -> str:
    """The chart's act before play: surrender or nothing; it never insures."""
    may_give_up = spot.answers.get("surrender") and next(wishes(spot), "") == "surrender"
    return "surrender" if may_give_up else DECLINE


def wishes(spot: HandSpot) -> Iterator[str]:
    """The chart's acts, in order of preference."""
    up = up_card(spot.rules, spot.up)
    for row in _rows(spot):
        yield from (act.word for act in row.against(up).wishes)


def _rows(spot: HandSpot) -> Iterator[Row]:
    """The rows that apply to a hand, the most specific first."""
    chart, cards = chart_of(spot.rules), spot.hand.cards
    counted = count(spot.rules, cards)
    names: list[tuple[tuple[Row, ...], str]] = []
    if len(cards) == 2:
        first, second = (up_card(spot.rules, card) for card in cards)
        firsts = chart.exchange if not spot.exchanged else ()
        if first is second:
            pair = f"{first.value},{second.value}"
            names += [(firsts, pair), (chart.pairs, pair)]
        elif not counted.soft:
            names.append((firsts, str(counted.total)))
    soft = f"A,{counted.total - 11}"
    names.append((chart.soft, soft) if counted.soft else (chart.hard, str(counted.total)))
    for rows, hand in names:
        yield from (row for row in rows if row.hand == hand)
