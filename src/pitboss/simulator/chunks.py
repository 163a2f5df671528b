"""Playing a job's chunks, in order, until there is enough; on threads, or wherever workers are.

Which chunks count is decided by the chunks alone: they are added up in the order of their numbers,
and the run ends with the first that makes it enough. What workers have played beyond that is
thrown away, so their number and their pace change nothing.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from itertools import count
from typing import Final, NamedTuple, Protocol

from pitboss.kernels.jobs import Job, Tally, run_chunk

BLOCK: Final = 16
"""Precision is looked at after so many chunks, and workers elsewhere send so many in one sum."""


class Piece(NamedTuple):
    """Some chunks in a row, played and added up."""

    chunks: range
    tally: Tally
    cpu_seconds: float


class Workers(Protocol):
    """Whoever plays chunks."""

    def pieces(self, job: Job) -> Generator[Piece]:
        """Chunk after chunk from the first on, without end, one at a time or in whole blocks."""

    def told(self) -> str:
        """Who they are, in a few words."""


class Goal(NamedTuple):
    """When a run has done enough: so many rounds, or an error as small as asked."""

    rounds: int | None = None
    error: float | None = None
    error_of: Callable[[Tally], float] | None = None
    """The standard error of what was tallied"""

    def is_met(self, tally: Tally, chunks: int) -> bool:
        """Whether the first so many chunks, which came to the tally, are enough."""
        if self.rounds is not None and tally.rounds >= self.rounds:
            return True
        if self.error is None or self.error_of is None or chunks % BLOCK:
            return False
        return self.error_of(tally) <= self.error


class Mark(NamedTuple):
    """How far a run has come."""

    chunks: int
    tally: Tally
    seconds: float


class Ran(NamedTuple):
    """A run that has ended."""

    tally: Tally
    chunks: int
    cpu_seconds: float
    """What the playing took, on all workers together; getting kernels ready is not in it"""
    seconds: float
    """From the first chunk to the last by the clock"""
    trail: tuple[Tally, ...]
    """What the run had come to after a block, two blocks, four, ...; and at its end"""
    stopped_by: str | None = None
    """Why it ended before there was enough; None where it did not"""

    @property
    def rounds_per_cpu_second(self) -> float:
        """How fast the rounds were played."""
        return self.tally.rounds / self.cpu_seconds if self.cpu_seconds else 0.0


class LostWorkers(Exception):
    """Raised where no more chunks can come; says why."""


def run(
    job: Job, goal: Goal, workers: Workers, *, told: Callable[[Mark], None] | None = None
) -> Ran:
    """Play chunks until they are enough; an interruption keeps what was whole by then."""
    course = _Course(job, goal)
    why: str | None = None
    try:
        run_chunk(job, 0)  # for nothing: what makes kernels ready is not the pace of a run
        course.started = time.monotonic()
        with closing(workers.pieces(job)) as pieces:
            for piece in pieces:
                course.add(piece)
                if told is not None:
                    told(course.mark())
                if course.is_done:
                    break
    except KeyboardInterrupt:
        why = "interrupted"
    except LostWorkers as error:
        why = str(error)
    return course.ran(why)


class _Sum(NamedTuple):
    """The first so many chunks; one value, so that an interruption finds it whole."""

    tally: Tally
    chunks: int


class _Course:
    """A run under way."""

    def __init__(self, job: Job, goal: Goal) -> None:
        self.job, self.goal = job, goal
        self.sum = _Sum(Tally(), 0)
        self.cpu_seconds = 0.0
        self.started = time.monotonic()
        self.trail: list[Tally] = []

    @property
    def is_done(self) -> bool:
        return self.goal.is_met(*self.sum)

    def mark(self) -> Mark:
        return Mark(self.sum.chunks, self.sum.tally, time.monotonic() - self.started)

    def add(self, piece: Piece) -> None:
        assert piece.chunks.start == self.sum.chunks, "chunks are added in order"
        self.cpu_seconds += piece.cpu_seconds
        whole = self.sum.tally + piece.tally
        if len(piece.chunks) > 1 and self._ends_within(piece, whole):
            self._add_one_by_one(piece)
        else:
            self._take(whole, piece.chunks.stop)

    def _ends_within(self, piece: Piece, whole: Tally) -> bool:
        """Whether the goal may have been met before the last chunk of the piece."""
        assert not piece.chunks.start % BLOCK and len(piece.chunks) <= BLOCK
        return self.goal.rounds is not None and whole.rounds >= self.goal.rounds

    def _add_one_by_one(self, piece: Piece) -> None:
        """The last block came as a sum; it is played again to see where in it the run ends."""
        for number in piece.chunks:
            self._take(self.sum.tally + run_chunk(self.job, number), number + 1)
            if self.is_done:
                return

    def _take(self, tally: Tally, chunks: int) -> None:
        self.sum = _Sum(tally, chunks)
        blocks, rest = divmod(chunks, BLOCK)
        if not rest and blocks & (blocks - 1) == 0:
            self.trail.append(tally)

    def ran(self, why: str | None) -> Ran:
        tally, chunks = self.sum
        trail = self.trail
        if chunks and (not trail or trail[-1] is not tally):
            trail = [*trail, tally]
        seconds = time.monotonic() - self.started
        return Ran(tally, chunks, self.cpu_seconds, seconds, tuple(trail), why)


class Threads:
    """Threads of this process; kernels run beside each other."""

    def __init__(self, number: int | None = None) -> None:
        self.number = number or processors()

    def told(self) -> str:
        """Who they are, in a few words."""
        return "1 thread" if self.number == 1 else f"{self.number} threads"

    def pieces(self, job: Job) -> Generator[Piece]:
        """Chunks one at a time; a few more than are asked for are under way at any moment."""
        numbers = count()
        waiting: deque[Future[Piece]] = deque()
        with ThreadPoolExecutor(self.number, thread_name_prefix="chunks") as pool:
            try:
                while True:
                    while len(waiting) < 2 * self.number:
                        number = next(numbers)
                        chunk = range(number, number + 1)
                        waiting.append(pool.submit(timed_chunks, job, chunk))
                    yield waiting.popleft().result()
            finally:
                pool.shutdown(wait=False, cancel_futures=True)


def timed_chunks(job: Job, chunks: range) -> Piece:
    """Chunks played in this thread, added up and timed."""
    started = time.thread_time()
    tally = Tally()
    for number in chunks:
        tally += run_chunk(job, number)
    return Piece(chunks, tally, time.thread_time() - started)


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
