"""Prizes that are drawn by pressing a button."""

from __future__ import annotations

from collections.abc import Collection

from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.law.settlement import Settled
from pitboss.money import Cents, dollars
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.amounts import PrizeTable
from pitboss.rulebooks.enumerations import FailureBasis, Result
from pitboss.rulebooks.schema import Draw, SideBet
from pitboss.rulebooks.side_bet_enumerations import Button, StakeOfWinner


def drawn_bet(rules: TableRules) -> SideBet | None:
    """The side bet of the book that pays by a draw, if it has one."""
    for bet in rules.side_bets.bets:
        if bet.draw is not None:
            return bet
    return None


def prize_table(bet: SideBet) -> tuple[PrizeTable, str]:
    """The prizes of a bet that pays by a draw, and their clause."""
    for row in bet.rows.value.rows:
        if isinstance(row.pays, PrizeTable):
            return row.pays, row.under
    raise ValueError(f"{bet.name} does not pay by a draw")


def equipment(rules: TableRules) -> str:
    """The equipment that draws prizes, named after its bet; empty if there is none."""
    bet = drawn_bet(rules)
    return "" if bet is None else bet.id


def prize(bet: SideBet, draw: int) -> Cents:
    """The prize per dollar wagered of one of the equally likely draws, counted from 0."""
    return prize_table(bet)[0].prize(draw)


def may_serve(rules: TableRules, tables: int) -> Answer:
    """Whether a controller that serves this many tables may serve one more."""
    most = rules.equipment.tables_per_controller
    if most.value is None or tables < most.value:
        return Permit(most.under)
    return Refusal(most.under, f"a controller may serve at most {most.value} tables")


def may_be_drawn(bet: SideBet, prize_per_dollar: Cents) -> Answer:
    """Whether a prize is one of those in the book's table."""
    prizes, under = prize_table(bet)
    if prize_per_dollar in prizes:
        return Permit(under)
    return Refusal(under, f"{dollars(prize_per_dollar)} is not a prize; the prizes are {prizes}")


def settle_drawn(bet: SideBet, stake: Cents, prize_per_dollar: Cents) -> Settled:
    """A winner is paid the drawn prize for each dollar."""
    return _won(bet, stake, prize_per_dollar * stake // 100, prize_table(bet)[1])


def settle_after_failure(bet: SideBet, stake: Cents) -> Settled:
    """A wager already won when the equipment fails gets a fixed payment instead of a prize."""
    draw = _draw(bet)
    fixed = draw.failure_pays.value
    per_dollar = draw.failure_basis.value is FailureBasis.PER_DOLLAR
    paid = fixed * stake // 100 if per_dollar else fixed
    return _won(bet, stake, paid, draw.failure_pays.under)


def _draw(bet: SideBet) -> Draw:
    assert bet.draw is not None, "a row that pays by a draw has a draw"
    return bet.draw


def _won(bet: SideBet, stake: Cents, paid: Cents, under: str) -> Settled:
    kept = stake if _draw(bet).stake.value is StakeOfWinner.KEPT else 0
    return Settled(Result.WIN, paid, paid + kept, under)


def may_press(
    bet: SideBet,
    presser: str,
    *,
    controller: str,
    bettors: Collection[str],
    nominated_by: str | None = None,
    all_declined: bool = False,
) -> Answer:
    """Who may press: the player in control of the box, a bettor they nominate, or an employee.

    ``bettors`` are those on the box with a wager of this kind; the controller need not be one.
    """
    provision = _draw(bet).button
    named = nominated_by == controller and presser in bettors
    at_last = all_declined and presser == "employee"
    if presser == controller or named or at_last or provision.value is Button.ANYBODY:
        return Permit(provision.under)
    if nominated_by == controller:
        return Refusal(provision.under, f"{presser} has no {bet.name} wager on the box")
    return Refusal(provision.under, f"only {controller} may press the button")
