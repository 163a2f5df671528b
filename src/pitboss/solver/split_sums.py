"""The value of one hand of a split, whatever number of pair cards is gone, from one sum.

The probability that a split hand ends with the cards H and the dealer with the cards D is a product
over the classes of falling factorials of the shoe, n(n-1)...(n-h-d+1), over one of all cards. Cards
of the split class ("pair cards") that are gone change two factors of it alone: that of the class
itself and that of all cards. So the sum over all H and D is taken once, into a table by the pair
cards in both hands together and by the cards in both; for each number of pair cards gone, the value
is then a short sum over that table. Hands and dealer are followed as in
:mod:`~pitboss.solver.contraction`, the split class last.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.game import Payoffs
from pitboss.compiled.jit import inner, kernel
from pitboss.compiled.multisets import Hands, Ints, PairTree
from pitboss.compiled.split_rows import IN_BOTH_HANDS, SplitRows

from .contraction import Floats, cards_in, falling, next_level
from .hand_values import Intents, takes


def tables_for(rank: int, number: int) -> Floats:
    """[table, pair cards, cards, up card]: empty tables for a split class."""
    points = rank + 1
    return np.zeros((number, 21 // points + 26 // points + 4, IN_BOTH_HANDS, 12))


@inner
def _orders(shoe: Floats, held: Ints, rank: int) -> float:
    """In how many orders the shoe has these cards, the split class left out."""
    orders = 1.0
    for c in range(10):
        if c != rank:
            for k in range(held[c]):
                orders *= max(shoe[c] - k, 0.0)
    return orders


@inner
def _add(shoe: Floats, held: Ints, rank: int, up: int, weight: float, sums: Floats) -> None:
    """Add given cards, of the hand, the up card and those behind it, to a table."""
    cards = 0
    for c in range(10):
        cards += held[c]
    sums[held[rank], cards, up] += weight * _orders(shoe, held, rank)


@kernel
def follow_ends(
    shoe: Floats,
    hands: Hands,
    payoffs: Payoffs,
    rank: int,
    bits: NDArray[np.uint8],
    intents: Intents,
    which: int,
    come: Floats,
    ends: Floats,
    sums: Floats,
    busts: Floats,
    of_pair: bool,
    count_busts: bool,
) -> None:
    """Play one hand of a split to all its ends.

    What a double loses beyond one unit, what it is spared of a dealer blackjack, and busts against
    a blackjack, are added to the tables at once. ``come`` is workspace.
    """
    start = hands.of_class_from[rank]
    end = hands.of_class_from[rank + 1]
    lost = hands.size.shape[0]
    held = np.zeros(10, np.int64)
    for at in range(start, end):
        for u in range(10):
            come[hands.of_class[at], u] = 0.0
            ends[hands.of_class[at], u] = 0.0
    for second in range(10):
        if not of_pair or second == rank:
            for u in range(10):
                come[hands.two[rank, second], u] = 1.0
    for at in range(end - 1, start - 1, -1):
        hand = hands.of_class[at]
        reached = False
        possible = True
        for u in range(10):
            reached |= come[hand, u] > 0.0
        if not reached:
            continue
        for c in range(10):
            held[c] = hands.counts[hand, c]
            possible &= held[c] <= shoe[c]
        if not possible:
            continue
        for u in range(10):
            here = come[hand, u]
            if here == 0.0:
                continue
            act = 1 if payoffs.is_over[hand] else takes(intents[which, hand, u], bits[hand])
            if act == 1:
                ends[hand, u] += here
                continue
            for c in range(10):
                made = hands.child[hand, c]
                if act == 2:
                    come[made, u] += here
                elif made != lost:
                    ends[made, u] += 2.0 * here
            held[u] += 1
            if act == 4:
                _add(shoe, held, rank, u, -here, sums)
            if u == 0 or u == 9:
                held[9 - u] += 1
                spared = payoffs.double_spared[u]
                less = spared - payoffs.busted_double_spared[u]
                if act == 4 and spared != 0.0:
                    _add(shoe, held, rank, u, here * spared, sums)
                both = act == 4 and less != 0.0
                for c in range(10):
                    if (count_busts or both) and payoffs.is_over[hands.child[hand, c]]:
                        held[c] += 1
                        if count_busts:
                            _add(shoe, held, rank, u, here, busts)
                        if both:
                            _add(shoe, held, rank, u, -here * less, sums)
                        held[c] -= 1
                held[9 - u] -= 1
            held[u] -= 1


@inner
def _add_end(
    last: Floats,
    dealer: SplitRows,
    pays: Floats,
    base: int,
    any_card: Floats,
    pair_card: Floats,
    sums_any: Floats,
    sums_pair: Floats,
) -> None:
    """Add one end of a hand with every final hand of the dealer to both tables, from a place on."""
    is_any = False
    is_pair = False
    for u in range(10):
        is_any |= any_card[u] != 0.0
        is_pair |= pair_card[u] != 0.0
    if not is_any and not is_pair:
        return
    w0 = any_card[0]
    w1 = any_card[1]
    w2 = any_card[2]
    w3 = any_card[3]
    w4 = any_card[4]
    w5 = any_card[5]
    w6 = any_card[6]
    w7 = any_card[7]
    w8 = any_card[8]
    w9 = any_card[9]
    w10 = any_card[10]
    w11 = any_card[11]
    v0 = pair_card[0]
    v1 = pair_card[1]
    v2 = pair_card[2]
    v3 = pair_card[3]
    v4 = pair_card[4]
    v5 = pair_card[5]
    v6 = pair_card[6]
    v7 = pair_card[7]
    v8 = pair_card[8]
    v9 = pair_card[9]
    v10 = pair_card[10]
    v11 = pair_card[11]
    for group in range(dealer.group_place.shape[0]):
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
        for row in range(dealer.group_from[group], dealer.group_from[group + 1]):
            w = pays[dealer.outcome_and_held[row]]
            q = np.uint64(row) * np.uint64(12)
            a0 += w * last[q + np.uint64(0)]
            a1 += w * last[q + np.uint64(1)]
            a2 += w * last[q + np.uint64(2)]
            a3 += w * last[q + np.uint64(3)]
            a4 += w * last[q + np.uint64(4)]
            a5 += w * last[q + np.uint64(5)]
            a6 += w * last[q + np.uint64(6)]
            a7 += w * last[q + np.uint64(7)]
            a8 += w * last[q + np.uint64(8)]
            a9 += w * last[q + np.uint64(9)]
            a10 += w * last[q + np.uint64(10)]
            a11 += w * last[q + np.uint64(11)]
        t = np.uint64(base + dealer.group_place[group])
        if is_pair:
            b0 = sums_pair[t + np.uint64(0)] + v0 * a0
            b1 = sums_pair[t + np.uint64(1)] + v1 * a1
            b2 = sums_pair[t + np.uint64(2)] + v2 * a2
            b3 = sums_pair[t + np.uint64(3)] + v3 * a3
            b4 = sums_pair[t + np.uint64(4)] + v4 * a4
            b5 = sums_pair[t + np.uint64(5)] + v5 * a5
            b6 = sums_pair[t + np.uint64(6)] + v6 * a6
            b7 = sums_pair[t + np.uint64(7)] + v7 * a7
            b8 = sums_pair[t + np.uint64(8)] + v8 * a8
            b9 = sums_pair[t + np.uint64(9)] + v9 * a9
            b10 = sums_pair[t + np.uint64(10)] + v10 * a10
            b11 = sums_pair[t + np.uint64(11)] + v11 * a11
            sums_pair[t + np.uint64(0)] = b0
            sums_pair[t + np.uint64(1)] = b1
            sums_pair[t + np.uint64(2)] = b2
            sums_pair[t + np.uint64(3)] = b3
            sums_pair[t + np.uint64(4)] = b4
            sums_pair[t + np.uint64(5)] = b5
            sums_pair[t + np.uint64(6)] = b6
            sums_pair[t + np.uint64(7)] = b7
            sums_pair[t + np.uint64(8)] = b8
            sums_pair[t + np.uint64(9)] = b9
            sums_pair[t + np.uint64(10)] = b10
            sums_pair[t + np.uint64(11)] = b11
        a0 = sums_any[t + np.uint64(0)] + w0 * a0
        a1 = sums_any[t + np.uint64(1)] + w1 * a1
        a2 = sums_any[t + np.uint64(2)] + w2 * a2
        a3 = sums_any[t + np.uint64(3)] + w3 * a3
        a4 = sums_any[t + np.uint64(4)] + w4 * a4
        a5 = sums_any[t + np.uint64(5)] + w5 * a5
        a6 = sums_any[t + np.uint64(6)] + w6 * a6
        a7 = sums_any[t + np.uint64(7)] + w7 * a7
        a8 = sums_any[t + np.uint64(8)] + w8 * a8
        a9 = sums_any[t + np.uint64(9)] + w9 * a9
        a10 = sums_any[t + np.uint64(10)] + w10 * a10
        a11 = sums_any[t + np.uint64(11)] + w11 * a11
        sums_any[t + np.uint64(0)] = a0
        sums_any[t + np.uint64(1)] = a1
        sums_any[t + np.uint64(2)] = a2
        sums_any[t + np.uint64(3)] = a3
        sums_any[t + np.uint64(4)] = a4
        sums_any[t + np.uint64(5)] = a5
        sums_any[t + np.uint64(6)] = a6
        sums_any[t + np.uint64(7)] = a7
        sums_any[t + np.uint64(8)] = a8
        sums_any[t + np.uint64(9)] = a9
        sums_any[t + np.uint64(10)] = a10
        sums_any[t + np.uint64(11)] = a11


@inner
def _nodes_needed(shoe: Floats, tree: PairTree, ends: Floats) -> NDArray[np.bool_]:
    """Nodes of the tree above the hands on which a split hand ends."""
    leaves = tree.leaves
    level_from = leaves.level_from
    needed = np.zeros(level_from[10], np.bool_)
    for leaf in range(tree.hand.shape[0]):
        node = level_from[9] + leaf
        if leaves.held[node] <= shoe[tree.order[9]]:
            for s in range(ends.shape[0]):
                for u in range(10):
                    if ends[s, tree.hand[leaf], u] != 0.0:
                        needed[node] = True
    for level in range(8, -1, -1):
        base = leaves.child_from[level]
        for node in range(level_from[level + 1] - level_from[level]):
            if leaves.held[level_from[level] + node] > shoe[tree.order[level]]:
                continue
            for c in range(leaves.first_child[base + node], leaves.first_child[base + node + 1]):
                if needed[level_from[level + 1] + c]:
                    needed[level_from[level] + node] = True
                    break
    return needed


@kernel
def add_ends(
    shoe: Floats,
    payoffs: Payoffs,
    tree: PairTree,
    dealer: SplitRows,
    ends: Floats,
    sums: Floats,
    rows: Floats,
) -> None:
    """Add every end of a split hand, with every final hand of the dealer, to the tables.

    ``ends[strategy and second card, hand, up card]`` and ``sums[strategy and second card, ...]``,
    the latter flat, are of any second card and of a pair card for each strategy in turn; ``rows``
    is workspace.
    """
    leaves = tree.leaves
    needed = _nodes_needed(shoe, tree, ends)
    level_from = leaves.level_from
    for row in range(dealer.orders.shape[0]):
        for c in range(12):
            rows[0, row * 12 + c] = dealer.orders[row, c]
    outcomes = payoffs.by_outcome.shape[1]
    factors = np.zeros(16)
    orders = np.ones(10)
    pays = np.zeros((outcomes + 1) * 16)
    at = np.zeros(9, np.int64)
    end = np.zeros(9, np.int64)
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
        held = leaves.held[level_from[level] + node]
        left = shoe[tree.order[level]]
        orders[level + 1] = orders[level]
        for k in range(held):
            orders[level + 1] *= left - k
        falling(left - held, factors)
        first = leaves.child_from[level] + node
        if level < 8:
            next_level(rows[level], rows[level + 1], dealer, level, factors)
            level += 1
            at[level] = leaves.first_child[first]
            end[level] = leaves.first_child[first + 1]
            continue
        for leaf in range(leaves.first_child[first], leaves.first_child[first + 1]):
            if not needed[level_from[9] + leaf]:
                continue
            hand = tree.hand[leaf]
            for k in range(outcomes + 1):
                gained = payoffs.of_rest[hand] + 1.0
                if k < outcomes:
                    gained = payoffs.by_outcome[hand, k]
                for more in range(16):
                    pays[k * 16 + more] = gained * orders[9] * factors[more]
            base = (leaves.held[level_from[9] + leaf] * IN_BOTH_HANDS + leaves.size[leaf]) * 12
            for s in range(ends.shape[0] // 2):
                _add_end(
                    rows[8], dealer, pays, base, ends[2 * s, hand], ends[2 * s + 1, hand],
                    sums[2 * s], sums[2 * s + 1],
                )  # fmt: skip
        at[level] += 1


@kernel
def of_pair_cards_gone(
    shoe: Floats, rank: int, sums: Floats, second_is_pair: bool, value: float, out: Floats
) -> None:
    """``out[gone, up]``: the sum of a table with one and more pair cards gone, plus ``value``."""
    cards = cards_in(shoe)
    of_class = np.zeros(sums.shape[0])
    of_all = np.zeros(sums.shape[1])
    for gone in range(out.shape[0]):
        pairs = shoe[rank] - gone - 1.0
        left = cards - gone - 1.0
        of_class[0] = 1.0
        for k in range(1, of_class.shape[0]):
            of_class[k] = of_class[k - 1] * max(pairs - k + 1.0, 0.0)
        ways = 1.0
        of_all[0] = 1.0
        for k in range(1, of_all.shape[0]):
            ways *= left - k + 1.0
            of_all[k] = 1.0 / ways if ways > 0.0 else 0.0
            if ways <= 0.0:
                ways = 0.0
        for u in range(10):
            known = 2 if second_is_pair else 1
            given = of_class[known + (1 if u == rank else 0)] * of_all[known + 1]
            if u != rank:
                given *= shoe[u]
            total = 0.0
            for i in range(sums.shape[0]):
                here = 0.0
                for j in range(sums.shape[1]):
                    here += sums[i, j, u] * of_all[j]
                total += here * of_class[i]
            out[gone, u] = value + (total / given if given > 0.0 else 0.0)
