"""The full kernel's count: the true count of what lies open, and who bets how much on it."""

from __future__ import annotations

import numpy as np

from pitboss.players.deviations import RUNGS

from .jit import hot, rare
from .layout import (
    AT,
    BET,
    BOX,
    BOX_ROW,
    BOXES,
    CARRIED,
    CARRIED_TRUE,
    ENTERS_AT,
    INSIDE,
    LADDERS,
    LEAVES_BELOW,
    RUNNING,
    SAT_OUT,
    SEAT,
    SEAT_ROW,
    SEATS,
    SINCE,
    SIZE,
    TAGS,
    Bytes,
    Floats,
    Int,
    Ints,
    U,
)

_TRUNCATES, _JOINS_LATE = AT.count_truncates, AT.joins_late
_LATE_MOST, _SAT_OUT_MOST = AT.late_most, AT.sat_out_most


@hot
def true_count(factor: Floats, shift: float, truncates: Int, running: Int, left: Int) -> Int:
    """The true count of a running count with so many cards left in the shoe."""
    exact = np.float64(running) * factor[U(left)]
    if truncates and exact < 0.0:
        true = -np.int64(np.floor(shift - exact))
    else:
        true = np.int64(np.floor(exact + shift))
    return true


@rare
def seen(
    cards: Bytes, counted: Ints, position: Int, hole: Int, factor: Floats, shift: float, w: Ints
) -> Int:
    """The true count now, by every card that lies open."""
    running = w[RUNNING] + counted[U(position)]
    if hole >= 0:
        running -= w[TAGS + cards[hole]]
    return true_count(factor, shift, w[_TRUNCATES], running, w[SIZE] - position)


@rare
def rung(w: Ints, ladder: Int, true: Int) -> Int:
    """The place among all rungs that a true count reaches on its ladder."""
    place = ladder * RUNGS
    last = place + RUNGS - 1
    while place < last and true >= w[LADDERS + place + 1]:
        place += 1
    return place


@hot
def bets(spread: Ints, true: Int, bucket: Int, number: Int, w: Ints) -> Int:
    """Who bets how much on the next round; answers with the number of boxes."""
    many = 0
    for seat in range(spread.shape[0]):
        bet = spread[U(seat), U(bucket)]
        if w[_JOINS_LATE]:
            bet = _looking_on(seat, true, bet, number, w)
        if bet > 0:
            w[U(BOX + many * BOX_ROW + SEAT)] = seat
            w[U(BOX + many * BOX_ROW + BET)] = bet
            many += 1
    w[BOXES] = many
    return many


@rare
def _looking_on(seat: Int, true: Int, bet: Int, number: Int, w: Ints) -> Int:
    """The bet of one who comes and goes with the count, as far as the book lets him."""
    at = SEATS + seat * SEAT_ROW
    if number == 0:
        w[at + INSIDE], w[at + SINCE], w[at + SAT_OUT] = 0, -1, 0
    if w[at + INSIDE]:
        w[at + INSIDE] = true >= w[at + LEAVES_BELOW]
    else:
        w[at + INSIDE] = true >= w[at + ENTERS_AT]
    if not w[at + INSIDE]:
        bet = 0
    if number > 0 and w[at + SINCE] != 0:
        bet = min(bet, w[_LATE_MOST])
    if w[at + SAT_OUT]:
        bet = min(bet, w[_SAT_OUT_MOST])
    if bet > 0 and w[at + SINCE] < 0:
        w[at + SINCE] = number
    if bet == 0 and w[at + SINCE] >= 0:
        w[at + SAT_OUT] = 1
    return bet


@rare
def carry_bets(spread: Ints, true: Int, w: Ints) -> None:
    """Bets that lie already when a new shoe begins: whoever made them is there from its start."""
    w[CARRIED], w[CARRIED_TRUE] = 1, true
    for seat in range(spread.shape[0]):
        at = SEATS + seat * SEAT_ROW
        w[at + INSIDE], w[at + SINCE], w[at + SAT_OUT] = 0, -1, 0
    for b in range(w[BOXES]):
        w[SEATS + w[BOX + b * BOX_ROW + SEAT] * SEAT_ROW + SINCE] = 0
