"""Real servers, each a separate process, on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import httpx
import pytest

from tests.postgres import new_database
from tests.web.serving import OPEN, LastingServer, Server


@pytest.fixture(scope="session", autouse=True)
def certificates_read_once() -> Iterator[None]:
    """Every client of httpx reads all certificates, which was half of what these tests calculate.

    Our servers have none: they speak HTTP.
    """
    with pytest.MonkeyPatch.context() as patch:
        read_once = cache(httpx.create_ssl_context)
        patch.setattr("httpx._transports.default.create_ssl_context", read_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def servers_start_at_once() -> Iterator[None]:
    """Those that stay open for the whole session start as a user starts them nevertheless."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Server, "is_forked", True)
        yield


@pytest.fixture(autouse=True)
def everybody_leaves() -> Iterator[None]:
    """Connections do not outlive a test."""
    yield
    OPEN.close()


@pytest.fixture(scope="session")
def sqlite_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with LastingServer(f"sqlite:///{tmp_path_factory.mktemp('house') / 'house.sqlite3'}") as opened:
        yield opened


@pytest.fixture(scope="session")
def postgres_house(postgres: str) -> Iterator[Server]:
    with LastingServer(new_database(postgres)) as opened:
        yield opened


@pytest.fixture(params=["sqlite", "postgres"])
def server(request: pytest.FixtureRequest) -> Server:
    """A server that stays open for the whole session: one on each database, both at once."""
    opened: Server = request.getfixturevalue(f"{request.param}_house")
    return opened


@pytest.fixture(params=["sqlite", "postgres"])
def fresh_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    return database(request, request.param, tmp_path)


def database(request: pytest.FixtureRequest, kind: str, folder: Path) -> str:
    """An empty database of a kind."""
    if kind == "sqlite":
        return f"sqlite:///{folder / 'house.sqlite3'}"
    return new_database(request.getfixturevalue("postgres"))
