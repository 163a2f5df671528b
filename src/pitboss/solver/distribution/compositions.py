"""Compositions of cards as additive keys, and the dealer's chances after them."""

from __future__ import annotations

import numpy as np

from pitboss.compiled.dealer import DealersHands, dealers_hands, dealers_outcomes
from pitboss.compiled.dealer_rows import (
    WIDE,
    DealerRows,
    FinalRows,
    final_rows,
    from_tens_to_aces,
)
from pitboss.compiled.jit import kernel
from pitboss.compiled.multisets import Ints, Leaves, counts_of, tree
from pitboss.compiled.ranks import ACE, TEN
from pitboss.compiled.watching import kept
from pitboss.rulebooks import TableRules
from pitboss.solver.contraction import Floats, cards_in, falling, most_removed, one_over_orders


@kernel
def lay_together(keys: Ints, where: Ints, table: Ints, place: Ints) -> Ints:
    """The different sums of two keys; ``where[i, j]`` is filled with the place of each.

    ``table`` and ``place`` are a hash table whose size is a power of two, filled with -1.
    """
    found = np.empty(table.shape[0], np.int64)
    number = 0
    last = np.uint64(table.shape[0] - 1)
    for i in range(keys.shape[0]):
        for j in range(i + 1):
            key = keys[i] + keys[j]
            mixed = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
            slot = (mixed >> np.uint64(32)) & last
            while table[slot] != key:
                if table[slot] == -1:
                    table[slot] = key
                    place[slot] = number
                    found[number] = key
                    number += 1
                    break
                slot = (slot + np.uint64(1)) & last
            where[i, j] = place[slot]
            where[j, i] = place[slot]
    return found[:number].copy()


def pairs_together(keys: Ints) -> tuple[Ints, Ints]:
    """The different sums of any two keys, and [i, j]: which of them is that of i and j."""
    ways = len(keys) * (len(keys) + 1) // 2
    room = 1 << max(4, int(2 * ways).bit_length())
    where = np.empty((len(keys), len(keys)), np.int64)
    sums = lay_together(keys, where, np.full(room, -1, np.int64), np.empty(room, np.int64))
    return sums, where


@kept
def rows_behind(rules: TableRules, up: int) -> DealerRows:
    """The dealer's final hands with one up card, arranged for contraction."""
    return from_tens_to_aces(_final_behind(rules, up))


@kept
def _final_behind(rules: TableRules, up: int) -> FinalRows:
    behind = {
        hand: [number if rank == up else 0 for rank, number in enumerate(orders)]
        for hand, orders in dealers_hands(rules).orders.items()
        if orders[up]
    }
    return final_rows(DealersHands(behind), dealers_outcomes(rules))


Zapped = tuple[tuple[int, int], ...]
"""Pairs of cards, any of which may have been given up"""


def rows_after_zaps(rules: TableRules, up: int, zapped: Zapped) -> DealerRows:
    """The dealer's final hands with one up card, each with every two cards that were given up.

    Two outcomes more are the up card, whatever follows, and a blackjack.
    """
    final = _final_behind(rules, up)
    shown = np.zeros((2, 10), np.int64)
    shown[:, up] += 1
    shown[1, TEN - up if up in (ACE, TEN) else up] += 1
    ways = np.zeros((2, WIDE))
    ways[:, up] = 1.0, float(up in (ACE, TEN))
    outcome = np.concatenate([final.outcome, [final.outcomes, final.outcomes + 1]])
    counts = np.concatenate([final.counts, shown])
    orders = np.concatenate([final.orders, ways])
    gone = [np.bincount(cards, minlength=10) for cards in zapped]
    both_orders = [1.0 if a == b else 2.0 for a, b in zapped]
    return from_tens_to_aces(
        FinalRows(
            np.concatenate([outcome] * len(zapped)),
            np.concatenate([counts + cards for cards in gone]),
            np.concatenate([orders * number for number in both_orders]),
            final.outcomes + 2,
        )
    )


@kernel
def contract_one(
    shoe: Floats, leaves: Leaves, dealer: DealerRows, orders: Floats, out: Floats
) -> None:
    """Fill ``out[leaf, outcome]`` for one up card, times the up cards left.

    This is :func:`~pitboss.solver.contraction.contract` with one column instead of ten, since far
    more compositions are needed here, each for few up cards.
    """
    level_from = leaves.level_from
    most = dealer.most_rows
    if dealer.size_and_aces.shape[0] > most:
        most = dealer.size_and_aces.shape[0]
    rows = np.zeros((10, most))
    for row in range(orders.shape[0]):
        rows[0, row] = orders[row]
    factors = np.zeros(16)
    one_over = one_over_orders(cards_in(shoe), most_removed(leaves.size))
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
        falling(shoe[9 - level] - leaves.held[level_from[level] + node], factors)
        source = rows[level]
        target = rows[level + 1]
        base = dealer.level_from[level]
        for z in range(dealer.planes_of_level[level], dealer.planes_of_level[level + 1]):
            factor = factors[dealer.plane_holds[z]]
            if dealer.plane_is_first[z] == 1:
                for row in range(dealer.plane_from[z], dealer.plane_to[z]):
                    target[dealer.goes_to[base + row]] = factor * source[row]
            elif factor != 0.0:
                for row in range(dealer.plane_from[z], dealer.plane_to[z]):
                    target[dealer.goes_to[base + row]] += factor * source[row]
        base = leaves.child_from[level] + node
        if level < 8:
            level += 1
            at[level] = leaves.first_child[base]
            end[level] = leaves.first_child[base + 1]
            continue
        for leaf in range(leaves.first_child[base], leaves.first_child[base + 1]):
            falling(shoe[0] - leaves.held[level_from[9] + leaf], factors)
            share = one_over[leaves.size[leaf]]
            for outcome in range(dealer.outcome_from.shape[0] - 1):
                total = 0.0
                for r in range(dealer.outcome_from[outcome], dealer.outcome_from[outcome + 1]):
                    both = dealer.size_and_aces[r]
                    total += target[r] * share[both >> 4] * factors[both & 15]
                out[leaf, outcome] = total
        at[level] += 1


class Measure:
    """Joint probabilities of cards in given places, an up card and the dealer's outcome.

    ``[composition, outcome]``: the probability that given places have these cards in a given
    order, with this up card and this dealer outcome; if cards may have been zapped, together with
    any of these having been given up. The last two columns are the remaining outcome and a dealer
    blackjack.
    """

    table: Floats

    def __init__(
        self, rules: TableRules, shoe: Floats, up: int, keys: Ints, zapped: Zapped = ()
    ) -> None:
        self.keys = keys
        dealer = rows_after_zaps(rules, up, zapped) if zapped else rows_behind(rules, up)
        counts = counts_of(keys)
        size = counts.sum(axis=1)
        outcomes = len(dealer.outcome_from) - 1
        out = np.zeros((len(keys), outcomes))
        contract_one(shoe, tree(counts[:, ::-1]), dealer, dealer.orders[:, up].copy(), out)
        cards = shoe.sum()
        ordered = in_order(shoe, counts)
        left = np.maximum(cards - size, 1.0)
        if zapped:
            self.table = out * (ordered / left)[:, None]
            self.table[:, -2] -= self.table[:, :-2].sum(axis=1) + self.table[:, -1]
            return
        shown = ordered * np.maximum(shoe[up] - counts[:, up], 0.0) / left
        self.table = np.zeros((len(keys), outcomes + 2))
        self.table[:, :outcomes] = out * (ordered / left)[:, None]
        if up in (0, 9):
            hole = 9 - up
            holes = np.maximum(shoe[hole] - counts[:, hole], 0.0)
            self.table[:, outcomes + 1] = shown * holes / np.maximum(left - 1.0, 1.0)
        self.table[:, outcomes] = shown - self.table.sum(axis=1)

    def at(self, keys: Ints) -> Ints:
        """Which rows of the table are those of these compositions."""
        places: Ints = np.searchsorted(self.keys, keys)
        return places

    def of(self, keys: Ints) -> Floats:
        """[key, outcome]: the rows of these compositions."""
        rows: Floats = self.table[self.at(keys)]
        return rows


def in_order(shoe: Floats, counts: Ints) -> Floats:
    """[row]: the probability that given places have ``counts[row, class]`` in a given order."""
    size = counts.sum(axis=1)
    most = int(counts.max()) + 1
    steps = np.maximum(shoe[:, None] - np.arange(most)[None, :], 0.0)
    falling = np.concatenate([np.ones((10, 1)), np.cumprod(steps, axis=1)], axis=1)
    longest = int(size.max())
    all_cards = np.maximum(shoe.sum() - np.arange(longest + 1), 1.0)
    of_all = np.concatenate([[1.0], np.cumprod(all_cards)])
    chance: Floats = 1.0 / of_all[size]
    for rank in range(10):
        chance *= falling[rank, counts[:, rank]]
    return chance
