"""The section on a player's bank, by its size and by what it does once it is exhausted."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from pitboss.report.bank_sizes import ROUNDS, BankSize, readings
from pitboss.rulebooks.enumerations import ExhaustedBank

from .markup import paragraph, table
from .sheet import ParSheet

_NAMED: Final = {
    ExhaustedBank.RETURNS: "later losers are returned",
    ExhaustedBank.COLLECTS: "later losers are collected",
}


def bank_that_runs_out(sheet: ParSheet) -> tuple[str, list[str], str] | None:
    """What a player wins against a small bank, as elected and in the other reading."""
    rules = sheet.rules
    if rules.banking is None:
        return None
    heading = "A bank that runs out"
    if isinstance(sheet.banks, str):
        return heading, [paragraph(f"Not calculated: {sheet.banks}.")], ""
    kinds = readings(rules)
    rows = [
        (f"{seats}", f"{bank}", *(_value(size) for size in sizes), f"{sizes[0].banks:+.4f}")
        for (seats, bank), group in groupby(sheet.banks, lambda size: (size.seats, size.bank))
        for sizes in [list(group)]
    ]
    headings = (
        "Players", "Bank, in main wagers", *(f"Player: {_NAMED[kind]}" for kind in kinds),
        "Bank, per round, as elected",
    )  # fmt: skip
    under = rules.cite(rules.banking.exhausted.under)
    note = paragraph(
        f"Simulated, {ROUNDS:,} rounds or more each, with standard errors: a player's win per main "
        "wager by basic strategy, without side bets or fees, every player betting one. Once the "
        f"bank is exhausted it returns later losing wagers or collects them ({under}); the "
        "first column of values is as elected. All other figures of this sheet assume that the "
        "bank covers every wager.",
        kind="small",
    )
    body = [table(headings, rows, columns="rr" + "r" * (len(kinds) + 1), kind="whole"), note]
    return heading, body, ""


def _value(size: BankSize) -> str:
    return f"{size.ev:+.4f} ± {size.se:.4f}"
