"""The fast kernel's loops over an array of cards, the table of rounds and a tally of results.

See :mod:`pitboss.kernels.fast.automaton` for the table. The two hot loops keep everything in
registers; rare cases are left to the functions that call them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.jit import lean, lean_kernel
from pitboss.kernels.fast.automaton import MOST_OUTS, ROW_BITS, SPLIT_BIT
from pitboss.kernels.fast.shoe import (
    BEGAN,
    DONE,
    ENDS,
    HELD,
    LEFT,
    NO_CARD,
    PRODUCT,
    ROW,
    Cards,
    Depths,
    draw,
    new_shoe,
    take_at,
)
from pitboss.kernels.fast.splits import MOST_HANDS, VOID, SplitTables, play_split
from pitboss.kernels.jobs import Counts
from pitboss.kernels.rng import LOW, State, fair, following

Table = NDArray[np.uint32]
Flags = NDArray[np.bool_]


class Scratch(NamedTuple):
    """Working memory for kernels, which allocate no arrays."""

    cleared: Counts
    """[class]: cards of the round that have left the layout"""
    finals: Counts
    """[hand of a split box]"""

    @classmethod
    def new(cls) -> Scratch:
        """Empty room."""
        return cls(np.zeros(10, np.int64), np.zeros(MOST_HANDS, np.int64))


# What stops a hot loop, besides the number of a split.
_NO_SPLIT: Final = np.uint64(0xFFFFFFFF)
_MAYBE_UNFAIR: Final = np.uint64(0xFFFFFFFE)

_ROW_MASK: Final = np.uint64((1 << ROW_BITS) - 1)
_ROW_BITS: Final = np.uint64(ROW_BITS)
_SPLIT_FLAG: Final = np.uint64(1 << SPLIT_BIT)
_SPLIT_MASK: Final = np.uint64(MOST_OUTS - 1)
_32: Final = np.uint64(32)
_0: Final = np.uint64(0)
_1: Final = np.uint64(1)
_10: Final = np.uint64(10)


@lean
def play_on(table: Table, cards: Cards, hist: Counts, state: State, ends: np.uint64) -> np.uint64:
    """Play rounds while this many cards are left; stops there, even within a round, or at a split.

    A draw that may be biased, one in ten million, stops it too: handling it here would cost
    registers.
    """
    a, b, c, d = state[0], state[1], state[2], state[3]
    left, row = state[LEFT], state[ROW]
    number, product = _NO_SPLIT, _0
    while left >= ends:
        word, a, b, c, d = following(a, b, c, d)
        product = (word >> _32) * left
        if product & LOW < left:
            number = _MAYBE_UNFAIR
            break
        at = product >> _32
        card = cards[at]
        left -= _1
        cards[at] = cards[left]
        cards[left] = card
        entry = np.uint64(table[row + np.uint64(card)])
        row = entry & _ROW_MASK
        if entry & _SPLIT_FLAG:
            number = (entry >> _ROW_BITS) & _SPLIT_MASK
            break
        hist[entry >> _ROW_BITS] += 1
    state[0], state[1], state[2], state[3] = a, b, c, d
    state[LEFT], state[ROW], state[PRODUCT] = left, row, product
    return number


@lean
def play_fresh_on(
    table: Table, cards: Cards, hist: Counts, state: State, rounds: int
) -> tuple[np.uint64, int]:
    """Like :func:`play_on`, every round from a full shoe; also returns the rounds left to play."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    left, row, size = state[LEFT], state[ROW], np.uint64(cards.shape[0])
    number, product = _NO_SPLIT, _0
    while rounds > 0:
        word, a, b, c, d = following(a, b, c, d)
        product = (word >> _32) * left
        if product & LOW < left:
            number = _MAYBE_UNFAIR
            break
        at = product >> _32
        card = cards[at]
        left -= _1
        cards[at] = cards[left]
        cards[left] = card
        entry = np.uint64(table[row + np.uint64(card)])
        row = entry & _ROW_MASK
        if entry & _SPLIT_FLAG:
            number = (entry >> _ROW_BITS) & _SPLIT_MASK
            break
        hist[entry >> _ROW_BITS] += 1
        left = size if row == _0 else left
        rounds -= row == _0
    state[0], state[1], state[2], state[3] = a, b, c, d
    state[LEFT], state[ROW], state[PRODUCT] = left, row, product
    return number, rounds


class Tallied(NamedTuple):
    """How often each end was reached."""

    hist: Counts
    split_hist: Counts
    """[wagers, net + the most lost]: of rounds with a split"""


@lean
def play_far_from_the_end(
    table: Table,
    splits: Counts,
    box: SplitTables,
    cards: Cards,
    ends: np.uint64,
    state: State,
    tallied: Tallied,
    scratch: Scratch,
) -> None:
    """Play rounds from a shoe while too many cards are left for one to run out."""
    hist, split_hist = tallied.hist, tallied.split_hist
    nothing = split_hist.shape[1] // 2
    while state[LEFT] >= ends or state[ROW] != _0:
        # Once the cut card is out, the last round continues card by card.
        number = play_on(table, cards, hist, state, min(ends, state[LEFT]))
        if number == _MAYBE_UNFAIR:
            number = play_fairly(table, cards, hist, state)
        if number != _NO_SPLIT:
            net, wagers = play_split(
                splits[number], box, cards, state, scratch.cleared, scratch.finals, None
            )
            split_hist[wagers, net + nothing] += 1
            state[ROW] = _0


@lean
def follow(table: Table, hist: Counts, state: State, card: np.int64) -> np.uint64:
    """The result of a card: another row, the end of the round, or a split."""
    entry = np.uint64(table[state[ROW] + np.uint64(card)])
    state[ROW] = entry & _ROW_MASK
    if entry & _SPLIT_FLAG:
        return (entry >> _ROW_BITS) & _SPLIT_MASK
    hist[entry >> _ROW_BITS] += 1
    return _NO_SPLIT


@lean
def play_fairly(table: Table, cards: Cards, hist: Counts, state: State) -> np.uint64:
    """The card at which a hot loop stopped, drawn again if it was biased."""
    at = fair(state, state[PRODUCT], state[LEFT])
    return follow(table, hist, state, take_at(cards, state, at))


@lean
def play_carefully(
    table: Table,
    is_done: Flags,
    takes_hole_card: Flags,
    cards: Cards,
    hist: Counts,
    state: State,
    cleared: Counts,
    depths: Depths,
) -> np.uint64:
    """Play one round near the end of a shoe, where cards may run out; stops at a split.

    Here the order of draws matters, so the hole card is dealt in its turn and set aside.
    """
    cleared[:] = 0
    state[BEGAN], state[DONE], state[ROW], state[HELD] = state[LEFT], _0, _0, _0
    to_come = depths.dealers.shape[0]
    up = np.int64(0)
    while True:
        card = np.int64(state[HELD]) - np.int64(1)
        if card >= 0 and takes_hole_card[state[ROW] // _10]:
            state[HELD] = _0
        else:
            card = draw(cards, state, cleared, depths)
            up = card if to_come == depths.dealers.shape[0] - depths.up_place else up
            to_come -= 1
            if card >= 0 and to_come == 1 and depths.holds[up]:
                state[HELD] = np.uint64(draw(cards, state, cleared, depths) + 1)
                card = card if state[HELD] != _0 else NO_CARD
        if card < 0:
            hist[hist.shape[0] - 1] += 1
            state[ROW] = _0
            return _NO_SPLIT
        number = follow(table, hist, state, card)
        if number != _NO_SPLIT or state[ROW] == _0:
            return number
        if state[DONE] == _0 and is_done[state[ROW] // _10]:
            state[DONE] = state[LEFT] + _1


@lean_kernel
def play_shoes(
    table: Table,
    splits: Counts,
    box: SplitTables,
    depths: Depths,
    cards: Cards,
    shoes: int,
    state: State,
    hist: Counts,
    split_hist: Counts,
    scratch: Scratch,
) -> None:
    """Play a number of shoes, each as deep as the book deals it, never near its end."""
    tallied = Tallied(hist, split_hist)
    for _ in range(shoes):
        new_shoe(cards, state, depths)
        play_far_from_the_end(table, splits, box, cards, state[ENDS], state, tallied, scratch)


@lean_kernel
def play_deep_shoes(
    table: Table,
    is_done: Flags,
    takes_hole_card: Flags,
    splits: Counts,
    box: SplitTables,
    depths: Depths,
    cards: Cards,
    shoes: int,
    state: State,
    hist: Counts,
    split_hist: Counts,
    scratch: Scratch,
) -> None:
    """Play shoes, each as deep as the book deals it, where a round may run out of cards.

    This is a separate kernel, since most books never need it and it takes long to compile.
    """
    tallied = Tallied(hist, split_hist)
    nothing = split_hist.shape[1] // 2
    for _ in range(shoes):
        new_shoe(cards, state, depths)
        ends = max(state[ENDS], np.uint64(depths.enough))
        play_far_from_the_end(table, splits, box, cards, ends, state, tallied, scratch)
        while state[LEFT] >= state[ENDS]:
            number = play_carefully(
                table, is_done, takes_hole_card, cards, hist, state, scratch.cleared, depths
            )
            if number != _NO_SPLIT:
                net, wagers = play_split(
                    splits[number], box, cards, state, scratch.cleared, scratch.finals, depths
                )
                if net == VOID:
                    hist[hist.shape[0] - 1] += 1
                else:
                    split_hist[wagers, net + nothing] += 1


@lean_kernel
def play_fresh(
    table: Table,
    splits: Counts,
    box: SplitTables,
    cards: Cards,
    rounds: int,
    state: State,
    hist: Counts,
    split_hist: Counts,
    scratch: Scratch,
) -> None:
    """Play a number of rounds, each from a full shoe."""
    nothing = split_hist.shape[1] // 2
    size = np.uint64(cards.shape[0])
    state[LEFT], state[ROW] = size, _0
    while rounds > 0:
        number, rounds = play_fresh_on(table, cards, hist, state, rounds)
        if number == _MAYBE_UNFAIR:
            number = play_fairly(table, cards, hist, state)
            if number == _NO_SPLIT and state[ROW] == _0:
                state[LEFT] = size
                rounds -= 1
        if number != _NO_SPLIT:
            net, wagers = play_split(
                splits[number], box, cards, state, scratch.cleared, scratch.finals, None
            )
            split_hist[wagers, net + nothing] += 1
            state[LEFT], state[ROW] = size, _0
            rounds -= 1
