"""Whether price, table and simulator agree under rules drawn at random.

    python -m benchmarks.rule_space --sets 2000 --seed 1
    python -m benchmarks.rule_space --only 417                 one rule set again

Every rule set takes any book as its base, makes elections and changes provisions, to any value
that the schema allows. On tiny shoes the table is played out in every way and must come to the
price within 1e-9; both kernels of the simulator must agree with the table wager by wager. What
one of them cannot do is refused by all, and counted by the sentence that refuses it.
"""

from __future__ import annotations

import argparse
import os
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import NamedTuple

from tests.rule_space.drawing import draw
from tests.rule_space.holding import Held, hold

from pitboss.compiled.errors import CannotPrice
from pitboss.rulebooks import RulebookError


class Found(NamedTuple):
    """The result of one rule set."""

    number: int
    told: str
    held: Held | None
    refused: str | None = None
    wrong: str | None = None


def try_out(request: tuple[int, int]) -> Found:
    """One rule set by its number and the seed."""
    number, seed = request
    drawn = draw(number, seed=seed)
    try:
        return Found(number, drawn.told, hold(drawn.rules, lot=Random(f"{number}:{seed}")))
    except (CannotPrice, RulebookError) as refused:
        return Found(number, drawn.told, None, refused=str(refused))
    except Exception as error:  # any failure is a disagreement, reported with its rules
        where = traceback.extract_tb(error.__traceback__)[-1]
        wrong = f"{type(error).__name__} at {where.name}:{where.lineno}: {error}"
        return Found(number, drawn.told, None, wrong=wrong)


def main() -> int:
    """Draw, compare and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sets", type=int, default=2000, help="how many rule sets")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one")
    parser.add_argument("--only", type=int, help="one rule set by its number")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    numbers = range(args.first, args.first + args.sets) if args.only is None else [args.only]
    refused: Counter[str] = Counter()
    wrong = trees = rounds = wagers = agreed = 0
    widest, began = 0.0, time.perf_counter()
    with ProcessPoolExecutor(args.processes, mp_context=get_context("spawn")) as pool:
        for result in pool.map(try_out, [(n, args.seed) for n in numbers], chunksize=4):
            if result.wrong is not None:
                wrong += 1
                print(f"{result.number}: {result.told}\n    {result.wrong[:1200]}", flush=True)
            elif result.refused is not None:
                refused[result.refused] += 1
            elif result.held is not None:
                agreed += 1
                trees, rounds = trees + result.held.trees, rounds + result.held.rounds
                wagers, widest = wagers + result.held.wagers, max(widest, result.held.widest)
            done = agreed + wrong + sum(refused.values())
            if done % 100 == 0:
                print(f"{done} done: {agreed} agree, {wrong} disagree", flush=True)
    seconds = time.perf_counter() - began
    print(
        f"{len(numbers)} rule sets in {seconds:.0f} s: {agreed} agree, {sum(refused.values())} are "
        f"refused, {wrong} disagree."
    )
    print(f"{trees} trees, at most {widest:.1e} apart; {rounds} rounds, {wagers} wagers compared.")
    for sentence, times in refused.most_common():
        print(f"{times:5} {sentence}")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
