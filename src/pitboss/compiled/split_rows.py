"""The dealer's final hands arranged for the hands of a split: the split class comes last."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from pitboss.rulebooks import TableRules

from .dealer import dealers_outcomes
from .dealer_rows import (
    MOST_CARDS,
    WIDE,
    FinalRows,
    Levels,
    arrange,
    contraction_order,
    final_rows,
    hands_within,
)
from .multisets import Ints
from .ranks import ACE, TEN
from .watching import kept_few

IN_BOTH_HANDS: Final = 40
"""The most cards of a player's hand and the dealer's together, and one more"""


class SplitRows(NamedTuple):
    """As :class:`~pitboss.compiled.dealer_rows.DealerRows`, with one level less.

    Few hands agree in all classes but the last two, so these are contracted together.
    There is one outcome more: the up card, less the blackjacks made with it. It represents what
    a hand gains over a loss against the remaining outcome.
    """

    levels: Levels
    outcome_and_held: Ints
    """[row of the last level]: outcome times sixteen, plus cards of the class before the last"""
    group_from: Ints
    """[group + 1]: rows with the same number of cards, and of the split class"""
    group_place: Ints
    """[group]: where it adds to a table over cards of the split class, cards and up cards"""


@kept_few
def all_split_rows(rules: TableRules, of_each_at_most: int | None) -> tuple[SplitRows, ...]:
    """[class]: the dealer's final hands arranged for the hands of a split pair."""
    hands = hands_within(rules, of_each_at_most)
    final = _with_up_cards(final_rows(hands, dealers_outcomes(rules)))
    return tuple(_split_rows(final, rank) for rank in range(10))


def _split_rows(final: FinalRows, rank: int) -> SplitRows:
    levels, last = arrange(final, contraction_order(rank), together=True)
    alike = last.size * MOST_CARDS + last.held
    starts = np.concatenate([[0], np.nonzero(np.diff(alike))[0] + 1, [len(alike)]])
    return SplitRows(
        levels,
        outcome_and_held=last.outcome * MOST_CARDS + last.held_before,
        group_from=starts,
        group_place=(last.held * IN_BOTH_HANDS + last.size)[starts[:-1]] * WIDE,
    )


def _with_up_cards(final: FinalRows) -> FinalRows:
    """Add each up card alone, and subtract the blackjacks."""
    ways = np.zeros((11, WIDE))
    ways[np.arange(10), np.arange(10)] = 1.0
    ways[10, [ACE, TEN]] = -1.0
    counts = np.eye(10, dtype=np.int64)
    blackjack = counts[ACE] + counts[TEN]
    return FinalRows(
        np.concatenate([final.outcome, np.full(11, final.outcomes)]),
        np.concatenate([final.counts, counts, blackjack[None]]),
        np.concatenate([final.orders, ways]),
        final.outcomes + 1,
    )
