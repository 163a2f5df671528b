"""Settings of the whole suite."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings
from xdist.remote import Producer  # type: ignore[import-untyped]

from tests.commands import Command, runner
from tests.postgres import cluster
from tests.schedule import STORED, LongestFirst, cache_of, seconds_in
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


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LongestFirst | None:
    """Whole files, the longest first, in place of ``--dist loadfile``."""
    is_by_file = config.getoption("dist", None) == "loadfile"
    return LongestFirst(config, log, seconds_in(config)) if is_by_file else None


def pytest_collection_finish() -> None:
    """Search for garbage less often, and never among ten thousand tests and their modules."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)


_SECONDS: dict[str, float] = {}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note how long each file takes, for ``./pitboss test --quick``."""
    file = report.nodeid.split("::")[0]
    _SECONDS[file] = _SECONDS.get(file, 0.0) + report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Store it, unless this is a worker: the run that started it stores it for all."""
    cache = cache_of(session.config)
    if cache is not None and not hasattr(session.config, "workerinput"):
        seconds = {file: round(s, 2) for file, s in _SECONDS.items()}
        cache.set(STORED, seconds_in(session.config) | seconds)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL on which databases may be created."""
    with cluster() as url:
        yield url


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """``command("solve", "nz")`` runs ``pitboss solve nz``."""
    return runner(capsys, monkeypatch)
