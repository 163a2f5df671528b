"""Learn a book's strategy from play alone, in plain NumPy, and have it judged exactly.

    python examples/learn_a_strategy.py                      nz, about ten seconds
    python examples/learn_a_strategy.py rws --seconds 20
    python examples/learn_a_strategy.py all --picture curve.png

Thousands of tables play in parallel. In each round the agent deviates once, at random, from its
current policy, and credits that one act with the result of the round; acts that are clearly worse
are not tried again.
Credit for whole rounds matters: a split is not Markov in what one hand shows, since the money of
the other hand comes later, so one-step updates never learn what a split is worth.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import pitboss
from pitboss.envs import COLUMNS, BlackjackVectorEnv
from pitboss.envs.learning import policy_of

SPLIT = COLUMNS.index("split")


class Mark(NamedTuple):
    """How far a learner is."""

    seconds: float
    rounds: int
    steps: int
    values: NDArray[np.float64]
    """[decision, act]"""


class Point(NamedTuple):
    """A learner's exact regret after some seconds of CPU time."""

    seconds: float
    rounds: int
    regret: float


def learn(env: BlackjackVectorEnv, *, rounds: float, seconds: float, seed: int) -> Iterator[Mark]:
    """The values of every act at every decision, improving with each block."""
    many, acts, decisions = env.num_envs, len(env.actions), env.made.decisions
    random = np.random.default_rng(seed)
    counts, sums = np.zeros(decisions * acts), np.zeros(decisions * acts)
    masks = (np.arange(1 << acts)[:, None] >> np.arange(acts) & 1).astype(bool)
    permitted, listed = masks.sum(axis=1), np.argsort(~masks, axis=1, kind="stable")
    best = np.zeros((decisions, 1 << acts), np.int64)
    best[:] = listed[:, 0]
    doubtful = np.full(decisions, (1 << acts) - 1, np.uint16)
    cell, deviated = np.zeros(many, np.int64), np.zeros(many, bool)
    seen, info = env.reset(seed=seed)
    steps = done_rounds = 0
    block = due = 30 * many
    took, began = 0.0, time.process_time()
    while True:
        decision = info["decision"]
        mask = np.packbits(info["action_mask"], axis=1, bitorder="little").view(np.uint16).ravel()
        act = best[decision, mask]
        # Of the tables that have not deviated yet some do so now, where the best act is in doubt;
        # but never in a hand of a split, whose round is won and lost by other hands too.
        tried = mask & doubtful[decision]
        free = ~deviated & (seen[:, SPLIT] == 0) & (permitted[tried] > 1)
        now = np.flatnonzero(free & (random.random(many) < 0.6))
        of = tried[now]
        wild = listed[of, (random.random(len(now)) * permitted[of]).astype(np.int64)]
        act[now], cell[now], deviated[now] = wild, decision[now] * acts + wild, True
        seen, reward, done, _, info = env.step(act)
        ended = np.flatnonzero(done & deviated)
        counts += np.bincount(cell[ended], minlength=len(counts))
        sums += np.bincount(cell[ended], reward[ended], minlength=len(sums))
        deviated[done] = False
        steps, done_rounds = steps + many, done_rounds + int(done.sum())
        if done_rounds >= due:
            opinion = (sums / np.maximum(counts, 1e-9)).reshape(decisions, acts)
            best = np.where(masks[None], opinion[:, None, :], -np.inf).argmax(axis=2)
            # An act is not tried while it is four standard errors below another.
            error = 5.0 / np.sqrt(np.maximum(counts, 1e-9)).reshape(decisions, acts)
            least = (opinion - error).max(axis=1, keepdims=True)
            doubtful = ((opinion + error >= least) @ (1 << np.arange(acts))).astype(np.uint16)
            took += time.process_time() - began
            yield Mark(took, done_rounds, steps, opinion)
            if took > seconds or done_rounds > rounds:
                return
            began = time.process_time()  # the judge's time does not count as the learner's
            counts *= 0.7
            sums *= 0.7
            block = int(block * 1.5)
            due = done_rounds + block


def curve(
    book: str,
    *,
    seconds: float = 10.0,
    rounds: float = float("inf"),
    tables: int = 8192,
    seed: int = 1,
) -> Iterator[Point]:
    """The exact regret of a learner as it learns."""
    env = BlackjackVectorEnv(
        tables, book=book, observation="vector", fresh=True, autoreset_mode="SameStep",
        final_obs=False,
    )  # fmt: skip
    for mark in learn(env, rounds=rounds, seconds=seconds, seed=seed):
        lost = pitboss.regret(env.made.rules, policy_of(env.made, mark.values))
        yield Point(mark.seconds, mark.rounds, lost.regret)


def main(argv: Sequence[str] | None = None) -> None:
    """Learn, print the regret after each block of rounds, and draw the curve if asked."""
    request = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    request.add_argument("book", nargs="?", default="nz", help="a book, or all (default: nz)")
    request.add_argument(
        "--seconds", type=float, default=10.0, help="of the processor (default: 10)"
    )
    request.add_argument("--tables", type=int, default=8192, help="at once (default: 8192)")
    request.add_argument("--seed", type=int, default=1)
    request.add_argument("--picture", type=Path, help="where to draw the learning curve, as PNG")
    options = request.parse_args(argv)
    books = pitboss.BOOKS if options.book == "all" else (options.book,)
    curves: dict[str, list[Point]] = {}
    for book in books:
        for point in curve(book, seconds=options.seconds, tables=options.tables, seed=options.seed):
            curves.setdefault(book, []).append(point)
            print(
                f"{book:8s} {point.seconds:5.1f} CPU s {point.rounds / 1e6:7.2f} M rounds   "
                f"regret {point.regret:.4%}",
                flush=True,
            )
    if options.picture is not None:
        from pitboss.report.curves import Curve, draw_curves

        drawn = [
            Curve(book, [(p.seconds, 100 * p.regret) for p in c]) for book, c in curves.items()
        ]
        draw_curves(
            options.picture, drawn, x="CPU seconds of learning", y="regret, % of the wager",
            line=(0.1, "0.1%"),
        )  # fmt: skip


if __name__ == "__main__":
    main()
