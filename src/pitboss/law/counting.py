"""The value of cards and hands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from msgspec import Struct

from pitboss.cards import Card, Rank
from pitboss.law.hands import Hand
from pitboss.rulebooks import TableRules


class Count(NamedTuple):
    """A point total; soft if an ace counts high in it."""

    total: int
    soft: bool

    def __str__(self) -> str:
        return f"{'soft' if self.soft else 'hard'} {self.total}"


_count = cache(Count)  # there are few totals, and every card needs one


class Score(Struct, frozen=True, gc=False):
    """What two hands are compared by: blackjack, total, number of cards."""

    blackjack: bool
    total: int
    cards: int


def points(rules: TableRules, card: Card) -> int:
    """The points of a card: its pips, the book's value of a picture, or an ace's high value."""
    if card.pips is not None:
        return card.pips
    counting = rules.counting
    return counting.ace_high.value if card.is_ace else counting.pictures.value


def up_card(rules: TableRules, card: Card) -> Rank:
    """The rank by which the book names an up card: every ten-value card is a T."""
    if card.pips is not None or card.is_ace:
        return card.rank
    return Rank.TEN if rules.counting.pictures.value == 10 else card.rank


def count(rules: TableRules, hand: Sequence[Card]) -> Count:
    """The total of a hand: an ace counts high unless that would bust the hand."""
    counting = rules.counting
    total = aces = 0
    for card in hand:
        if (pips := card.pips) is not None:
            total += pips
        elif card.is_ace:
            total += counting.ace_low.value
            aces += 1
        else:
            total += counting.pictures.value
    if not aces:
        return _count(total, False)
    lift, lifted = counting.ace_high.value - counting.ace_low.value, 0
    while lifted < aces and total + lift <= counting.bust_above.value:
        total += lift
        lifted += 1
    return _count(total, lifted > 0)


def is_bust(rules: TableRules, hand: Sequence[Card]) -> bool:
    """Whether the hand is above 21."""
    return count(rules, hand).total > rules.counting.bust_above.value


def is_blackjack(rules: TableRules, hand: Hand) -> bool:
    """Whether the first two cards are an ace and a ten-value card, not after a split or a zap."""
    if len(hand.cards) != 2:
        return False
    first, second = hand.cards
    if first.is_ace is second.is_ace:
        return False
    if hand.is_split and not rules.counting.blackjack_after_split.value:
        return False
    if hand.exchanges and (rules.zapping is None or not rules.zapping.makes_blackjack.value):
        return False
    return points(rules, second if first.is_ace else first) == 10


def is_charlie(rules: TableRules, hand: Score) -> bool:
    """Whether the hand wins by the number of its cards, without having bust."""
    least = rules.drawing.charlie.value
    if not isinstance(least, int) or hand.cards < least:
        return False
    return hand.total <= rules.counting.bust_above.value


def has_charlie(rules: TableRules, hand: Hand) -> bool:
    """Whether the hand as it lies wins by the number of its cards."""
    if not isinstance(rules.drawing.charlie.value, int):
        return False  # as in most books, which spares the score of every hand
    return is_charlie(rules, score(rules, hand))


def may_become_blackjack(rules: TableRules, first: Card) -> bool:
    """Whether some second card would complete a blackjack."""
    return first.is_ace or points(rules, first) == 10


def score(rules: TableRules, hand: Hand) -> Score:
    """The score of a hand for comparison."""
    return Score(is_blackjack(rules, hand), count(rules, hand.cards).total, len(hand.cards))
