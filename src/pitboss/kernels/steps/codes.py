"""The step kernel's codes: acts, phases, marks, and how the next round begins."""

from __future__ import annotations

from typing import Final

from pitboss.compiled.acts import Act

# The acts; the first six are those of ``pitboss.compiled.acts``.
STAND, HIT, DOUBLE, SPLIT = int(Act.STAND), int(Act.HIT), int(Act.DOUBLE), int(Act.SPLIT)
SURRENDER, ZAP = int(Act.SURRENDER), int(Act.ZAP)
INSURE: Final = 6
EVEN_MONEY: Final = 7
PASS: Final = 8
BASE: Final = 9
"""The number of the first bet; side bets follow the bets."""
NAMES: Final = (
    "stand", "hit", "double", "split", "surrender", "zap", "insure", "even_money", "pass",
)  # fmt: skip
MOST_ACTS: Final = 32
MOST_SIDES: Final = 8

# The phases of a round, as its player sees them.
BETTING, WINDOW, PLAY, LOOKING_ON, ENDED = range(5)
NOT_BEGUN: Final = 5
"""The phase of a table on which no round has begun"""

# Where a table continues.
STOP, READY, DEAL, ASK, LOOK, ACT, CLOSED_HAND, NEXT_BOX, TURN, FINISH, VOID = range(11)

# How the next round begins.
SAME_STEP, NEXT_STEP, NEVER, BEGIN, BEGIN_SHOE = range(5)

# What a step returns: DONE, or the first table that it refuses, below one of these.
DONE: Final = 0
NOT_AN_ACT: Final = -1
NEEDS_RESET: Final = -(1 << 40)

# What a trace records besides cards.
NEW_SHOE, DISCARDS, ROUND_BEGINS, ROUND_ENDS, PRIZE_DRAWN = 100, 101, 102, 103, 110
