"""The full kernel's short way: rounds of one box, nothing out of the ordinary, by one table.

The table is that of :mod:`pitboss.simulate.automaton`, in which an entry tells which row is next or
how the round ended. A round is tried without writing anything down but its result. Where it turns
out to be out of the ordinary, such as a split, an insurance, a side bet that waits for more cards,
a hand that the count decides, or a shoe near its end, the try is given up: the long way plays the
same round from its first card. So this is not another way to play but a shorter one, and a run must
come to the same tallies without it.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.dues import dues
from pitboss.compiled.errors import CannotPrice
from pitboss.compiled.walks import HandWalk, Units, dealer_walk
from pitboss.solve.game import Game

from .automaton import ROW_BITS, SPLIT_BIT, Automaton, automaton
from .automaton import Tables as Rounds
from .decisions import Decisions
from .full_count import true_count
from .full_jit import hot, rare
from .full_layout import (
    AT,
    BEGINS_ABOVE,
    CLASSES,
    INSURES_AT,
    LADDER,
    LOOKS,
    OWN,
    READY,
    RUNNING,
    SEATS,
    SIDES,
    TWO_CLASS,
    TWO_CLASSES,
    TWO_WAITS,
    UP_CARD,
    WINDOW,
    Bytes,
    Floats,
    Int,
    Ints,
    Shorts,
    U,
    Words,
)
from .full_settling import add_round

_LOWEST, _SIZE, _HAS_HOLE, _HAS_BUSTER = AT.lowest, AT.size, AT.has_hole, AT.has_buster
_JOINS_LATE, _BANK, _TRUNCATES = AT.joins_late, AT.bank, AT.count_truncates

_HOLE_BIT: Final = SPLIT_BIT - 1
"""Set where the next card is the hole card, which lies there since the deal"""
_ROW_MASK: Final = np.int64((1 << ROW_BITS) - 1)
_GOES_ON: Final = np.int64(1 << ROW_BITS)
"""An entry below is nothing but a row."""
_HOLE_NEXT: Final = np.int64(1 << _HOLE_BIT)
_LEAVES: Final = np.int64(1 << SPLIT_BIT)
_FIRST_CARDS: Final = 4
"""Two of the box and two of the dealer"""


def plain_rounds(
    game: Game, walk: HandWalk, decisions: Decisions, acts: NDArray[np.uint8], unit: Units
) -> tuple[Words, Ints]:
    """The table of one strategy and what its ends win, both empty where there can be none.

    ``acts`` is the strategy with what the count decides.
    """
    due, dealer = dues(game.rules, walk, game.outcomes), dealer_walk(game.rules, game.outcomes)
    leaves = acts.reshape(decisions.acts.shape) >= LADDER
    even = np.zeros(10, bool)  # taken with insurance only, which is out of the ordinary
    try:
        table = automaton(Rounds(game.rules, walk, dealer, due, decisions, even, leaves))
    except CannotPrice:
        return no_plain_rounds()
    won = [unit.per * end.net for end in table.ends]
    if len(table.ends) >= 1 << (_HOLE_BIT - ROW_BITS) or any(net % due.per for net in won):
        return no_plain_rounds()
    return _with_holes(table), np.array([net // due.per for net in won], np.int64)


def no_plain_rounds() -> tuple[Words, Ints]:
    """No table: every round is played the long way."""
    return np.zeros(0, np.uint32), np.zeros(0, np.int64)


def _with_holes(rounds: Automaton) -> Words:
    entries = rounds.table.astype(np.int64)
    leaves = entries & _LEAVES != 0
    goes_on = ~leaves & (entries < _GOES_ON)
    rows = np.where(goes_on, entries // 10, 0)
    entries = np.where(leaves, _LEAVES, entries)
    entries[goes_on & rounds.takes_hole_card[rows]] |= _HOLE_NEXT
    return entries.astype(np.uint32)


@rare
def is_plain(w: Ints, spread: Ints, rounds: Words) -> bool:
    """Whether rounds may be tried the short way at all."""
    is_alone = spread.shape[0] == 1 and w[SEATS + OWN] and not w[_JOINS_LATE]
    is_simple = not w[_BANK] and not (w[_HAS_BUSTER] and w[SEATS + SIDES])
    return bool(is_alone and is_simple and rounds.shape[0] > 0)


@hot
def play_plainly(
    t: Shorts,
    two: Words,
    w: Ints,
    spread: Ints,
    factor: Floats,
    shift: float,
    two_cards_won: Ints,
    depths: Bytes,
    rounds: Words,
    rounds_won: Ints,
    observed: Ints,
    played: Ints,
    results: Ints,
    money: Ints,
    by_seat: Ints,
    two_cards: Ints,
    cards: Bytes,
    counted: Ints,
    position: Int,
) -> tuple[Int, Int]:
    """Rounds until one is out of the ordinary; answers with its place, and how many came before."""
    buckets = spread.shape[1]
    middle = buckets // 2
    size, ready, hole = w[_SIZE], w[READY], w[_HAS_HOLE]
    has_sides, lowest, insures_at = w[SEATS + SIDES], w[_LOWEST], w[SEATS + INSURES_AT]
    truncates, before = w[_TRUNCATES], w[RUNNING]
    # The first cards must be there; whether the others are is seen as they are drawn.
    last = min(size - w[BEGINS_ABOVE], ready - _FIRST_CARDS)
    number, wagers, won, squares = 0, 0, 0, 0
    while position < last:
        third = position + 3
        one, other = np.int64(cards[U(position)]), np.int64(cards[U(third - 1)])
        both = np.int64(two[U(one * 52 + other)])
        up = np.int64(t[U(CLASSES + np.int64(cards[U(position + 1)]))])
        entry = np.int64(rounds[U(np.int64(t[U(CLASSES + one)]))])
        entry = np.int64(rounds[U(entry + up)])
        entry = np.int64(rounds[U(entry + np.int64(t[U(CLASSES + other)]))])
        second = np.int64(t[U(CLASSES + np.int64(cards[U(third)]))])
        at = third + hole
        if hole and t[U(UP_CARD + up)] & LOOKS and entry < _GOES_ON:
            entry = np.int64(rounds[U(entry + second)])
        while True:
            while entry < _GOES_ON and at < ready:
                card = np.int64(t[U(CLASSES + np.int64(cards[U(at)]))])
                entry = np.int64(rounds[U(entry + card)])
                at += 1
            if not entry & _HOLE_NEXT:
                break
            entry = np.int64(rounds[U((entry & _ROW_MASK) + second)])
        if entry < _GOES_ON or entry & _LEAVES:
            break
        true = true_count(factor, shift, truncates, before + counted[U(position)], size - position)
        bucket = min(max(true + middle, 0), buckets - 1)
        bet = spread[0, U(bucket)]
        if bet == 0 or (has_sides and both >> TWO_WAITS):
            break
        if t[U(UP_CARD + up)] & WINDOW:
            now = true_count(
                factor, shift, truncates, before + counted[U(third)], size - third - hole
            )
            if now >= insures_at:
                break
        net = rounds_won[U(entry >> ROW_BITS)]
        total = bet * net
        if has_sides:
            side = both >> TWO_CLASS & TWO_CLASSES
            two_cards[U(bucket), U(side)] += 1
            total += two_cards_won[U(bucket), U(side)]
        depth = np.int64(depths[U(position)])
        observed[U(bucket)] += 1
        results[U(bucket), U(net + lowest)] += 1
        add_round(money, depth, bucket, bet, total)
        wagers += bet
        won += total
        squares += total * total
        number += 1
        position = at
    by_seat[0, 0] += number
    by_seat[0, 1] += wagers
    by_seat[0, 2] += won
    by_seat[0, 3] += squares
    played[2] += number
    return position, number
