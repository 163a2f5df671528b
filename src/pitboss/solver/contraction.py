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

from pitboss.compiled.columns import load, nothing, plus_times, save, times
from pitboss.compiled.dealer_rows import MOST_CARDS, WIDE, DealerRows, Levels, contraction_order
from pitboss.compiled.jit import inner, kernel
from pitboss.compiled.multisets import Ints, Leaves
from pitboss.compiled.ranks import ACE

Floats = NDArray[np.float64]

FROM_TENS_TO_ACES: Final = contraction_order(ACE)


@inner
def first_level(levels: Levels, rows: Floats) -> None:
    """Put the rows of the first level into their places."""
    for row in range(levels.orders.shape[0]):
        save(rows, row * WIDE, load(levels.orders, row * WIDE, WIDE))


@inner
def next_level(levels: Levels, level: int, factors: Floats, rows: Floats) -> None:
    """Contract one class: compute the rows of the next level."""
    for z in range(levels.planes_of_level[level], levels.planes_of_level[level + 1]):
        factor = factors[levels.plane_holds[z]]
        if levels.plane_is_first[z] == 1:
            for row in range(levels.plane_from[z], levels.plane_from[z + 1]):
                before = load(rows, levels.comes_from[row] * WIDE, WIDE)
                save(rows, levels.goes_to[row] * WIDE, times(factor, before))
        elif factor != 0.0:  # a short shoe has fewer cards of the class
            for row in range(levels.plane_from[z], levels.plane_from[z + 1]):
                to = levels.goes_to[row] * WIDE
                before = load(rows, levels.comes_from[row] * WIDE, WIDE)
                save(rows, to, plus_times(load(rows, to, WIDE), factor, before))


@inner
def next_node(leaves: Leaves, needed: NDArray[np.bool_], at: Ints, end: Ints, level: int) -> int:
    """Move to the next node that is needed, depth first; its level, or -1 if there is none.

    ``at[level]`` is the node of each level, up to ``end[level]``; one begins from level -1. The
    last two levels are walked together: a node of the last but one has leaves.
    """
    if level < 0:
        at[0] = 0
        end[0] = leaves.level_from[1]
        level = 0
    elif level < 8:
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
    rows: Floats, factors: Floats, dealer: DealerRows, out: Floats, one: int, other: int
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
        save(out, (one * outcomes + outcome) * WIDE, a)
        save(out, (other * outcomes + outcome) * WIDE, b)


@inner
def falling(left: float, factors: Floats) -> None:
    """The falling factorials of the cards left in a class."""
    factors[0] = 1.0
    for held in range(1, 16):
        rest = left - held + 1.0
        factors[held] = factors[held - 1] * rest if rest > 0.0 else 0.0


@inner
def nodes_needed(
    shoe: Floats, need: NDArray[np.bool_], leaves: Leaves, order: Ints
) -> NDArray[np.bool_]:
    """The nodes above the leaves needed, without those that the shoe has not the cards for."""
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

    ``out`` has one row more than there are leaves, for the odd one out; ``rows`` is workspace for
    the rows of each level (:func:`room_for`).
    """
    count = need.shape[0]
    order = FROM_TENS_TO_ACES
    needed = nodes_needed(shoe, need, leaves, order)
    level_from = leaves.level_from
    first_level(dealer.levels, rows)
    one_over = one_over_orders(cards_in(shoe), most_removed(leaves.size))
    factors = np.zeros(MOST_CARDS)
    pair = np.zeros((2, MOST_CARDS * MOST_CARDS))
    waiting = np.zeros(2, np.int64)
    at = np.zeros(9, np.int64)
    end = np.zeros(9, np.int64)
    level = next_node(leaves, needed, at, end, -1)
    while level >= 0:
        falling(shoe[order[level]] - leaves.held[level_from[level] + at[level]], factors)
        next_level(dealer.levels, level, factors, rows)
        if level == 8:
            first = leaves.child_from[8] + at[8]
            held_back = 0
            for leaf in range(leaves.first_child[first], leaves.first_child[first + 1]):
                if not needed[level_from[9] + leaf]:
                    continue
                falling(shoe[order[9]] - leaves.held[level_from[9] + leaf], factors)
                of_aces = load(factors, 0, MOST_CARDS)
                for size in range(2, MOST_CARDS):
                    share = one_over[leaves.size[leaf], size]
                    save(pair, (held_back * MOST_CARDS + size) * MOST_CARDS, times(share, of_aces))
                waiting[held_back] = leaf
                held_back += 1
                if held_back == 2:
                    _two_leaves(rows, pair, dealer, out, waiting[0], waiting[1])
                    held_back = 0
            if held_back == 1:
                _two_leaves(rows, pair, dealer, out, waiting[0], count)
        level = next_node(leaves, needed, at, end, level)
