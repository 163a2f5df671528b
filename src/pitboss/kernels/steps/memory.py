"""The step kernel's memory: many tables with their boxes, and what a step shows of each.

A table and a box are 64 bytes each, one line of the processor's cache.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.round_tables import MOST_HANDS
from pitboss.kernels.full.game import Bytes, Ints, Longs
from pitboss.kernels.record import RecordLayout, Whole, dtype_of
from pitboss.kernels.steps.codes import MOST_SIDES, NOT_BEGUN

Byte = Annotated[Any, np.uint8]
Small = Annotated[Any, np.int8]
Short = Annotated[Any, np.int16]
Word = Annotated[Any, np.uint64]
Shorts = NDArray[np.int16]

_LINE: Final = 64

DEALERS: Final = 255
"""The owner of the dealer's cards; a hand is its box times eight and its number"""


class StepHand(RecordLayout):
    """A hand of a box."""

    state: Short
    card: Small
    """Its first card"""
    doubled: Small


class StepBox(RecordLayout):
    """A box of the round; its status is one of :mod:`pitboss.kernels.full.memory`."""

    early_net: Whole
    """What it won for a bet of one, if it was settled early"""
    legal: Annotated[Any, np.uint32]
    """What its player may do, as bits"""
    sides: Short
    """The side bets placed, as bits"""
    side: Short
    """How the deal ends for side bets"""
    third_end: Short
    """How bets on a third card end, or -1 if the two cards do not wait for one"""
    prize: Short
    """The draw of a prize, or -1"""
    hands: Annotated[list[StepHand], StepHand, MOST_HANDS]
    status: Small
    context: Small
    """Eleven times the stage, and one more than the class that was split"""
    current: Small
    """The hand being played"""
    made: Small
    """How many hands it has"""
    waiting: Small
    """How many of them wait for their turn"""
    bet: Small
    insured: Small
    one: Small
    """The two cards of the hand being played, and -1 for the second once it has more"""
    other: Small
    pending: Annotated[NDArray[np.int8], np.int8, MOST_HANDS]
    """The hands that wait; the last of them is played next"""


class StepTable(RecordLayout):
    """A table: its shoe and the dealer's hand."""

    phase: Small
    box: Small
    """The box being played"""
    up: Small
    """The class of the dealer's first card"""
    up_card: Small
    hole: Small
    dealer: Small
    """The state of the dealer's hand"""
    ran_out: Small
    """1 if the discards were shuffled again, 2 if the round is void"""
    burned: Byte
    """The number of cards at the front of the shoe that no player has seen"""
    position: Short
    """The place of the next card in the shoe"""
    began: Short
    """Where in the shoe the round began"""
    end: Short
    """The number of cards in the shoe, reshuffled discards included"""
    begins: Short
    """A round begins while more cards than this are left"""
    unseen: Annotated[Bytes, np.uint8, 16]
    """[class]: cards that no player has seen"""
    generator: Annotated[Longs, np.uint64, 4]


class ObservationRecord(RecordLayout):
    """An observation: its columns are bytes, which are written eight at a time."""

    hand: Word
    """The hand as it looks (six bytes), its number, and how many hands the box has"""
    play: Word
    """Phase, up card, whether split, exchanged, insured; bet, side bets, whether a blackjack"""
    unseen: Word
    """Cards that no player has seen, of the first eight classes"""
    table: Word
    """The same of the last two, the box, and how many boxes there are"""


SEEN: Final = 28
"""The columns of an observation, which is filled up to whole words"""


class StepMemory(NamedTuple):
    """Many tables."""

    tables: NDArray[Any]
    boxes: NDArray[Any]
    """[table, box]"""
    shoes: Bytes
    """[table, place]: twice as long as a shoe, with room for the discards behind it"""
    owners: Bytes
    """[table, place]: whose each card of the round is"""
    dues: Ints
    """The results of one round's wagers, for a bank"""

    def __reduce__(self) -> tuple[Any, ...]:
        return _in_lines, tuple(self)


class TableCell(NamedTuple):
    """One table of a room, and the trace if it is followed."""

    table: StepTable
    boxes: list[StepBox]
    cards: Bytes
    owners: Bytes
    traced: Shorts


class StepReport(NamedTuple):
    """What a step reports about every table."""

    seen: NDArray[Any]
    mask: Longs
    """[table, word]: the permitted acts, a byte for each"""
    decision: NDArray[np.int64]
    reward: NDArray[np.float64]
    done: NDArray[np.bool_]
    illegal: NDArray[np.bool_]
    void: NDArray[np.bool_]
    final: NDArray[Any]
    """The last observation of a round that ended, where the next began; may be empty"""


def new_room(cards: Bytes, many: int, boxes: int, hands: int) -> StepMemory:
    """A number of tables, each with these cards and boxes of at most this many hands."""
    tables = np.zeros(many, dtype_of(StepTable))
    tables["generator"] = 1
    tables["phase"] = NOT_BEGUN
    shoes = np.zeros((many, 2 * len(cards)), np.uint8)
    shoes[:, : len(cards)] = cards
    # No hand has more than 21 cards, and there are the dealer's.
    owners = np.zeros((many, 8 * (-(-(boxes * hands * 21 + 32) // 8))), np.uint8)
    places = np.zeros((many, boxes), dtype_of(StepBox))
    dues = np.zeros(boxes * (2 * hands + 1 + MOST_SIDES), np.int64)
    return _in_lines(tables, places, shoes, owners, dues)


def _in_lines(tables: NDArray[Any], boxes: NDArray[Any], *beside: NDArray[Any]) -> StepMemory:
    """The same tables, none of which spans two cache lines."""
    return StepMemory(_lined(tables), _lined(boxes), *(each.copy() for each in beside))


def _lined(given: NDArray[Any]) -> NDArray[Any]:
    spare = np.empty(given.nbytes + _LINE, np.uint8)
    first = -spare.ctypes.data % _LINE
    lined = spare[first : first + given.nbytes].view(given.dtype).reshape(given.shape)
    lined[...] = given
    return lined
