"""Player's hands as multisets of cards, and the compositions they take out of the shoe.

Only cards and counts are here: 3,081 hands of two cards or more that are not over, in an order in
which what a card makes of a hand comes before the hand. What may be done with a hand is asked of
the law elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.ranks import ACE, Counts, low_points

BUST_ABOVE: Final = 21

Ints = NDArray[np.int64]


class Hands(NamedTuple):
    """Every hand, by decreasing low total, so that children come before their parents."""

    counts: Ints
    """[hand, class]"""
    low: Ints
    size: Ints
    child: Ints
    """[hand, class]; the number of hands where the card takes it over and it is lost."""
    two: Ints
    """[class, class]: the hand of these two cards"""
    leaf: Ints
    """[hand]: the composition that is the hand alone"""
    leaf_after_split: Ints
    """[hand, class, further]: with further cards of the split class gone besides; -1 where none"""
    of_class: Ints
    """Hands that hold a class, listed class after class"""
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


class Multisets(NamedTuple):
    """The hands of a game, and the compositions that must be priced for them."""

    hands: Hands
    leaves: Leaves
    rows: tuple[Counts, ...]


def _alive(low: int, least: int) -> Iterator[Counts]:
    for rank in range(least, 10):
        if low + rank + 1 <= BUST_ABOVE:
            for rest in _alive(low + rank + 1, rank):
                yield (*rest[:rank], rest[rank] + 1, *rest[rank + 1 :])
    yield (0,) * 10


@lru_cache(maxsize=8)
def multisets(*, busts: tuple[Counts, ...], further: int, aces_draw: bool) -> Multisets:
    """The tables for a game.

    ``busts`` are hands over 21 that are not lost for good. After a split up to ``further`` cards
    of the split class are gone besides the hand's own; a split ace takes one card unless
    ``aces_draw``.
    """
    rows = [counts for counts in _alive(0, 0) if sum(counts) >= 2]
    rows = sorted([*busts, *rows], key=lambda counts: (-low_points(counts), counts))
    index = {counts: row for row, counts in enumerate(rows)}
    counts = np.array(rows, np.int64)
    low = counts @ np.arange(1, 11)
    size = counts.sum(axis=1)
    child = np.full((len(rows) + 1, 10), len(rows), np.int64)
    unit = np.eye(10, dtype=np.int64)
    for row, hand in enumerate(rows):
        if low[row] <= BUST_ABOVE:
            for rank in range(10):
                grown = (*hand[:rank], hand[rank] + 1, *hand[rank + 1 :])
                child[row, rank] = index.get(grown, len(rows))
    two = np.array(
        [[index[tuple(unit[a] + unit[b])] for b in range(10)] for a in range(10)], np.int64
    )
    after_split, listed, listed_from, compositions = _after_split(rows, further, aces_draw)
    leaves, leaf_of = _tree(sorted({*rows, *compositions}, key=lambda c: c[::-1]))
    leaf = np.array([leaf_of[hand] for hand in rows], np.int64)
    leaf_after = np.full((len(rows), 10, further + 1), -1, np.int64)
    for (row, rank, gone), composition in after_split.items():
        leaf_after[row, rank, gone] = leaf_of[composition]
    hands = Hands(counts, low, size, child, two, leaf, leaf_after, listed, listed_from)
    return Multisets(hands, leaves, tuple(rows))


def _after_split(
    rows: Sequence[Counts], further: int, aces_draw: bool
) -> tuple[dict[tuple[int, int, int], Counts], Ints, Ints, set[Counts]]:
    after: dict[tuple[int, int, int], Counts] = {}
    listed: list[int] = []
    listed_from = [0]
    for rank in range(10):
        for row, hand in enumerate(rows):
            if not hand[rank] or (rank == ACE and not aces_draw and sum(hand) > 2):
                continue
            listed.append(row)
            for gone in range(1, further + 1):
                after[row, rank, gone] = (*hand[:rank], hand[rank] + gone, *hand[rank + 1 :])
        listed_from.append(len(listed))
    return after, np.array(listed, np.int64), np.array(listed_from, np.int64), set(after.values())


def _tree(compositions: Sequence[Counts]) -> tuple[Leaves, dict[Counts, int]]:
    """The tree of compositions that are sorted from T to A, and where each is among its leaves."""
    leaves = tree(np.array(compositions, np.int64)[:, ::-1])
    return leaves, {counts: leaf for leaf, counts in enumerate(compositions)}


def tree(keys: Ints) -> Leaves:
    """Compositions [leaf, class from T to A], all different and sorted, as a tree."""
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
