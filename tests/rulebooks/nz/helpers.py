"""Helpers for wagers, and for what the rules leave to the operator."""

from __future__ import annotations

from typing import Any

from pitboss.law.answers import Answer
from pitboss.law.stakes import StakedBet
from pitboss.law.wagering import may_wager
from pitboss.law.wagers import WagerKind
from pitboss.money import Cents
from pitboss.rulebooks import BadElection, TableRules
from tests.support import rules


def objection(**choices: Any) -> str:
    """The book's refusal of these choices; empty if it allows them."""
    try:
        rules("nz", **choices)
    except BadElection as bad:
        return str(bad)
    return ""


def check_range(key: str, least: int, most: int, *, default: int, under: str) -> None:
    """Assert that both ends are open to the operator, and values just outside are not."""
    assert rules("nz").elections[key] == default
    for inside in (least, most):
        assert rules("nz", **{key: inside}).elections[key] == inside
    for outside in (least - 1, most + 1):
        assert f"nz {under} allows" in objection(**{key: outside})


def check_choices(key: str, *choices: str | int | bool, default: object, under: str) -> None:
    """Assert that each of the choices is open to the operator, and no other."""
    assert rules("nz").elections[key] == default
    for choice in choices:
        assert rules("nz", **{key: choice}).elections[key] == choice
    assert f"nz {under} allows" in objection(**{key: "anything else"})


def main(box: int, player: str, stake: Cents) -> StakedBet:
    """A main wager."""
    return StakedBet(box, player, WagerKind.MAIN, stake)


def side_bet(table: TableRules, kind: str, stake: Cents, *, wager: Cents = 10_00) -> Answer:
    """Whether a player with that main wager on box 1 may add this side bet."""
    return may_wager(table, StakedBet(1, "P1", kind, stake), on_table=[main(1, "P1", wager)])
