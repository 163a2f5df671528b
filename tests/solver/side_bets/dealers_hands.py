"""Every hand the dealer may end with, and how likely each is."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from math import perm, prod
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.compiled.ranks import CLASSES, Counts, cards_of
from pitboss.law.dealer import must_draw
from pitboss.rulebooks import TableRules
from pitboss.solver.errors import CannotPrice
from pitboss.solver.side_bets.cards_left import CardsLeft


class CompletedHand(NamedTuple):
    """A dealer's hand that is drawn to its end, and in how many orders it may have come."""

    cards: tuple[Card, ...]
    held: Counts
    orders: int


@lru_cache(maxsize=8)
def completed_hands(rules: TableRules) -> tuple[CompletedHand, ...]:
    """Every completed hand once, whatever the order of its cards.

    A hand is reached from each hand with one card less on which the dealer still draws, so the
    orders add up; two cards the dealer always takes.
    """
    width = len(CLASSES)
    drawing: dict[Counts, int] = {
        tuple(int(i == rank) for i in range(width)): 1 for rank in range(width)
    }
    done = []
    while drawing:
        reached: defaultdict[Counts, int] = defaultdict(int)
        for held, orders in drawing.items():
            for rank in range(width):
                reached[*held[:rank], held[rank] + 1, *held[rank + 1 :]] += orders
        drawing = {}
        for held, orders in reached.items():
            cards = cards_of(held)
            if must_draw(rules, cards):
                drawing[held] = orders
            else:
                done.append(CompletedHand(cards, held, orders))
    return tuple(done)


def chances(rules: TableRules, left: CardsLeft) -> dict[CompletedHand, Fraction]:
    """The probability of every completed hand that these cards can make.

    What the players draw before does not matter: the cards that come to the dealer are as likely
    to be any of those unseen.
    """
    held, size = left.by_points, left.size
    fractions = {}
    for hand in completed_hands(rules):
        deals = hand.orders * prod(map(perm, held, hand.held))
        if deals:
            fractions[hand] = Fraction(deals, perm(size, len(hand.cards)))
    if sum(fractions.values()) != 1:
        raise CannotPrice(
            f"a shoe of {size} cards may run out before the dealer's hand is complete"
        )
    return fractions
