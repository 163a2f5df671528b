"""The bank of a table where players bank: who has it, what it covers, and how it ended."""

from __future__ import annotations

from typing import Any

from pitboss.law.wagers import WagerKind
from pitboss.table.procedure.bank import bank_is_offered_to
from pitboss.table.run import RunningDecision
from pitboss.table.state import Phase, TableState


def bank_view(state: TableState) -> dict[str, Any] | None:
    """Who has the bank and with how much, whose it may be next, and the fees."""
    banking = state.rules.banking
    if banking is None:
        return None
    banker = state.banker
    offered = bank_is_offered_to(RunningDecision(state)) if banker is None else None
    return {
        "banker": banker_view(state),
        "open": banker is None and state.phase is Phase.BETTING,
        "offered_to": offered,
        "declined": list(state.bank_declined),
        "turns": banking.turns_in_a_row.value,
        "fees": dict(state.fees),
        "fee": banking.fee_per_circle.value,
        "clause": banking.passes.under,
    }


def banker_view(state: TableState) -> dict[str, Any] | None:
    """The player who has the bank, what is in it, and what is bet against it."""
    banker, banking = state.banker, state.rules.banking
    if banker is None or banking is None:
        return None
    return {
        "player": banker.player,
        "box": banker.box,
        "turn": banker.turn,
        "wager": banker.bank.wager,
        "paid": banker.bank.paid,
        "collected": banker.bank.collected,
        "against": sum(wager.stake for wager in state.open_wagers(kind=WagerKind.MAIN)),
        "fee": banking.fee_of_banker.value,
    }
