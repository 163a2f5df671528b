"""How a split pair becomes a box of two, three or four hands, as signed sums of simpler cases.

Probabilities are of given cards in given places, so "not a pair card" is "any card" less "a pair
card". A box ends with a number of pair cards drawn and of hands done, that is, hands whose second
card is known not to be a pair card; the others, at the limit, may have any. Sums are written as
tables of signed numbers over those simpler cases.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Signed = NDArray[np.float64]

MOST_FURTHER: Final = 5
"""Further pair cards gone besides those of the hands considered, none included."""


class SplitEnd(NamedTuple):
    """An end of the splitting: hands, how many of them are done, and in how many orders."""

    hands: int
    done: int
    orders: int


def boxes(most: int) -> Iterator[SplitEnd]:
    """Every end of a pair that is split again whenever it can be, up to ``most`` hands."""
    reached = {(2, 0): 1}
    while reached:
        (hands, done), orders = min(reached.items())
        del reached[hands, done]
        if hands == most or done == hands:
            yield SplitEnd(hands, done, orders)
            continue
        for after in ((hands + 1, done), (hands, done + 1)):
            reached[after] = reached.get(after, 0) + orders


def _knowing(done: int) -> Iterator[tuple[int, int]]:
    """Cards that are not pair cards, as (pair cards among them, signed number of cases)."""
    for pairs in range(done + 1):
        yield pairs, (-1) ** pairs * comb(done, pairs)


def nothing_else(box: SplitEnd) -> Signed:
    """[pair cards]: the box itself, whatever its hands."""
    signed = np.zeros(2 + MOST_FURTHER)
    for pairs, sign in _knowing(box.done):
        signed[box.hands + pairs] += box.orders * sign
    return signed


def one_hand(box: SplitEnd, *, done: bool) -> Signed:
    """[second card is any or a pair card, other pair cards]: one hand of the box, done or not."""
    signed = np.zeros((2, 2 + MOST_FURTHER))
    for pairs, sign in _knowing(box.done - done):
        others = box.hands - 1 + pairs
        signed[0, others] += box.orders * sign
        if done:
            signed[1, others] -= box.orders * sign
    return signed


def two_hands(box: SplitEnd, *, done: tuple[bool, bool]) -> Signed:
    """[second card of the one, of the other, further pair cards]: two hands of the box."""
    signed = np.zeros((2, 2, MOST_FURTHER))
    for pairs, sign in _knowing(box.done - sum(done)):
        further = box.hands - 2 + pairs
        for one in range(1 + done[0]):
            for other in range(1 + done[1]):
                signed[one, other, further] += box.orders * sign * (-1) ** (one + other)
    return signed


def every_hand(box: SplitEnd) -> Signed:
    """One hand of the box, summed over all of them."""
    signed = np.zeros((2, 2 + MOST_FURTHER))
    if box.done:
        signed += box.done * one_hand(box, done=True)
    if box.done < box.hands:
        signed += (box.hands - box.done) * one_hand(box, done=False)
    return signed


def first_hand(box: SplitEnd) -> Signed:
    """The first hand of the box: it is done before any other is."""
    return one_hand(box, done=box.done > 0)


def every_two(box: SplitEnd) -> Signed:
    """Two hands of the box, summed over all ways to pick two."""
    undone = box.hands - box.done
    signed = np.zeros((2, 2, MOST_FURTHER))
    if box.done >= 2:
        signed += comb(box.done, 2) * two_hands(box, done=(True, True))
    if box.done and undone:
        signed += box.done * undone * two_hands(box, done=(True, False))
    if undone >= 2:
        signed += comb(undone, 2) * two_hands(box, done=(False, False))
    return signed


def first_and_another(box: SplitEnd) -> Signed:
    """The first hand and another, summed over the others."""
    undone = box.hands - box.done
    if not box.done:
        return (undone - 1) * two_hands(box, done=(False, False))
    signed = np.zeros((2, 2, MOST_FURTHER))
    if box.done >= 2:
        signed += (box.done - 1) * two_hands(box, done=(True, True))
    if undone:
        signed += undone * two_hands(box, done=(True, False))
    return signed
