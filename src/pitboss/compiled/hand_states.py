"""Hands as states with transitions by card, for kernels that play round after round.

Hands are distinguished by total, as in a chart, or by their exact cards. What a player does in a
state is up to the strategy.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from enum import StrEnum, unique
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.law.counting import Score, count, is_blackjack, is_bust
from pitboss.law.dealer import must_draw
from pitboss.law.hands import Hand
from pitboss.rulebooks import TableRules

from .outcomes import Outcomes, is_lost_for_good, winnings
from .ranks import card_of
from .stages import hands_alike_from

Classes = tuple[int, ...]
"""Cards by class, in the order received."""

States = NDArray[np.uint16]


@unique
class HandDistinction(StrEnum):
    """How hands are distinguished."""

    BY_TOTALS = "totals"
    BY_CARDS = "cards"


class HandWalk(NamedTuple):
    """A player's hands: the states and their transitions."""

    hands: tuple[Classes, ...]
    """Cards that represent each state"""
    follows: States
    """[state, class]; a bust hand stays where it is"""
    single: States
    """[class]: the state of one card, such as a split pair begins with"""
    opening: States
    """[class, class]: the state of the first two cards"""
    size: NDArray[np.uint8]
    """[state]: the number of cards, up to that from which on it makes no difference"""
    pair: NDArray[np.int8]
    """[state]: the class of which the two cards are a pair, or -1"""
    is_over: NDArray[np.bool_]
    is_natural: NDArray[np.bool_]
    """[state]: a blackjack, if it is the first two cards"""


class DealerWalk(NamedTuple):
    """The dealer's hands: the states and their outcomes."""

    follows: States
    """[state, class]"""
    single: States
    """[class]: the state of the first card"""
    outcome: NDArray[np.int8]
    """[state]: the class of outcome on which the dealer stops; -1 if another card is due"""
    is_blackjack: NDArray[np.bool_]


_LOST: Final = "lost"


def hand_walk(rules: TableRules, classes: Outcomes, distinction: HandDistinction) -> HandWalk:
    """Every hand a player can have, distinguished as ``told`` says."""
    alike_from = max(classes.alike_from, hands_alike_from(rules))

    @cache
    def is_lost(total: int, cards: int) -> bool:
        # The thousands of hands that have bust have few totals between them.
        return is_lost_for_good(winnings(rules, Score(False, total, cards), classes))

    def key(hand: Classes) -> Hashable:
        held = tuple(card_of(c) for c in hand)
        counted = count(rules, held)
        cards = min(len(hand), alike_from)
        if is_bust(rules, held):
            lost = is_lost(counted.total, cards)
            return _LOST if lost else (counted.total, cards, "over")
        if distinction is HandDistinction.BY_CARDS or len(hand) <= 2:
            return tuple(sorted(hand))
        return (counted.total, counted.soft, cards)

    hands, follows = _walk(key, lambda hand: not is_bust(rules, _cards(hand)))
    index = {key(hand): state for state, hand in enumerate(hands)}
    single = np.array([index[key((a,))] for a in range(10)], np.uint16)
    opening = np.array([[index[key((a, b))] for b in range(10)] for a in range(10)], np.uint16)
    over = [is_bust(rules, _cards(hand)) for hand in hands]
    return HandWalk(
        hands,
        follows,
        single,
        opening,
        np.array([min(len(hand), alike_from) for hand in hands], np.uint8),
        np.array([_pair(hand) for hand in hands], np.int8),
        np.array(over),
        np.array([is_blackjack(rules, Hand(_cards(hand))) for hand in hands]),
    )


def dealer_walk(rules: TableRules, classes: Outcomes) -> DealerWalk:
    """Every hand the dealer can have, distinguished as far as it matters."""

    def key(hand: Classes) -> Hashable:
        counted = count(rules, _cards(hand))
        blackjack = is_blackjack(rules, Hand(_cards(hand)))
        return (counted.total, counted.soft, min(len(hand), classes.dealers_alike_from), blackjack)

    def draws(hand: Classes) -> bool:
        return len(hand) < 2 or bool(must_draw(rules, _cards(hand)))

    hands, follows = _walk(key, draws)
    index = {key(hand): state for state, hand in enumerate(hands)}
    outcome = np.full(len(hands), -1, np.int8)
    blackjack = np.zeros(len(hands), bool)
    for state, hand in enumerate(hands):
        if is_blackjack(rules, Hand(_cards(hand))):
            blackjack[state] = True
        elif not draws(hand):
            outcome[state] = classes.of[Score(False, count(rules, _cards(hand)).total, len(hand))]
    single = np.array([index[key((a,))] for a in range(10)], np.uint16)
    return DealerWalk(follows, single, outcome, blackjack)


def _cards(hand: Classes) -> tuple[Card, ...]:
    return tuple(card_of(c) for c in hand)


def _pair(hand: Classes) -> int:
    return hand[0] if len(hand) == 2 and hand[0] == hand[1] else -1


def _walk(
    key: Callable[[Classes], Hashable], goes_on: Callable[[Classes], bool]
) -> tuple[tuple[Classes, ...], States]:
    """Every state reachable from one card, breadth first."""
    index: dict[Hashable, int] = {}
    hands: list[Classes] = []

    def state_of(hand: Classes) -> int:
        named = key(hand)
        if named not in index:
            index[named] = len(hands)
            hands.append(hand)
        return index[named]

    for a in range(10):
        state_of((a,))
    follows: list[list[int]] = []
    while len(follows) < len(hands):
        state = len(follows)
        hand = hands[state]
        if goes_on(hand):
            follows.append([state_of((*hand, c)) for c in range(10)])
        else:
            follows.append([state] * 10)
    return tuple(hands), np.array(follows, np.uint16)


class Units(NamedTuple):
    """Winnings as whole numbers: ``per`` of them make one wager."""

    per: int

    def of(self, amount: Fraction) -> int:
        """An amount in units, which must be whole."""
        exact = amount * self.per
        assert exact.denominator == 1, f"{amount} is not in {self.per}ths"
        return int(exact)


def units(*amounts: Fraction) -> Units:
    """The coarsest units in which all amounts are whole."""
    return Units(lcm(*(amount.denominator for amount in amounts)))
