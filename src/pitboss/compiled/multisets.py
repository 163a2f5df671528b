"""Player hands as multisets of cards, and the compositions they remove from the shoe.

This has only cards and counts: 3,081 hands of two or more cards that have not bust, ordered so that
the hands a card makes come before the hand. What may be done with a hand is asked of the law
elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.ranks import ACE, Counts, low_points

BUST_ABOVE: Final = 21

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

BITS: Final = 6
"""Bits per class in a key, tens highest: keys sort as compositions do, and the key of two hands
together is the sum of theirs."""
UNIT_KEYS: Final[Ints] = np.int64(1) << (BITS * np.arange(10))


class HandLattice(NamedTuple):
    """Every hand, by decreasing low total, so that children come before their parents."""

    counts: Ints
    """[hand, class]"""
    low: Ints
    size: Ints
    child: Ints
    """[hand, class]; the number of hands if the card busts it and it is lost."""
    two: Ints
    """[class, class]: the hand of these two cards"""
    leaf: Ints
    """[hand]: the composition that is the hand alone"""
    leaf_after_split: Ints
    """[hand, class]: with one further card of the class gone; -1 for a hand without it"""
    of_class: Ints
    """Hands that contain a class, listed class after class"""
    of_class_from: Ints
    """[class + 1]: where each class begins in that list"""


class Leaves(NamedTuple):
    """Compositions as a tree over the classes from T down to A, level by level."""

    held: Ints
    """Cards of the level's class at each node, levels one after the other"""
    level_from: Ints
    first_child: Ints
    """First child of each node on the next level, with one entry more per level"""
    child_from: Ints
    size: Ints
    """[leaf]: cards in the composition"""


class PairTree(NamedTuple):
    """The hands that contain a class as a tree over the classes from T to A, that class last."""

    leaves: Leaves
    hand: Ints
    """[leaf]"""
    order: Ints
    """[level]: the class"""


class Multisets(NamedTuple):
    """The hands of a game, and the compositions that must be priced for them."""

    hands: HandLattice
    leaves: Leaves
    rows: tuple[Counts, ...]
    pairs: tuple[PairTree, ...]
    """[class]: the hands of a split"""


def _alive(low: int, least: int) -> Iterator[Counts]:
    for rank in range(least, 10):
        if low + rank + 1 <= BUST_ABOVE:
            for rest in _alive(low + rank + 1, rank):
                yield (*rest[:rank], rest[rank] + 1, *rest[rank + 1 :])
    yield (0,) * 10


@lru_cache(maxsize=8)
def multisets(*, busts: tuple[Counts, ...], aces_draw: bool) -> Multisets:
    """The tables for a game.

    ``busts`` are hands over 21 that are not lost for good; a split ace takes one card unless
    ``aces_draw``.
    """
    alive = [counts for counts in _alive(0, 0) if sum(counts) >= 2]
    rows = tuple(sorted([*busts, *alive], key=lambda counts: (-low_points(counts), counts)))
    counts = np.array(rows, np.int64)
    low = counts @ np.arange(1, 11)
    keys = keys_of(counts)
    two = np.searchsorted(np.sort(keys), UNIT_KEYS[:, None] + UNIT_KEYS[None, :])
    listed, listed_from, after = _after_split(counts, keys, aces_draw)
    compositions = once_each(np.concatenate([keys, after[after >= 0]]))
    leaf_after = np.where(after < 0, -1, np.searchsorted(compositions, after))
    hands = HandLattice(
        counts=counts,
        low=low,
        size=counts.sum(axis=1),
        child=_children(keys, low),
        two=np.argsort(keys)[two],
        leaf=np.searchsorted(compositions, keys),
        leaf_after_split=leaf_after,
        of_class=listed,
        of_class_from=listed_from,
    )
    pairs = tuple(
        _pair_tree(counts, listed[listed_from[rank] : listed_from[rank + 1]], rank)
        for rank in range(10)
    )
    return Multisets(hands, tree(counts_of(compositions)[:, ::-1]), rows, pairs)


def _pair_tree(counts: Ints, listed: Ints, rank: int) -> PairTree:
    order = np.array([other for other in range(9, -1, -1) if other != rank] + [rank])
    held = counts[listed][:, order]
    in_order = np.lexsort(held.T[::-1])
    return PairTree(tree(held[in_order]), listed[in_order], order)


def keys_of(counts: Ints) -> Ints:
    """The key of each row of ``counts[row, class]``."""
    keys: Ints = (counts << (BITS * np.arange(10))).sum(axis=-1)
    return keys


def counts_of(keys: Ints) -> Ints:
    """[key, class]: how many cards of each class."""
    return keys[:, None] >> (BITS * np.arange(10)) & ((1 << BITS) - 1)


def once_each(keys: Ints) -> Ints:
    """The different keys, sorted."""
    keys = np.sort(keys)
    different: Ints = keys[np.concatenate([[True], keys[1:] != keys[:-1]])]
    return different


def _children(keys: Ints, low: Ints) -> Ints:
    """[hand, class]: the hand the card makes; one value for every hand that busts."""
    order = np.argsort(keys)
    grown = keys[:, None] + UNIT_KEYS[None, :]
    place = np.minimum(np.searchsorted(keys[order], grown), len(keys) - 1)
    child = np.full((len(keys) + 1, 10), len(keys), np.int64)
    known = (keys[order][place] == grown) & (low <= BUST_ABOVE)[:, None]
    child[:-1][known] = order[place][known]
    return child


def _after_split(counts: Ints, keys: Ints, aces_draw: bool) -> tuple[Ints, Ints, Ints]:
    """Hands that contain each class, and ``[hand, class]``: their keys with one more, or -1."""
    after = np.full((len(keys), 10), -1, np.int64)
    listed = []
    for rank in range(10):
        holding = counts[:, rank] > 0
        if rank == ACE and not aces_draw:
            holding &= counts.sum(axis=1) <= 2
        hands = np.nonzero(holding)[0]
        listed.append(hands)
        after[hands, rank] = keys[hands] + UNIT_KEYS[rank]
    starts = np.cumsum([0, *(len(hands) for hands in listed)])
    return np.concatenate(listed), starts, after


def tree(keys: Ints) -> Leaves:
    """Distinct sorted compositions [leaf, class from T to A] as a tree."""
    held, level_from, first_child, child_from = [], [0], [], [0]
    parents: Ints | None = None
    new = np.zeros(len(keys), bool)
    new[0] = True
    for level in range(10):
        new[1:] |= keys[1:, level] != keys[:-1, level]
        node_of_key = np.cumsum(new) - 1
        held.append(keys[new, level])
        level_from.append(level_from[-1] + int(new.sum()))
        if parents is not None:
            starts = np.searchsorted(parents[new], np.arange(parents[-1] + 2))
            first_child.append(starts)
            child_from.append(child_from[-1] + len(starts))
        parents = node_of_key
    return Leaves(
        np.concatenate(held),
        np.array(level_from, np.int64),
        np.concatenate(first_child),
        np.array(child_from, np.int64),
        keys.sum(axis=1),
    )
