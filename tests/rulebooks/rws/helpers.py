"""Helpers for bets and the clause of a refusal."""

from __future__ import annotations

from pitboss.law.answers import Answer
from pitboss.law.stakes import StakedBet
from pitboss.law.wagers import WagerKind


def refused(answer: Answer) -> str | None:
    """The clause that forbids it, or None if it is permitted."""
    return None if answer else answer.under


def bet(player: str, stake: int, *, box: int = 1, kind: str = WagerKind.MAIN) -> StakedBet:
    """A bet by that player, by default an Initial Bet on box 1."""
    return StakedBet(box, player, kind, stake)
