"""How often a correct table raises an alarm, and how soon a wrong one does.

``python -m benchmarks.false_alarms`` draws the results of many tables from the exact distribution
of a round, looks at each after every round, and prints a table for the how-to on returns.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from math import sqrt

import numpy as np

from pitboss import solve
from pitboss.web.pit.returns import CHANCE, MOST_OF_A_BOX, NOTE, SCALE

LOOKS = (100, 1_000, 10_000, 100_000)
"""The rounds after which the share of tables with an alarm is printed."""


def alarms(
    results: Mapping[float, float],
    *,
    edge: float,
    sd: float,
    largest: float,
    tables: int,
    rounds: int,
    series: int = 3,
    seed: int = 1,
) -> tuple[np.ndarray, np.ndarray]:
    """The first round with ``|z| > 3`` and the first beyond the boundary; 0 if there is none.

    ``results`` are those of the player, ``edge`` and ``sd`` what the house takes for the theory.
    """
    values, chances = (np.array(each) for each in zip(*results.items(), strict=True))
    steps = np.cumsum(chances / chances.sum())
    draw = np.random.default_rng(seed)
    variance = sd**2 * np.arange(1, rounds + 1)
    scale = SCALE * sd**2
    level = 0.5 * np.log((variance + scale) / scale) + np.log(series / CHANCE)
    bound = np.sqrt(2 * (variance + scale) * level) + largest * level / 3
    noted, alarmed = np.zeros(tables, int), np.zeros(tables, int)
    for table in range(tables):
        result = np.minimum(np.searchsorted(steps, draw.random(rounds)), len(values) - 1)
        beyond = np.abs(np.cumsum(-values[result] - edge))
        for first, limit in ((noted, NOTE * np.sqrt(variance)), (alarmed, bound)):
            crossed = beyond > limit
            if crossed.any():
                first[table] = int(crossed.argmax()) + 1
    return noted, alarmed


def shares(first: np.ndarray, rounds: int) -> list[str]:
    """The share of tables that had crossed by each look."""
    looks = [look for look in LOOKS if look <= rounds]
    return [f"{100 * np.mean((first > 0) & (first <= look)):.2f}%" for look in looks]


def rounds_to_see(edge: float, real: float, sd: float, series: int = 3) -> int:
    """About how many bets it takes until a table with the edge ``real`` crosses the boundary."""
    number = 100.0
    for _ in range(50):
        level = 0.5 * np.log((number + SCALE) / SCALE) + np.log(series / CHANCE)
        number = 2 * (number / max(number - SCALE, 1)) * level * (sd / (real - edge)) ** 2 + SCALE
    return int(number)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=2_000)
    parser.add_argument("--rounds", type=int, default=100_000)
    message = parser.parse_args()
    looks = [f"{look:,}" for look in LOOKS if look <= message.rounds]
    print(f"| game | at some look, within rounds | {' | '.join(looks)} |")
    for book in ("classic", "nz", "zappit"):
        game = solve(book, policy="basic")
        sd = sqrt(game.spread.variance)
        noted, alarmed = alarms(
            game.spread.distribution,
            edge=-game.spread.mean,
            sd=sd,
            largest=MOST_OF_A_BOX,
            tables=message.tables,
            rounds=message.rounds,
        )
        for name, first in (("|z| > 3", noted), ("boundary", alarmed)):
            print(f"| {book} | {name} | {' | '.join(shares(first, message.rounds))} |")
    classic = solve("classic", policy="basic")
    for name, wrong in (("6:5", solve("classic", policy="basic", blackjack_pays="6:5")),):
        real, edge = float(wrong.house_edge), float(classic.house_edge)
        print(name, real - edge, rounds_to_see(edge, real, sqrt(classic.spread.variance)))


if __name__ == "__main__":
    main()
