"""Settings of the whole suite."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.commands import Command, runner
from tests.postgres import cluster

settings.register_profile("ci", derandomize=True, deadline=None, max_examples=200)
settings.register_profile("local", deadline=None, max_examples=100)
settings.load_profile("ci" if os.environ.get("CI") else "local")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*ids): the clauses that the test witnesses")


LONG = (
    "tests/solver/",
    "tests/kernels/",
    "tests/proof/",
    "tests/web/test_reliability.py",
    "tests/web/browser/",
    "tests/health/",
    "tests/compiled/",
    "tests/rule_space/",
    "tests/envs/",
    "tests/cli/",
)
"""What takes long is begun first, so that two processes come to an end together; before all, what
compiles the kernels, for which pages would have to wait."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def place(item: pytest.Item) -> int:
        starts = (item.nodeid.startswith(start) for start in LONG)
        return next((number for number, found in enumerate(starts) if found), len(LONG))

    items.sort(key=place)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL on which databases may be created."""
    with cluster() as url:
        yield url


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """``command("solve", "nz")`` runs ``pitboss solve nz``."""
    return runner(capsys, monkeypatch)
