"""What the book orders when something has gone wrong."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from pitboss.rulebooks.domains import OneOf, YesNo
from pitboss.rulebooks.enumerations import (
    AbsentPlayer,
    DealingError,
    Exhausted,
    ExposedCard,
    ExtraDealerCard,
    FaceUp,
    Interruption,
    Misdrawn,
)
from pitboss.rulebooks.provisions import Provision


class Irregularities(Struct, frozen=True):
    """The remedies of the book, one for each thing that can go wrong."""

    shoe_exhausted: Annotated[
        Provision[Exhausted], OneOf(Exhausted), "The shoe runs out during a round?"
    ]
    face_up_in_shoe: Annotated[Provision[FaceUp], OneOf(FaceUp), "A card lies face up in the shoe?"]
    drawn_unseen: Annotated[
        Provision[Misdrawn], OneOf(Misdrawn), "A card is drawn in error and not seen?"
    ]
    exposed_card: Annotated[
        Provision[ExposedCard], OneOf(ExposedCard), "A card is drawn in error and seen?"
    ]
    extra_dealer_card: Annotated[
        Provision[ExtraDealerCard],
        OneOf(ExtraDealerCard),
        "The dealer draws to a finished hand?",
    ]
    dealing_error: Annotated[
        Provision[DealingError], OneOf(DealingError), "Cards were dealt out of order?"
    ]
    absent_player: Annotated[
        Provision[AbsentPlayer], OneOf(AbsentPlayer), "The player has walked away?"
    ]
    interruption: Annotated[
        Provision[Interruption], OneOf(Interruption), "A failure interrupts the round?"
    ]


class Rebuilding(Struct, frozen=True):
    """Putting cards dealt out of order back into their order."""

    allowed: Annotated[Provision[bool], YesNo(), "Are cards dealt out of order put back into it?"]
    after_settlement: Annotated[
        Provision[bool], YesNo(), "Also once wagers of that part of the round are settled?"
    ]
