"""The player-dealer: whose turn it is, what the bank covers, and the fees."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from msgspec import Struct, structs

from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.law.settlement import Settled, handed_back
from pitboss.law.wagers import WagerKind
from pitboss.money import Cents
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import BankLimit, Direction, ExhaustedBank, Result
from pitboss.rulebooks.schema.settlement import Banking


class Bank(Struct, frozen=True, gc=False):
    """The player-dealer's wager, and what it has paid and collected in this round."""

    wager: Cents
    paid: Cents = 0
    collected: Cents = 0

    @property
    def result(self) -> Cents:
        """The player-dealer's net win so far."""
        return self.collected - self.paid


def _banking(rules: TableRules) -> Banking:
    banking = rules.banking
    return banking if banking is not None else rules.present(banking, "banking")


def may_bank(rules: TableRules, *, turns_in_a_row: int) -> Answer:
    """Whether a player who has banked ``turns_in_a_row`` rounds may bank the next."""
    most = _banking(rules).turns_in_a_row
    if turns_in_a_row >= most.value:
        return Refusal(most.under, f"a player may bank at most {most.value} rounds in a row")
    return Permit(most.under)


def taken_under(rules: TableRules, *, turn: int, is_first: bool) -> str:
    """The clause by which the bank is taken: kept for a turn, after being offered, or at first."""
    banking = _banking(rules)
    if turn > 1:
        return banking.turns_in_a_row.under
    first = rules.book.cites.get("bank_taken") if is_first else None
    return first or banking.passes.under


def may_bank_at(
    rules: TableRules, player: str, *, seated: str | None, bettors: Collection[str] = ()
) -> Answer:
    """Whether a player may bank at a seat: their own, with no one else's wager in its circle."""
    passes, others = _banking(rules).passes, rules.boxes.on_anothers_seat
    if seated != player:
        return Refusal(
            passes.under, f"a player may bank only at their own seat; {player} does not sit there"
        )
    there = [bettor for bettor in bettors if bettor != player]
    if there and not others.value:
        return Refusal(
            others.under, f"the player-dealer's circle must be free; {there[0]} has a wager there"
        )
    return Permit(passes.under)


def offers(rules: TableRules, *, seats: Mapping[int, str], last: int) -> tuple[int, ...]:
    """The seats offered the bank, in turn after the one that banked last."""
    clockwise = _banking(rules).passes.value is Direction.CLOCKWISE
    boxes = sorted(seats, reverse=not clockwise)
    larger, smaller = [b for b in boxes if b > last], [b for b in boxes if b < last]
    return (*larger, *smaller) if clockwise else (*smaller, *larger)


def remaining_cover(rules: TableRules, bank: Bank) -> tuple[Cents, Cents]:
    """What the bank can still pay, and what it can still collect."""
    match _banking(rules).limit.value:
        case BankLimit.NET:
            return bank.wager + bank.result, bank.wager - bank.result
        case BankLimit.GROSS:
            return bank.wager - bank.paid, bank.wager - bank.collected
        case BankLimit.MATCHED:
            left = bank.wager - bank.paid - bank.collected
            return left, left


COLLECTED: Final = frozenset({Result.LOSE, Result.SURRENDERED})
"""The results in which the bank collects."""


def still_collects(rules: TableRules, can_collect: Cents) -> bool:
    """Whether a bank that can pay nothing more still collects from those who lose.

    A gross limit holds for payments and for collections separately; under any other limit the book
    says it, if there is anything left to collect.
    """
    banking = _banking(rules)
    if banking.limit.value is BankLimit.GROSS:
        return True
    return can_collect > 0 and banking.exhausted.value is ExhaustedBank.COLLECTS


def settle(rules: TableRules, bank: Bank, stake: Cents, due: Settled) -> tuple[Bank, Settled]:
    """Settle a wager within the bank; what the bank does not cover is returned."""
    banking = _banking(rules)
    limit, uncovered = banking.limit, banking.uncovered_returned
    can_pay, can_collect = remaining_cover(rules, bank)
    has_no_action = due.result is Result.WIN or not still_collects(rules, can_collect)
    if can_pay == 0 and has_no_action and uncovered.value:
        return bank, handed_back(stake, uncovered.under)
    taken = stake - due.returned if due.result in COLLECTED else 0
    paid, collected = min(due.paid, can_pay), min(taken, can_collect)
    if (paid, collected) == (due.paid, taken):
        settled = due
    else:
        settled = Settled(due.result, paid, stake + paid - collected, limit.under)
    bank = structs.replace(bank, paid=bank.paid + paid, collected=bank.collected + collected)
    return bank, settled


def fees(
    rules: TableRules, *, circles: Mapping[str, int], banker: str
) -> dict[str, tuple[Cents, str]]:
    """Each person's collection fee before the deal, with its clause."""
    banking = _banking(rules)
    due = {
        player: (number * banking.fee_per_circle.value, banking.fee_per_circle.under)
        for player, number in circles.items()
    }
    due[banker] = (banking.fee_of_banker.value, banking.fee_of_banker.under)
    return due


def refunded_fee(rules: TableRules, settled: Result) -> tuple[Cents, str]:
    """The fee refunded for a main wager that had no action."""
    banking = _banking(rules)
    back = banking.fee_back_without_action
    due = back.value and settled is Result.RETURNED
    return (banking.fee_per_circle.value if due else 0), back.under


def extra_fee(rules: TableRules, kind: str) -> tuple[Cents, str]:
    """The fee due on a wager made after the deal."""
    extra, circle = _banking(rules).fee_on_extra_wagers, _banking(rules).fee_per_circle
    is_extra = kind in (WagerKind.DOUBLE, WagerKind.SPLIT)
    return (circle.value if extra.value and is_extra else 0), extra.under
