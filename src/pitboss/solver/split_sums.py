"""The value of one hand of a split, whatever number of pair cards is gone, from one sum.

The probability that a split hand ends with the cards H and the dealer with the cards D is a product
over the classes of falling factorials of the shoe, n(n-1)...(n-h-d+1), over one of all cards. Cards
of the split class ("pair cards") that are gone change only two of its factors: that of the class
itself and that of all cards. So the sum over all H and D is taken once, into a table by the pair
cards in both hands together and by the cards in both; for each number of pair cards gone, the value
is then a short sum over that table. Hands and dealer are followed as in
:mod:`~pitboss.solver.contraction`, the split class last.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.columns import load, nothing, plus_product, plus_times, save, times
from pitboss.compiled.dealer_rows import MOST_CARDS, WIDE
from pitboss.compiled.game import Payoffs
from pitboss.compiled.jit import in_use, inner, kernel
from pitboss.compiled.multisets import HandLattice, Ints, PairTree
from pitboss.compiled.split_rows import IN_BOTH_HANDS, SplitRows

from .contraction import (
    Floats,
    cards_in,
    falling,
    first_level,
    next_level,
    next_node,
    nodes_needed,
)
from .hand_values import Intents, takes


def tables_for(rank: int, number: int) -> Floats:
    """[table, pair cards, cards, up card]: empty tables for a split class."""
    points = rank + 1
    return np.zeros((number, 21 // points + 26 // points + 4, IN_BOTH_HANDS, WIDE))


@inner
def _orders(shoe: Floats, held: Ints, rank: int) -> float:
    """The number of orders in which the shoe has these cards, without the split class."""
    orders = 1.0
    for c in range(10):
        if c != rank:
            for k in range(held[c]):
                orders *= max(shoe[c] - k, 0.0)
    return orders


@inner
def _add(shoe: Floats, held: Ints, rank: int, up: int, weight: float, sums: Floats) -> None:
    """Add the cards held by the hand and the dealer to a table, with a weight."""
    cards = 0
    for c in range(10):
        cards += held[c]
    sums[held[rank], cards, up] += weight * _orders(shoe, held, rank)


@kernel
def follow_ends(
    shoe: Floats,
    hands: HandLattice,
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
    drawn = np.zeros(WIDE)
    doubled = np.zeros(WIDE)
    for at in range(start, end):
        save(come, hands.of_class[at] * WIDE, nothing(WIDE))
        save(ends, hands.of_class[at] * WIDE, nothing(WIDE))
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
        drawing = False
        doubling = False
        for u in range(10):
            here = come[hand, u]
            drawn[u] = 0.0
            doubled[u] = 0.0
            if here == 0.0:
                continue
            act = 1 if payoffs.is_over[hand] else takes(intents[which, hand, u], bits[hand])
            if act == 1:
                ends[hand, u] += here
                continue
            if act == 2:
                drawn[u] = here
                drawing = True
            else:
                doubled[u] = here
                doubling = True
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
        for c in range(10):
            made = hands.child[hand, c] * WIDE
            if drawing:
                save(come, made, plus_times(load(come, made, WIDE), 1.0, load(drawn, 0, WIDE)))
            if doubling and hands.child[hand, c] != lost:
                save(ends, made, plus_times(load(ends, made, WIDE), 2.0, load(doubled, 0, WIDE)))
    in_use(shoe, bits, intents, come, ends, sums, busts, held, drawn, doubled)


@kernel
def only_differences(
    hands: HandLattice, rank: int, ends: Floats, before: Floats, followed: Floats
) -> None:
    """Reduce each strategy's ends to what differs from the strategy before it.

    ``ends[strategy and second card, hand, up card]``; ``before`` and ``followed`` cover only the
    hands of the class: the strategy that was followed last, and the one to be kept as the last.
    """
    start = hands.of_class_from[rank]
    number = ends.shape[0]
    for at in range(start, hands.of_class_from[rank + 1]):
        hand = hands.of_class[at] * WIDE
        for s in range(number - 1, -1, -1):
            here = s * ends.shape[1] * WIDE + hand
            of_list = ((s % 2) * before.shape[1] + at - start) * WIDE
            now = load(ends, here, WIDE)
            if s >= number - 2:
                save(followed, of_list, now)
            if s >= 2:
                save(
                    ends,
                    here,
                    plus_times(now, -1.0, load(ends, here - 2 * ends.shape[1] * WIDE, WIDE)),
                )
            else:
                save(ends, here, plus_times(now, -1.0, load(before, of_list, WIDE)))


@inner
def _with_dealer(rows: Floats, dealer: SplitRows, pays: Floats, out: Floats) -> None:
    """One end of a hand with every final hand of the dealer, ``out[group]``."""
    last = dealer.levels.last_from
    for group in range(dealer.group_place.shape[0]):
        sums = nothing(WIDE)
        for row in range(dealer.group_from[group], dealer.group_from[group + 1]):
            weight = pays[0, dealer.outcome_and_held[row]]
            sums = plus_times(sums, weight, load(rows, (last + row) * WIDE, WIDE))
        save(out, group * WIDE, sums)


@inner
def _two_with_dealer(rows: Floats, dealer: SplitRows, pays: Floats, out: Floats) -> None:
    """Two ends likewise, ``out[end, group]``: a row is loaded once for both."""
    last = dealer.levels.last_from
    for group in range(dealer.group_place.shape[0]):
        one = nothing(WIDE)
        other = nothing(WIDE)
        for row in range(dealer.group_from[group], dealer.group_from[group + 1]):
            columns = load(rows, (last + row) * WIDE, WIDE)
            one = plus_times(one, pays[0, dealer.outcome_and_held[row]], columns)
            other = plus_times(other, pays[1, dealer.outcome_and_held[row]], columns)
        save(out, group * WIDE, one)
        save(out, out.shape[1] + group * WIDE, other)


@inner
def _four_with_dealer(rows: Floats, dealer: SplitRows, pays: Floats, out: Floats) -> None:
    """Four ends likewise: with this many independent sums, none has to wait for another."""
    last = dealer.levels.last_from
    for group in range(dealer.group_place.shape[0]):
        a = nothing(WIDE)
        b = nothing(WIDE)
        c = nothing(WIDE)
        d = nothing(WIDE)
        for row in range(dealer.group_from[group], dealer.group_from[group + 1]):
            columns = load(rows, (last + row) * WIDE, WIDE)
            a = plus_times(a, pays[0, dealer.outcome_and_held[row]], columns)
            b = plus_times(b, pays[1, dealer.outcome_and_held[row]], columns)
            c = plus_times(c, pays[2, dealer.outcome_and_held[row]], columns)
            d = plus_times(d, pays[3, dealer.outcome_and_held[row]], columns)
        save(out, group * WIDE, a)
        save(out, out.shape[1] + group * WIDE, b)
        save(out, 2 * out.shape[1] + group * WIDE, c)
        save(out, 3 * out.shape[1] + group * WIDE, d)


class _Waiting(NamedTuple):
    """Leaves for which the dealer is followed together, and workspace."""

    leaves: Ints
    pays: Floats
    """[leaf that waits, outcome and cards held]"""
    with_dealer: Floats
    """[leaf that waits, group of the dealer's rows and up card]"""
    ended_on: NDArray[np.bool_]
    """[leaf, strategy and second card]: whether a split hand ends on it"""


@inner
def _add_ends_of(
    waiting: _Waiting, number: int, tree: PairTree, dealer: SplitRows, ends: Floats, sums: Floats
) -> None:
    """Add the ends on the leaves that wait, times the ways to reach them, to the tables."""
    leaves, ended, ended_on = tree.leaves, waiting.with_dealer, waiting.ended_on
    for i in range(number):
        leaf = waiting.leaves[i]
        held = leaves.held[leaves.level_from[9] + leaf]
        place = (held * IN_BOTH_HANDS + leaves.size[leaf]) * WIDE
        for s in range(ends.shape[0]):
            if ended_on[leaf, s]:
                come = load(ends, (s * ends.shape[1] + tree.hand[leaf]) * WIDE, WIDE)
                for group in range(dealer.group_place.shape[0]):
                    to = s * sums.shape[1] + place + dealer.group_place[group]
                    of = load(ended, i * ended.shape[1] + group * WIDE, WIDE)
                    save(sums, to, plus_product(load(sums, to, WIDE), come, of))


@inner
def _end(
    waiting: _Waiting,
    number: int,
    tree: PairTree,
    dealer: SplitRows,
    rows: Floats,
    ends: Floats,
    sums: Floats,
) -> None:
    """Follow the dealer for the leaves that wait, at most four."""
    if number > 2:
        _four_with_dealer(rows, dealer, waiting.pays, waiting.with_dealer)
    elif number == 2:
        _two_with_dealer(rows, dealer, waiting.pays, waiting.with_dealer)
    elif number == 1:
        _with_dealer(rows, dealer, waiting.pays, waiting.with_dealer)
    if number > 0:
        _add_ends_of(waiting, number, tree, dealer, ends, sums)


@inner
def _ended_on(tree: PairTree, ends: Floats) -> NDArray[np.bool_]:
    """[leaf, strategy and second card]: whether a split hand ends on it; last, whether by any."""
    values = np.zeros((tree.hand.shape[0], ends.shape[0] + 1), np.bool_)
    for leaf in range(tree.hand.shape[0]):
        for s in range(ends.shape[0]):
            for u in range(10):
                if ends[s, tree.hand[leaf], u] != 0.0:
                    values[leaf, s] = True
                    values[leaf, ends.shape[0]] = True
                    break
    return values


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
    ended_on = _ended_on(tree, ends)
    needed = nodes_needed(shoe, ended_on[:, ends.shape[0]], leaves, tree.order)
    level_from = leaves.level_from
    at = np.zeros(9, np.int64)
    end = np.zeros(9, np.int64)
    level = next_node(leaves, needed, at, end, -1, 8)
    if level < 0:
        return
    first_level(dealer.levels, rows)
    outcomes = payoffs.by_outcome.shape[1]
    factors = falling(shoe, tree.order, leaves)
    orders = np.ones(10)
    pays = np.zeros((4, (outcomes + 1) * MOST_CARDS))
    ended = np.zeros((4, dealer.group_place.shape[0] * WIDE))
    waiting = _Waiting(np.zeros(4, np.int64), pays, ended, ended_on)
    number = 0
    while level >= 0:
        held = leaves.held[level_from[level] + at[level]]
        left = shoe[tree.order[level]]
        orders[level + 1] = orders[level]
        for k in range(held):
            orders[level + 1] *= left - k
        if level < 8:
            next_level(dealer.levels, level, factors[level, held], rows)
            level = next_node(leaves, needed, at, end, level, 8)
            continue
        first = leaves.child_from[8] + at[8]
        stop = leaves.first_child[first + 1]
        drawn = (8 * factors.shape[1] + held) * MOST_CARDS
        level = next_node(leaves, needed, at, end, level, 8)
        for leaf in range(leaves.first_child[first], stop + 1):
            if leaf < stop and needed[level_from[9] + leaf]:
                hand = tree.hand[leaf]
                for k in range(outcomes + 1):
                    gained = payoffs.of_rest[hand] + 1.0
                    if k < outcomes:
                        gained = payoffs.by_outcome[hand, k]
                    of_rows = times(gained * orders[9], load(factors, drawn, MOST_CARDS))
                    save(pays, number * pays.shape[1] + k * MOST_CARDS, of_rows)
                waiting.leaves[number] = leaf
                number += 1
            # Leaves of several nodes may wait until the rows are to change.
            if number == 4 or (leaf == stop and level < 8):
                _end(waiting, number, tree, dealer, rows, ends, sums)
                number = 0


@kernel
def of_pair_cards_gone(
    shoe: Floats, rank: int, sums: Floats, second_is_pair: bool, value: float, out: Floats
) -> None:
    """``out[gone, up]``: the sum of a table with one and more pair cards gone, plus ``value``."""
    cards = cards_in(shoe)
    of_class = np.zeros(sums.shape[0])
    of_all = np.zeros(sums.shape[1])
    totals = np.zeros(WIDE)
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
        total = nothing(WIDE)
        for i in range(sums.shape[0]):
            here = nothing(WIDE)
            for j in range(sums.shape[1]):
                here = plus_times(here, of_all[j], load(sums, (i * sums.shape[1] + j) * WIDE, WIDE))
            total = plus_times(total, of_class[i], here)
        save(totals, 0, total)
        for u in range(10):
            known = 2 if second_is_pair else 1
            given = of_class[known + (1 if u == rank else 0)] * of_all[known + 1]
            if u != rank:
                given *= shoe[u]
            out[gone, u] = value + (totals[u] / given if given > 0.0 else 0.0)
