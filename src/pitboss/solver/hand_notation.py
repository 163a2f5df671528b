"""Hands as people write them: ``8,8``, ``Kh Td``, ``4 4 5``, ``10 6 v A``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from pitboss.cards import Card, Rank, Suit
from pitboss.law.hands import Hand

CardsLike = str | Hand | Card | Iterable[Card | str]
"""Cards in any usual notation, or as objects"""

_SIGNS: Final = str.maketrans({"♠": "s", "♥": "h", "♦": "d", "♣": "c"})
_CARD: Final = re.compile(r"([2-9TJQKA])([SHDC]?)[\s,;/+-]*", re.IGNORECASE)
_AGAINST: Final = re.compile(
    r"\s*(?:\bv(?:s\.?|\.)?(?=\s|$|\d|[TJQKA])|\bagainst\b)\s*", re.IGNORECASE
)


class BadHand(ValueError):
    """Raised for a hand that cannot be read or cannot occur; says what is wrong."""


def read_cards(given: CardsLike, *, what: str = "a hand") -> tuple[Card, ...]:
    """The cards of a hand; one without a suit takes the first suit that is free for its rank.

    >>> read_cards("10,6"), read_cards("8h8d")
    ((Card('Ts'), Card('6s')), (Card('8h'), Card('8d')))
    """
    if isinstance(given, Hand):
        return given.cards
    if isinstance(given, Card):
        return (given,)
    if not isinstance(given, str):
        return tuple(_one_of_several(each, given) for each in _listed(given, what))
    text = given.translate(_SIGNS).replace("10", "T").strip()
    cards: list[Card] = []
    at = 0
    while at < len(text):
        card = _CARD.match(text, at)
        if card is None:
            break
        cards.append(_card(card[1], card[2], cards))
        at = card.end()
    if at < len(text) or not cards:
        raise BadHand(
            f"{given!r} is not {what}; write ranks (A 2-9 10 or T, J Q K), with or without "
            "suits (s h d c), as in '8,8', 'Kh Td' or '4 4 5'"
        )
    return tuple(cards)


def _listed(given: Iterable[Card | str], what: str) -> Iterable[Card | str]:
    if not isinstance(given, Iterable):
        raise BadHand(f"{given!r} is not {what}; write it as in '8,8', or give a list of cards")
    return given


def _one_of_several(card: Card | str, given: object) -> Card:
    """A card of a list, as an object or in writing."""
    if isinstance(card, Card):
        return card
    cards = read_cards(str(card))
    if len(cards) != 1:
        raise BadHand(f"{card!r} in {given!r} is not a card")
    return cards[0]


def _card(rank: str, suit: str, before: list[Card]) -> Card:
    if suit:
        return Card(rank.upper() + suit.lower())
    same = sum(card.rank.value == rank.upper() for card in before)
    return Card.of(Rank(rank.upper()), tuple(Suit)[same % len(Suit)])


def read_up_card(given: CardsLike) -> Card:
    """The dealer's first card."""
    cards = read_cards(given, what="an up card")
    if len(cards) != 1:
        raise BadHand(f"{given!r} is {len(cards)} cards; the up card is one")
    return cards[0]


def read_hand_against(text: str) -> tuple[tuple[Card, ...], Card]:
    """A hand against an up card, written as in ``8,8 v T``.

    >>> read_hand_against("A,7 vs 10")
    ((Card('As'), Card('7s')), Card('Ts'))
    """
    parts = _AGAINST.split(text)
    if len(parts) != 2:
        raise BadHand(f"{text!r} is not a hand against an up card; write it as in '8,8 v T'")
    return read_cards(parts[0]), read_up_card(parts[1])
