"""Madness 21: a blackjack wins a prize drawn by pressing a button."""

from __future__ import annotations

from collections.abc import Collection

from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.law.counting import is_blackjack
from pitboss.law.hands import Hand
from pitboss.law.settlement import Settled, not_won
from pitboss.money import Cents, dollars
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import FailureBasis, Result
from pitboss.rulebooks.schema.side_bets import Madness21


def _part(rules: TableRules) -> Madness21:
    return rules.present(rules.madness_21, "madness_21")


def wins(rules: TableRules, hand: Hand) -> bool:
    """The wager wins on a blackjack, whatever the dealer has."""
    return is_blackjack(rules, hand)


def prize(rules: TableRules, draw: int) -> Cents:
    """The prize for each dollar wagered of one of the equally likely draws, counted from 0."""
    return _part(rules).prizes.value.prize(draw)


def may_serve(rules: TableRules, tables: int) -> Answer:
    """Whether a controller that serves so many tables may serve one more."""
    most = rules.equipment.tables_per_controller
    if most.value is None or tables < most.value:
        return Permit(most.under)
    return Refusal(most.under, f"a controller serves {most.value} tables at most")


def may_be_drawn(rules: TableRules, prize_per_dollar: Cents) -> Answer:
    """The button gives one of the prizes of the book's table, and nothing else."""
    said = _part(rules).prizes
    if prize_per_dollar in said.value:
        return Permit(said.under)
    return Refusal(said.under, f"{dollars(prize_per_dollar)} is none of the prizes: {said.value}")


def settle(rules: TableRules, stake: Cents, hand: Hand, *, prize_per_dollar: Cents) -> Settled:
    """A blackjack is paid the drawn prize for each dollar; anything else loses."""
    if not wins(rules, hand):
        return not_won(stake, _part(rules).otherwise)
    paid = prize_per_dollar * stake // 100
    return _won(rules, stake, paid, _part(rules).prizes.under)


def settle_after_failure(rules: TableRules, stake: Cents, hand: Hand) -> Settled:
    """A wager already won when the equipment fails gets a fixed payment instead of a prize."""
    part = _part(rules)
    if not wins(rules, hand):
        return not_won(stake, part.otherwise)
    fixed = part.failure_pays.value
    per_dollar = part.failure_basis.value is FailureBasis.PER_DOLLAR
    paid = fixed * stake // 100 if per_dollar else fixed
    return _won(rules, stake, paid, part.failure_pays.under)


def _won(rules: TableRules, stake: Cents, paid: Cents, under: str) -> Settled:
    kept = stake if _part(rules).stake_kept.value else 0
    return Settled(Result.WIN, paid, paid + kept, under)


def may_press(
    rules: TableRules,
    presser: str,
    *,
    controller: str,
    bettors: Collection[str],
    nominated_by: str | None = None,
    all_declined: bool = False,
) -> Answer:
    """Who may press: the player in control of the box, one he names, or at last an employee.

    ``bettors`` are those on the box with a Madness 21 wager; the controller need not be one.
    """
    said = _part(rules).controller_presses
    named = nominated_by == controller and presser in bettors
    at_last = all_declined and presser == "employee"
    if presser == controller or named or at_last or not said.value:
        return Permit(said.under)
    if nominated_by == controller:
        return Refusal(said.under, f"{presser} has no Madness 21 wager on the box")
    return Refusal(said.under, f"the button is {controller}'s to press")
