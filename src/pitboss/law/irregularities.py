"""What the book orders when something has gone wrong."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum, unique
from typing import NamedTuple

from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.words import Interruption


@unique
class Irregularity(StrEnum):
    """What can go wrong, by the name of its provision."""

    SHOE_EXHAUSTED = "shoe_exhausted"
    FACE_UP_IN_SHOE = "face_up_in_shoe"
    DRAWN_UNSEEN = "drawn_unseen"
    EXPOSED_CARD = "exposed_card"
    EXTRA_DEALER_CARD = "extra_dealer_card"
    DEALING_ERROR = "dealing_error"
    ABSENT_PLAYER = "absent_player"
    INTERRUPTION = "interruption"


class Resolution(NamedTuple):
    """The book's remedy, and the clause that orders it."""

    remedy: StrEnum
    under: str


def resolution(rules: TableRules, what: Irregularity) -> Resolution:
    """What the book orders when this has happened."""
    said = rules.provision(f"irregularities.{what.value}")
    return Resolution(said.value, said.under)


def needs_ruling(rules: TableRules, what: Irregularity) -> bool:
    """Whether the book leaves it to a supervisor."""
    return resolution(rules, what).remedy.value == "ruling"


def outcome_is_established(rules: TableRules, decided: Iterable[bool]) -> Answer:
    """Whether an interrupted round goes on: one decided wager, anybody's, is enough."""
    said = rules.irregularities.interruption
    if said.value is Interruption.VOID_UNLESS_AN_OUTCOME_EXISTS and any(decided):
        return Permit(said.under)
    return Refusal(said.under, "no wager has been decided")


def may_reconstruct(
    rules: TableRules, *, in_initial_deal: bool, interim_settled: bool, final_settled: bool
) -> Answer:
    """Whether cards dealt out of order may be put back in their order.

    An error of the initial deal may be mended until the interim settlement, a later one until
    the final settlement.
    """
    rebuilding = rules.rebuilding
    if rebuilding is None:
        return Refusal(rules.absence("rebuilding"), "the book does not rebuild a round")
    if not rebuilding.allowed.value:
        return Refusal(rebuilding.allowed.under, "the book does not rebuild a round")
    settled = final_settled or (in_initial_deal and interim_settled)
    if settled and not rebuilding.after_settlement.value:
        return Refusal(rebuilding.after_settlement.under, "wagers have been settled since")
    return Permit(rebuilding.allowed.under)
