"""How fast the simulator is: rounds of a second of one processor, beside the same loop in C.

    python -m benchmarks.simulator              every figure asked for, beside what was seen
    python -m benchmarks.simulator --runs 31    more runs behind each median
    python -m benchmarks.simulator --no-start   without the cold and the later start

All kernels take turns, a chunk each, so that whatever else the machine does falls on all of them
alike. Seconds are those of the processor, but for two threads beside one, which only the clock can
tell: that figure means something on an idle machine alone.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from statistics import median
from typing import Any, Final, NamedTuple

from benchmarks.measuring import megabytes
from benchmarks.yardstick import Yardstick, compiler
from pitboss.kernels.fast.job import FastJob
from pitboss.kernels.full.job import FullJob
from pitboss.kernels.full.short.shortcuts import EVERY_WAY, SEVERAL_BOXES
from pitboss.kernels.jobs import Job
from pitboss.kernels.rng import state_of
from pitboss.players.spreads import Spread
from pitboss.rulebooks import TableRules, rulebook
from pitboss.simulator.chunks import Goal, Threads, run
from pitboss.simulator.run import prepare_run

OF_C: Final = 0.85
"""The fast kernel's target as a share of the yardstick"""
OF_FLAT: Final = 0.4
"""The full kernel's target as a share of the flat one, round by round"""
OF_FLAT_PER_HAND: Final = 0.5
"""The same with many seats, hand by hand"""
TWO_THREADS: Final = 1.8
MEMORY_AT_MOST: Final = 300
COLD_AT_MOST: Final = 8.0
LATER_AT_MOST: Final = 2.0
COMMAND: Final = ("-m", "pitboss", "simulate", "classic", "--rounds", "1000000", "--json")

SPREAD: Final = Spread.of({-10: 1, 1: 2, 2: 4, 3: 6, 4: 8})._replace(insure_at=3)


WITHOUT: Final = (
    ("one seat without its short way", 1, SEVERAL_BOXES),
    ("one seat without any", 1, 0),
    ("5 seats without any", 5, 0),
)
"""The full kernel without some of its shortcuts: what each is worth."""


class Lane(NamedTuple):
    """Something that plays chunks."""

    name: str
    play: Callable[[int], int]
    """The chunk of that number; returns how many rounds it had"""
    seats: int = 1


class Seen(NamedTuple):
    """Millions of rounds per CPU second."""

    median: float
    best: float


def lanes() -> list[Lane]:
    """The yardstick, if there is a compiler; the fast kernel; the full one with ever more seats."""
    plain = rulebook("classic").elect(decks=6)
    flat = prepare_run(plain, seed=1).job
    assert isinstance(flat, FastJob)
    result = [Lane("fast kernel", _played(flat))]
    if compiler() is not None:
        in_c = Yardstick(flat)

        def play_in_c(number: int) -> int:
            hist, split_hist = in_c.played(state_of(1, number))
            return int(hist[1:].sum() + split_hist.sum())

        result.insert(0, Lane("yardstick in C", play_in_c))
    rich = rulebook("classic").elect(decks=6, side_bets="perfect_pairs:25-12-6")
    for seats in (1, 5, 7):
        result.append(
            Lane(f"full kernel, {seats} seat{'s' * (seats > 1)}", _full(rich, seats), seats)
        )
    for name, seats, ways in WITHOUT:
        result.append(Lane(name, _full(rich, seats, ways), seats))
    return result


def _full(rules: TableRules, seats: int, ways: int = EVERY_WAY) -> Callable[[int], int]:
    """The full kernel with some of its shortcuts."""
    job = prepare_run(rules, seed=1, seats=seats, count="hi-lo", spread=SPREAD).job
    assert isinstance(job, FullJob)
    job.tables.game.short_ways = ways
    return _played(job)


def _played(job: Job) -> Callable[[int], int]:
    return lambda number: job.play(state_of(1, number)).rounds


def paces(runs: int) -> dict[Lane, Seen]:
    """Run every lane in turn this many times, after one run to warm up."""
    all_lanes = lanes()
    seen: dict[Lane, list[float]] = {lane: [] for lane in all_lanes}
    for lane in all_lanes:
        lane.play(0)
    for number in range(1, runs + 1):
        for lane in all_lanes:
            began = time.process_time()
            rounds = lane.play(number)
            seen[lane].append(rounds / (time.process_time() - began) / 1e6)
    return {lane: Seen(median(each), max(each)) for lane, each in seen.items()}


def two_threads_beside_one(runs: int) -> tuple[float, float]:
    """The speed-up by the clock, and by CPU time per round."""
    job = prepare_run(rulebook("classic").elect(decks=6), seed=1).job
    rounds = 40_000_000
    clocks, processors = [], []
    for _ in range(runs):
        one, two = (run(job, Goal(rounds), Threads(number)) for number in (1, 2))
        clocks.append(one.seconds / two.seconds)
        processors.append(2 * two.rounds_per_cpu_second / one.rounds_per_cpu_second)
    return median(clocks), median(processors)


def started(cache: str) -> tuple[float, float]:
    """CPU and wall-clock seconds of a whole command, with kernels cached there."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(
        [sys.executable, *COMMAND],
        env={**os.environ, "PITBOSS_CACHE": cache},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return used, time.perf_counter() - began


def tell(name: str, text: str, seen: str, *, kept: bool = True, more: str = "") -> None:
    """One line of the table."""
    print(f"{name:44} {text:>9} {seen:>9}  {more}{'' if kept else '  missed'}", flush=True)


def tell_paces(seen: dict[Lane, Seen]) -> None:
    """Rounds and hands, and both relative to the yardstick and the fast kernel."""
    named: dict[str, Any] = {lane.name: pace for lane, pace in seen.items()}
    flat, in_c = named["fast kernel"].median, named.get("yardstick in C")
    if in_c is None:
        print("there is no C compiler here, so the yardstick is left out")
    for lane, pace in seen.items():
        hands = f"best {pace.best:.1f}"
        if lane.seats > 1:
            hands += f", {lane.seats * pace.median:.1f} M hands"
        tell(f"{lane.name}, M rounds a CPU second", "", f"{pace.median:.1f}", more=hands)
    if in_c is not None:
        ratio = flat / in_c.median
        tell("fast kernel to C", f"{OF_C:.2f}", f"{ratio:.2f}", kept=ratio >= OF_C)
    for lane, pace in seen.items():
        if not lane.name.startswith("full"):
            continue
        limit = OF_FLAT if lane.seats == 1 else OF_FLAT_PER_HAND
        ratio = lane.seats * pace.median / flat
        name = f"{lane.name} to flat, by hands"
        tell(name, f"{limit:.2f}", f"{ratio:.2f}", kept=ratio >= limit)
    for name, seats, _ in WITHOUT:
        whole = named[f"full kernel, {seats} seat{'s' * (seats > 1)}"].median
        tell(f"{name}, times as slow", "", f"{whole / named[name].median:.2f}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--no-start", action="store_true", help="leave the two starts out")
    args = parser.parse_args()
    print(f"classic, 6 decks; medians of {args.runs} runs")
    print(f"{'':44} {'asked':>9} {'seen':>9}")
    tell_paces(paces(args.runs))
    clock, processors = two_threads_beside_one(3)
    more = f"{processors:.2f} by what a round takes of the processors"
    tell("two threads to one", f"{TWO_THREADS:.2f}", f"{clock:.2f}", kept=clock >= TWO_THREADS,
         more=more)  # fmt: skip
    most = megabytes()
    tell("peak memory, MB", f"{MEMORY_AT_MOST}", f"{most:.0f}", kept=most <= MEMORY_AT_MOST)
    if args.no_start:
        return
    with tempfile.TemporaryDirectory() as cache:
        for name, limit in (("cold", COLD_AT_MOST), ("later", LATER_AT_MOST)):
            used, clock = started(cache)
            more = f"{clock:.2f} by the clock"
            tell(f"{name} start of a command, CPU seconds", f"{limit:.1f}", f"{used:.2f}",
                 kept=used <= limit, more=more)  # fmt: skip


if __name__ == "__main__":
    main()
