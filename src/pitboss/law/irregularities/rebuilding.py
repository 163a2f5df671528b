"""Reconstruction: when cards dealt out of order may be restored to their order."""

from __future__ import annotations

from typing import Final

from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.rulebooks import TableRules

_DECIDE_A_SIDE_BET: Final = 2
"""The first cards of a hand that decide its side bets."""


def may_reconstruct(
    rules: TableRules, *, in_initial_deal: bool, interim_settled: bool, final_settled: bool
) -> Answer:
    """Whether cards dealt out of order may be reconstructed.

    An error in the initial deal may be corrected until the interim settlement, a later one until
    the final settlement.
    """
    rebuilding = rules.rebuilding
    if rebuilding is None:
        return Refusal(rules.absence("rebuilding"), "this book does not provide for reconstruction")
    if not rebuilding.allowed.value:
        return Refusal(rebuilding.allowed.under, "this book does not provide for reconstruction")
    settled = final_settled or (in_initial_deal and interim_settled)
    if settled and not rebuilding.after_settlement.value:
        return Refusal(
            rebuilding.after_settlement.under,
            "cards may not be reconstructed once wagers have been settled",
        )
    return Permit(rebuilding.allowed.under)


def may_void(rules: TableRules, *, is_settled: bool, under: str) -> Answer:
    """Whether a hand may be declared void under a clause; ``is_settled`` if all its wagers are."""
    if is_settled and not void_reverses(rules):
        return Refusal(under, "the hand has been settled, and the settlement stands")
    return Permit(under)


def side_bet_stays(rules: TableRules, *, cards: int) -> bool:
    """Whether a side bet stays on a hand of ``cards`` cards that has no main wager any more."""
    return cards >= _DECIDE_A_SIDE_BET and (
        rules.rebuilding is None or rules.rebuilding.side_bets_stay.value
    )


def void_reverses(rules: TableRules) -> bool:
    """Whether a void hand reverses what has been paid or collected on it."""
    return rules.rebuilding is None or rules.rebuilding.void_reverses.value
