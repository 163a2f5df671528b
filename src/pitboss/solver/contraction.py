"""The probabilities of the dealer's outcomes for many compositions of the shoe at once.

P(outcome | up card, removed cards) is a sum over the dealer's final hands of a product over the
classes of cards (see :mod:`pitboss.compiled.dealer_rows`). The removed compositions are a tree over
the same classes: one depth-first walk contracts a class at every node, and no product is computed
twice. The twelve columns are written out one by one because only then do they share registers.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.dealer_rows import DealerRows
from pitboss.compiled.jit import inner, kernel
from pitboss.compiled.multisets import Ints, Leaves
from pitboss.compiled.split_rows import SplitRows

Floats = NDArray[np.float64]


@inner
def _set_plane(
    source: Floats, target: Floats, start: int, end: int, factor: float, goes_to: Ints
) -> None:
    for row in range(start, end):
        t = np.uint64(goes_to[row]) * np.uint64(12)
        q = np.uint64(row) * np.uint64(12)
        a0 = factor * source[q + np.uint64(0)]
        a1 = factor * source[q + np.uint64(1)]
        a2 = factor * source[q + np.uint64(2)]
        a3 = factor * source[q + np.uint64(3)]
        a4 = factor * source[q + np.uint64(4)]
        a5 = factor * source[q + np.uint64(5)]
        a6 = factor * source[q + np.uint64(6)]
        a7 = factor * source[q + np.uint64(7)]
        a8 = factor * source[q + np.uint64(8)]
        a9 = factor * source[q + np.uint64(9)]
        a10 = factor * source[q + np.uint64(10)]
        a11 = factor * source[q + np.uint64(11)]
        target[t + np.uint64(0)] = a0
        target[t + np.uint64(1)] = a1
        target[t + np.uint64(2)] = a2
        target[t + np.uint64(3)] = a3
        target[t + np.uint64(4)] = a4
        target[t + np.uint64(5)] = a5
        target[t + np.uint64(6)] = a6
        target[t + np.uint64(7)] = a7
        target[t + np.uint64(8)] = a8
        target[t + np.uint64(9)] = a9
        target[t + np.uint64(10)] = a10
        target[t + np.uint64(11)] = a11


@inner
def _add_plane(
    source: Floats, target: Floats, start: int, end: int, factor: float, goes_to: Ints
) -> None:
    for row in range(start, end):
        t = np.uint64(goes_to[row]) * np.uint64(12)
        q = np.uint64(row) * np.uint64(12)
        a0 = target[t + np.uint64(0)] + factor * source[q + np.uint64(0)]
        a1 = target[t + np.uint64(1)] + factor * source[q + np.uint64(1)]
        a2 = target[t + np.uint64(2)] + factor * source[q + np.uint64(2)]
        a3 = target[t + np.uint64(3)] + factor * source[q + np.uint64(3)]
        a4 = target[t + np.uint64(4)] + factor * source[q + np.uint64(4)]
        a5 = target[t + np.uint64(5)] + factor * source[q + np.uint64(5)]
        a6 = target[t + np.uint64(6)] + factor * source[q + np.uint64(6)]
        a7 = target[t + np.uint64(7)] + factor * source[q + np.uint64(7)]
        a8 = target[t + np.uint64(8)] + factor * source[q + np.uint64(8)]
        a9 = target[t + np.uint64(9)] + factor * source[q + np.uint64(9)]
        a10 = target[t + np.uint64(10)] + factor * source[q + np.uint64(10)]
        a11 = target[t + np.uint64(11)] + factor * source[q + np.uint64(11)]
        target[t + np.uint64(0)] = a0
        target[t + np.uint64(1)] = a1
        target[t + np.uint64(2)] = a2
        target[t + np.uint64(3)] = a3
        target[t + np.uint64(4)] = a4
        target[t + np.uint64(5)] = a5
        target[t + np.uint64(6)] = a6
        target[t + np.uint64(7)] = a7
        target[t + np.uint64(8)] = a8
        target[t + np.uint64(9)] = a9
        target[t + np.uint64(10)] = a10
        target[t + np.uint64(11)] = a11


@inner
def next_level(
    source: Floats, target: Floats, dealer: DealerRows | SplitRows, level: int, factors: Floats
) -> None:
    """Contract one class: fill the rows of the next level from those of this one."""
    goes_to = dealer.goes_to[dealer.level_from[level] : dealer.level_from[level + 1]]
    for z in range(dealer.planes_of_level[level], dealer.planes_of_level[level + 1]):
        factor = factors[dealer.plane_holds[z]]
        if dealer.plane_is_first[z] == 1:
            _set_plane(source, target, dealer.plane_from[z], dealer.plane_to[z], factor, goes_to)
        elif factor != 0.0:  # a short shoe has fewer cards of the class
            _add_plane(source, target, dealer.plane_from[z], dealer.plane_to[z], factor, goes_to)


@inner
def _two_leaves(
    rows: Floats,
    factors: Floats,
    size_and_aces: Ints,
    outcome_from: Ints,
    out: Floats,
    one: int,
    other: int,
) -> None:
    for outcome in range(outcome_from.shape[0] - 1):
        a0 = 0.0
        a1 = 0.0
        a2 = 0.0
        a3 = 0.0
        a4 = 0.0
        a5 = 0.0
        a6 = 0.0
        a7 = 0.0
        a8 = 0.0
        a9 = 0.0
        a10 = 0.0
        a11 = 0.0
        b0 = 0.0
        b1 = 0.0
        b2 = 0.0
        b3 = 0.0
        b4 = 0.0
        b5 = 0.0
        b6 = 0.0
        b7 = 0.0
        b8 = 0.0
        b9 = 0.0
        b10 = 0.0
        b11 = 0.0
        for r in range(outcome_from[outcome], outcome_from[outcome + 1]):
            v = factors[0, size_and_aces[r]]
            w = factors[1, size_and_aces[r]]
            x0 = rows[r, 0]
            x1 = rows[r, 1]
            x2 = rows[r, 2]
            x3 = rows[r, 3]
            x4 = rows[r, 4]
            x5 = rows[r, 5]
            x6 = rows[r, 6]
            x7 = rows[r, 7]
            x8 = rows[r, 8]
            x9 = rows[r, 9]
            x10 = rows[r, 10]
            x11 = rows[r, 11]
            a0 += v * x0
            a1 += v * x1
            a2 += v * x2
            a3 += v * x3
            a4 += v * x4
            a5 += v * x5
            a6 += v * x6
            a7 += v * x7
            a8 += v * x8
            a9 += v * x9
            a10 += v * x10
            a11 += v * x11
            b0 += w * x0
            b1 += w * x1
            b2 += w * x2
            b3 += w * x3
            b4 += w * x4
            b5 += w * x5
            b6 += w * x6
            b7 += w * x7
            b8 += w * x8
            b9 += w * x9
            b10 += w * x10
            b11 += w * x11
        out[one, outcome, 0] = a0
        out[one, outcome, 1] = a1
        out[one, outcome, 2] = a2
        out[one, outcome, 3] = a3
        out[one, outcome, 4] = a4
        out[one, outcome, 5] = a5
        out[one, outcome, 6] = a6
        out[one, outcome, 7] = a7
        out[one, outcome, 8] = a8
        out[one, outcome, 9] = a9
        out[one, outcome, 10] = a10
        out[one, outcome, 11] = a11
        out[other, outcome, 0] = b0
        out[other, outcome, 1] = b1
        out[other, outcome, 2] = b2
        out[other, outcome, 3] = b3
        out[other, outcome, 4] = b4
        out[other, outcome, 5] = b5
        out[other, outcome, 6] = b6
        out[other, outcome, 7] = b7
        out[other, outcome, 8] = b8
        out[other, outcome, 9] = b9
        out[other, outcome, 10] = b10
        out[other, outcome, 11] = b11


@inner
def falling(left: float, factors: Floats) -> None:
    """The falling factorials of the cards left in a class."""
    factors[0] = 1.0
    for held in range(1, 16):
        rest = left - held + 1.0
        factors[held] = factors[held - 1] * rest if rest > 0.0 else 0.0


@inner
def _nodes_needed(shoe: Floats, need: NDArray[np.bool_], leaves: Leaves) -> NDArray[np.bool_]:
    level_from = leaves.level_from
    needed = np.zeros(level_from[10], np.bool_)
    for leaf in range(need.shape[0]):
        node = level_from[9] + leaf
        needed[node] = need[leaf] and leaves.held[node] <= shoe[0]
    for level in range(8, -1, -1):
        base = leaves.child_from[level]
        for node in range(level_from[level + 1] - level_from[level]):
            if leaves.held[level_from[level] + node] > shoe[9 - level]:
                continue
            for c in range(leaves.first_child[base + node], leaves.first_child[base + node + 1]):
                if needed[level_from[level + 1] + c]:
                    needed[level_from[level] + node] = True
                    break
    return needed


@inner
def cards_in(shoe: Floats) -> float:
    """The number of cards in the shoe, written out because a general sum compiles slowly."""
    cards = 0.0
    for rank in range(10):
        cards += shoe[rank]
    return cards


@inner
def most_removed(sizes: Ints) -> int:
    """The size of the largest composition."""
    most = 0
    for leaf in range(sizes.shape[0]):
        if sizes[leaf] > most:
            most = sizes[leaf]
    return most


@inner
def one_over_orders(cards: float, most_removed: int) -> Floats:
    """[removed, drawn]: one over the number of ways to draw all but the up card of a hand."""
    orders = np.zeros((most_removed + 1, 16))
    for removed in range(most_removed + 1):
        ways = 1.0
        for drawn in range(1, 16):
            if drawn > 1:
                ways *= cards - removed - drawn + 1.0
            if ways <= 0.0:
                break
            orders[removed, drawn] = 1.0 / ways
    return orders


def room_for(rows: int) -> tuple[Floats, Floats, Floats]:
    """Allocate the rows of every level but the last, and those of the last, flat and not."""
    last = np.zeros((rows, 12))
    return np.zeros((9, rows * 12)), last.reshape(-1), last


@kernel
def contract(
    shoe: Floats,
    need: NDArray[np.bool_],
    leaves: Leaves,
    dealer: DealerRows,
    rows: Floats,
    last_flat: Floats,
    last: Floats,
    out: Floats,
) -> None:
    """Fill ``out[leaf, outcome, up]`` with each outcome's probability times the up cards left.

    ``out`` has one row more than there are leaves, for the odd one out; ``rows`` and ``last``
    are workspace for the rows of each level (:func:`room_for`).
    """
    count = need.shape[0]
    needed = _nodes_needed(shoe, need, leaves)
    level_from = leaves.level_from
    for row in range(dealer.orders.shape[0]):
        for c in range(12):
            rows[0, row * 12 + c] = dealer.orders[row, c]
    one_over = one_over_orders(cards_in(shoe), most_removed(leaves.size))
    factors = np.zeros(16)
    pair = np.zeros((2, 256))
    waiting = np.zeros(2, np.int64)
    at = np.zeros(10, np.int64)
    end = np.zeros(10, np.int64)
    level = 0
    end[0] = level_from[1]
    while level >= 0:
        if at[level] >= end[level]:
            level -= 1
            if level >= 0:
                at[level] += 1
            continue
        node = at[level]
        if not needed[level_from[level] + node]:
            at[level] += 1
            continue
        falling(shoe[9 - level] - leaves.held[level_from[level] + node], factors)
        target = rows[level + 1] if level < 8 else last_flat
        next_level(rows[level], target, dealer, level, factors)
        base = leaves.child_from[level] + node if level < 9 else 0
        if level < 8:
            level += 1
            at[level] = leaves.first_child[base]
            end[level] = leaves.first_child[base + 1]
            continue
        held_back = 0
        for leaf in range(leaves.first_child[base], leaves.first_child[base + 1]):
            if not needed[level_from[9] + leaf]:
                continue
            falling(shoe[0] - leaves.held[level_from[9] + leaf], factors)
            for size in range(2, 16):
                share = one_over[leaves.size[leaf], size]
                for aces in range(size + 1):
                    pair[held_back, size * 16 + aces] = share * factors[aces]
            waiting[held_back] = leaf
            held_back += 1
            if held_back == 2:
                _two_leaves(
                    last,
                    pair,
                    dealer.size_and_aces,
                    dealer.outcome_from,
                    out,
                    waiting[0],
                    waiting[1],
                )
                held_back = 0
        if held_back == 1:
            _two_leaves(
                last, pair, dealer.size_and_aces, dealer.outcome_from, out, waiting[0], count
            )
        at[level] += 1
