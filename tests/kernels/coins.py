"""A job that tosses coins: chunks of unequal length, played instantly or slowly."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from pitboss.kernels.jobs import ROUNDS, Job, Tally
from pitboss.kernels.rng import State


@dataclass(frozen=True, eq=False, kw_only=True)
class CoinJob(Job):
    """A thousand tosses or a few more in each chunk."""

    seed: int = 1
    seconds: float = 0.0
    """The least time that a chunk takes"""

    def play(self, state: State) -> Tally:
        """One chunk; its number of tosses depends on the generator alone, as with shoes."""
        time.sleep(self.seconds)
        rng = np.random.default_rng(state)
        rounds = 1000 + int(rng.integers(100))
        heads = int(rng.binomial(rounds, 0.5))
        return Tally(
            {
                ROUNDS: np.array([rounds], np.int64),
                "sides": np.array([heads, rounds - heads], np.int64),
            }
        )


def error_of(tally: Tally) -> float:
    """The standard error of the share of heads."""
    share = tally["sides"][0] / tally.rounds
    return float(np.sqrt(share * (1 - share) / tally.rounds))
