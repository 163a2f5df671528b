"""The remedies a book orders for irregularities."""

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
    """One remedy for each irregularity."""

    shoe_exhausted: Annotated[
        Provision[Exhausted], OneOf(Exhausted), "What if the shoe runs out during a round?"
    ]
    face_up_in_shoe: Annotated[
        Provision[FaceUp], OneOf(FaceUp), "What if a card is face up in the shoe?"
    ]
    drawn_unseen: Annotated[
        Provision[Misdrawn], OneOf(Misdrawn), "What if a card is drawn in error and not exposed?"
    ]
    exposed_card: Annotated[
        Provision[ExposedCard], OneOf(ExposedCard), "What if a card is drawn in error and exposed?"
    ]
    extra_dealer_card: Annotated[
        Provision[ExtraDealerCard],
        OneOf(ExtraDealerCard),
        "What if the dealer draws to a completed hand?",
    ]
    dealing_error: Annotated[
        Provision[DealingError], OneOf(DealingError), "What if cards are dealt out of order?"
    ]
    absent_player: Annotated[
        Provision[AbsentPlayer], OneOf(AbsentPlayer), "What if a player is absent?"
    ]
    interruption: Annotated[
        Provision[Interruption], OneOf(Interruption), "What if a failure interrupts the round?"
    ]


class Rebuilding(Struct, frozen=True):
    """Reconstructing cards dealt out of order."""

    allowed: Annotated[Provision[bool], YesNo(), "Are cards dealt out of order reconstructed?"]
    after_settlement: Annotated[
        Provision[bool], YesNo(), "Even after that part of the round has been settled?"
    ]
    side_bets_stay: Annotated[
        Provision[bool],
        YesNo(),
        "Does a side bet stay on its two cards if the last main wager on the box is taken back?",
    ]
    void_reverses: Annotated[
        Provision[bool], YesNo(), "Does a void hand reverse what has been settled on it?"
    ]
