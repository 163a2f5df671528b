"""Play chunks on a Dask cluster, whose workers may come and go.

A chunk is the same wherever it is played, so a chunk lost with its worker is played again
elsewhere. Dask is an extra: ``pip install pitboss[cluster]``, on every machine that takes part.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from math import ceil
from signal import SIG_IGN, SIGINT, signal
from threading import current_thread, main_thread
from typing import Any, Final, NamedTuple

from pitboss.kernels.fingerprint import differences, fingerprint
from pitboss.kernels.jobs import Job, run_chunk

from .chunks import BLOCK, LostWorkers, Piece, processors, timed_chunks

Client = Any
"""Dask objects, which have no type hints"""

LOCAL: Final = "local"
"""In place of an address: processes on this machine, for the length of the run."""

_TASK_SECONDS: Final = 1.0
"""Seconds of work per task, since a task costs the scheduler about ten milliseconds."""
_BLOCKS_AT_MOST: Final = 64
_TRIES: Final = 8
"""How many times a task is resubmitted after the scheduler has given it up."""
_LOOK: Final = 5.0
"""Seconds after which the workers of a task are looked for, once others were refused."""
_PATIENCE: Final = 60.0
"""Seconds to wait for a first worker."""


class BadCluster(ValueError):
    """A cluster that cannot be used; the message says why."""


class OtherVersion(Exception):
    """Raised by a worker whose code is not that of the machine that sends the job."""


class WorkersLeft(Exception):
    """Raised if every worker that may play a task has left."""


class Cluster:
    """The workers of a Dask cluster, at a scheduler's address or on this machine."""

    def __init__(
        self, address: str, *, workers: int | None = None, connect_seconds: float = 10.0
    ) -> None:
        _import()
        self.address, self.workers = address, workers
        self.connect_seconds = connect_seconds
        self.busy = 0
        self.refused: dict[str, str] = {}
        """The workers that joined later with other code, and what each runs, by address"""

    def told(self) -> str:
        """A short description of the workers."""
        where = "of this machine" if self.address == LOCAL else f"of {self.address}"
        threads = f"{self.busy} worker thread{'s' * (self.busy != 1)} {where}"
        return (
            f"{threads}; refused: {'; '.join(self.refused.values())}" if self.refused else threads
        )

    def pieces(self, job: Job) -> Generator[Piece]:
        """Whole blocks of chunks in order, several per task, with a few tasks per worker."""
        with ExitStack() as stack:
            client = self._client(stack)
            if differ := different_workers(client):
                raise BadCluster(_advice(differ.values()))
            try:
                tasks = _Tasks(client, job, blocks=_blocks_per_task(job), refused=self.refused)
                stack.callback(tasks.cancel)
                while True:
                    self.busy = tasks.threads()
                    tasks.keep_under_way(3 * max(self.busy, 1))
                    yield from tasks.next()
            except OSError as error:
                raise LostWorkers(f"the cluster was lost ({type(error).__name__})") from None

    def _client(self, stack: ExitStack) -> Client:
        import distributed

        dask: Any = distributed
        address: Any = self.address
        if self.address == LOCAL:
            with _keyboard_is_for_us():
                address = stack.enter_context(
                    dask.LocalCluster(
                        n_workers=self.workers or processors(),
                        threads_per_worker=1,
                        dashboard_address="127.0.0.1:0",
                        silence_logs=logging.CRITICAL,
                    )
                )
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
        try:
            client = stack.enter_context(
                dask.Client(address, timeout=self.connect_seconds, set_as_default=False)
            )
            client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            raise BadCluster(f"no Dask worker responded at {self.address!r} in time") from None
        except (OSError, ValueError, ImportError) as error:
            raise BadCluster(
                f"no Dask scheduler is responding at {self.address!r}: {error}"
            ) from None
        return client


@contextmanager
def _keyboard_is_for_us() -> Iterator[None]:
    """Make the processes started here ignore Ctrl-C, which a terminal sends to all of them."""
    if current_thread() is not main_thread():
        yield
        return
    heard = signal(SIGINT, SIG_IGN)
    try:
        yield
    finally:
        signal(SIGINT, heard)


class _Task(NamedTuple):
    """Chunks that are being played, by these workers only, if not by any."""

    chunks: range
    future: Any
    only: list[str] | None


class _Tasks:
    """The tasks in progress, in the order of their chunks."""

    def __init__(self, client: Client, job: Job, *, blocks: int, refused: dict[str, str]) -> None:
        self.client, self.refused = client, refused
        self.only: list[str] | None = None
        """The workers that play, once others have been refused"""
        self.known = set(client.nthreads())
        # A task's result can be recomputed, but data sent to a worker would be lost with it.
        self.held: Callable[[], Any] = lambda: client.submit(
            _hold, job, pure=False, workers=self.only
        )
        self.job = self.held()
        self.chunks = BLOCK * blocks
        self.firsts = count(step=self.chunks)
        self.waiting: deque[_Task] = deque()

    def threads(self) -> int:
        """How many threads play, once every worker that has joined was asked what it runs."""
        threads = self.client.nthreads()
        if joined := threads.keys() - self.known:
            self.known |= joined
            self.refused |= different_workers(self.client, joined)
        if self.refused:
            self.only = [address for address in threads if address not in self.refused]
        return sum(n for address, n in threads.items() if address not in self.refused)

    def keep_under_way(self, number: int) -> None:
        while len(self.waiting) < number:
            first = next(self.firsts)
            chunks = range(first, first + self.chunks)
            self.waiting.append(self._submit(chunks))

    def next(self) -> list[Piece]:
        """The pieces of the oldest task, resubmitted if its workers have died."""
        from distributed import CancelledError, KilledWorker

        gone = (KilledWorker, WorkersLeft)
        other_code = (OtherVersion, AttributeError, ImportError, TypeError)
        task = self.waiting.popleft()
        chunks = task.chunks
        for _ in range(_TRIES):
            try:
                return self._played(task)
            except gone:
                task = self._again(chunks)
            except other_code as error:
                # A worker of another version has joined since the run began.
                self._refuse_others(error)
                task = self._again(chunks)
            except CancelledError:
                raise LostWorkers("the cluster was lost (its scheduler forgot the run)") from None
        raise LostWorkers(f"chunks {chunks.start} to {chunks.stop - 1} killed every worker")

    def _played(self, task: _Task) -> list[Piece]:
        """The pieces of a task; ``WorkersLeft`` if those that may play it have all left."""
        while True:
            try:
                pieces: list[Piece] = task.future.result(None if task.only is None else _LOOK)
                return pieces
            except TimeoutError:
                if not {*(task.only or ())} & {*self.client.nthreads()}:
                    self._refuse_others(None)
                    raise WorkersLeft from None

    def _refuse_others(self, error: Exception | None) -> None:
        """Let only the workers play whose code is ours."""
        self.refused |= different_workers(self.client)
        self.only = [each for each in self.client.nthreads() if each not in self.refused]
        if not self.only and self.refused:
            raise LostWorkers(_advice(self.refused.values())) from error

    def _again(self, chunks: range) -> _Task:
        if self.job.status == "error" or self.only is not None:
            self.job = self.held()
        return self._submit(chunks)

    def cancel(self) -> None:
        with suppress(OSError):  # the workers may already be gone
            self.client.cancel([task.future for task in self.waiting], force=True)

    def _submit(self, chunks: range) -> _Task:
        # The earliest chunks are needed first.
        future = self.client.submit(
            play_blocks, self.job, chunks, dict(fingerprint()),
            pure=False, retries=_TRIES, priority=-chunks.start, workers=self.only,
        )  # fmt: skip
        return _Task(chunks, future, self.only)


def play_blocks(job: Job, chunks: range, expected: Mapping[str, str]) -> list[Piece]:
    """A worker's task: play chunks and sum them block by block, if its code is the expected."""
    if differ := differences(fingerprint(), expected):
        raise OtherVersion(f"a worker runs {differ}")
    return [timed_chunks(job, chunks[i : i + BLOCK]) for i in range(0, len(chunks), BLOCK)]


def different_workers(client: Client, among: Iterable[str] | None = None) -> dict[str, str]:
    """What each worker, or each of these, runs whose code is not ours, by address."""

    def ask() -> dict[str, str]:
        # Sent as code, since another version may not have a function of any name.
        try:
            from pitboss.kernels.fingerprint import fingerprint
        except ImportError:
            try:
                import pitboss
            except ImportError:
                return {"pitboss": "none"}
            return {"pitboss": getattr(pitboss, "__version__", "unknown")}
        return dict(fingerprint())

    known = client.scheduler_info(n_workers=-1)["workers"]
    different = {}
    workers = None if among is None else list(among)
    for address, answer in client.run(ask, workers=workers, on_error="return").items():
        if isinstance(answer, Exception):
            differ = f"{type(answer).__name__}: {answer}"
        else:
            differ = differences(answer, fingerprint())
        if differ:
            name = known.get(address, {}).get("name", address)
            named = f"worker {name}" if name == address else f"worker {name} at {address}"
            different[address] = f"{named} runs {differ}"
    return different


def _advice(sentences: Iterable[str]) -> str:
    return (
        f"{'; '.join(sentences)}. Chunks of different code do not add up: install the same version "
        "there, or take the worker out of the cluster"
    )


def _hold(job: Job) -> Job:
    return job


def _blocks_per_task(job: Job) -> int:
    """How many blocks take about a second on this machine."""
    started = time.perf_counter()
    run_chunk(job, 0)
    seconds = max(time.perf_counter() - started, 1e-6)
    return min(max(ceil(_TASK_SECONDS / (seconds * BLOCK)), 1), _BLOCKS_AT_MOST)


def _import() -> None:
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise BadCluster("a cluster needs Dask: pip install 'pitboss[cluster]'") from None
