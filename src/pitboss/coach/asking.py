"""``advise``: the exact value of every act on one hand, at a prompt."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any, Final

from pitboss.cards import Card
from pitboss.law.answers import Answer
from pitboss.law.counting import count, is_bust
from pitboss.law.hands import Hand
from pitboss.law.play import may_double, may_hit, may_split, may_stand, may_surrender, may_zap
from pitboss.money import cents
from pitboss.rulebooks import RulesLike, TableRules, rules_of
from pitboss.solver import BadHand
from pitboss.solver.hand_notation import CardsLike, read_cards, read_up_card

from .advice import Advice, advice_on
from .spots import Spot, Standard

MAY: Final[dict[str, Callable[[TableRules, Hand, Card], Answer]]] = {
    "stand": lambda rules, hand, up: may_stand(rules, hand),
    "hit": lambda rules, hand, up: may_hit(rules, hand),
    "double": lambda rules, hand, up: may_double(rules, hand),
    "split": lambda rules, hand, up: may_split(rules, hand),
    "surrender": lambda rules, hand, up: may_surrender(rules, hand, up=up),
    "zap": lambda rules, hand, up: may_zap(rules, hand),
}
"""What the book says to each act on a hand as dealt and drawn to."""


def advise(
    rules: RulesLike,
    *,
    hand: CardsLike,
    up: CardsLike,
    seen: CardsLike | None = None,
    standard: Standard | str | None = None,
    wager: int | str | Decimal = 10,
    **elections: Any,
) -> Advice:
    """Advise on a hand: every act with its exact value, from the cards that have been seen.

    ``seen`` are cards seen since the shuffle other than the hand and the up card; with it the
    standard is "seen", otherwise "hand". ``standard`` may also be "chart".

    >>> advise("classic", hand="9 4 3", up="T", seen="5 5 6 T").best
    'stand'
    """
    spot = spot_of(rules_of(rules, **elections), hand, up, seen=seen, wager=wager)
    if standard is None:
        standard = Standard.HAND if seen is None else Standard.SEEN
    try:
        chosen = Standard(standard)
    except ValueError:
        known = ", ".join(Standard)
        raise ValueError(f"unknown standard {standard!r}; the standards: {known}") from None
    return advice_on(spot, chosen)


def spot_of(
    rules: TableRules,
    hand: CardsLike,
    up: CardsLike,
    *,
    seen: CardsLike | None = None,
    wager: int | str | Decimal = 10,
) -> Spot:
    """A decision on a hand as dealt and drawn to, not split, doubled or zapped."""
    cards, first = read_cards(hand), read_up_card(up)
    written = " ".join(card.rank.value for card in cards)
    if len(cards) < 2:
        raise BadHand(f"{written!r} is one card; a hand to be played has at least two")
    if is_bust(rules, cards):
        total = count(rules, cards).total
        raise BadHand(f"{written!r} counts {total}: the hand has bust and cannot be played")
    others = () if seen is None or seen == "" else read_cards(seen, what="a list of cards seen")
    held = Hand(cards)
    answers = {act: may(rules, held, first) for act, may in MAY.items()}
    return Spot(rules, held, first, answers, stake=cents(wager), seen=others)
