"""The dealer's final hands behind one up card, for compositions with cards of a split class."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.compiled.dealer import DealersHands, dealers_hands, dealers_outcomes
from pitboss.compiled.dealer_rows import (
    MOST_CARDS,
    WIDE,
    FinalRows,
    Levels,
    arrange,
    contraction_order,
    final_rows,
)
from pitboss.compiled.multisets import Ints
from pitboss.compiled.ranks import ACE, TEN
from pitboss.compiled.watching import kept
from pitboss.rulebooks import TableRules


@kept
def _final_behind(rules: TableRules, up: int) -> FinalRows:
    behind = {
        hand: [number if rank == up else 0 for rank, number in enumerate(orders)]
        for hand, orders in dealers_hands(rules).orders.items()
        if orders[up]
    }
    return final_rows(DealersHands(behind), dealers_outcomes(rules))


GivenUp = tuple[tuple[int, int], ...]
"""Pairs of cards, any of which may have been given up"""


class PairRows(NamedTuple):
    """The dealer's final hands with one up card, arranged for contraction, one class last."""

    levels: Levels
    """With one column, that of the up card"""
    outcome_from: Ints
    """[class of outcome + 1]: the last level's rows of each class"""
    code: Ints
    """[row of the last level]: its place among the codes"""
    size: Ints
    """[code]: the number of cards"""
    held: Ints
    """[code]: those of the last class"""


@kept
def pair_rows(rules: TableRules, up: int, rank: int) -> PairRows:
    """The final hands behind an up card, for compositions with cards of a split class."""
    return _arranged(_with_shown(rules, up), up, rank)


def pair_rows_after_exchanges(rules: TableRules, up: int, rank: int, given_up: GivenUp) -> PairRows:
    """The same, each final hand together with every two cards that may have been given up."""
    final = _with_shown(rules, up)
    gone = [np.bincount(cards, minlength=10) for cards in given_up]
    both_orders = [1.0 if a == b else 2.0 for a, b in given_up]
    together = FinalRows(
        np.concatenate([final.outcome] * len(given_up)),
        np.concatenate([final.counts + cards for cards in gone]),
        np.concatenate([final.orders * number for number in both_orders]),
        final.outcomes,
    )
    return _arranged(together, up, rank)


def _with_shown(rules: TableRules, up: int) -> FinalRows:
    """Two outcomes more: the up card, whatever follows, and a blackjack."""
    final = _final_behind(rules, up)
    shown = np.zeros((2, 10), np.int64)
    shown[:, up] += 1
    shown[1, TEN - up if up in (ACE, TEN) else up] += 1
    ways = np.zeros((2, WIDE))
    ways[:, up] = 1.0, float(up in (ACE, TEN))
    return FinalRows(
        np.concatenate([final.outcome, [final.outcomes, final.outcomes + 1]]),
        np.concatenate([final.counts, shown]),
        np.concatenate([final.orders, ways]),
        final.outcomes + 2,
    )


def _arranged(final: FinalRows, up: int, rank: int) -> PairRows:
    levels, last = arrange(final, contraction_order(rank), together=False)
    codes, code = np.unique(last.size * MOST_CARDS + last.held, return_inverse=True)
    return PairRows(
        levels._replace(orders=levels.orders[:, up].copy()),
        outcome_from=np.searchsorted(last.outcome, np.arange(final.outcomes + 1)),
        code=code.ravel(),
        size=codes // MOST_CARDS,
        held=codes % MOST_CARDS,
    )
