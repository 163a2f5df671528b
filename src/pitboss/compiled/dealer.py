"""The dealer's final hands as multisets, with the number of orders for each."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import numpy as np

from pitboss.law.counting import Score, count, is_blackjack
from pitboss.law.dealer import must_draw
from pitboss.law.hands import Hand
from pitboss.rulebooks import TableRules

from .multisets import UNIT_KEYS, Ints, counts_of
from .outcomes import Outcomes, outcomes
from .ranks import ACE, Counts, cards_of
from .watching import kept


class FinalHand(NamedTuple):
    """A multiset of cards on which the dealer stops, and its score."""

    counts: Counts
    score: Score


class DealersHands(NamedTuple):
    """For each final hand, the number of orders in which it follows each up card."""

    orders: dict[FinalHand, list[int]]

    def scores(self) -> Counter[Score]:
        """Every final score with the number of multisets that make it."""
        return Counter(hand.score for hand in self.orders)


@kept
def dealers_hands(rules: TableRules) -> DealersHands:
    """Every way the dealer draws, without a blackjack."""
    orders: dict[FinalHand, list[int]] = {}
    keys, ways = UNIT_KEYS, np.eye(10, dtype=np.int64)
    finals: dict[tuple[int, ...], Score | None] = {}
    while len(keys):
        grown, which = np.unique((keys[:, None] + UNIT_KEYS).ravel(), return_inverse=True)
        deeper = np.zeros((len(grown), 10), np.int64)
        np.add.at(deeper, which.ravel(), np.repeat(ways, 10, axis=0))
        counts = counts_of(grown)
        goes_on = np.zeros(len(grown), bool)
        request, group = _alike(counts)
        for number, (alike, row) in enumerate(request):
            if alike not in finals:
                finals[alike] = _final(rules, tuple(counts[row].tolist()))
            goes_on[group == number] = finals[alike] is None
        scores = [finals[alike] for alike, _ in request]
        for row in np.nonzero(~goes_on)[0].tolist():
            score = scores[group[row]]
            assert score is not None
            if not score.blackjack:
                orders[FinalHand(tuple(counts[row].tolist()), score)] = deeper[row].tolist()
        keys, ways = grown[goes_on], deeper[goes_on]
    return DealersHands(orders)


def _alike(counts: Ints) -> tuple[list[tuple[tuple[int, ...], int]], Ints]:
    """Hands by what the law considers: points, aces and number; with one row of each."""
    size = counts.sum(axis=1)
    considered = np.stack([counts @ np.arange(1, 11), counts[:, ACE], size], axis=1)
    different, first, group = np.unique(considered, axis=0, return_index=True, return_inverse=True)
    keys = (tuple(each) for each in different.tolist())
    return list(zip(keys, first.tolist(), strict=True)), group.ravel()


def _final(rules: TableRules, counts: Counts) -> Score | None:
    """The score on which the dealer stops, or None if another card is drawn."""
    hand = cards_of(counts)
    if is_blackjack(rules, Hand(hand)):
        return Score(True, 21, 2)
    if must_draw(rules, hand):
        return None
    return Score(False, count(rules, hand).total, len(hand))


@kept
def dealers_outcomes(rules: TableRules) -> Outcomes:
    """The dealer's final hands in classes that are the same to every player."""
    return outcomes(rules, dealers_hands(rules).scores())
