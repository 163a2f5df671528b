"""A server for the lab."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.serving import LastingServer, Server


@pytest.fixture(scope="session")
def lab_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose workers start with the first question."""
    with LastingServer(f"sqlite:///{tmp_path_factory.mktemp('lab') / 'house.sqlite3'}") as opened:
        yield opened
