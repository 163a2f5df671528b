"""The probabilities of the dealer's outcomes for many compositions of the shoe at once.

P(outcome | up card, removed cards) is a sum over the dealer's final hands of a product over the
classes of cards (see :mod:`pitboss.compiled.dealer_rows`). The removed compositions are a tree over
the same classes: one depth-first walk contracts a class at every node, and no product is computed
twice.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.columns import ColumnsType, entry, load, nothing, plus_times, save, times
from pitboss.compiled.dealer_rows import (
    CARD_BITS,
    MOST_CARDS,
    WIDE,
    DealerRows,
    Levels,
    contraction_order,
)
from pitboss.compiled.jit import inner, kernel
from pitboss.compiled.multisets import Ints, Leaves
from pitboss.compiled.ranks import ACE

Floats = NDArray[np.float64]

_HELD: Final = MOST_CARDS - 1
"""The bits that tell how many cards of a class a listed row has"""

FROM_TENS_TO_ACES: Final = contraction_order(ACE)


@inner
def first_level(levels: Levels, rows: Floats) -> None:
    """Put the rows of the first level into their places."""
    for row in range(levels.orders.shape[0]):
        save(rows, row * WIDE, load(levels.orders, row * WIDE, WIDE))


@inner
def _add(sums: ColumnsType, levels: Levels, at: int, factors: Floats, rows: Floats) -> ColumnsType:
    """Add the row that is listed there, times its factor."""
    listed = entry(levels.comes_from, at)
    factor = entry(factors, listed & _HELD)
    return plus_times(sums, factor, load(rows, (listed >> CARD_BITS) * WIDE, WIDE))


@inner
def next_level(levels: Levels, level: int, factors: Floats, rows: Floats) -> None:
    """Contract one class: compute the rows of the next level.

    Sums of one, two and three rows are written out, without an inner loop.
    """
    for run in range(levels.runs_of_level[level], levels.runs_of_level[level + 1]):
        adds = levels.run_adds[run]
        at = levels.run_comes_from[run]
        start = levels.run_from[run]
        end = levels.run_from[run + 1]
        if adds == 1:
            for row in range(start, end):
                one = _add(nothing(WIDE), levels, at, factors, rows)
                save(rows, entry(levels.goes_to, row) * WIDE, one)
                at += 1
        elif adds == 2:
            for row in range(start, end):
                one = _add(nothing(WIDE), levels, at, factors, rows)
                two = _add(one, levels, at + 1, factors, rows)
                save(rows, entry(levels.goes_to, row) * WIDE, two)
                at += 2
        elif adds == 3:
            for row in range(start, end):
                one = _add(nothing(WIDE), levels, at, factors, rows)
                two = _add(one, levels, at + 1, factors, rows)
                three = _add(two, levels, at + 2, factors, rows)
                save(rows, entry(levels.goes_to, row) * WIDE, three)
                at += 3
        else:
            for row in range(start, end):
                sums = nothing(WIDE)
                for k in range(adds):
                    sums = _add(sums, levels, at + k, factors, rows)
                save(rows, entry(levels.goes_to, row) * WIDE, sums)
                at += adds


@inner
def next_node(
    leaves: Leaves, needed: NDArray[np.bool_], at: Ints, end: Ints, level: int, deepest: int
) -> int:
    """Move to the next node that is needed, depth first; returns its level, or -1 at the end.

    ``at[level]`` is the node of each level, up to ``end[level]``; the walk begins at level -1.
    Nothing below the nodes of the deepest level is visited.
    """
    if level < 0:
        at[0] = 0
        end[0] = leaves.level_from[1]
        level = 0
    elif level < deepest:
        first = leaves.child_from[level] + at[level]
        level += 1
        at[level] = leaves.first_child[first]
        end[level] = leaves.first_child[first + 1]
    else:
        at[level] += 1
    while level >= 0:
        if at[level] >= end[level]:
            level -= 1
        elif needed[leaves.level_from[level] + at[level]]:
            return level
        if level >= 0:
            at[level] += 1
    return level


@inner
def _two_leaves(
    rows: Floats, factors: Floats, dealer: DealerRows, out: Floats, leaves: Ints
) -> None:
    last = dealer.levels.last_from
    outcomes = dealer.outcome_from.shape[0] - 1
    for outcome in range(outcomes):
        a = nothing(WIDE)
        b = nothing(WIDE)
        for r in range(dealer.outcome_from[outcome], dealer.outcome_from[outcome + 1]):
            row = load(rows, (last + r) * WIDE, WIDE)
            a = plus_times(a, factors[0, dealer.size_and_aces[r]], row)
            b = plus_times(b, factors[1, dealer.size_and_aces[r]], row)
        save(out, (leaves[0] * outcomes + outcome) * WIDE, a)
        save(out, (leaves[1] * outcomes + outcome) * WIDE, b)


@inner
def _four_leaves(
    rows: Floats, factors: Floats, dealer: DealerRows, out: Floats, leaves: Ints
) -> None:
    """The same for four: with this many independent sums, none has to wait for another."""
    last = dealer.levels.last_from
    outcomes = dealer.outcome_from.shape[0] - 1
    for outcome in range(outcomes):
        a = nothing(WIDE)
        b = nothing(WIDE)
        c = nothing(WIDE)
        d = nothing(WIDE)
        for r in range(dealer.outcome_from[outcome], dealer.outcome_from[outcome + 1]):
            row = load(rows, (last + r) * WIDE, WIDE)
            a = plus_times(a, factors[0, dealer.size_and_aces[r]], row)
            b = plus_times(b, factors[1, dealer.size_and_aces[r]], row)
            c = plus_times(c, factors[2, dealer.size_and_aces[r]], row)
            d = plus_times(d, factors[3, dealer.size_and_aces[r]], row)
        save(out, (leaves[0] * outcomes + outcome) * WIDE, a)
        save(out, (leaves[1] * outcomes + outcome) * WIDE, b)
        save(out, (leaves[2] * outcomes + outcome) * WIDE, c)
        save(out, (leaves[3] * outcomes + outcome) * WIDE, d)


@inner
def falling(shoe: Floats, order: Ints, leaves: Leaves) -> Floats:
    """[level, cards gone, cards drawn]: the falling factorials of the cards left in a class."""
    table = np.zeros((10, most_of(leaves.held) + 1, MOST_CARDS))
    for level in range(10):
        for gone in range(table.shape[1]):
            left = shoe[order[level]] - gone
            table[level, gone, 0] = 1.0
            for drawn in range(1, MOST_CARDS):
                rest = left - drawn + 1.0
                table[level, gone, drawn] = (
                    table[level, gone, drawn - 1] * rest if rest > 0.0 else 0.0
                )
    return table


@inner
def nodes_needed(
    shoe: Floats, need: NDArray[np.bool_], leaves: Leaves, order: Ints
) -> NDArray[np.bool_]:
    """The nodes above the leaves needed, except those for which the shoe lacks the cards."""
    level_from = leaves.level_from
    needed = np.zeros(level_from[10], np.bool_)
    for leaf in range(need.shape[0]):
        node = level_from[9] + leaf
        needed[node] = need[leaf] and leaves.held[node] <= shoe[order[9]]
    for level in range(8, -1, -1):
        base = leaves.child_from[level]
        for node in range(level_from[level + 1] - level_from[level]):
            if leaves.held[level_from[level] + node] > shoe[order[level]]:
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
def most_of(numbers: Ints) -> int:
    """The largest number, written out for the same reason."""
    most = 0
    for i in range(numbers.shape[0]):
        if numbers[i] > most:
            most = numbers[i]
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


def room_for(places: int) -> Floats:
    """Allocate the places of the rows of every level."""
    return np.zeros(places * WIDE)


@kernel
def contract(
    shoe: Floats,
    need: NDArray[np.bool_],
    leaves: Leaves,
    dealer: DealerRows,
    rows: Floats,
    out: Floats,
) -> None:
    """Fill ``out[leaf, outcome, up]`` with each outcome's probability times the up cards left.

    ``out`` has one row more than there are leaves, which takes unused results; ``rows`` is
    workspace for the rows of each level (:func:`room_for`).
    """
    count = need.shape[0]
    order = FROM_TENS_TO_ACES
    needed = nodes_needed(shoe, need, leaves, order)
    level_from = leaves.level_from
    first_level(dealer.levels, rows)
    one_over = one_over_orders(cards_in(shoe), most_of(leaves.size))
    factors = falling(shoe, order, leaves)
    longest = most_of(dealer.size_and_aces) // MOST_CARDS
    shares = np.zeros((4, MOST_CARDS * MOST_CARDS))
    waiting = np.zeros(4, np.int64)
    at = np.zeros(9, np.int64)
    end = np.zeros(9, np.int64)
    level = next_node(leaves, needed, at, end, -1, 8)
    while level >= 0:
        gone = leaves.held[level_from[level] + at[level]]
        next_level(dealer.levels, level, factors[level, gone], rows)
        if level == 8:
            first = leaves.child_from[8] + at[8]
            held_back = 0
            stop = leaves.first_child[first + 1]
            for leaf in range(leaves.first_child[first], stop + 1):
                if leaf < stop and needed[level_from[9] + leaf]:
                    gone = leaves.held[level_from[9] + leaf]
                    of_aces = load(factors, (9 * factors.shape[1] + gone) * MOST_CARDS, MOST_CARDS)
                    for size in range(2, longest + 1):
                        share = one_over[leaves.size[leaf], size]
                        place = (held_back * MOST_CARDS + size) * MOST_CARDS
                        save(shares, place, times(share, of_aces))
                    waiting[held_back] = leaf
                    held_back += 1
                if held_back < 4 and leaf < stop:
                    continue
                for k in range(held_back, 4):
                    waiting[k] = count
                if held_back > 2:
                    _four_leaves(rows, shares, dealer, out, waiting)
                elif held_back > 0:
                    _two_leaves(rows, shares, dealer, out, waiting)
                held_back = 0
        level = next_node(leaves, needed, at, end, level, 8)
