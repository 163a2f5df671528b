"""Whether the shuffle is as good as chance: figure 8 of the reliability promises.

    python -m benchmarks.shuffle                    a quick look: 2,000 shoes of each source
    python -m benchmarks.shuffle --shoes 100000     the full size

Three sources (operating-system entropy, seeded, committed) deal eight-deck shoes. Seven tests each:
which card lies where, runs of colour, ranks against those 1, 2, 3 and 52 places on, and against the
same place of the shoe before. Every null distribution is exact for a random order or its limit for
many shoes. The family of all tests is judged at 99 %, both tails (too even is no better than too
uneven), each test at its share of the 1 %.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from math import comb, sqrt
from operator import mul
from secrets import token_hex
from statistics import NormalDist
from typing import Final, NamedTuple

from pitboss.cards import DECK_SIZE, Card, decks
from pitboss.table.fairness import CommittedShoe
from pitboss.table.sources import Seeded, Shuffled, Stack

DECKS: Final = 8
SIZE: Final = DECKS * DECK_SIZE
ALPHA: Final = 0.01
LAGS: Final = (1, 2, 3, DECK_SIZE)
KINDS: Final = ("shuffled", "seeded", "committed")
RANK_VALUE: Final = tuple(index % 13 - 6 for index in range(DECK_SIZE))  # ranks, of mean 0
IS_RED: Final = tuple(13 <= index < 39 for index in range(DECK_SIZE))


class Result(NamedTuple):
    """One test: what was measured, in which unit of surprise, and how often chance does worse."""

    name: str
    statistic: float
    p: float


def both_tails(z: float) -> float:
    """How often a standard normal value is farther out."""
    return 2 * NormalDist().cdf(-abs(z))


def chi_square(name: str, statistic: float, freedom: int) -> Result:
    """Judge a chi-square by Wilson and Hilferty's approximation for many degrees of freedom."""
    spread = 2 / (9 * freedom)
    z = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)
    return Result(f"{name} (chi-square, {freedom} degrees)", statistic, both_tails(z))


def positions(counts: list[list[int]], shoes: int) -> Result:
    """Which card lies where, over all places and cards.

    The counts of one shoe are not independent (every card lies somewhere): for random orders the
    sum is a chi-square with 415 x 51 degrees times 416/415.
    """
    expected = shoes / DECK_SIZE
    total = sum((n - expected) ** 2 for row in counts for n in row) / expected
    return chi_square("card by position", total * (SIZE - 1) / SIZE, (SIZE - 1) * (DECK_SIZE - 1))


def chances_of_runs(red: int, black: int) -> dict[int, float]:
    """The exact chance of each number of runs of colour in a random order."""
    whole = comb(red + black, red)
    chances: dict[int, float] = {}
    for half in range(1, min(red, black) + 1):
        more, less = comb(red - 1, half - 1), comb(black - 1, half - 1)
        chances[2 * half] = 2 * more * less / whole
        chances[2 * half + 1] = (comb(red - 1, half) * less + more * comb(black - 1, half)) / whole
    return chances


def runs(seen: Counter[int], shoes: int) -> Result:
    """How many runs of colour a shoe has, against their exact chances."""
    cells: list[tuple[float, int]] = []
    expected, result = 0.0, 0
    for number, chance in sorted(chances_of_runs(SIZE // 2, SIZE // 2).items()):
        expected, result = expected + chance * shoes, result + seen[number]
        if expected >= 10:
            cells.append((expected, result))
            expected, result = 0.0, 0
    last, last_found = cells.pop()
    cells.append((last + expected, last_found + result))
    total = sum((n - e) ** 2 / e for e, n in cells)
    return chi_square("runs of colour", total, len(cells) - 1)


def serial_moments() -> tuple[float, float]:
    """Mean and variance of the sum of products of neighbours in a ring (Wald and Wolfowitz)."""
    values = RANK_VALUE * DECKS
    s2, s4 = sum(v**2 for v in values), sum(v**4 for v in values)
    mean = -s2 / (SIZE - 1)
    more = (s2**2 - s4) / (SIZE - 1) + (s2**2 - 2 * s4) / ((SIZE - 1) * (SIZE - 2))
    return mean, more - mean**2


def source(kind: str, *, fixed: bool) -> Stack:
    """A source of that kind, always the same one if fixed."""
    if kind == "shuffled":
        return Shuffled()
    if kind == "seeded":
        return Seeded("figure 8" if fixed else token_hex(16))
    if not fixed:
        return CommittedShoe("figure 8")
    number = iter(range(1 << 32))
    return CommittedShoe("figure 8", draw_secret=lambda: next(number).to_bytes(32, "big"))


def examine(shoe: Stack, *, shoes: int) -> list[Result]:
    """Deal this many shoes from a source and test them."""
    stack = sorted(decks(DECKS))  # equal cards together: this best shows where a card started
    counts = [[0] * DECK_SIZE for _ in range(SIZE)]
    runs_seen = Counter[int]()
    along = dict.fromkeys(LAGS, 0)
    across, before = 0, [0] * SIZE
    for _ in range(shoes):
        shoe.shuffle(stack)
        order = [draw.index for _ in range(SIZE) if isinstance(draw := shoe.draw(), Card)]
        for row, index in zip(counts, order, strict=True):
            row[index] += 1
        red = [IS_RED[index] for index in order]
        runs_seen[1 + sum(map(bool.__ne__, red, red[1:]))] += 1
        values = [RANK_VALUE[index] for index in order]
        for lag in LAGS:
            along[lag] += sum(map(mul, values, values[lag:] + values[:lag]))
        across += sum(map(mul, values, before))
        before = values
    mean, variance = serial_moments()
    results = [positions(counts, shoes), runs(runs_seen, shoes)]
    for lag, total in along.items():
        z = (total - shoes * mean) / sqrt(shoes * variance)
        results.append(Result(f"serial correlation at {lag} (z)", z, both_tails(z)))
    s2 = sum(value**2 for value in values)
    z = across / sqrt((shoes - 1) * s2**2 / (SIZE - 1))
    return [*results, Result("correlation with the shoe before (z)", z, both_tails(z))]


def speed(kind: str) -> tuple[float, float]:
    """Microseconds to shuffle a shoe, nanoseconds to draw a card: the best of 200."""
    shoe, stack = source(kind, fixed=False), tuple(decks(DECKS))
    shuffling, drawing = [], []
    for _ in range(200):
        start = time.perf_counter()
        shoe.shuffle(stack)
        middle = time.perf_counter()
        for _ in range(SIZE):
            shoe.draw()
        shuffling.append(middle - start)
        drawing.append(time.perf_counter() - middle)
    return min(shuffling) * 1e6, min(drawing) / SIZE * 1e9


def main() -> int:
    """Print every figure, and last whether the tests pass as a family."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--shoes", type=int, default=2000, help="of each source (default 2000)")
    parser.add_argument("--fixed", action="store_true", help="fixed seeds, without `shuffled`")
    options = parser.parse_args()
    if options.shoes < 100:
        parser.error("at least 100 shoes, or the limits the tests rest on do not hold")
    kinds = KINDS[1:] if options.fixed else KINDS
    results: list[Result] = []
    for kind in kinds:
        micro, nano = speed(kind)
        print(f"{kind}: a shuffle of {SIZE} cards {micro:.0f} µs, a draw {nano:.0f} ns")
        start = time.perf_counter()
        for result in examine(source(kind, fixed=options.fixed), shoes=options.shoes):
            results.append(result)
            print(f"  {result.name:<48} {result.statistic:>12.3f}   p = {result.p:.4f}")
        print(f"  {options.shoes} shoes in {time.perf_counter() - start:.0f} s")
    share = ALPHA / len(results)
    rejected = [result for result in results if result.p < share]
    print(
        f"shuffle: {options.shoes} shoes of each source, {len(results)} tests, least p "
        f"{min(r.p for r in results):.4f} (limit {share:.6f}): {len(rejected)} rejected at 99 %"
    )
    return 1 if rejected else 0


if __name__ == "__main__":
    sys.exit(main())
