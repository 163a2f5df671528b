"""A provision: what the book says on one point, with the clause it stands under."""

from __future__ import annotations

from typing import Final, Generic, NoReturn, TypeVar

from msgspec import Struct

T = TypeVar("T")

NOT_IN_THE_TEXT = "not in the text"
"""The citation of a provision on which the document is silent."""

CITES: Final = frozenset(
    {
        "first_cards",
        "second_cards",
        "up_card",
        "further_card",
        "stand",
        "hit",
        "double_on_9_10_11",
        "paid_blackjack_removed",
        "even_money_removed",
        "bust_removed",
        "hole_card_turned",
        "collection",
        "reshuffle",
    }
)
"""What a book may name the clause of, where no provision stands under that clause."""


class Provision(Struct, Generic[T], frozen=True):
    """A value and its clause: ``Provision(17, "13.3")``."""

    value: T
    under: str

    def __bool__(self) -> NoReturn:
        # `if rules.doubling.after_split:` would always be true; make the slip impossible.
        raise TypeError(
            "ask for the .value of a provision; the provision itself is neither true nor false"
        )


def number(clause: str) -> str:
    """The clause's number without the part of a sentence: ``9.1#2`` stands in ``9.1``."""
    return clause.partition("#")[0]
