"""The order of the deal and of play."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum, unique
from functools import cache
from typing import NamedTuple

from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.law.dealer import takes_hole_card
from pitboss.law.hands import Hand
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Direction


@unique
class CardPlace(StrEnum):
    """Where a card of the initial deal goes."""

    BOX = "box"
    DEALER = "dealer"


class DealtCard(NamedTuple):
    """One card of the initial deal: to a box or the dealer, face up or down."""

    place: CardPlace
    box: int | None
    face_up: bool
    was_missed: bool = False
    """Whether the dealer missed it, so that it follows the cards of all players"""


def order_of_deal(rules: TableRules, boxes: Iterable[int]) -> tuple[DealtCard, ...]:
    """The initial deal: a card to each box from the dealer's left, the dealer, each box again.

    If the book has a hole card, the dealer's second card follows, face down.
    """
    return _order_of_deal(order_of_turns(rules, boxes), bool(takes_hole_card(rules)))


@cache
def _order_of_deal(boxes: tuple[int, ...], hole_card: bool) -> tuple[DealtCard, ...]:
    each = tuple(DealtCard(CardPlace.BOX, box, True) for box in boxes)
    up = DealtCard(CardPlace.DEALER, None, True)
    hole = (DealtCard(CardPlace.DEALER, None, False),) if hole_card else ()
    return (*each, up, *each, *hole)


def dealt_under(
    rules: TableRules, *, box: bool, in_deal: bool, second: bool, drawn: str | None = None
) -> str:
    """The clause for dealing a card: to a box or the dealer, in the initial deal or later.

    ``second`` is true for the second card of a box or of the dealer; ``drawn`` is the clause by
    which the dealer must draw to the total there is.
    """
    cites = rules.book.cites
    if box:
        key = ("second_cards" if second else "first_cards") if in_deal else "further_card"
        return cites.get(key) or rules.deal.turns.under
    if not in_deal:
        later = cites.get("dealers_further_card") or drawn or rules.dealer.stands_on.under
        return cites.get("dealers_second_card", later) if second else later
    hole = rules.deal.hole_card.under
    return hole if second else cites.get("up_card", hole)


def drawn_under(rules: TableRules, hand: Hand, *, is_absent: bool = False) -> str:
    """The clause for a player's card after the initial deal, by what the hand is about to receive.

    Some books have a clause of their own for the card of a double, for the second card of a split
    hand, for that of a split ace, and for a card drawn for a player who has left.
    """
    cites = rules.book.cites
    under = None
    if is_absent:
        under = cites.get("absent_card")
    elif hand.is_doubled:
        under = cites.get("card_to_double")
    elif hand.is_split and len(hand.cards) == 1:
        ace = cites.get("card_to_split_ace") if hand.is_split_ace else None
        under = ace or cites.get("card_to_split")
    return under or dealt_under(rules, box=True, in_deal=False, second=False)


def may_squeeze(rules: TableRules) -> Answer:
    """Whether a player may squeeze: have cards dealt face down and turn them."""
    provision = rules.deal.squeezing
    if provision.value:
        return Permit(provision.under)
    return Refusal(provision.under, "players may not squeeze the cards at this table")


def order_of_turns(rules: TableRules, boxes: Iterable[int]) -> tuple[int, ...]:
    """The boxes in the order of play, clockwise from box 1 on the dealer's left."""
    clockwise = rules.deal.turns.value is Direction.CLOCKWISE
    return tuple(sorted(boxes, reverse=not clockwise))
