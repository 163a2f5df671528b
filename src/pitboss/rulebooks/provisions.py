"""A provision: what the book states on one point, with its clause."""

from __future__ import annotations

from typing import Final, Generic, NoReturn, TypeVar

from msgspec import Struct

from pitboss.rulebooks.claims import Claim

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
        "something_decided",
        "void_bets_returned",
        "bets_taken_back",
        "hole_card_turned",
        "collection",
        "reshuffle",
        "further_boxes",
        "late_start",
        "sitting_out",
        "late_perfect_pairs",
        "late_buster",
        "void_wagers",
        "void_insurance",
        "void_super_sevens",
        "void_super_sevens_of_round",
        "limits_sign",
        "surrendered",
        "bank_taken",
        "insurance_lost",
        "arrival",
        "seat",
        "bust_of_double",
        "bust_of_split",
        "card_to_double",
        "card_to_split",
        "card_to_split_ace",
        "absent_card",
        "choice_of_order",
        "goes_on_as_dealt",
        "goes_on_rebuilt",
        "continuous_shuffler",
        "cut_passes_ordered",
        "cut_passes_cutting_card_on_dealer",
        "results_stand",
    }
)
"""Acts for which a book may name a clause that no provision cites."""


class CitedRow(Struct, frozen=True):
    """The clause of a provision in one of its cases."""

    when: Claim
    under: str


class Provision(Struct, Generic[T], frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """A value and its clause: ``Provision(17, "13.3")``."""

    value: T
    under: str
    rows: tuple[CitedRow, ...] = ()
    """Where clauses differ by case, that of each; ``under`` is the clause of all others"""

    def __bool__(self) -> NoReturn:
        # `if rules.doubling.after_split:` would always be true; make the slip impossible.
        raise TypeError(
            "use the .value of a provision; the provision itself is neither true nor false"
        )


def stands_for(cited: str, named: str) -> bool:
    """Whether a citation is that clause, or the words that introduce the list it belongs to.

    >>> stands_for("7.3", "7.3(d)"), stands_for("7.3(c)", "7.3(d)")
    (True, False)
    """
    here, there = number(cited), number(named)
    return here == there or there.startswith(f"{here}(")


def number(clause: str) -> str:
    """The clause's number without the part of a sentence: ``9.1#2`` is part of ``9.1``."""
    return clause.partition("#")[0]
