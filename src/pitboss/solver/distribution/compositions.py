"""Compositions of cards as additive keys, and the dealer's chances after them."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from pitboss.compiled.columns import load, nothing, plus_times, product, save
from pitboss.compiled.dealer import DealersHands, dealers_hands, dealers_outcomes
from pitboss.compiled.dealer_rows import (
    MOST_CARDS,
    WIDE,
    FinalRows,
    Levels,
    arrange,
    contraction_order,
    final_rows,
)
from pitboss.compiled.jit import kernel
from pitboss.compiled.multisets import Ints, Leaves, counts_of, keys_of, tree
from pitboss.compiled.ranks import ACE, TEN
from pitboss.compiled.watching import kept
from pitboss.rulebooks import TableRules
from pitboss.solver.contraction import Floats, cards_in, falling, next_node

_AT_ONCE: Final = 8
"""Numbers of further cards of the split class"""


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
def _final_behind(rules: TableRules, up: int) -> FinalRows:
    behind = {
        hand: [number if rank == up else 0 for rank, number in enumerate(orders)]
        for hand, orders in dealers_hands(rules).orders.items()
        if orders[up]
    }
    return final_rows(DealersHands(behind), dealers_outcomes(rules))


Zapped = tuple[tuple[int, int], ...]
"""Pairs of cards, any of which may have been given up"""


class PairRows(NamedTuple):
    """The dealer's final hands with one up card, arranged for contraction, one class last."""

    levels: Levels
    """With one column, that of the up card"""
    outcome_from: Ints
    """[class of outcome + 1]: the last level's rows of each class"""
    code: Ints
    """[row of the last level]: its place among the codes"""
    size: Ints
    """[code]: the number of cards"""
    held: Ints
    """[code]: those of the last class"""


@kept
def pair_rows(rules: TableRules, up: int, rank: int) -> PairRows:
    """The final hands behind an up card, for compositions with cards of a split class."""
    return _arranged(_with_shown(rules, up), up, rank)


def pair_rows_after_zaps(rules: TableRules, up: int, rank: int, zapped: Zapped) -> PairRows:
    """The same, each final hand together with every two cards that may have been given up."""
    final = _with_shown(rules, up)
    gone = [np.bincount(cards, minlength=10) for cards in zapped]
    both_orders = [1.0 if a == b else 2.0 for a, b in zapped]
    together = FinalRows(
        np.concatenate([final.outcome] * len(zapped)),
        np.concatenate([final.counts + cards for cards in gone]),
        np.concatenate([final.orders * number for number in both_orders]),
        final.outcomes,
    )
    return _arranged(together, up, rank)


def _with_shown(rules: TableRules, up: int) -> FinalRows:
    """Two outcomes more: the up card, whatever follows, and a blackjack."""
    final = _final_behind(rules, up)
    shown = np.zeros((2, 10), np.int64)
    shown[:, up] += 1
    shown[1, TEN - up if up in (ACE, TEN) else up] += 1
    ways = np.zeros((2, WIDE))
    ways[:, up] = 1.0, float(up in (ACE, TEN))
    return FinalRows(
        np.concatenate([final.outcome, [final.outcomes, final.outcomes + 1]]),
        np.concatenate([final.counts, shown]),
        np.concatenate([final.orders, ways]),
        final.outcomes + 2,
    )


def _arranged(final: FinalRows, up: int, rank: int) -> PairRows:
    levels, last = arrange(final, contraction_order(rank), together=False)
    codes, code = np.unique(last.size * MOST_CARDS + last.held, return_inverse=True)
    return PairRows(
        levels._replace(orders=levels.orders[:, up].copy()),
        outcome_from=np.searchsorted(last.outcome, np.arange(final.outcomes + 1)),
        code=code.ravel(),
        size=codes // MOST_CARDS,
        held=codes % MOST_CARDS,
    )


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
    """Fill ``out[further, composition, outcome]``: the probability of these cards in given places.

    ``further`` cards of the last class, from ``first`` on, are in places of their own. They change
    only the factors of that class and of all cards, so eight numbers of them are done at a time.
    """
    level_from = leaves.level_from
    levels = dealer.levels
    rows = np.zeros(levels.places)
    rows[: levels.orders.shape[0]] = levels.orders
    factors = np.zeros(16)
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
    both = np.zeros((dealer.size.shape[0], _AT_ONCE))
    sums = np.zeros(_AT_ONCE)
    orders = np.ones(10)
    needed = np.ones(level_from[10], np.bool_)
    at = np.zeros(9, np.int64)
    end = np.zeros(9, np.int64)
    level = next_node(leaves, needed, at, end, -1)
    while level >= 0:
        held = leaves.held[level_from[level] + at[level]]
        left = shoe[order[level]]
        orders[level + 1] = orders[level]
        for k in range(held):
            orders[level + 1] *= max(left - k, 0.0)
        falling(left - held, factors)
        for z in range(levels.planes_of_level[level], levels.planes_of_level[level + 1]):
            factor = factors[levels.plane_holds[z]]
            if levels.plane_is_first[z] == 1:
                for row in range(levels.plane_from[z], levels.plane_from[z + 1]):
                    rows[levels.goes_to[row]] = factor * rows[levels.comes_from[row]]
            elif factor != 0.0:
                for row in range(levels.plane_from[z], levels.plane_from[z + 1]):
                    rows[levels.goes_to[row]] += factor * rows[levels.comes_from[row]]
        if level == 8:
            base = leaves.child_from[8] + at[8]
            for leaf in range(leaves.first_child[base], leaves.first_child[base + 1]):
                of_hand = leaves.held[level_from[9] + leaf] + first
                size = leaves.size[leaf] + first
                for code in range(both.shape[0]):
                    i = of_hand + dealer.held[code]
                    j = size + dealer.size[code]
                    of_both = product(load(of_class, i, _AT_ONCE), load(of_all, j, _AT_ONCE))
                    save(both, code * _AT_ONCE, of_both)
                for outcome in range(dealer.outcome_from.shape[0] - 1):
                    ways = nothing(_AT_ONCE)
                    for r in range(dealer.outcome_from[outcome], dealer.outcome_from[outcome + 1]):
                        of_code = load(both, dealer.code[r] * _AT_ONCE, _AT_ONCE)
                        ways = plus_times(ways, rows[levels.last_from + r], of_code)
                    save(sums, 0, ways)
                    for k in range(out.shape[0]):
                        out[k, place[leaf], outcome] = orders[9] * sums[k]
        level = next_node(leaves, needed, at, end, level)


class Measure:
    """Joint probabilities of cards in given places, an up card and the dealer's outcome.

    If cards may have been zapped, they are together with any of these having been given up.
    """

    def __init__(
        self, rules: TableRules, shoe: Floats, up: int, rank: int, zapped: Zapped = ()
    ) -> None:
        self._shoe = shoe
        self._order = contraction_order(rank)
        self._rows = (
            pair_rows_after_zaps(rules, up, rank, zapped) if zapped else pair_rows(rules, up, rank)
        )

    def of(self, keys: Ints, further: range) -> Floats:
        """[further, composition, outcome]: that given places have these cards in a given order.

        ``further`` is how many cards of the split class have places besides. The last two outcomes
        are the remaining one and a dealer blackjack.
        """
        assert len(further) <= _AT_ONCE
        outcomes = len(self._rows.outcome_from) - 1
        counts = counts_of(keys)[:, self._order]
        in_order = np.argsort(keys_of(counts[:, ::-1]))
        chances = np.empty((len(further), len(keys), outcomes))
        contract_pairs(
            self._shoe, tree(counts[in_order]), self._order, self._rows, further.start, in_order,
            chances,
        )  # fmt: skip
        for outcome in (*range(outcomes - 2), outcomes - 1):
            chances[..., -2] -= chances[..., outcome]
        return chances


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
