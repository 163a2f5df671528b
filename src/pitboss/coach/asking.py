"""``advise``: the exact value of every act on one hand, at a prompt."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from pitboss.cards import Card
from pitboss.law.answers import Answer
from pitboss.law.hands import Hand
from pitboss.money import cents
from pitboss.rulebooks import RulesLike, TableRules, rules_of
from pitboss.solver.hand_notation import CardsLike, read_cards, read_up_card
from pitboss.solver.hand_query import answers_to, playable

from .advice import Advice, advice_on
from .spots import HandSpot, Standard


def answers_by_name(rules: TableRules, hand: Hand, up: Card) -> dict[str, Answer]:
    """The book's answer to every act on a hand, by the act's name."""
    answers = answers_to(rules, hand, up)
    return {act.word: answer for act, answer in answers.items()}


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
) -> HandSpot:
    """A decision on a hand as dealt and drawn to, not split, doubled or exchanged."""
    cards, first = read_cards(hand), read_up_card(up)
    playable(rules, cards)
    others = () if seen is None or seen == "" else read_cards(seen, what="a list of cards seen")
    held = Hand(cards)
    return HandSpot(
        rules, held, first, answers_by_name(rules, held, first), stake=cents(wager), seen=others
    )
