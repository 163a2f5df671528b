"""Bets on a third card of the box, whose price depends on when the hand takes one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import perm
from typing import Final

import numpy as np
from msgspec import Struct

from pitboss.cards import Card, Rank
from pitboss.compiled.ranks import CLASSES, Counts, card_of
from pitboss.compiled.side_bets.deals import THREE_CARDS, TWO_CARDS, rows_won
from pitboss.law.counting import is_blackjack, up_card
from pitboss.law.dealer import looks_for_blackjack, takes_hole_card
from pitboss.law.hands import Hand
from pitboss.law.side_bets.deciding import DecidingCards
from pitboss.law.side_bets.settling import label_of, settle, settle_row
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.schema import SideBet
from pitboss.solver.errors import CannotPrice
from pitboss.solver.side_bets.cards_left import CardsLeft
from pitboss.solver.side_bets.on_the_deal import by_faces, ways_to_draw
from pitboss.solver.side_bets.prices import Ending, SideBetPrice, whole_stake

_DEALT: Final = 5  # three cards to the box, and the dealer's first two


class ThirdCardPolicy(Struct, frozen=True):
    """Against which first cards of the dealer two cards take a third card.

    They do if the main hand draws or doubles, and do not if it stands, splits or surrenders.
    """

    name: str
    against: frozenset[Rank]
    """For every two cards not listed"""
    by_hand: Mapping[tuple[Rank, Rank], frozenset[Rank]] = {}
    """By the classes of the two cards, the lower first in the order of ranks"""

    def takes_against(self, first: Rank, second: Rank) -> frozenset[Rank]:
        """The first cards of the dealer against which these two take a third."""
        low, high = sorted((first, second), key=CLASSES.index)
        return self.by_hand.get((low, high), self.against)


ALWAYS: Final = ThirdCardPolicy("third card always", frozenset(CLASSES))
"""Two cards that wait draw against everything, for the sake of this wager."""

NEVER: Final = ThirdCardPolicy("third card never", frozenset())
"""Two cards that wait are split, or stand, against everything."""


def price_on_a_third_card(
    rules: TableRules, bet: SideBet, left: CardsLeft, policy: ThirdCardPolicy
) -> SideBetPrice:
    """A bet on three cards of the box when the main hand is played by the policy."""
    if left.size < _DEALT:
        raise CannotPrice(f"a shoe of {left.size} cards is too small for {bet.name}")
    deals: Counter[int] = Counter()
    for row, number in _rows(rules, bet, left, policy):
        deals[row] += number
    stake = whole_stake(bet)
    ways = Counter(
        {
            Ending(label_of(bet, row), settle_row(bet, row, stake)): number
            for row, number in deals.items()
        }
    )
    return SideBetPrice.of_combinations(
        bet.id, _in_fewest_cards(ways, left.size), stake=stake, policy=policy.name
    )


def _rows(
    rules: TableRules, bet: SideBet, left: CardsLeft, policy: ThirdCardPolicy
) -> Iterator[tuple[int, int]]:
    """The row of every deal of five cards, and the number of deals."""
    two, three = ways_to_draw(left, 2), ways_to_draw(left, 3)
    came = frozenset(TWO_CARDS)
    closed = by_faces(bet.id, left, rows_won(rules, bet, TWO_CARDS, came), two)
    third = by_faces(bet.id, left, rows_won(rules, bet, THREE_CARDS), three)
    waits = ((third != closed[..., None]) & (three > 0)).any(axis=2)
    rest = perm(left.size - 2, _DEALT - 2)
    for row in range(len(bet.rows.value.rows) + 1):
        yield row, int(two[(closed == row) & ~waits].sum()) * rest
    known: dict[tuple[Rank, ...], int] = {}
    for i, j in np.argwhere(waits & (two > 0)).tolist():
        for k in np.flatnonzero(three[i, j]).tolist():
            points = tuple(left.faces[face].points for face in (i, j, k))
            if points not in known:
                known[points] = _draws(rules, left, policy, points)
            number, drawn = int(three[i, j, k]), known[points]
            yield int(third[i, j, k]), number * drawn
            yield int(closed[i, j]), number * (perm(left.size - 3, 2) - drawn)


def gain_of_third_card(
    rules: TableRules, kind: str, left: CardsLeft, two: tuple[Card, Card], *, up: Card
) -> Fraction:
    """What a third card adds to the wager when these two face this first card.

    A player weighs it against the best play of the main hand. ``left`` is the shoe before these
    three cards; a dealer who checks for blackjack has done so, and has none.
    """
    stake = whole_stake(rules.side_bet(kind))
    before = settle(rules, kind, stake, DecidingCards(two, closed=True))
    assert before is not None, "a hand that takes no third card is decided"
    first, rest = CLASSES.index(up_card(rules, up)), left.without(*two, up)
    gain = every = 0
    for face in rest.faces:
        ends = {settle(rules, kind, stake, DecidingCards((*two, card))) for card in face.cards}
        if len(ends) > 1:
            raise CannotPrice(f"the third card is not known: it is one of {len(face.cards)}")
        after = ends.pop()
        assert after is not None, "a third card decides"
        deals = face.number * _goes_on(rules, rest.without(face.cards[0]).by_points, first)
        gain += deals * (after.settled.returned - before.settled.returned)
        every += deals
    return Fraction(gain, every * stake)


def _draws(
    rules: TableRules, left: CardsLeft, policy: ThirdCardPolicy, hand: tuple[Rank, ...]
) -> int:
    """In how many deals of the dealer's first two cards the hand reaches its third card."""
    counts = [n - hand.count(rank) for rank, n in zip(CLASSES, left.by_points, strict=True)]
    deals, against = 0, policy.takes_against(hand[0], hand[1])
    for up, number in enumerate(counts):
        if number and CLASSES[up] in against:
            others = (*counts[:up], number - 1, *counts[up + 1 :])
            deals += number * _goes_on(rules, others, up)
    return deals


def _goes_on(rules: TableRules, counts: Counts, up: int) -> int:
    """The number of second cards of the dealer with which play goes ahead.

    If the dealer checks and has a blackjack, the round ends before any player draws.
    """
    if not (takes_hole_card(rules) and looks_for_blackjack(rules, card_of(up))):
        return sum(counts)
    return sum(
        number
        for second, number in enumerate(counts)
        if not is_blackjack(rules, Hand((card_of(up), card_of(second))))
    )


def _in_fewest_cards(ways: Counter[Ending], size: int) -> Counter[Ending]:
    """The same, counted in deals of the fewest cards that distinguish the endings."""
    for cards in range(3, _DEALT):
        alike = perm(size - cards, _DEALT - cards)
        if all(deals % alike == 0 for deals in ways.values()):
            return Counter({ending: deals // alike for ending, deals in ways.items()})
    return ways
