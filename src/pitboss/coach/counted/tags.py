"""How the count of the cards seen is distributed, and what it tells of the cards to come.

The cards seen are a random part of the shoe, so the chance of each sum of their tags is a quotient
of numbers of ways, counted exactly. The chance of the next card's tag, given that sum, follows from
the same numbers for the shoe without such a card.
"""

from __future__ import annotations

from math import comb, lcm

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.cards import DECK_SIZE
from pitboss.players.counts import CountSystem

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Tags(Struct, frozen=True):
    """The tags of a shoe in whole parts, and how many cards have each."""

    tags: tuple[int, ...]
    """The distinct tags, in parts"""
    numbers: tuple[int, ...]
    parts: int
    """How many parts make one of the count"""

    @classmethod
    def of(cls, system: CountSystem, decks: int) -> Tags:
        """The tags of a system in a shoe of this many decks."""
        parts = lcm(*(tag.denominator for tag in system.tags), system.start_of(decks).denominator)
        whole = [int(tag * parts) for tag in system.tags]
        distinct = sorted(set(whole))
        return cls(tuple(distinct), tuple(decks * whole.count(tag) for tag in distinct), parts)

    @property
    def cards(self) -> int:
        """The cards of the shoe."""
        return sum(self.numbers)

    @property
    def mean(self) -> float:
        """The mean tag."""
        return sum(t * n for t, n in zip(self.tags, self.numbers, strict=True)) / self.cards

    @property
    def variance(self) -> float:
        """The variance of the tag of one card."""
        squares = sum(t * t * n for t, n in zip(self.tags, self.numbers, strict=True))
        return squares / self.cards - self.mean**2

    def without(self, tag: int) -> Tags:
        """The same shoe without one card of this tag."""
        numbers = (n - (t == tag) for t, n in zip(self.tags, self.numbers, strict=True))
        return Tags(self.tags, tuple(numbers), self.parts)

    def excess(self, seen: int, running: Floats) -> Floats:
        """The balanced count per deck left: how far the tags seen exceed their mean."""
        left = self.cards - seen
        return (running - seen * self.mean) * DECK_SIZE / (left * self.parts)


def ways(shoe: Tags, most: int, reach: int) -> Floats:
    """[cards, sum + reach]: the chance of each sum of the tags of this many cards of the shoe."""
    lowest = sum(min(t, 0) * n for t, n in zip(shoe.tags, shoe.numbers, strict=True))
    highest = sum(max(t, 0) * n for t, n in zip(shoe.tags, shoe.numbers, strict=True))
    lowest, highest = min(lowest, -reach), max(highest, reach)
    table = np.zeros((most + 1, highest - lowest + 1))
    table[0, -lowest] = 1.0
    for tag, number in zip(shoe.tags, shoe.numbers, strict=True):
        grown = np.zeros_like(table)
        for drawn in range(min(number, most) + 1):
            rows, off = table[: most + 1 - drawn], drawn * tag
            times = float(comb(number, drawn))
            if off >= 0:
                grown[drawn:, off:] += times * rows[:, : table.shape[1] - off]
            else:
                grown[drawn:, :off] += times * rows[:, -off:]
        table = grown
    table /= np.array([float(comb(shoe.cards, n)) for n in range(most + 1)])[:, None]
    chances: Floats = table[:, -lowest - reach : -lowest + reach + 1]
    return chances


class CountChances(Struct, frozen=True):
    """The chances of the count after every number of cards, and of the next tag given both."""

    shoe: Tags
    reach: int
    """Sums farther from zero than this are left out"""
    at: Floats
    """[cards seen, sum + reach]"""
    following: Floats
    """[cards seen, sum + reach, tag]"""


def count_chances(shoe: Tags, most: int, reach: int) -> CountChances:
    """The chances for up to ``most`` cards seen."""
    most = min(most, shoe.cards - 1)
    at = ways(shoe, most, reach)
    following = np.zeros((*at.shape, len(shoe.tags)))
    for place, (tag, number) in enumerate(zip(shoe.tags, shoe.numbers, strict=True)):
        if number:
            share = number / shoe.cards
            following[..., place] = share * ways(shoe.without(tag), most, reach)
    # Where a sum cannot occur, the next card is as from a full shoe; nothing ever comes there.
    shares = np.array(shoe.numbers) / shoe.cards
    possible = at > 0
    following[~possible] = shares
    following[possible] /= at[possible][:, None]
    return CountChances(shoe, reach, at, following)
