"""Compositions of cards as additive keys, and the dealer's chances after them."""

from __future__ import annotations

from math import prod
from typing import Final

import numpy as np

from pitboss.compiled.dealer_rows import contraction_order
from pitboss.compiled.jit import inner, kernel
from pitboss.compiled.multisets import BITS, Ints, Leaves
from pitboss.rulebooks import TableRules
from pitboss.solver.contraction import Floats

from .pair_rows import GivenUp, pair_rows, pair_rows_after_exchanges
from .pair_sums import AT_ONCE, contract_pairs

_ONE_CLASS: Final = (1 << BITS) - 1
"""The bits of one class in a key"""
LANES: Final = 8
"""Outcomes that are read at a time"""


@kernel
def lay_together(keys: Ints, where: Ints, table: Ints, place: Ints) -> Ints:
    """The different sums of two keys; ``where[i, j]`` is filled with the place of each.

    ``table`` and ``place`` are a hash table whose size is a power of two, filled with -1.
    """
    values = np.empty(table.shape[0], np.int64)
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
                    values[number] = key
                    number += 1
                    break
                slot = (slot + np.uint64(1)) & last
            where[i, j] = place[slot]
            where[j, i] = place[slot]
    return values[:number].copy()


def pairs_together(keys: Ints) -> tuple[Ints, Ints]:
    """The different sums of any two keys, and [i, j]: which of them is that of i and j."""
    ways = len(keys) * (len(keys) + 1) // 2
    room = 1 << max(4, int(2 * ways).bit_length())
    where = np.empty((len(keys), len(keys)), np.int64)
    sums = lay_together(keys, where, np.full(room, -1, np.int64), np.empty(room, np.int64))
    return sums, where


def split_class_last(keys: Ints, rank: int) -> Ints:
    """The keys with the cards of one class in the lowest bits."""
    low = BITS * rank
    below, of_class = keys & ((1 << low) - 1), keys >> low & _ONE_CLASS
    above: Ints = keys >> (low + BITS) << (low + BITS)
    return above | below << BITS | of_class


@kernel
def grow(keys: Ints) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    """Distinct sorted keys as a tree over their classes from the highest bits down.

    The same as :func:`~pitboss.compiled.multisets.tree`, as the fields of its result.
    """
    nodes = np.zeros(10, np.int64)
    for i in range(keys.shape[0]):
        for level in range(_first_new(keys, i), 10):
            nodes[level] += 1
    level_from = np.zeros(11, np.int64)
    child_from = np.zeros(10, np.int64)
    for level in range(10):
        level_from[level + 1] = level_from[level] + nodes[level]
    for level in range(9):
        child_from[level + 1] = child_from[level] + nodes[level] + 1
    held = np.zeros(level_from[10], np.int64)
    first_child = np.zeros(child_from[9], np.int64)
    size = np.zeros(keys.shape[0], np.int64)
    at = np.zeros(10, np.int64)
    for i in range(keys.shape[0]):
        for level in range(_first_new(keys, i), 10):
            held[level_from[level] + at[level]] = keys[i] >> (BITS * (9 - level)) & _ONE_CLASS
            if level < 9:
                first_child[child_from[level] + at[level]] = at[level + 1]
            at[level] += 1
        for level in range(10):
            size[i] += keys[i] >> (BITS * level) & _ONE_CLASS
    for level in range(9):
        first_child[child_from[level] + nodes[level]] = nodes[level + 1]
    return held, level_from, first_child, child_from, size


@inner
def _first_new(keys: Ints, i: int) -> int:
    """The first level on which a key differs from the one before it."""
    if i == 0:
        return 0
    changed = keys[i] ^ keys[i - 1]
    level = 0
    while changed >> (BITS * (9 - level)) == 0:
        level += 1
    return level


class Measure:
    """Joint probabilities of cards in given places, an up card and the dealer's outcome.

    If cards may have been given up, they are joint with one of those pairs having been given up.
    """

    def __init__(
        self, rules: TableRules, shoe: Floats, up: int, rank: int, given_up: GivenUp = ()
    ) -> None:
        self._shoe = shoe
        self._rank = rank
        self._order = contraction_order(rank)
        self._rows = (
            pair_rows_after_exchanges(rules, up, rank, given_up)
            if given_up
            else pair_rows(rules, up, rank)
        )

    def of(self, keys: Ints, further: range) -> Floats:
        """[composition, further, outcome]: the probability of the cards in given places.

        ``further`` is how many more cards of the split class are in places of their own. The last
        two outcomes are the remaining one and a dealer blackjack.
        """
        assert len(further) <= AT_ONCE
        outcomes = len(self._rows.outcome_from) - 1
        ordered = split_class_last(keys, self._rank)
        in_order = np.argsort(ordered)
        shape = (len(keys), len(further), outcomes)
        # A kernel that reads several outcomes at a time reads beyond the last.
        chances = np.empty(prod(shape) + LANES)[: prod(shape)].reshape(shape)
        leaves = Leaves(*grow(ordered[in_order]))
        contract_pairs(
            self._shoe, leaves, self._order, self._rows, further.start, in_order, chances
        )
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
