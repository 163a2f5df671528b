"""The step kernel's boxes: the deal, splits, and side bets that wait for more cards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.side_bets.tables import PRIZE as WAITS_FOR_PRIZE
from pitboss.compiled.side_bets.tables import THIRD_CARD as WAITS_FOR_THIRD
from pitboss.kernels.full.game import (
    PAID_AFTER_DEAL,
    TWO_CLASS,
    TWO_CLASSES,
    TWO_NATURAL,
    TWO_STATE,
    TWO_WAITS,
    Int,
    Ints,
    U,
)
from pitboss.kernels.full.game import Shorts as Tables16
from pitboss.kernels.full.jit import hot, rare

from .layout import (
    BEGAN,
    BOX,
    CARD,
    CONTEXT,
    CURRENT,
    DEALERS,
    EARLY,
    EARLY_NET,
    GENERATOR,
    INSURED,
    LONGS,
    MADE,
    MORE,
    NATURAL,
    ONE,
    OPEN,
    OTHER,
    PENDING,
    POSITION,
    PRIZE,
    PRIZE_DRAWN,
    SHORTS,
    SIDE,
    STATE,
    STATUS,
    THIRD_END,
    WAITING,
    Shorts,
)
from .numbers import AT, CLASSES
from .shoe import Bytes, Longs, number_below, own_alone, trace

Words = NDArray[np.uint32]

_BOXES, _OWNERS, _PRIZES = MORE.boxes, MORE.owners, MORE.prizes
_UPS, _UP_SIDES, _DEAL_ENDS = AT.ups, AT.up_sides, AT.deal_ends
_THIRD, _THIRD_CLASS, _CLOSED = AT.third, AT.third_class, AT.closed
_HAS_HOLE = AT.has_hole


@hot
def lay(s: Shorts, two: Words, row: Int, one: Int, other: Int, flags: Int) -> Int:
    """Set up a box of two cards with one hand; returns the meaning of the two cards."""
    both = np.int64(two[U(one * 52 + other)])
    s[U(row + CONTEXT)] = 0
    s[U(row + CURRENT)] = 0
    s[U(row + MADE)] = 1
    s[U(row + WAITING)] = 0
    s[U(row + INSURED)] = 0
    s[U(row + ONE)] = one
    s[U(row + OTHER)] = other
    s[U(row + STATE)] = both & TWO_STATE
    s[U(row + CARD)] = one
    status = OPEN
    if both & TWO_NATURAL:
        status = NATURAL
        if flags & PAID_AFTER_DEAL:
            status = EARLY
            s[U(row + EARLY_NET)] = AT.natural_wins
    s[U(row + STATUS)] = status
    return both


@rare
def sides_wait(
    t: Tables16, w: Ints, s: Shorts, longs: Longs, traced: Shorts, i: Int, both: Int, up: Int
) -> None:
    """How the deal ends for the side bets, and what may still come: a third card, a prize."""
    row = i * SHORTS
    side = both >> TWO_CLASS & TWO_CLASSES
    if w[_UPS]:
        side = np.int64(t[w[_DEAL_ENDS] + side * w[_UPS] + t[w[_UP_SIDES] + up]])
    s[row + SIDE] = side
    s[row + THIRD_END] = -1
    s[row + PRIZE] = -1
    waits = both >> TWO_WAITS
    if waits & WAITS_FOR_PRIZE:
        drawn = number_below(longs, i * LONGS + GENERATOR, w[_PRIZES])
        s[row + PRIZE] = drawn
        if traced.shape[0]:
            trace(traced, PRIZE_DRAWN + np.int64(s[row + BOX]))
            trace(traced, drawn)
    if waits & WAITS_FOR_THIRD:
        pair = np.int64(s[row + ONE]) * 52 + s[row + OTHER]
        s[row + THIRD_END] = t[w[_CLOSED] + t[w[_THIRD_CLASS] + pair]]


@rare
def third_card(t: Tables16, w: Ints, s: Shorts, row: Int, card: Int) -> None:
    """Settle bets on a third card with the first card that a box draws."""
    pair = np.int64(s[row + ONE]) * 52 + s[row + OTHER]
    s[row + THIRD_END] = t[w[_THIRD] + np.int64(t[w[_THIRD_CLASS] + pair]) * 52 + card]


@rare
def own_deal(w: Ints, s: Shorts, owners: Bytes, i: Int) -> None:
    """Record the owner of the two cards of a box among several; the others are the dealer's."""
    boxes, box, at = w[_BOXES], np.int64(s[i * SHORTS + BOX]), i * w[_OWNERS]
    owners[at + box] = 8 * box
    owners[at + boxes + 1 + box] = 8 * box
    owners[at + boxes] = DEALERS
    if w[_HAS_HOLE]:
        owners[at + 2 * boxes + 1] = DEALERS


@rare
def split(t: Tables16, w: Ints, s: Shorts, owners: Bytes, i: Int, hand: Int) -> None:
    """Split a pair into two hands; the one that was split is played first."""
    row, at = i * SHORTS, i * w[_OWNERS]
    one, other = np.int64(s[row + ONE]), np.int64(s[row + OTHER])
    made, context = np.int64(s[row + MADE]), np.int64(s[row + CONTEXT])
    boxes, box = w[_BOXES], np.int64(s[row + BOX])
    place = np.int64(s[row + POSITION]) - 1 - s[row + BEGAN]
    if made == 1:
        if boxes == 1:
            own_alone(w, s, owners, i)
        if context < 11:
            place = boxes + 1 + box  # as dealt; after a zap or a split it is the last one drawn
        s[row + CONTEXT] = context // 11 * 11 + 1 + t[CLASSES + one]
        s[row + CARD] = one
    owners[at + place] = 8 * box + made
    s[row + CARD + made] = other
    s[row + STATE + made] = s[row + STATE + hand]
    waiting = np.int64(s[row + WAITING])
    shift = 3 * waiting
    s[row + PENDING] = (np.int64(s[row + PENDING]) & ~(7 << shift)) | made << shift
    s[row + WAITING] = waiting + 1
    s[row + MADE] = made + 1
