"""The same tests on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.store import Store, open_database
from pitboss.store.people import WEAK, People
from tests.postgres import new_database


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'house.sqlite3'}"
    server: str = request.getfixturevalue("postgres")
    return new_database(server)


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    database = open_database(url)
    opened = Store(database, people=People(database, hasher=WEAK))
    yield opened
    opened.close()
