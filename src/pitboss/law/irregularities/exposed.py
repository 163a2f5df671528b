"""A card drawn in error and seen: whom a refusal binds, and where the refused card goes."""

from __future__ import annotations

from enum import StrEnum, unique
from typing import NamedTuple

from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import ExposedCard


@unique
class Binds(StrEnum):
    """What takes no more cards once the exposed card is refused."""

    HAND = "hand"
    PLAYER = "player"


class Refused(NamedTuple):
    """Whom the refusal binds, and under which clause."""

    binds: Binds
    under: str


def refusal_binds(rules: TableRules) -> Refused | Refusal:
    """Whether refusing the exposed card ends the hand's cards or the player's, on every box."""
    said = rules.irregularities.exposed_card
    match said.value:
        case ExposedCard.OFFERED_THEN_DEALERS_SECOND:
            return Refused(Binds.HAND, said.under)
        case ExposedCard.OFFERED_THEN_DEALER_IF_DRAWING:
            return Refused(Binds.PLAYER, said.under)
        case _:
            return Refusal(said.under, "nobody may refuse the card")


def refused_card_is_dealers_second(rules: TableRules) -> Answer:
    """Whether a card that the players refused goes to the dealer, needed or not."""
    said = rules.irregularities.exposed_card
    if said.value is ExposedCard.OFFERED_THEN_DEALERS_SECOND:
        return Permit(said.under)
    return Refusal(said.under, "the dealer takes it only where a card is due")
