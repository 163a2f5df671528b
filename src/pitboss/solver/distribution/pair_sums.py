"""The joint probabilities of many compositions and the dealer's outcomes, from one up card.

The compositions are a tree over the classes, as in :mod:`~pitboss.solver.contraction`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from pitboss.compiled.columns import entry, load, nothing, plus_times, product, put, save
from pitboss.compiled.dealer_rows import CARD_BITS, MOST_CARDS, Levels
from pitboss.compiled.jit import inner, inner_unfused, kernel
from pitboss.compiled.multisets import Ints, Leaves
from pitboss.solver.contraction import Floats, cards_in, falling, next_node

from .pair_rows import PairRows

AT_ONCE: Final = 8
"""How many numbers of further cards of the split class are handled at once"""
_NODES: Final = 4
"""How many nodes with neighbouring leaves are handled at once"""
_HELD: Final = MOST_CARDS - 1
"""The bits that tell how many cards of a class a listed row has"""


@inner
def _next_rows(levels: Levels, level: int, factors: Floats, of: int, rows: Floats) -> None:
    """Contract one class in one column; its factors begin at ``of``."""
    for run in range(levels.runs_of_level[level], levels.runs_of_level[level + 1]):
        adds = levels.run_adds[run]
        at = levels.run_comes_from[run]
        start = levels.run_from[run]
        end = levels.run_from[run + 1]
        if adds == 1:
            for row in range(start, end):
                listed = entry(levels.comes_from, at)
                added = entry(factors, of + (listed & _HELD)) * entry(rows, listed >> CARD_BITS)
                put(rows, entry(levels.goes_to, row), added)
                at += 1
        elif adds == 2:
            for row in range(start, end):
                added = 0.0
                for k in range(2):
                    listed = entry(levels.comes_from, at + k)
                    added += entry(factors, of + (listed & _HELD)) * entry(
                        rows, listed >> CARD_BITS
                    )
                put(rows, entry(levels.goes_to, row), added)
                at += 2
        else:
            for row in range(start, end):
                added = 0.0
                for k in range(at, at + adds):
                    listed = entry(levels.comes_from, k)
                    added += entry(factors, of + (listed & _HELD)) * entry(
                        rows, listed >> CARD_BITS
                    )
                put(rows, entry(levels.goes_to, row), added)
                at += adds


@inner
def _last_rows(levels: Levels, factors: Floats, rows: Floats, last: Floats) -> None:
    """Contract the last class but one for several nodes at once, each of them a column."""
    for run in range(levels.runs_of_level[8], levels.runs_of_level[9]):
        adds = levels.run_adds[run]
        at = levels.run_comes_from[run]
        for row in range(levels.run_from[run], levels.run_from[run + 1]):
            added = nothing(_NODES)
            for k in range(at, at + adds):
                listed = entry(levels.comes_from, k)
                of_nodes = load(factors, (listed & _HELD) * _NODES, _NODES)
                added = plus_times(added, entry(rows, listed >> CARD_BITS), of_nodes)
            save(last, (entry(levels.goes_to, row) - levels.last_from) * _NODES, added)
            at += adds


class _Room(NamedTuple):
    """What is the same for all compositions, and workspace."""

    of_class: Floats
    """[cards]: the number of orders of that many cards of the last class"""
    of_all: Floats
    """[cards]: one over the number of orders of any cards"""
    last: Floats
    """[row of the last level, node]"""
    both: Floats
    """[code, further cards of the last class]"""
    sums: Floats
    """[outcome, further cards of the last class]"""
    place: Ints
    """[leaf]: where its composition is in ``out``"""
    out: Floats
    """[composition, further, outcome]"""


@inner
def _chances(dealer: PairRows, room: _Room, node: int, held: int, size: int) -> None:
    """The sums of a node, from ``held`` cards of the last class and ``size`` in all."""
    for code in range(dealer.size.shape[0]):
        of_class = load(room.of_class, entry(dealer.held, code) + held, AT_ONCE)
        of_all = load(room.of_all, entry(dealer.size, code) + size, AT_ONCE)
        save(room.both, code * AT_ONCE, product(of_class, of_all))
    for outcome in range(dealer.outcome_from.shape[0] - 1):
        ways = nothing(AT_ONCE)
        for row in range(dealer.outcome_from[outcome], dealer.outcome_from[outcome + 1]):
            of_code = load(room.both, entry(dealer.code, row) * AT_ONCE, AT_ONCE)
            ways = plus_times(ways, entry(room.last, row * _NODES + node), of_code)
        save(room.sums, outcome * AT_ONCE, ways)


@inner_unfused
def _take_rest(out: Floats, place: int) -> None:
    """Subtract all other outcomes from the last but one, which so far has the sum of all."""
    rest = out.shape[2] - 2
    for k in range(out.shape[1]):
        left = out[place, k, rest]
        for outcome in range(rest):
            left -= out[place, k, outcome]
        out[place, k, rest] = left - out[place, k, rest + 1]


@inner
def _leaves_of(
    node: int, column: int, leaves: Leaves, dealer: PairRows, first: int, orders: float, room: _Room
) -> None:  # fmt: skip
    """Fill in all compositions of a node.

    A composition with one more card of the last class, and one with a further card of that class
    in a place of its own, have the same sum.
    """
    place, out = room.place, room.out
    start = -AT_ONCE
    base = leaves.child_from[8] + node
    for leaf in range(leaves.first_child[base], leaves.first_child[base + 1]):
        held = leaves.held[leaves.level_from[9] + leaf]
        if held + out.shape[1] > start + AT_ONCE:
            start = held
            _chances(dealer, room, column, held + first, leaves.size[leaf] + first)
        for k in range(out.shape[1]):
            for outcome in range(out.shape[2]):
                out[place[leaf], k, outcome] = orders * room.sums[outcome, held - start + k]
        _take_rest(out, place[leaf])


@inner
def in_orders(orders: float, left: float, held: int) -> float:
    """The number of orders, with ``held`` more cards of a class of which ``left`` are left."""
    for k in range(held):
        orders *= max(left - k, 0.0)
    return orders


@kernel
def contract_pairs(
    shoe: Floats,
    leaves: Leaves,
    order: Ints,
    dealer: PairRows,
    first: int,
    place: Ints,
    out: Floats,
) -> None:
    """Fill ``out[composition, further, outcome]``: the probability of these cards in given places.

    ``further`` cards of the last class, from ``first`` on, are in places of their own. They change
    only the factors of that class and of all cards.
    """
    level_from = leaves.level_from
    levels = dealer.levels
    rows = np.zeros(levels.places)
    rows[: levels.orders.shape[0]] = levels.orders
    factors = falling(shoe, order, leaves)
    of_class = np.zeros(72)
    of_all = np.zeros(72)
    of_class[0] = 1.0
    drawn = 1.0
    of_all[0] = 1.0
    cards = cards_in(shoe)
    for k in range(1, 72):
        of_class[k] = of_class[k - 1] * max(shoe[order[9]] - k + 1.0, 0.0)
        drawn *= max(cards - k + 1.0, 0.0)
        of_all[k] = 1.0 / drawn if drawn > 0.0 else 0.0
    room = _Room(
        of_class,
        of_all,
        np.zeros((dealer.code.shape[0], _NODES)),
        np.zeros((dealer.size.shape[0], AT_ONCE)),
        np.zeros((out.shape[2], AT_ONCE)),
        place,
        out,
    )
    of_nodes = np.zeros((MOST_CARDS, _NODES))
    orders = np.ones(10)
    needed = np.ones(level_from[10], np.bool_)
    at = np.zeros(9, np.int64)
    end = np.zeros(9, np.int64)
    level = next_node(leaves, needed, at, end, -1, 7)
    while level >= 0:
        held = leaves.held[level_from[level] + at[level]]
        orders[level + 1] = in_orders(orders[level], shoe[order[level]], held)
        of = (level * factors.shape[1] + held) * MOST_CARDS
        _next_rows(levels, level, factors, of, rows)
        if level == 7:
            base = leaves.child_from[7] + at[7]
            stop = leaves.first_child[base + 1]
            for some in range(leaves.first_child[base], stop, _NODES):
                number = min(_NODES, stop - some)
                for i in range(number):
                    held = leaves.held[level_from[8] + some + i]
                    for k in range(MOST_CARDS):
                        of_nodes[k, i] = factors[8, held, k]
                _last_rows(levels, of_nodes, rows, room.last)
                for i in range(number):
                    held = leaves.held[level_from[8] + some + i]
                    ways = in_orders(orders[8], shoe[order[8]], held)
                    _leaves_of(some + i, i, leaves, dealer, first, ways, room)
        level = next_node(leaves, needed, at, end, level, 7)
