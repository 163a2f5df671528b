"""The dealer's hands: every final multiset of cards, and in how many orders it is drawn."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from pitboss.law.counting import Score, count, is_blackjack
from pitboss.law.dealer import must_draw
from pitboss.law.hands import Hand
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Soft17

from .outcomes import dealers_final
from .ranks import Counts, cards_of


class FinalHand(NamedTuple):
    """A multiset of cards on which the dealer stops, and what it scores."""

    counts: Counts
    score: Score


class DealersHands(NamedTuple):
    """For each final hand, in how many orders it comes after each up card."""

    orders: dict[FinalHand, list[int]]

    def scores(self) -> Counter[Score]:
        """Every final score with the number of multisets that make it."""
        return Counter(hand.score for hand in self.orders)


def dealers_hands(rules: TableRules) -> DealersHands:
    """Every way in which the dealer draws, a blackjack apart."""
    return _dealers_hands(_Drawing(rules))


class _Drawing:
    """The rules, equal to others by which the dealer draws the same cards."""

    def __init__(self, rules: TableRules) -> None:
        self.rules = rules
        counting = rules.counting
        self.key: tuple[int, Soft17, int, int, int] = (
            rules.dealer.stands_on.value,
            rules.dealer.soft_17.value,
            counting.ace_low.value,
            counting.ace_high.value,
            counting.bust_above.value,
        )

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Drawing) and self.key == other.key


@lru_cache(maxsize=16)
def _dealers_hands(drawing: _Drawing) -> DealersHands:
    rules = drawing.rules
    orders: dict[FinalHand, list[int]] = {}
    finals: dict[Counts, FinalHand | None] = {}
    for up in range(10):
        level = {tuple(int(rank == up) for rank in range(10)): 1}
        while level:
            deeper: dict[Counts, int] = {}
            for counts, ways in level.items():
                for rank in range(10):
                    child = (*counts[:rank], counts[rank] + 1, *counts[rank + 1 :])
                    deeper[child] = deeper.get(child, 0) + ways
            level = {}
            for counts, ways in deeper.items():
                if counts not in finals:
                    finals[counts] = _final(rules, counts)
                final = finals[counts]
                if final is None:
                    level[counts] = ways
                elif not final.score.blackjack:
                    orders.setdefault(final, [0] * 10)[up] += ways
    return DealersHands(orders)


def _final(rules: TableRules, counts: Counts) -> FinalHand | None:
    hand = cards_of(counts)
    if is_blackjack(rules, Hand(hand)):
        return FinalHand(counts, Score(True, 21, 2))
    if must_draw(rules, hand):
        return None
    return FinalHand(counts, dealers_final(count(rules, hand).total, len(hand)))
