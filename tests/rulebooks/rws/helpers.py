"""Short ways to say a bet and the clause of a refusal."""

from __future__ import annotations

from pitboss.law.answers import Answer
from pitboss.law.stakes import Bet
from pitboss.law.wagers import WagerKind


def refused(answer: Answer) -> str | None:
    """The clause that forbids it, or None where it is permitted."""
    return None if answer else answer.under


def bet(player: str, stake: int, *, box: int = 1, kind: str = WagerKind.MAIN) -> Bet:
    """A bet by that player, an Initial Bet on box 1 unless said otherwise."""
    return Bet(box, player, kind, stake)
