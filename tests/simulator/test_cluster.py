"""A real Dask cluster of processes: the same digest whichever worker plays or is killed."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pitboss.simulator.chunks import BLOCK, Goal, RunMark, Threads, run
from pitboss.simulator.cluster import BadCluster, Cluster
from pitboss.simulator.run import simulate
from tests.kernels.coins import CoinJob, error_of

distributed = pytest.importorskip(
    "distributed", reason="a cluster needs pip install 'pitboss[cluster]'"
)
Client: Any = distributed.Client

ROOT = Path(__file__).parents[2]
JOB = CoinJob(seed=5)
IMPATIENT = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}
"""The scheduler gives a task up as soon as a worker dies of it, so that the run has to go on"""


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


class DaskProcesses:
    """A scheduler and workers, each a separate process, as an operator starts them."""

    def __init__(self) -> None:
        self.port = _free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.scheduler = self._start("scheduler", "--port", str(self.port), "--no-show")
        self.workers: list[subprocess.Popen[bytes]] = []

    def add_worker(self, *, name: str | None = None, package: Path | None = None) -> None:
        """Start one more worker, without a nanny, so that it is not restarted when killed.

        ``package`` is a folder with another copy of the package, which the worker then runs.
        """
        named = [] if name is None else ["--name", name]
        arguments = [self.address, "--no-nanny", "--nthreads", "1", *named]
        self.workers.append(self._start("worker", *arguments, package=package))

    def wait_for(self, number: int) -> None:
        """Wait until the scheduler knows this many workers."""
        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(number, timeout=120)

    def kill_worker(self, place: int = 0) -> None:
        """Kill a worker without warning, by default the oldest."""
        killed = self.workers.pop(place)
        killed.send_signal(signal.SIGKILL)
        killed.wait()

    def stop(self) -> None:
        """Kill everything."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()

    def _start(
        self, kind: str, *arguments: str, package: Path | None = None
    ) -> subprocess.Popen[bytes]:
        first = [] if package is None else [str(package)]
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{kind}", *arguments, "--no-dashboard"],
            cwd=ROOT,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join([*first, str(ROOT), *sys.path]),
                **IMPATIENT,
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


@contextmanager
def _running(workers: int) -> Iterator[DaskProcesses]:
    processes = DaskProcesses()
    try:
        for _ in range(workers):
            processes.add_worker()
        yield processes
    finally:
        processes.stop()


@pytest.fixture(scope="module")
def cluster() -> Iterator[DaskProcesses]:
    with _running(workers=2) as processes:
        yield processes


def test_a_cluster_comes_to_what_threads_come_to(cluster: DaskProcesses) -> None:
    workers = Cluster(cluster.address, connect_seconds=60)
    there = run(JOB, Goal(100_000), workers)
    here = run(JOB, Goal(100_000), Threads(1))
    assert (there.chunks, there.tally.digest()) == (here.chunks, here.tally.digest())
    assert [t.digest() for t in there.trail] == [t.digest() for t in here.trail]
    assert workers.told().endswith(f"of {cluster.address}")
    precise = Goal(None, 0.002, error_of)
    assert run(JOB, precise, workers).tally == run(JOB, precise, Threads(2)).tally


def test_workers_killed_in_the_middle_change_nothing(cluster: DaskProcesses) -> None:
    job = CoinJob(seed=5, seconds=0.02)
    seen: list[int] = []

    def disturb(mark: RunMark) -> None:
        seen.append(mark.chunks)
        if len(seen) == 1:
            cluster.kill_worker()
        if len(seen) == 4:
            cluster.add_worker()
            cluster.kill_worker()

    ran = run(job, Goal(400_000), Cluster(cluster.address, connect_seconds=60), tell=disturb)
    assert len(seen) > 5, "there were chunks to come when workers died"
    assert ran.stopped_by is None
    assert ran.tally.digest() == run(JOB, Goal(400_000), Threads(2)).tally.digest()


def other_version(folder: Path, file: str, text: str, instead: str) -> Path:
    """A copy of the package that differs in one place."""
    package = folder / "pitboss"
    unneeded = shutil.ignore_patterns("__pycache__", "static", "site", "*.png")
    shutil.copytree(ROOT / "src" / "pitboss", package, ignore=unneeded)
    changed = package / file
    before = changed.read_text()
    assert text in before
    changed.write_text(before.replace(text, instead))
    return folder


def joined(cluster: DaskProcesses, workers: int) -> None:
    """Wait until so many workers have joined."""
    from distributed import Client

    client: Any = Client
    with client(cluster.address, timeout=60, set_as_default=False) as here:
        here.wait_for_workers(workers, timeout=60)


NEWER = ("__init__.py", '__version__ = "0.1.0"', '__version__ = "0.2.0"')
OTHER_CARDS = ("kernels/rng.py", "t = b << np.uint64(17)", "t = b << np.uint64(16)")
"""Another generator: the sum of its chunks and ours would be a wrong result, with no sign of it"""


def test_a_worker_of_another_version_is_refused_by_name(tmp_path: Path) -> None:
    game: Any = {"decks": 6, "rounds": 300_000, "seed": 3, "side_bets": ()}
    here = simulate("classic", threads=1, **game)
    sentence = (
        r"^worker annie at tcp://127\.0\.0\.1:\d+ runs kernel sources \w+ \(here \w+\)\. Chunks of "
        "different code do not add up: install the same version there, or take the worker out"
    )
    with _running(workers=1) as cluster:
        cluster.add_worker(name="annie", package=other_version(tmp_path, *OTHER_CARDS))
        joined(cluster, 2)
        with pytest.raises(BadCluster, match=sentence):
            simulate("classic", cluster=cluster.address, **game)
        cluster.kill_worker(-1)
        cluster.add_worker(name="annie")  # upgraded
        joined(cluster, 2)
        there = simulate("classic", cluster=cluster.address, **game)
    assert there.digest == here.digest


def test_a_worker_of_another_version_that_joins_later_plays_no_chunk(tmp_path: Path) -> None:
    """It is refused by name, and the others finish the run."""
    job, goal = CoinJob(seed=5, seconds=0.01), Goal(12 * BLOCK * 1050)
    with _running(workers=1) as cluster:

        def disturb(mark: RunMark) -> None:
            if mark.chunks == BLOCK:
                cluster.add_worker(name="annie", package=other_version(tmp_path, *NEWER))
                cluster.wait_for(2)

        workers = Cluster(cluster.address, connect_seconds=60)
        ran = run(job, goal, workers, tell=disturb)
    assert ran.stopped_by is None
    assert "refused: worker annie at tcp://" in workers.told()
    assert "runs pitboss 0.2.0 (here 0.1.0)" in workers.told()
    assert ran.tally == run(JOB, goal, Threads(2)).tally


def test_where_only_a_worker_of_another_version_is_left_the_run_says_so(tmp_path: Path) -> None:
    job = CoinJob(seed=5, seconds=0.02)
    with _running(workers=1) as cluster:

        def disturb(mark: RunMark) -> None:
            if mark.chunks == BLOCK:
                cluster.add_worker(name="annie", package=other_version(tmp_path, *NEWER))
                cluster.wait_for(2)
                cluster.kill_worker()

        ran = run(job, Goal(10**9), Cluster(cluster.address, connect_seconds=60), tell=disturb)
    assert ran.stopped_by is not None
    assert "worker annie at tcp://" in ran.stopped_by
    assert "runs pitboss 0.2.0 (here 0.1.0)" in ran.stopped_by
    assert ran.tally == run(JOB, Goal(ran.tally.rounds), Threads(2)).tally


def test_a_scheduler_that_dies_leaves_what_was_done() -> None:
    job = CoinJob(seed=5, seconds=0.02)
    with _running(workers=1) as cluster:

        def disturb(mark: RunMark) -> None:
            if mark.chunks == 64:
                cluster.scheduler.kill()

        ran = run(job, Goal(10**9), Cluster(cluster.address, connect_seconds=60), tell=disturb)
    assert ran.stopped_by is not None
    assert "cluster was lost" in ran.stopped_by
    assert ran.chunks >= 64
    assert ran.tally == run(JOB, Goal(ran.tally.rounds), Threads(2)).tally


def test_processes_of_this_machine() -> None:
    workers = Cluster("local", workers=2)
    ran = run(JOB, Goal(30_000), workers)
    assert ran.tally == run(JOB, Goal(30_000), Threads(1)).tally
    assert workers.told() == "2 worker threads of this machine"


def test_nobody_answers() -> None:
    started = time.monotonic()
    with pytest.raises(
        BadCluster, match=r"no Dask scheduler is responding at 'tcp://127\.0\.0\.1:9'"
    ):
        run(JOB, Goal(1), Cluster("tcp://127.0.0.1:9", connect_seconds=0.5))
    assert time.monotonic() - started < 30


def test_no_address() -> None:
    with pytest.raises(BadCluster):
        run(JOB, Goal(1), Cluster("nonsense://x", connect_seconds=0.5))


def test_without_dask_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    missing: Any = None
    monkeypatch.setitem(sys.modules, "distributed", missing)
    with pytest.raises(BadCluster, match=r"pip install 'pitboss\[cluster\]'"):
        Cluster("local")
