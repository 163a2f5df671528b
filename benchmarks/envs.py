"""Steps of the environments per second of one processor, all acts and masks included.

    python -m benchmarks.envs                        every book at batch 1,024
    python -m benchmarks.envs --tables 1 64 16384    other batches
    python -m benchmarks.envs --book nz --seconds 2

A step is one decision at one table, with its observation and mask; a new round begins within the
step that ends the last (SAME_STEP), so no step is without a decision. The acts are drawn at random
among those permitted by a compiled player. Its time is measured apart and taken off in the first
column, and included in the last.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any, Final, NamedTuple

import numpy as np

from pitboss.envs import BlackjackVectorEnv
from pitboss.kernels.steps.kernel import any_act
from pitboss.rulebooks import BOOKS

SHAPES: Final[dict[str, dict[str, Any]]] = {
    "flat bets": {},
    "three boxes": {"boxes": 3},
    "bets, side bets, whole shoes": {"bets": (1, 2, 4, 8), "side_bets": None, "episode": "shoe"},
}


class Pace(NamedTuple):
    """Millions of steps per CPU second."""

    steps: float
    with_player: float


def rate(run: Callable[[int], object], seconds: float) -> float:
    """Calls per CPU second: the median of five intervals."""
    run(2)
    calls, seen = 2, []
    while len(seen) < 5:
        began = time.process_time()
        run(calls)
        took = time.process_time() - began
        if took < seconds / 10:
            calls = int(calls * min(20.0, seconds / 5 / max(took, 1e-4))) + 1
        else:
            seen.append(calls / took)
    return median(seen)


def pace(tables: int, seconds: float, **shape: Any) -> Pace:
    """How fast ``BlackjackVectorEnv.step`` is."""
    env = BlackjackVectorEnv(tables, autoreset_mode="SameStep", final_obs=False, **shape)
    env.reset(seed=1)
    room = env.played.room
    random = np.random.default_rng(9).integers(1, 2**63, (tables, 4)).astype(np.uint64)
    acts = np.zeros(tables, np.int64)

    def choose(calls: int) -> None:
        for _ in range(calls):
            any_act(room.tables, room.boxes, random, acts)

    def step(calls: int) -> None:
        for _ in range(calls):
            any_act(room.tables, room.boxes, random, acts)
            env.step(acts)

    alone, both = rate(choose, seconds), rate(step, seconds)
    return Pace(tables / (1 / both - 1 / alone) / 1e6, tables * both / 1e6)


def main(argv: Sequence[str] | None = None) -> None:
    """Print a row for each book and shape."""
    request = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    request.add_argument("--book", nargs="+", default=BOOKS, choices=BOOKS)
    request.add_argument("--tables", nargs="+", type=int, default=[1024])
    request.add_argument("--seconds", type=float, default=1.0)
    options = request.parse_args(argv)
    print("millions of steps per CPU second: step alone, with a random player")
    for many in options.tables:
        for name, shape in SHAPES.items():
            result = [pace(many, options.seconds, book=book, **shape) for book in options.book]
            for book, each in zip(options.book, result, strict=True):
                message = f"{each.steps:6.1f}  {each.with_player:6.1f}"
                print(f"{many:6d} tables  {book:8s} {name:30s} {message}", flush=True)


if __name__ == "__main__":
    main()
