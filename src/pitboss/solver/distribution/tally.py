"""A tally of the rounds of a game: results, wagers, and what is uncertain."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from pitboss.solver.contraction import Floats


class ChanceTally:
    """The probabilities of results, added case by case."""

    def __init__(self) -> None:
        self.chances: defaultdict[float, float] = defaultdict(float)
        self.wager = 0.0
        self.square_unseen = 0.0
        """The mean square less that of the listed results"""
        self.unsure = 0.0
        """The probability of a round whose listed results are not exact"""
        self.square_unsure = 0.0
        """The error of the mean square"""

    def add(self, result: float, chance: float) -> None:
        """Add a result with its probability."""
        if chance:
            self.chances[round(result, 9) + 0.0] += chance

    def add_each(self, results: Floats, chances: Floats) -> None:
        """Add results with their probabilities."""
        different, which = np.unique(np.round(results, 9), return_inverse=True)
        summed = np.bincount(which.ravel(), chances.ravel(), len(different))
        for result, chance in zip(different, summed, strict=True):
            self.add(float(result), float(chance))

    def add_all(self, other: ChanceTally, weight: float) -> None:
        """Add another tally with a weight."""
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
