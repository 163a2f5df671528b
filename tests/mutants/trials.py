"""Trials: one change in a private copy, and whether a test notices it."""

from __future__ import annotations

import json
import os
import threading
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, NamedTuple, TypeVar

from .changes import Change
from .copies import Copy, Ran, Tree
from .covering import Records, Test, bodies, by_imports
from .serving import is_served

W = TypeVar("W")
V = TypeVar("V")

CAUGHT, SURVIVED, EQUIVALENT, UNDECIDED = "caught", "survived", "equivalent", "undecided"

_AT_FIRST: Final = 6
"""Files of tests that run by themselves first: most changes end there."""
_AT_LEAST: Final = 10
_COMPILING: Final = 90
"""Seconds that the processor may work for a test, besides ten times what it usually does"""
_STARTING: Final = 90.0
"""Seconds that a run may take besides its tests, which include compiling kernels again"""


class Verdict(NamedTuple):
    """What became of a change."""

    change: Change
    outcome: str
    why: str
    seconds: float = 0.0

    def __str__(self) -> str:
        return f"{self.outcome:10} {self.change}\n    {self.why} ({self.seconds:.0f} s)"


class Equivalent(NamedTuple):
    """A change that alters nothing anybody could notice, and the reason."""

    file: str
    function: str
    change: str
    why: str

    def is_of(self, change: Change) -> bool:
        """Whether this is the change, wherever its line is now."""
        return (self.file, self.function, self.change) == (
            change.file, change.function, change.text
        )  # fmt: skip


def equivalents(path: Path) -> tuple[Equivalent, ...]:
    """The list of a file; every entry has all four keys."""
    if not path.exists():
        return ()
    rows: list[dict[str, Any]] = tomllib.loads(path.read_text("utf-8")).get("equivalent", [])
    return tuple(Equivalent(**row) for row in rows)


class Results:
    """The verdicts of earlier runs, a line each in a file; none if there is no file."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        rows = path.read_text("utf-8").splitlines() if path is not None and path.exists() else []
        self.outcomes: dict[str, str] = {
            (row := json.loads(line))["id"]: row["outcome"] for line in rows
        }

    def add(self, verdict: Verdict) -> None:
        """Note a verdict."""
        if self._path is None:
            return
        row = {
            "id": verdict.change.id, "outcome": verdict.outcome, "file": verdict.change.file,
            "function": verdict.change.function, "change": verdict.change.text,
            "why": verdict.why, "seconds": round(verdict.seconds, 1),
        }  # fmt: skip
        with self._path.open("a", encoding="utf-8") as out:
            out.write(json.dumps(row) + "\n")


class Trials:
    """Tries changes of a tree, several at a time."""

    def __init__(
        self,
        tree: Tree,
        cache: Path,
        *,
        known: Sequence[Equivalent] = (),
        budget: float = 60.0,
        starting: float = _STARTING,
        records: Records | None = None,
        served: bool = False,
    ) -> None:
        self.tree, self.cache, self.records, self._served = tree, cache, records, served
        self._known, self._budget, self._starting = known, budget, starting
        self._sound: dict[tuple[str, ...], bool] = {}
        self._lock = threading.Lock()

    def record(self, tests: Sequence[str], jobs: int, note: Callable[[str], object]) -> None:
        """Record these files of tests."""
        records = self.records
        assert records is not None

        def one(copy: Copy, test: str) -> str:
            wrong = records.record(copy, test)
            copy.keep_cache(self.cache / "compiled")
            return f"recorded {test}" + (f"; without a change: {wrong}" if wrong else "")

        for line in self._each(one, tests, jobs):
            note(line)

    def is_quick(self, change: Change) -> bool:
        """Whether a fork of a process that has begun already can make the change."""
        inside = bodies((self.tree.root / change.file).read_text("utf-8"))
        return self._served and is_served(change, inside)

    def tried(self, changes: Sequence[Change], jobs: int) -> Iterator[Verdict]:
        """The verdict on each change, in the order in which they are reached."""
        return self._each(self._tried, changes, jobs)

    def _each(self, work: Callable[[Copy, W], V], what: Sequence[W], jobs: int) -> Iterator[V]:
        copies: SimpleQueue[Copy] = SimpleQueue()
        made = [Copy(self.tree) for _ in range(max(1, min(jobs, len(what))))]
        for copy in made:
            copy.warm(self.cache / "compiled")
            if self._served:
                copy.serve(self.tree.tests)
            copies.put(copy)

        def with_copy(one: W) -> V:
            copy = copies.get()
            try:
                return work(copy, one)
            finally:
                copies.put(copy)

        pool = ThreadPoolExecutor(len(made))
        try:
            yield from pool.map(with_copy, what)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
            for copy in made:
                copy.close()

    def _tried(self, copy: Copy, change: Change) -> Verdict:
        for one in self._known:
            if one.is_of(change):
                return Verdict(change, EQUIVALENT, one.why)
        began = time.monotonic()
        copy.warm(self.cache / "compiled")
        outcome, why = self._outcome(copy, change)
        return Verdict(change, outcome, why, time.monotonic() - began)

    def _outcome(self, copy: Copy, change: Change) -> tuple[str, str]:
        tests, beside = self.tests_of(change)
        if not tests:
            return SURVIVED, "no test runs it"
        served = self.is_quick(change)
        outcome, why = self._run(copy, change, tests, beside, self._budget, served=served)
        if served and outcome == SURVIVED:  # what was calculated before is calculated again
            again = self._run(copy, change, tests, [], self._budget / 4, served=False)
            return again if again[0] != SURVIVED else (outcome, why)
        return outcome, why

    def _run(
        self,
        copy: Copy,
        change: Change,
        tests: Sequence[Test],
        beside: Sequence[Test],
        budget: float,
        *,
        served: bool,
    ) -> tuple[str, str]:
        ran = 0
        least = _AT_LEAST if self.records and self.records.is_measured(change) else _COMPILING
        for batch in _batches(tests, beside, budget):
            names = [test.name for test in batch]
            recorded = all(test.is_recorded for test in batch)
            most = None if recorded or not self._served else budget
            expected = sum(test.seconds for test in batch) if recorded else budget
            limit = (self._starting + 4 * expected) * self._patience()
            own = {test.name: least + 10 * test.seconds for test in batch if test.is_recorded}
            try:
                done = copy.run(
                    names, limit=limit, seconds=own, budget=most, served=served, change=change
                )
            finally:
                copy.restore(change)
            if done.code in (0, 5):
                ran += len(batch)
                continue
            if done.code == 70:
                raise RuntimeError(done.output)
            return self._judged(copy, batch, done, limit)
        left = max(0, len(tests) - ran)
        more = f"; {left} more would take too long" if left else ""
        if all(test.is_recorded for test in tests):
            return SURVIVED, f"{'1 test passes' if ran == 1 else f'{ran} tests pass'}{more}"
        files = "1 file of tests passes" if ran == 1 else f"{ran} files of tests pass"
        return SURVIVED, f"{files}; what covers it is not recorded{more}"

    def _patience(self) -> float:
        """How much longer everything takes, since others work as well."""
        if not self._served:
            return 1.0
        return max(1.0, 2 * os.getloadavg()[0] / (os.cpu_count() or 1))

    def _judged(
        self, copy: Copy, batch: Sequence[Test], done: Ran, limit: float
    ) -> tuple[str, str]:
        """A failure counts if the same tests pass without the change."""
        if done.code == 1 and done.failed:
            test = next((test for test in batch if test.name == done.failed), None)
            if (test is not None and test.is_recorded) or self._passes(copy, [done.failed], limit):
                return CAUGHT, f"by {done.failed}"
            return UNDECIDED, f"{done.failed} fails without the change as well"
        names = [test.name for test in batch]
        what = "in time" if done.code == -1 else "to the end"
        # A broken import ends all tests at once; without the change, one may fail by itself.
        if self._passes(copy, names, limit, ends=(0,) if done.code == -1 else (0, 1)):
            return CAUGHT, f"the tests do not come {what}: {_last_line(done.output)}"
        return UNDECIDED, f"without the change, the tests do not come {what} either"

    def _passes(
        self, copy: Copy, names: list[str], limit: float, ends: tuple[int, ...] = (0,)
    ) -> bool:
        """Whether these tests pass in a copy without a change, or end with one of these codes."""
        key = (*names, *map(str, ends))
        if key not in self._sound:
            sound = copy.run(names, limit=limit, served=self._served).code in ends
            with self._lock:
                self._sound[key] = sound
        return self._sound[key]

    def tests_of(self, change: Change) -> tuple[list[Test], list[Test]]:
        """The tests that run a change, those that are over soonest first, and others beside them.

        What a test reads or prepares is often kept for those after it in its file.
        """
        if self.records is not None:
            covering = _fastest_first(
                self.records.covering(change), change, self.records.shares(change.file)
            )
            if covering or self.records.knows(change.file):
                return covering, self.records.beside(covering)
        return by_imports(self.tree, change), []


def _fastest_first(
    tests: Sequence[Test], change: Change, shares: Mapping[str, float]
) -> list[Test]:
    """By files, since what a file prepares is shared.

    A file that runs most of the module is more likely to ask about it than one that passes through
    it; so is one of the same room.
    """
    room = f"tests/{'/'.join(Path(change.file).parts[2:3])}/"
    cost: dict[str, float] = {}
    for test in tests:
        cost[test.file] = cost.get(test.file, 0.2) + test.seconds
    for file in cost:
        cost[file] *= (1.1 - shares.get(file, 0.0)) ** 2
        cost[file] *= 0.5 if file.startswith(room) else 1.0
    return sorted(tests, key=lambda test: (cost[test.file], test.file, test.seconds))


def _batches(tests: Sequence[Test], beside: Sequence[Test], budget: float) -> Iterator[list[Test]]:
    """The tests of the first files, then the others as far as their time reaches."""
    if not any(test.is_recorded for test in tests):
        yield list(tests)  # the budget is that of the processor
        return
    files = list(dict.fromkeys(test.file for test in tests))
    first = set(files[:_AT_FIRST])
    begun = _within([test for test in tests if test.file in first], budget)
    yield begun
    rest, left = list[Test](), budget - sum(test.seconds for test in begun)
    for test in [*(test for test in tests if test.file not in first), *beside]:
        if left >= test.seconds:
            rest.append(test)
            left -= test.seconds
    if rest:
        yield rest


def _within(tests: Sequence[Test], budget: float) -> list[Test]:
    """Those that there is time for; the first whatever it takes."""
    chosen, left = list[Test](), budget
    for test in tests:
        if left >= test.seconds or not chosen:
            chosen.append(test)
            left -= test.seconds
    return chosen


def _last_line(output: str) -> str:
    lines = [line for line in output.splitlines() if line.strip()]
    return lines[-1].strip() if lines else "nothing was said"
