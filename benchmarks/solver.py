"""How fast the solver is: seconds of one processor for each table, memory, and time to start.

    python -m benchmarks.solver                 every figure asked for, beside what was seen
    python -m benchmarks.solver --runs 25       more runs behind each median
    python -m benchmarks.solver --no-start      without the cold and the later starts

A run is one call of ``solve`` with everything compiled before. Seconds are user time of one
processor; the clock of the wall is not looked at. The ratio is to the generic table of eight
decks, so that figures of different machines can be compared.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from statistics import median
from typing import Any, Final, NamedTuple

from benchmarks.measuring import megabytes
from pitboss.compiled.game import game
from pitboss.compiled.watching import forget
from pitboss.rulebooks import BOOKS, TableRules, rulebook
from pitboss.solver import CannotPrice, solve

MEMORY_AT_MOST: Final = 300
"""Megabytes, for the whole process."""
CHANGE_AT_MOST: Final = 0.060
"""Seconds to compile what one changed election changes, before the solve."""
COLD_AT_MOST: Final = 20.0
LATER_AT_MOST: Final = 2.0
SOLVE_NZ: Final = ("-m", "pitboss", "solve", "nz", "--json")
STARTS: Final = (
    ("cold start of pitboss solve nz", COLD_AT_MOST, ()),
    ("later start, answer kept", LATER_AT_MOST, ()),
    ("later start, worked out anew", LATER_AT_MOST, ("--anew",)),
)


class Asked(NamedTuple):
    """A table, a policy, and how many seconds a run may take."""

    name: str
    book: str
    policy: str
    at_most: float
    elected: dict[str, Any] = {}


ASKED: Final = (
    Asked("classic, 8 decks, 4 hands, cdz", "classic", "cdz", 0.030, {"decks": 8}),
    Asked("classic, 1 deck, 4 hands, cdz", "classic", "cdz", 0.025, {"decks": 1}),
    Asked(
        "classic, 8 decks, no splits, cdz", "classic", "cdz", 0.006, {"decks": 8, "max_hands": 1}
    ),
    Asked("classic, 8 decks, optimal", "classic", "optimal", 0.5, {"decks": 8}),
    Asked("nz, optimal", "nz", "optimal", 0.5),
    Asked("rws, optimal", "rws", "optimal", 0.070),
    Asked("leaflet, optimal", "leaflet", "optimal", 0.070),
    Asked("nobust, optimal", "nobust", "optimal", 0.5),
    Asked("zappit, optimal", "zappit", "optimal", 0.25),
)


class Seen(NamedTuple):
    """User seconds over some runs."""

    median: float
    least: float


def user_seconds(who: int = resource.RUSAGE_SELF) -> float:
    """The CPU time of this process, or of its children, so far."""
    return resource.getrusage(who).ru_utime


def measured(request: Asked, runs: int) -> Seen:
    """Solve the table this many times, after one run to warm up."""
    table = rulebook(request.book).elect(**request.elected)
    solve(table, policy=request.policy)
    seconds = []
    for _ in range(runs):
        began = user_seconds()
        solve(table, policy=request.policy)
        seconds.append(user_seconds() - began)
    return Seen(median(seconds), min(seconds))


def slowest_change(book: str) -> float:
    """User seconds to compile the book with one election changed, for the slowest of them."""
    base = rulebook(book).default_rules
    seconds = []
    for key, election in base.book.elections.items():
        for value in election.domain.neighbours(election.default):
            try:
                changed = base.but(**{key: value})
            except ValueError:
                continue  # it cannot be changed alone
            seconds.append(min(_changed(base, changed) for _ in range(3)))
    return max(seconds)


def _changed(base: TableRules, changed: TableRules) -> float:
    forget()
    game.cache_clear()
    game(base)
    began = user_seconds()
    with suppress(CannotPrice):
        game(changed)
    return user_seconds() - began


def started(cache: str, options: Sequence[str]) -> float:
    """User seconds of a whole command that prices one book, with kernels cached in that folder."""
    began = user_seconds(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *SOLVE_NZ, *options],
        env={**os.environ, "PITBOSS_CACHE": cache},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return user_seconds(resource.RUSAGE_CHILDREN) - began


def tell(name: str, text: str, seen: str, *, kept: bool, least: str = "", ratio: str = "") -> None:
    """One line of the table."""
    mark = "" if kept else "  too much"
    print(f"{name:36} {text:>9} {seen:>9} {least:>9} {ratio:>7}{mark}", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--no-start", action="store_true", help="leave the two starts out")
    args = parser.parse_args()
    print(f"user seconds of one processor, {args.runs} runs each")
    print(f"{'':36} {'asked':>9} {'median':>9} {'least':>9} {'ratio':>7}")
    yardstick = 0.0
    for request in ASKED:
        seen = measured(request, args.runs)
        yardstick = yardstick or seen.median
        tell(
            request.name,
            f"{request.at_most:.3f}",
            f"{seen.median:.4f}",
            kept=seen.median <= request.at_most,
            least=f"{seen.least:.4f}",
            ratio=f"{seen.median / yardstick:.2f}",
        )
    for book in BOOKS:
        change = slowest_change(book)
        tell(
            f"{book}, an election changed", f"{CHANGE_AT_MOST:.3f}", f"{change:.4f}",
            kept=change <= CHANGE_AT_MOST, ratio=f"{change / yardstick:.2f}",
        )  # fmt: skip
    most = megabytes()
    tell("peak memory, MB", f"{MEMORY_AT_MOST}", f"{most:.0f}", kept=most <= MEMORY_AT_MOST)
    if not args.no_start:
        with tempfile.TemporaryDirectory() as cache:
            for name, limit, options in STARTS:
                seconds = started(cache, options)
                tell(
                    name,
                    f"{limit:.1f}",
                    f"{seconds:.2f}",
                    kept=seconds <= limit,
                    ratio=f"{seconds / yardstick:.0f}",
                )


if __name__ == "__main__":
    main()
