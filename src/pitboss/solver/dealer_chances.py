"""How likely the dealer is to end with each total, as exact fractions."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from math import perm, prod
from typing import NamedTuple

from pitboss.cards import Rank
from pitboss.compiled.dealer import dealers_hands
from pitboss.compiled.errors import check_supported
from pitboss.compiled.ranks import CLASSES, card_of
from pitboss.law.counting import is_blackjack
from pitboss.law.hands import Hand
from pitboss.rulebooks import TableRules

from .errors import BadShoe, CannotPrice
from .shoe import Shoe


class DealerChances(NamedTuple):
    """The chance of every end of the dealer's hand behind one up card; they add up to one."""

    totals: dict[int, Fraction]
    """By the final total, a blackjack and a bust apart"""
    bust: Fraction
    blackjack: Fraction


def dealer_chances(rules: TableRules, shoe: Shoe, up: Rank) -> DealerChances:
    """What the dealer makes of the up card, nothing else being known to be out of the shoe.

    >>> from pitboss.rulebooks import rulebook
    >>> table = rulebook("classic").default_rules
    >>> print(dealer_chances(table, Shoe.of_decks(6), Rank.ACE).blackjack)
    96/311
    """
    check_supported(rules)
    first = CLASSES.index(up)
    if not shoe.counts[first]:
        raise BadShoe(f"there is no {up} in the shoe to be the dealer's first card")
    left = [number - (rank == first) for rank, number in enumerate(shoe.counts)]
    size = sum(left)
    ends: defaultdict[int, Fraction] = defaultdict(Fraction)
    for hand, orders in dealers_hands(rules).orders.items():
        drawn = [held - (rank == first) for rank, held in enumerate(hand.counts)]
        deals = orders[first] * prod(map(perm, left, drawn)) if orders[first] else 0
        if deals:
            ends[hand.score.total] += Fraction(deals, perm(size, sum(drawn)))
    blackjack = sum(
        (
            Fraction(number, size)
            for rank, number in enumerate(left)
            if number and is_blackjack(rules, Hand((card_of(first), card_of(rank))))
        ),
        Fraction(0),
    )
    if blackjack + sum(ends.values()) != 1:
        raise CannotPrice(
            f"a shoe of {shoe.size} cards may run out before the dealer's hand is complete"
        )
    most = rules.counting.bust_above.value
    totals = {total: chance for total, chance in sorted(ends.items()) if total <= most}
    bust = sum((chance for total, chance in ends.items() if total > most), Fraction(0))
    return DealerChances(totals, bust, blackjack)
