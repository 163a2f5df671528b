"""Settings of the whole suite."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from itertools import chain, zip_longest

import pytest
from hypothesis import settings

from tests.commands import Command, runner
from tests.postgres import cluster
from tests.spending import Spending, Sum
from tests.support import by_night

EXAMPLES = by_night(100)
settings.register_profile("ci", derandomize=True, deadline=None, max_examples=EXAMPLES)
settings.register_profile("local", deadline=None, max_examples=EXAMPLES)
settings.load_profile("ci" if os.environ.get("CI") else "local")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*ids): the clauses that the test witnesses")
    if hasattr(config, "workeroutput"):
        config.pluginmanager.register(Spending())
    elif config.getoption("numprocesses", None):
        config.pluginmanager.register(Sum())


CALCULATES = (
    "tests/solver/",
    "tests/proof/test_agreement.py",
    "tests/kernels/",
    "tests/rulebooks/test_side_bet_books.py",
    "tests/health/test_entered.py",
    "tests/rule_space/",
    "tests/compiled/",
    "tests/table/test_stateful.py",
    "tests/health/",
    "tests/envs/",
    "tests/cli/",
    "tests/coach/",
    "tests/rulebooks/test_neighbours.py",
)
"""Files that take long because they calculate, those that compile kernels first."""

WAITS = (
    "tests/web/browser/test_movements.py",
    "tests/web/test_reliability.py",
    "tests/web/test_histories.py",
    "tests/web/browser/test_lab",
    "tests/web/browser/",
    "tests/web/test_door.py",
    "tests/simulator/test_cluster.py",
    "tests/web/",
)
"""Files that take long because they wait for pages, servers and clocks."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start long files first, alternating: one file waits while another calculates."""
    files: dict[str, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.nodeid.split("::")[0], []).append(item)
    waiting = sorted((file for file in files if file.startswith(WAITS)), key=_place(WAITS))
    others = sorted((file for file in files if file not in waiting), key=_place(CALCULATES))
    turns = chain.from_iterable(zip_longest(others, waiting))
    items[:] = chain.from_iterable(files[file] for file in turns if file is not None)


def pytest_collection_finish() -> None:
    """Search for garbage less often, and never among ten thousand tests and their modules."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)


def _place(starts: tuple[str, ...]) -> Callable[[str], int]:
    def place(file: str) -> int:
        return next((n for n, start in enumerate(starts) if file.startswith(start)), len(starts))

    return place


_SECONDS: dict[str, float] = {}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note how long each file takes, for ``./pitboss test --quick``."""
    file = report.nodeid.split("::")[0]
    _SECONDS[file] = _SECONDS.get(file, 0.0) + report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Store it, unless this is a worker: the run that started it stores it for all."""
    cache: pytest.Cache | None = getattr(session.config, "cache", None)
    if cache is not None and not hasattr(session.config, "workerinput"):
        known: dict[str, float] = cache.get("pitboss/seconds", {})
        cache.set("pitboss/seconds", known | {file: round(s, 2) for file, s in _SECONDS.items()})


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL on which databases may be created."""
    with cluster() as url:
        yield url


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """``command("solve", "nz")`` runs ``pitboss solve nz``."""
    return runner(capsys, monkeypatch)
