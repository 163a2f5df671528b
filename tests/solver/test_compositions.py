"""Compositions with the dealer's outcomes: their tree, and probabilities that must add up."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.compiled.dealer_rows import contraction_order
from pitboss.compiled.multisets import counts_of, keys_of, tree
from pitboss.solver.distribution.compositions import (
    Measure,
    grow,
    in_order,
    split_class_last,
)
from tests.support import rules

SHOE = np.array([6.0, 8, 7, 8, 5, 8, 8, 4, 8, 30])


def _shuffled(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.random.default_rng(1).permutation(np.unique(keys_of(counts)))


def _neighbours() -> NDArray[np.int64]:
    """Compositions that differ by a card or two of a few classes."""
    counts = np.zeros((4 * 4 * 4 * 3, 10), np.int64)
    counts[:, [0, 4, 7, 9]] = np.indices((4, 4, 4, 3)).reshape(4, -1).T
    return _shuffled(counts)


@pytest.mark.parametrize("rank", range(10))
def test_a_tree_grown_from_keys_is_the_tree_of_their_counts(rank: int) -> None:
    keys = _shuffled(np.random.default_rng(0).integers(0, 4, (300, 10)))
    counts = counts_of(keys)[:, contraction_order(rank)]
    in_turn = np.argsort(keys_of(counts[:, ::-1]))
    ordered = split_class_last(keys, rank)
    assert (np.argsort(ordered) == in_turn).all()
    result = grow(ordered[in_turn])
    for one, other in zip(tree(counts[in_turn]), result, strict=True):
        assert np.array_equal(one, other)


@pytest.mark.parametrize("up", [0, 5, 9])
@pytest.mark.parametrize("rank", [0, 4, 9])
def test_the_outcomes_of_a_composition_add_up_to_its_chance(rank: int, up: int) -> None:
    """The probability of these cards, further ones of the class, and the up card."""
    keys = _neighbours()
    chances = Measure(rules("zappit"), SHOE, up, rank).of(keys, range(1, 6))
    assert chances.shape[:2] == (len(keys), 5)
    for further in range(1, 6):
        counts = counts_of(keys)
        counts[:, rank] += further
        counts[:, up] += 1
        expected = in_order(SHOE, counts)
        assert chances[:, further - 1].sum(axis=1) == pytest.approx(expected, rel=1e-12)


def test_a_composition_is_the_same_among_others_and_alone() -> None:
    measure = Measure(rules("zappit"), SHOE, 9, 7)
    keys = _neighbours()
    together = measure.of(keys, range(5))
    alone = [measure.of(keys[i : i + 1], range(5))[0] for i in range(len(keys))]
    assert np.array_equal(together, np.stack(alone))
