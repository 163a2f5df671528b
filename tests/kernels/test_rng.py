"""Random numbers: the published generator, and unbiased draws."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pitboss.kernels.rng import numbers_below, state_of, words

_64 = (1 << 64) - 1


def rotated(word: int, by: int) -> int:
    return ((word << by) | (word >> (64 - by))) & _64


def reference(state: list[int]) -> int:
    """The generator as its authors write it, on Python's own integers."""
    word = (rotated((state[0] + state[3]) & _64, 23) + state[0]) & _64
    shifted = (state[1] << 17) & _64
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = rotated(state[3], 45)
    return word


def drawn_below(many: int, state: list[int]) -> int:
    """Lemire's draw, which is fair by his theorem 4."""
    while True:
        product = (reference(state) >> 32) * many
        if product % 2**32 >= 2**32 % many:
            return product >> 32


def numbers(many: int, count: int, *, chunk: int = 0) -> np.ndarray[Any, Any]:
    values = np.zeros(count, np.int64)
    numbers_below(state_of(7, chunk), many, values)
    return values


def test_the_published_words() -> None:
    """From the state 1, 2, 3, 4, as the authors' C gives them."""
    values = np.zeros(10, np.uint64)
    words(np.array([1, 2, 3, 4], np.uint64), values)
    assert values.tolist() == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
        9973669472204895162,
        14011001112246962877,
        12406186145184390807,
        15849039046786891736,
        10450023813501588000,
    ]


def test_many_words_are_the_references() -> None:
    state = state_of(2026, 3)
    theirs = [int(word) for word in state]
    values = np.zeros(2_000, np.uint64)
    words(state, values)
    assert values.tolist() == [reference(theirs) for _ in range(2_000)]
    assert state.tolist() == theirs, "and the state is left where the next call goes on"


@pytest.mark.parametrize("many", [1, 2, 7, 52, 312, 416, 3 << 30, (1 << 31) + 1, 1 << 32])
def test_draws_are_lemires(many: int) -> None:
    """Below three quarters of 2**32 every fourth word must be rejected, so rejection is tested."""
    theirs = [int(word) for word in state_of(7, 0)]
    assert numbers(many, 500).tolist() == [drawn_below(many, theirs) for _ in range(500)]


@pytest.mark.parametrize("many", [3, 10, 52])
def test_every_number_has_the_same_chance(many: int) -> None:
    count = 2_000_000
    values = np.bincount(numbers(many, count), minlength=many)
    assert len(values) == many
    expected = count / many
    chi_square = float(((values - expected) ** 2 / expected).sum())
    assert abs(chi_square - (many - 1)) < 4 * (2 * (many - 1)) ** 0.5


def test_without_rejection_some_would_be_favoured() -> None:
    """Of 3 * 2**30 numbers, those divisible by three would come twice as often as others."""
    values = numbers(3 << 30, 300_000)
    share = float((values % 3 == 0).mean())
    assert abs(share - 1 / 3) < 4 * (2 / 9 / 300_000) ** 0.5


def test_no_two_chunks_share_a_generator() -> None:
    states = {tuple(state_of(seed, chunk).tolist()) for seed in range(20) for chunk in range(50)}
    assert len(states) == 1000
    again = state_of(7, 3)
    assert again.tolist() == state_of(7, 3).tolist()
    assert again.dtype == np.uint64
