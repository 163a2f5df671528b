"""The step kernel's codes: acts, phases, marks, and how the next round begins."""

from __future__ import annotations

from typing import Final

from pitboss.acts import HandAct

# The acts; the first are those of ``pitboss.acts``.
STAND, HIT, DOUBLE, SPLIT = (
    int(HandAct.STAND),
    int(HandAct.HIT),
    int(HandAct.DOUBLE),
    int(HandAct.SPLIT),
)
SURRENDER, EXCHANGE = int(HandAct.SURRENDER), int(HandAct.EXCHANGE)
INSURE: Final = len(HandAct)
EVEN_MONEY: Final = INSURE + 1
PASS: Final = INSURE + 2
BASE: Final = INSURE + 3
"""The number of the first bet; side bets follow the bets."""
NAMES: Final = (*(act.word for act in HandAct), "insure", "even_money", "pass")
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
