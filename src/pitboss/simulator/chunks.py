"""Play a job's chunks in order until there are enough, on threads or remote workers.

Only the chunks decide which of them count: they are added in the order of their numbers, and the
run ends with the first that completes it. Chunks played beyond that are discarded, so the number
and pace of the workers do not matter.
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
"""Chunks between precision checks, and chunks a remote worker sums into one result."""


class Piece(NamedTuple):
    """The sum of some consecutive chunks."""

    chunks: range
    tally: Tally
    cpu_seconds: float


class ChunkWorkers(Protocol):
    """A pool of workers that play chunks."""

    def pieces(self, job: Job) -> Generator[Piece]:
        """Chunks from the first, endlessly, one at a time or in whole blocks."""

    def told(self) -> str:
        """A short description of the workers."""


class Goal(NamedTuple):
    """When a run is complete: a number of rounds, or a standard error."""

    rounds: int | None = None
    error: float | None = None
    error_of: Callable[[Tally], float] | None = None
    """The standard error of a tally"""

    def is_met(self, tally: Tally, chunks: int) -> bool:
        """Whether the first ``chunks`` chunks, summed in ``tally``, are enough."""
        if self.rounds is not None and tally.rounds >= self.rounds:
            return True
        if self.error is None or self.error_of is None or chunks % BLOCK:
            return False
        return self.error_of(tally) <= self.error


class RunMark(NamedTuple):
    """The progress of a run."""

    chunks: int
    tally: Tally
    seconds: float
    cpu_seconds: float = 0.0


class Ran(NamedTuple):
    """A completed run."""

    tally: Tally
    chunks: int
    cpu_seconds: float
    """CPU time of play on all workers together, without compiling kernels"""
    seconds: float
    """Elapsed time from the first chunk to the last"""
    trail: tuple[Tally, ...]
    """The state of the run after 1, 2, 4, ... blocks and at its end"""
    stopped_by: str | None = None
    """Why it ended early, or None"""

    @property
    def rounds_per_cpu_second(self) -> float:
        """Rounds per CPU second."""
        return self.tally.rounds / self.cpu_seconds if self.cpu_seconds else 0.0


class LostWorkers(Exception):
    """No more chunks can come; the message says why."""


def run(
    job: Job, goal: Goal, workers: ChunkWorkers, *, tell: Callable[[RunMark], None] | None = None
) -> Ran:
    """Play chunks until there are enough; an interruption keeps the completed ones."""
    course = steps(job, goal, workers)
    while True:
        try:
            mark = next(course)
            if tell is not None:
                tell(mark)
        except StopIteration as end:
            ran: Ran = end.value
            return ran
        except KeyboardInterrupt as interruption:
            return stopped(course, interruption)


def steps(job: Job, goal: Goal, workers: ChunkWorkers) -> Generator[RunMark, None, Ran]:
    """Play a run a piece at a time; an interruption ends it with the completed pieces."""
    course = _Course(job, goal)
    why: str | None = None
    try:
        run_chunk(job, 0)  # a warm-up, since compiling kernels is not part of the run's pace
        course.started = time.monotonic()
        with closing(workers.pieces(job)) as pieces:
            for piece in pieces:
                course.add(piece)
                yield course.mark()
                if course.is_done:
                    break
    except KeyboardInterrupt as interruption:
        why = str(interruption) or "interrupted"
    except LostWorkers as error:
        why = str(error)
    return course.ran(why)


def stopped(course: Generator[RunMark, None, Ran], why: KeyboardInterrupt) -> Ran:
    """End a run early with its completed pieces."""
    try:
        course.throw(why)
    except StopIteration as end:
        ran: Ran = end.value
        return ran
    raise AssertionError("a run that was interrupted does not continue")


class _ChunkSum(NamedTuple):
    """The sum of the first chunks, in one value so that an interruption finds it consistent."""

    tally: Tally
    chunks: int


class _Course:
    """A run in progress."""

    def __init__(self, job: Job, goal: Goal) -> None:
        self.job, self.goal = job, goal
        self.sum = _ChunkSum(Tally(), 0)
        self.cpu_seconds = 0.0
        self.started = time.monotonic()
        self.trail: list[Tally] = []

    @property
    def is_done(self) -> bool:
        return self.goal.is_met(*self.sum)

    def mark(self) -> RunMark:
        seconds = time.monotonic() - self.started
        return RunMark(self.sum.chunks, self.sum.tally, seconds, self.cpu_seconds)

    def add(self, piece: Piece) -> None:
        assert piece.chunks.start == self.sum.chunks, "chunks must be added in order"
        self.cpu_seconds += piece.cpu_seconds
        whole = self.sum.tally + piece.tally
        if len(piece.chunks) > 1 and self._ends_within(piece, whole):
            self._add_one_by_one(piece)
        else:
            self._take(whole, piece.chunks.stop)

    def _ends_within(self, piece: Piece, whole: Tally) -> bool:
        """Whether the goal may have been reached before the last chunk of the piece."""
        assert not piece.chunks.start % BLOCK and len(piece.chunks) <= BLOCK
        return self.goal.rounds is not None and whole.rounds >= self.goal.rounds

    def _add_one_by_one(self, piece: Piece) -> None:
        """Play the last block again, which came as a sum, to find where in it the run ends."""
        for number in piece.chunks:
            self._take(self.sum.tally + run_chunk(self.job, number), number + 1)
            if self.is_done:
                return

    def _take(self, tally: Tally, chunks: int) -> None:
        self.sum = _ChunkSum(tally, chunks)
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
    """Threads of this process, on which kernels run in parallel."""

    def __init__(self, number: int | None = None) -> None:
        self.number = number or processors()

    def told(self) -> str:
        """A short description of the workers."""
        return "1 thread" if self.number == 1 else f"{self.number} threads"

    def pieces(self, job: Job) -> Generator[Piece]:
        """Chunks one at a time, with a few more always in progress."""
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


class ThisThread:
    """This thread, one chunk whenever the next is asked for."""

    def told(self) -> str:
        """A short description of the workers."""
        return "1 thread"

    def pieces(self, job: Job) -> Generator[Piece]:
        """Chunks one at a time."""
        for number in count():
            yield timed_chunks(job, range(number, number + 1))


def timed_chunks(job: Job, chunks: range) -> Piece:
    """Play chunks in this thread, sum them and time them."""
    started = time.thread_time()
    tally = Tally()
    for number in chunks:
        tally += run_chunk(job, number)
    return Piece(chunks, tally, time.thread_time() - started)


def processors() -> int:
    """The number of processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
