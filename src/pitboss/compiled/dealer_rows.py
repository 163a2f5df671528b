"""The dealer's final hands laid out for contraction, one class of cards at a time.

The chance of a final hand is a product over the classes of falling factorials of what is left in
the shoe. So the sum over all final hands can be taken class by class, from T to A: rows that agree
in every class still to come are added together. A row is a vector over the ten up cards.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.dealer import DealersHands
from pitboss.compiled.outcomes import Outcomes

from .multisets import Ints

WIDE: Final = 12
"""Ten up cards, padded to three registers of four numbers."""

MOST_CARDS: Final = 16

_Row = tuple[int, int, tuple[int, ...]]
"""Class of outcome, number of cards, and how many of each class from this level's on."""


class DealerRows(NamedTuple):
    """The rows of every level, and where each goes on the next."""

    orders: NDArray[np.float64]
    """[row of the first level, up card]: in how many orders the hand is drawn"""
    goes_to: Ints
    level_from: Ints
    plane_holds: Ints
    """Planes are runs of rows of a level that hold the same number of the level's class."""
    plane_from: Ints
    plane_to: Ints
    plane_is_first: Ints
    """Whether the rows of the plane are the first to reach where they go"""
    planes_of_level: Ints
    outcome_from: Ints
    """[class of outcome + 1]: the last level's rows of each class"""
    size_and_aces: Ints
    """[row of the last level]: number of cards times sixteen, plus aces"""
    most_rows: int


def dealer_rows(dealer: DealersHands, classes: Outcomes) -> DealerRows:
    """Lay out every final hand but those of the class whose chance is what the others leave."""
    first: dict[_Row, NDArray[np.float64]] = {}
    kept = [k for k in range(len(classes.scores)) if k != classes.rest]
    for hand, orders in dealer.orders.items():
        outcome = classes.of[hand.score]
        if outcome != classes.rest:
            row = (kept.index(outcome), sum(hand.counts), hand.counts[::-1])
            padded = np.zeros(WIDE)
            padded[:10] = orders
            first[row] = first.get(row, np.zeros(WIDE)) + padded
    rows = [{(k, s, held[level:]) for k, s, held in first} for level in range(10)]
    order: list[list[_Row]] = [[] for _ in range(10)]
    order[9] = sorted(rows[9])
    goes_to: list[Ints] = []
    planes: list[list[tuple[int, int, int, bool]]] = []
    for level in range(8, -1, -1):
        place = {row: i for i, row in enumerate(order[level + 1])}
        fewest: dict[_Row, int] = {}
        for row in rows[level]:
            fewest[_next(row)] = min(fewest.get(_next(row), 99), row[2][0])
        keys = {row: (row[2][0] != fewest[_next(row)], row[2][0]) for row in rows[level]}
        order[level] = sorted(rows[level], key=lambda row: (*keys[row], place[_next(row)]))
        goes_to.insert(0, np.array([place[_next(row)] for row in order[level]], np.int64))
        planes.insert(0, _planes([keys[row] for row in order[level]]))
    flat = [plane for level in planes for plane in level]
    holds, start, end, is_first = (
        np.array([plane[i] for plane in flat], np.int64) for i in range(4)
    )
    return DealerRows(
        orders=np.array([first[row] for row in order[0]]),
        goes_to=np.concatenate(goes_to),
        level_from=np.cumsum([0, *(len(to) for to in goes_to)]).astype(np.int64),
        plane_holds=holds,
        plane_from=start,
        plane_to=end,
        plane_is_first=is_first,
        planes_of_level=np.cumsum([0, *(len(level) for level in planes)]).astype(np.int64),
        outcome_from=np.searchsorted([row[0] for row in order[9]], np.arange(len(kept) + 1)).astype(
            np.int64
        ),
        size_and_aces=np.array([row[1] * MOST_CARDS + row[2][0] for row in order[9]], np.int64),
        most_rows=max(len(level) for level in order),
    )


def _next(row: _Row) -> _Row:
    return (row[0], row[1], row[2][1:])


def _planes(keys: list[tuple[bool, int]]) -> list[tuple[int, int, int, bool]]:
    """Runs of equal keys as (held, from, to, first to arrive)."""
    ends = [i for i in range(1, len(keys) + 1) if i == len(keys) or keys[i] != keys[i - 1]]
    return [
        (keys[start][1], start, end, not keys[start][0])
        for start, end in zip([0, *ends[:-1]], ends, strict=True)
    ]
