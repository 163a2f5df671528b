"""Helpers for wagers and their settlement by the bank, for the tests of this book."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.law.banking import Bank
from pitboss.law.banking import settle as settle_from_bank
from pitboss.law.settlement import Settled, lost, stood_off, won
from pitboss.law.stakes import StakedBet
from pitboss.law.wagers import WagerKind
from pitboss.money import Cents, Odds
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Result

Due = tuple[Cents, Settled]
"""A stake, and its result if the bank covers everything."""


def wins(stake: Cents, to_one: int = 1) -> Due:
    """A wager that wins at these odds to one."""
    return stake, won(stake, Odds(to_one), "of the wager")


def loses(stake: Cents) -> Due:
    """A wager that loses."""
    return stake, lost("of the wager")


def pushes(stake: Cents) -> Due:
    """A wager that pushes."""
    return stake, stood_off(stake, "of the wager")


def surrenders(stake: Cents) -> Due:
    """A wager that is surrendered for half."""
    return stake, Settled(Result.SURRENDERED, 0, stake // 2, "of the wager")


class Outcome(NamedTuple):
    """How a wager ended, what it was paid, all that was handed back, and under which clause."""

    result: Result
    paid: Cents
    returned: Cents
    under: str


def at_the_bank(
    rules: TableRules, wager: Cents, dues: Iterable[Due]
) -> tuple[Bank, tuple[Outcome, ...]]:
    """The wagers settled one after the other from a bank of that wager."""
    bank = Bank(wager)
    outcomes = []
    for stake, due in dues:
        bank, settled = settle_from_bank(rules, bank, stake, due)
        outcomes.append(Outcome(settled.result, settled.paid, settled.returned, settled.under))
    return bank, tuple(outcomes)


def amounts(rules: TableRules, wager: Cents, dues: Iterable[Due]) -> list[tuple[Cents, Cents]]:
    """What each wager was paid, and all that was handed back."""
    return [(o.paid, o.returned) for o in at_the_bank(rules, wager, dues)[1]]


def game(box: int, player: str, stake: Cents) -> StakedBet:
    """A game wager."""
    return StakedBet(box, player, WagerKind.MAIN, stake)


def pairs(box: int, player: str, stake: Cents) -> StakedBet:
    """A Perfect Pairs wager."""
    return StakedBet(box, player, "perfect_pairs", stake)


def buster(box: int, player: str, stake: Cents) -> StakedBet:
    """A Buster wager."""
    return StakedBet(box, player, "buster", stake)
