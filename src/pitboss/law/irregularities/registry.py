"""Every irregularity and every order of the house, each described once."""

from __future__ import annotations

from typing import Any, Final

from pitboss.law.irregularities import conditions
from pitboss.law.irregularities.equipment import EQUIPMENT, SHUFFLES
from pitboss.law.irregularities.records import OnlyByHand, Record, Remedy
from pitboss.law.phases import AFTER_THE_DEAL, IN_ROUND, IN_THE_DEAL, UNTIL_COLLECTED

_ONE_OF_THE_DEAL: Final = {
    "rebuild_or_void_hands": Remedy.REBUILT,
    "players_choose": Remedy.CHOICE,
    "ruling": Remedy.RULING,
}
"""The remedy for a missed card if the book does not offer it late."""

_INTERRUPTED: Final = {
    "void_unless_an_outcome_exists": Remedy.VOID_UNLESS_DECIDED,
    "void_affected_hands": Remedy.VOID_HANDS,
    "void_round": Remedy.VOID_ROUND,
    "ruling": Remedy.RULING,
}


def _voids_the_round(name: str, says: str, **more: Any) -> Record:
    """What makes the round void, whatever the book chooses."""
    document = {"remedy": Remedy.VOID_ROUND, "impossible": conditions.nothing_is_on, **more}
    return Record(name, says, voids=True, in_worked_rounds=False, **document)


def _condemns_the_cards(name: str, says: str, because: str, by_hand: OnlyByHand) -> Record:
    """What makes the round void, if one is on, and the cards unfit until they are shuffled."""
    return _voids_the_round(
        name,
        says,
        remedy=Remedy.CONDEMNED,
        impossible=None,
        reason=name,
        because=because,
        by_hand=by_hand,
    )


_CARDS: Final = (
    Record(
        "exposed_card",
        "a card was drawn in error and exposed",
        by_hand=OnlyByHand.DRAWN,
        tells=("card",),
        draws=1,
        when=UNTIL_COLLECTED,
        provision="exposed_card",
        remedies={
            "offered_then_dealers_second": Remedy.OFFERED,
            "offered_then_dealer_if_drawing": Remedy.OFFERED,
            "dealing_error": Remedy.NEXT_CARD_AND_CHOICE,
            "ruling": Remedy.RULING,
        },
    ),
    Record(
        "drawn_unexposed",
        "a card was drawn in error, not exposed",
        by_hand=OnlyByHand.DRAWN,
        tells=("card",),
        draws=1,
        when=IN_ROUND,
        provision="drawn_unseen",
        remedies={
            "next_card": Remedy.NEXT_CARD,
            "dealing_error": Remedy.NEXT_CARD_AND_CHOICE,
            "ruling": Remedy.RULING,
        },
    ),
    Record(
        "drawn_together",
        "cards were drawn together and their order is unknown",
        by_hand=OnlyByHand.DRAWN,
        tells=("cards",),
        draws=2,
        when=IN_ROUND,
        remedy=Remedy.PICKED,
    ),
    Record(
        "extra_dealer_card",
        "the dealer drew to a completed hand",
        by_hand=OnlyByHand.DRAWN,
        tells=("card",),
        draws=1,
        is_dealt=True,
        when=UNTIL_COLLECTED - IN_THE_DEAL,
        provision="extra_dealer_card",
        remedies={"removed": Remedy.REMOVED, "ruling": Remedy.RULING},
        impossible=conditions.dealer_is_not_done,
    ),
    Record(
        "stray_cards",
        "cards were dealt to a box without a wager",
        by_hand=OnlyByHand.DEALT,
        tells=("box", "cards"),
        draws=2,
        is_dealt=True,
        when=UNTIL_COLLECTED,
        remedy=Remedy.REMOVED_AND_CHOICE,
    ),
    Record(
        "face_up_card",
        "the next card is face up in the shoe",
        by_hand=OnlyByHand.HANDLED,
        provision="face_up_in_shoe",
        remedies={
            "removed": Remedy.REMOVED,
            "used": Remedy.NEXT_CARD,
            "ruling": Remedy.RULING,
        },
        is_found=True,
    ),
    Record(
        "damaged_card",
        "a card is damaged",
        by_hand=OnlyByHand.HANDLED,
        tells=("card",),
        remedy=Remedy.REPLACE_CARD,
    ),
    _voids_the_round("foreign_card", "a foreign card is in the set", by_hand=OnlyByHand.HANDLED),
    Record(
        "missing_card",
        "the card count is wrong",
        by_hand=OnlyByHand.HANDLED,
        is_found=True,
    ),
    Record(
        "squeeze_exposed",
        "a squeeze card was dealt face up",
        by_hand=OnlyByHand.DEALT,
        when=UNTIL_COLLECTED,
        impossible=conditions.nothing_is_squeezed,
        in_worked_rounds=False,
    ),
)

_DEALING: Final = (
    Record(
        "dealing_error",
        "cards were dealt in the wrong order",
        by_hand=OnlyByHand.DEALT,
        may_tell=("reconstructed", "hands", "cards"),
        written=("reconstructed",),
        when=UNTIL_COLLECTED,
        provision="dealing_error",
        remedies=_ONE_OF_THE_DEAL,
        choices=(
            ("as_it_is", "The cards cannot be reconstructed"),
            ("reconstructed", "The cards are reconstructed"),
        ),
    ),
    Record(
        "dealer_card_missed",
        "the dealer's own card was missed",
        by_hand=OnlyByHand.DEALT,
        tells=("which",),
        when=IN_THE_DEAL,
        remedy=Remedy.DEALER_LAST,
        choices=(("first", "The first card was missed"), ("second", "The second card was missed")),
    ),
    Record(
        "no_cards_dealt",
        "no card was dealt",
        by_hand=OnlyByHand.DEALT,
        tells=("box",),
        when=IN_THE_DEAL,
        provision="dealing_error",
        remedies={"late_card_or_dead_hand": Remedy.DEAD_HAND, **_ONE_OF_THE_DEAL},
        voids=True,
    ),
    Record(
        "one_card_dealt",
        "only one card was dealt",
        by_hand=OnlyByHand.DEALT,
        tells=("box",),
        when=IN_THE_DEAL,
        provision="dealing_error",
        remedies={"late_card_or_dead_hand": Remedy.LATE_SECOND_CARD, **_ONE_OF_THE_DEAL},
    ),
    Record(
        "missed_card",
        "a player's hit was missed",
        by_hand=OnlyByHand.DEALT,
        tells=("box", "hand"),
        when=AFTER_THE_DEAL,
        provision="dealing_error",
        remedies={"late_card_or_dead_hand": Remedy.LATE_CARD, **_ONE_OF_THE_DEAL},
    ),
    Record(
        "wrong_peek",
        "the card reader was used when not required",
        by_hand=OnlyByHand.LEFT_UNDONE,
        when=UNTIL_COLLECTED - IN_THE_DEAL,
        impossible=conditions.peek_was_right,
    ),
    Record(
        "rebuilt",
        "the cards have been reconstructed",
        by_hand=OnlyByHand.DEALT,
        is_found=True,
    ),
)

_VOIDS: Final = (
    Record(
        "void_hand",
        "the hand cannot be reconstructed",
        by_hand=OnlyByHand.DEALT,
        tells=("box", "hand"),
        may_tell=("lost",),
        may_write=("lost",),
        when=UNTIL_COLLECTED,
        remedy=Remedy.VOID_HAND,
        impossible=conditions.no_card_is_out,
        voids=True,
    ),
    Record(
        "csm_malfunction",
        "the continuous shuffler has failed",
        may_tell=("ruling", "hands"),
        may_write=("ruling", "hands"),
        when=UNTIL_COLLECTED,
        provision="interruption",
        remedies=_INTERRUPTED,
        impossible=conditions.without_continuous_shuffler,
        voids=True,
        choices=(("void_round", "Void the round"), ("void_hands", "Void these hands")),
    ),
    Record(
        "tech_interruption",
        "a technical fault interrupted the round",
        may_tell=("hands",),
        provision="interruption",
        remedies=_INTERRUPTED,
        impossible=conditions.nothing_is_on,
        voids=True,
    ),
    _condemns_the_cards(
        "card_count_wrong",
        "the set has too many cards or too few",
        "the set must be counted",
        OnlyByHand.HANDLED,
    ),
    _condemns_the_cards(
        "unshuffled",
        "the cards were not shuffled",
        "the cards were not shuffled",
        OnlyByHand.SHUFFLED,
    ),
    _voids_the_round(
        "void_round", "the round is declared void", impossible=conditions.no_card_is_out
    ),
    Record(
        "shoe_exhausted",
        "the shoe is empty",
        provision="shoe_exhausted",
        because="the shoe ran out",
        is_found=True,
    ),
)

_PEOPLE: Final = (
    Record(
        "absent",
        "the player is absent",
        tells=("box",),
        may_tell=("player",),
        may_write=("player",),
        when=UNTIL_COLLECTED,
        provision="absent_player",
        remedies={
            "drawn_to_twelve": Remedy.HOUSE_PLAYS,
            "stands": Remedy.HOUSE_PLAYS,
            "ruling": Remedy.RULING,
        },
    ),
    Record(
        "insurance_not_offered",
        "a player was not offered insurance",
        by_hand=OnlyByHand.LEFT_UNDONE,
        tells=("box", "player"),
        when=UNTIL_COLLECTED - IN_THE_DEAL,
        remedy=Remedy.LATE_INSURANCE,
        impossible=conditions.insurance_is_not_due,
    ),
    Record(
        "side_bets_missed",
        "side bets were not settled in time",
        by_hand=OnlyByHand.LEFT_UNDONE,
        when=UNTIL_COLLECTED - IN_THE_DEAL,
        remedy=Remedy.LATE_SIDE_BETS,
        impossible=conditions.no_side_bets,
    ),
    Record(
        "readmitted",
        "a player who sat out is readmitted",
        tells=("player",),
        remedy=Remedy.READMITTED,
        by_supervisor=True,
        in_worked_rounds=False,
    ),
    Record(
        "ruling",
        "the {supervisor} rules",
        tells=("ruling",),
        remedy=Remedy.RULED,
        is_order=True,
        in_worked_rounds=False,
        choices=(("", "As the decision states"), ("void_round", "The round is void")),
    ),
    Record("over_limit", "the wagers are above the maximum", is_found=True),
    Record(
        "under_minimum",
        "a wager below the minimum was not noticed",
        tells=("box",),
        may_tell=("player",),
        when=UNTIL_COLLECTED,
        impossible=conditions.not_under_minimum,
        in_worked_rounds=False,
    ),
    Record("orphan_side_bet", "a side bet has no main wager", is_found=True),
)

RECORDS: Final[dict[str, Record]] = {
    record.name: record for record in (*_CARDS, *_DEALING, *_VOIDS, *_PEOPLE, *EQUIPMENT, *SHUFFLES)
}
"""Every irregularity by its name."""

CONDEMNS: Final = frozenset(r.reason for r in RECORDS.values() if r.remedy is Remedy.CONDEMNED)
"""The reasons of a shuffle without which these cards are not fit for play."""
