"""A provision: what the book states on one point, with its clause."""

from __future__ import annotations

from typing import Final, Generic, NoReturn, TypeVar

from msgspec import Struct

T = TypeVar("T")

NOT_IN_THE_TEXT = "not in the text"
"""The citation of a provision that the document does not cover."""

CITES: Final = frozenset(
    {
        "wager",
        "no_more_bets",
        "first_cards",
        "second_cards",
        "up_card",
        "dealers_second_card",
        "dealers_further_card",
        "further_card",
        "hands_in_turn",
        "spoken_in_time",
        "spoken_wager",
        "stand",
        "hit",
        "double_on_9_10_11",
        "double_withdrawn",
        "double_withdrawn_later",
        "optional_withdrawn",
        "paid_blackjack_removed",
        "even_money_removed",
        "bust_removed",
        "insurance_within_half",
        "refused_card",
        "nothing_decided",
        "bets_taken_back",
        "hole_card_turned",
        "collection",
        "reshuffle",
        "further_boxes",
        "late_start",
        "sitting_out",
        "late_perfect_pairs",
        "late_buster",
    }
)
"""Acts for which a book may name a clause that no provision cites."""


class Provision(Struct, Generic[T], frozen=True):
    """A value and its clause: ``Provision(17, "13.3")``."""

    value: T
    under: str

    def __bool__(self) -> NoReturn:
        # `if rules.doubling.after_split:` would always be true; make the slip impossible.
        raise TypeError(
            "use the .value of a provision; the provision itself is neither true nor false"
        )


def number(clause: str) -> str:
    """The clause's number without the part of a sentence: ``9.1#2`` is part of ``9.1``."""
    return clause.partition("#")[0]
