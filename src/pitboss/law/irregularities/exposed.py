"""A card drawn in error and exposed: whom a refusal binds, and where the card goes."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum, unique
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.law.dealer import completed_under
from pitboss.law.play import refused_under
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import ExposedCard


@unique
class Binds(StrEnum):
    """Who gets no more cards after refusing the exposed card."""

    HAND = "hand"
    PLAYER = "player"


class CardRefusal(NamedTuple):
    """Whom the refusal binds, and under which clause."""

    binds: Binds
    under: str


def refusal_binds(rules: TableRules) -> CardRefusal | Refusal:
    """Whether refusing the exposed card binds the hand, or the player on every box."""
    provision = rules.irregularities.exposed_card
    match provision.value:
        case ExposedCard.OFFERED_THEN_DEALERS_SECOND:
            return CardRefusal(Binds.HAND, refused_under(rules))
        case ExposedCard.OFFERED_THEN_DEALER_IF_DRAWING:
            return CardRefusal(Binds.PLAYER, refused_under(rules))
        case _:
            return Refusal(provision.under, "players may not refuse the card")


def completes_a_split(rules: TableRules) -> Answer:
    """Whether a split hand gets its second card although its player has refused a card."""
    provision = rules.splitting.second_card_after_refusal
    if provision.value:
        return Permit(provision.under)
    return Refusal(provision.under, "the player refused the exposed card and gets no more cards")


def refused_card_is_dealers_second(rules: TableRules) -> Answer:
    """Whether a card that every player refused goes to the dealer, needed or not."""
    provision = rules.irregularities.exposed_card
    if provision.value is ExposedCard.OFFERED_THEN_DEALERS_SECOND:
        return Permit(provision.under)
    return Refusal(provision.under, "the dealer takes it only if a card is due")


def not_needed_under(rules: TableRules, dealer: Sequence[Card]) -> str:
    """The clause that discards an exposed card: the book's, or what ends the dealer's hand."""
    provision = rules.irregularities.exposed_card
    if provision.value is ExposedCard.OFFERED_THEN_DEALERS_SECOND:
        return completed_under(rules, dealer)
    return provision.under
