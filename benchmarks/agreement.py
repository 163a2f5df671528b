"""Whether the kernel agrees with the table, wager by wager, over many rounds.

    python -m benchmarks.agreement                            ten million rounds, all books
    python -m benchmarks.agreement --book nz --rounds 100000

Every book is tried with many elections, seats, counts and strategies on the same shoes; the first
wager on which kernel and table differ ends the run, and is told.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final

from tests.rigs.agreement import Agreed, TrialPart, parts, try_out
from tests.rigs.agreement_cases import TRIALS

AT_A_TIME: Final = 5_000
"""Rounds of one trial that are played without a break."""


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--book", choices=tuple(TRIALS))
    parser.add_argument("--rounds", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    books = (args.book,) if args.book else tuple(TRIALS)
    each = -(-args.rounds // len(books))

    def parts_of(book: str) -> Iterator[TrialPart]:
        return parts(book, rounds=each, at_a_time=AT_A_TIME, seed=args.seed)

    print("book        rounds      boxes     wagers  seconds")
    with ProcessPoolExecutor(args.processes, mp_context=get_context("spawn")) as pool:
        for book in books:
            began = time.perf_counter()
            total = Agreed(0, 0, 0)
            for done in pool.map(try_out, parts_of(book)):
                total = Agreed(*(a + b for a, b in zip(total, done, strict=True)))
            seconds = time.perf_counter() - began
            print(
                f"{book:8} {total.rounds:9} {total.boxes:10} {total.wagers:10}  {seconds:7.0f}",
                flush=True,
            )
    print("Kernel and table agree on every wager.")


if __name__ == "__main__":
    main()
