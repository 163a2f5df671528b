"""What is counted while the rounds of a game are gone through: results, wagers, what is unsure."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from pitboss.solver.contraction import Floats


class Tally:
    """Chances of results, added up case by case."""

    def __init__(self) -> None:
        self.chances: defaultdict[float, float] = defaultdict(float)
        self.wager = 0.0
        self.square_unseen = 0.0
        """What the mean square is greater by than that of the results listed"""
        self.unsure = 0.0
        """The chance of a round whose listed results are not exact"""
        self.square_unsure = 0.0
        """By how much the mean square may still be wrong"""

    def add(self, result: float, chance: float) -> None:
        """So likely is such a result."""
        if chance:
            self.chances[round(result, 9) + 0.0] += chance

    def add_each(self, results: Floats, chances: Floats) -> None:
        """So likely is each of these results."""
        different, which = np.unique(np.round(results, 9), return_inverse=True)
        summed = np.bincount(which.ravel(), chances.ravel(), len(different))
        for result, chance in zip(different, summed, strict=True):
            self.add(float(result), float(chance))

    def add_all(self, other: Tally, weight: float) -> None:
        """All that another tally has counted, with a weight."""
        weight = float(weight)
        for result, chance in other.chances.items():
            self.chances[result] += weight * chance
        self.wager += weight * other.wager
        self.square_unseen += weight * other.square_unseen
        self.unsure += weight * other.unsure
        self.square_unsure += weight * other.square_unsure

    @property
    def mean(self) -> float:
        """The mean result."""
        return sum(result * chance for result, chance in self.chances.items())

    @property
    def mean_square(self) -> float:
        """The mean of the squared result."""
        seen = sum(result**2 * chance for result, chance in self.chances.items())
        return seen + self.square_unseen
