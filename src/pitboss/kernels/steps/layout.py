"""The step kernel's memory layout: where every number of a table is.

A table is 128 bytes, two cache lines: the box being played, the numbers of the table, the unseen
cards, the permitted acts, and the generator. Its shoe and the waiting boxes are in separate arrays.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.acts import Act

from .numbers import Numbers

Shorts = NDArray[np.int16]
Arrays = tuple[NDArray[Any], ...]

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

# Phases.
BETTING, WINDOW, PLAY, LOOKING_ON, ENDED = 0, 1, 2, 3, 4

# A table in numbers of two bytes: first the box being played.
STATUS: Final = 0
CONTEXT: Final = 1
"""Eleven times the stage, and one more than the class that was split"""
CURRENT: Final = 2
"""The hand being played, the number of hands made, and how many wait"""
MADE: Final = 3
WAITING: Final = 4
BET: Final = 5
SIDES: Final = 6
"""The side bets placed, as bits"""
SIDE: Final = 7
"""How the deal ends for side bets"""
THIRD_END: Final = 8
"""How bets on a third card end, or -1 where the two cards do not wait for one"""
PRIZE: Final = 9
"""The draw of a prize, or -1"""
INSURED: Final = 10
ONE: Final = 11
"""The two cards of the hand, and -1 for the second once the hand has more"""
OTHER: Final = 12
STATE: Final = 13
"""[hand]"""
CARD: Final = 19
"""[hand]: its first card, and from ``DOUBLED`` on whether it is doubled"""
DOUBLED: Final = 64
PENDING: Final = 25
"""The hands that wait, three bits each"""
EARLY_NET: Final = 26
"""Where among the numbers the winnings of a box settled early are"""
BLOCK: Final = 28
"""The numbers of a box; the table's own follow"""
PHASE: Final = 28
UP: Final = 29
"""The class of the dealer's first card"""
DEALER: Final = 30
POSITION: Final = 31
"""The place of the next card in the shoe"""
UP_CARD: Final = 38
BEGAN: Final = 39
"""Where in the shoe the round began"""
HOLE: Final = 42
END: Final = 43
"""The number of cards in the shoe, reshuffled discards included"""
RAN_OUT: Final = 44
"""1 if the discards were shuffled again, 2 if the round is void"""
BEGINS: Final = 45
"""A round begins while more cards than this are left"""
BOX: Final = 46
BURNED: Final = 47
"""The number of cards at the front of the shoe that no player has seen"""
SHORTS: Final = 64

# The same table in bytes, in words of four and of eight.
BYTES: Final = 128
UNSEEN: Final = 64
"""[class]: cards that no player has seen; behind them the box and the number of boxes"""
BOX_SEEN: Final = 74
WORDS: Final = 32
LEGAL: Final = 20
"""What may be done, as bits"""
LONGS: Final = 16
UNSEEN_LONGS: Final = 8
GENERATOR: Final = 12

PARKED: Final = 28
"""The numbers of a box that waits for its turn"""
DEALERS: Final = 255
"""The owner of the dealer's cards; a hand is its box times eight and its number"""

# The status of a box.
OPEN, EARLY, NATURAL, SURRENDERED = 0, 1, 2, 3

# Where a table continues.
STOP, DEAL, ASK, LOOK, ACT, CLOSED_HAND, NEXT_BOX, TURN, FINISH, VOID = range(10)

# How the next round begins.
SAME_STEP, NEXT_STEP, NEVER, BEGIN, NEW_SHOE = range(5)

SEES: Final = 4
"""Words of eight bytes in an observation"""
SEEN: Final = 28
"""Bytes of it that mean something"""

# What a trace records besides cards.
NEW_SHOE, DISCARDS, ROUND_BEGINS, ROUND_ENDS, PRIZE_DRAWN = 100, 101, 102, 103, 110


class Extra(NamedTuple):
    """Numbers beyond those of the full kernel, which come first in the same array."""

    boxes: int
    bets: int
    sides: int
    flat: int
    """Whether nothing is decided before the cards"""
    by_shoe: int
    """Whether an episode lasts until the cards are shuffled, not one round"""
    stride: int
    """Places of a shoe, with room for the discards"""
    owners: int
    """Places for the owners of the cards of a round"""
    hands: int
    at_acts: int
    """Where in the tables [(context x 10 + up card) x states + state] has the acts, as bits"""
    at_window: int
    """[up card x states + state]: whether the hand may be surrendered before the dealer looks"""
    at_most: int
    """[stage x 10 + class]: into how many hands a pair may be made"""
    at_full: int
    """[class]: cards of a full shoe"""
    at_won: int
    """From here on places among these numbers: [state x outcomes + outcome]"""
    at_to_blackjack: int
    at_bets: int
    at_begins: int
    """[cards in a stack]: a round begins while more cards are left"""
    at_order: int
    """[boxes x most boxes + place]: the order of settlement"""
    at_sides: int
    """[side bet x ends + ending of the deal], and so on"""
    ends: int
    at_third: int
    thirds: int
    at_prizes: int
    prizes: int
    at_dealers: int
    dealers: int
    at_draws: int
    """[(side bet x groups + group) x 52 + first card]: what the dealer draws for, as a stake"""
    at_on_dealer: int
    """[side bet]: whether the dealer's hand decides it"""


_FIRST: Final = len(Numbers._fields)
MORE: Final = Extra(*range(_FIRST, _FIRST + len(Extra._fields)))
"""Where each of the further numbers is."""
NUMBERS: Final = _FIRST + len(Extra._fields)

EXPAND: Final = np.array(
    [int.from_bytes(bytes(n >> b & 1 for b in range(8)), "little") for n in range(256)], np.uint64
)
"""[bits]: one byte for each of them"""


class Tables(NamedTuple):
    """Many tables: four views of the same memory, their shoes, and the boxes that wait."""

    s: Shorts
    bytes: NDArray[np.uint8]
    words: NDArray[np.uint32]
    longs: NDArray[np.uint64]
    shoes: NDArray[np.uint8]
    parked: Shorts
    owners: NDArray[np.uint8]
    room: NDArray[np.int64]
    """The results of one round's wagers, for a bank"""

    @classmethod
    def over(cls, memory: NDArray[np.uint64], *beside: Any) -> Tables:
        """The same tables in cache-aligned memory."""
        spare = np.empty(len(memory) + 8, np.uint64)
        lined = spare[(-spare.ctypes.data % 64) // 8 :][: len(memory)]
        lined[:] = memory
        views = (lined.view(np.int16), lined.view(np.uint8), lined.view(np.uint32))
        return cls(*views, lined, *(each.copy() for each in beside))

    def __reduce__(self) -> tuple[Any, ...]:
        # Four views of one memory: copied one by one they would be four memories.
        return Tables.over, (self.longs, *self[4:])
