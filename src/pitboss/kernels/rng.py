"""Random numbers: xoshiro256++, seeded for each chunk of a run, and unbiased draws.

The generator is Blackman and Vigna's; a draw is Lemire's product with rejection.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.compiled.jit import kernel, spliced, woven

State = NDArray[np.uint64]
"""The four words of a generator."""

LOW: Final = np.uint64(0xFFFFFFFF)
"""The low half of a product, which shows whether it is biased"""


def state_of(seed: int, chunk: int) -> State:
    """The generator of one chunk of a run, different for every chunk of every run."""
    words = np.random.SeedSequence(seed, spawn_key=(chunk,)).generate_state(4, np.uint64)
    return words.astype(np.uint64)


@spliced
def following(
    a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]:
    """The next word, and the four words of the state after it."""
    s = a + d
    word = ((s << np.uint64(23)) | (s >> np.uint64(41))) + a
    t = b << np.uint64(17)
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    d = (d << np.uint64(45)) | (d >> np.uint64(19))
    return word, a, b, c, d


@woven
def next_word(state: State) -> np.uint64:
    """The next word of a state in an array."""
    word, state[0], state[1], state[2], state[3] = following(state[0], state[1], state[2], state[3])
    return word


@woven
def below(state: State, many: np.uint64) -> np.uint64:
    """A number below ``many`` (at most 2**32), uniformly distributed."""
    return fair(state, (next_word(state) >> np.uint64(32)) * many, many)


@woven
def fair(state: State, product: np.uint64, many: np.uint64) -> np.uint64:
    """The number drawn by a product of 32 random bits; drawn again if it would be biased."""
    if product & LOW < many:
        unfair = two_to_the_32_modulo(many)
        while product & LOW < unfair:
            product = (next_word(state) >> np.uint64(32)) * many
    return product >> np.uint64(32)


@spliced
def two_to_the_32_modulo(many: np.uint64) -> np.uint64:
    """The remainder of 2**32, by doubling, since a division may raise an error.

    Code that may raise slows down every kernel it is compiled into.
    """
    rest = np.uint64(1) if many > np.uint64(1) else np.uint64(0)
    for _ in range(32):
        rest += rest
        if rest >= many:
            rest -= many
    return rest


@kernel
def words(state: State, out: NDArray[np.uint64]) -> None:
    """The next words, for tests and inspection."""
    for i in range(out.shape[0]):
        out[i] = next_word(state)


@kernel
def numbers_below(state: State, many: int, out: NDArray[np.int64]) -> None:
    """Numbers below a bound."""
    for i in range(out.shape[0]):
        out[i] = below(state, np.uint64(many))
