"""Running chunks: which of them count, on any number of threads and after interruptions."""

from __future__ import annotations

import time
from collections.abc import Generator

import pytest

from pitboss.kernels.jobs import Job, Tally, run_chunk, run_chunks
from pitboss.simulator.chunks import (
    BLOCK,
    ChunkWorkers,
    Goal,
    LostWorkers,
    Piece,
    RunMark,
    Threads,
    processors,
    run,
    timed_chunks,
)
from tests.kernels.coins import CoinJob, error_of

JOB = CoinJob(seed=5)


class Blocks:
    """Remote workers, which send whole blocks."""

    def pieces(self, job: Job) -> Generator[Piece]:
        """Block after block."""
        first = 0
        while True:
            yield timed_chunks(job, range(first, first + BLOCK))
            first += BLOCK

    def told(self) -> str:
        """In a few words."""
        return "somewhere else"


class Failing:
    """Workers that play some chunks and then stop with an error."""

    def __init__(self, whole: int, error: BaseException) -> None:
        self.whole, self.error = whole, error

    def pieces(self, job: Job) -> Generator[Piece]:
        """A few chunks."""
        for number in range(self.whole):
            yield timed_chunks(job, range(number, number + 1))
        raise self.error

    def told(self) -> str:
        """In a few words."""
        return "not for long"


ANYBODY: list[ChunkWorkers] = [Threads(1), Threads(2), Threads(7), Blocks()]


def _least(goal: Goal, most: int = 200) -> int:
    """The first number of chunks that is enough, tried one by one."""
    return next(k for k in range(1, most) if goal.is_met(run_chunks(JOB, range(k)), k))


@pytest.mark.parametrize("workers", ANYBODY, ids=lambda workers: workers.told())
@pytest.mark.parametrize("rounds", [1, 1_000, 2_500, 16_500, 40_000])
def test_as_many_chunks_as_make_the_rounds_and_no_more(workers: ChunkWorkers, rounds: int) -> None:
    goal = Goal(rounds)
    ran = run(JOB, goal, workers)
    assert ran.chunks == _least(goal)
    assert ran.tally.rounds >= rounds > run_chunks(JOB, range(ran.chunks - 1)).rounds
    assert ran.tally.digest() == run_chunks(JOB, range(ran.chunks)).digest()
    assert ran.stopped_by is None


@pytest.mark.parametrize("workers", ANYBODY, ids=lambda workers: workers.told())
def test_precision_ends_a_run_after_a_whole_block(workers: ChunkWorkers) -> None:
    goal = Goal(None, 0.0022, error_of)
    ran = run(JOB, goal, workers)
    assert ran.chunks == _least(goal) == 4 * BLOCK
    assert error_of(ran.tally) <= 0.0022 < error_of(run_chunks(JOB, range(3 * BLOCK)))


@pytest.mark.parametrize("workers", ANYBODY, ids=lambda workers: workers.told())
def test_rounds_are_the_most_that_precision_may_take(workers: ChunkWorkers) -> None:
    ran = run(JOB, Goal(20_000, 1e-9, error_of), workers)
    assert ran.tally.rounds >= 20_000
    assert ran.chunks == _least(Goal(20_000))


def test_the_trail_has_doubling_lengths_and_the_end() -> None:
    job = CoinJob(seed=9)
    ran = run(job, Goal(90_000), Threads(2))
    at = [1 * BLOCK, 2 * BLOCK, 4 * BLOCK, ran.chunks]
    assert [tally.digest() for tally in ran.trail] == [
        run_chunks(job, range(chunks)).digest() for chunks in at
    ]
    assert [t.digest() for t in run(job, Goal(90_000), Blocks()).trail] == [
        tally.digest() for tally in ran.trail
    ]


def test_progress_is_told_chunk_by_chunk_in_order() -> None:
    marks: list[RunMark] = []
    ran = run(JOB, Goal(9_000), Threads(3), tell=marks.append)
    assert [mark.chunks for mark in marks] == list(range(1, ran.chunks + 1))
    assert marks[-1].tally is ran.tally
    assert all(mark.tally.rounds >= 1000 * mark.chunks for mark in marks)


def test_an_interruption_keeps_the_chunks_that_were_whole() -> None:
    ran = run(JOB, Goal(100_000), Failing(3, KeyboardInterrupt()))
    assert (ran.chunks, ran.stopped_by) == (3, "interrupted")
    assert ran.tally == run_chunks(JOB, range(3))
    assert ran.trail == (ran.tally,)


def test_an_interruption_from_the_keyboard_finds_the_threads_and_ends_them() -> None:
    def interrupt(mark: RunMark) -> None:
        if mark.chunks == 4:
            raise KeyboardInterrupt

    started = time.monotonic()
    ran = run(CoinJob(seed=5, seconds=0.01), Goal(10**9), Threads(2), tell=interrupt)
    assert time.monotonic() - started < 30
    assert (ran.chunks, ran.stopped_by) == (4, "interrupted")
    assert ran.tally == run_chunks(JOB, range(4))


def test_lost_workers_are_named() -> None:
    ran = run(JOB, Goal(100_000), Failing(2, LostWorkers("the cluster was lost")))
    assert (ran.chunks, ran.stopped_by) == (2, "the cluster was lost")


def test_nothing_done_is_nothing_told() -> None:
    ran = run(JOB, Goal(100_000), Failing(0, KeyboardInterrupt()))
    assert (ran.chunks, ran.tally.rounds, ran.trail) == (0, 0, ())
    assert ran.rounds_per_cpu_second == 0.0


def test_an_error_of_a_chunk_is_not_swallowed() -> None:
    class Broken(CoinJob):
        def play(self, state: object) -> Tally:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run(Broken(seed=1), Goal(1), Threads(2))


def test_time_is_that_of_the_playing() -> None:
    ran = run(CoinJob(seed=5, seconds=0.02), Goal(3_000), Threads(1))
    assert ran.seconds >= 0.02 * ran.chunks
    assert ran.cpu_seconds < ran.seconds  # sleeping is not work
    assert processors() >= 1


def test_a_chunk_is_the_same_wherever_it_is_played() -> None:
    assert run_chunk(JOB, 11) == timed_chunks(JOB, range(11, 12)).tally
    assert run_chunk(JOB, 11) != run_chunk(JOB, 12)
