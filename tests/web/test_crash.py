"""Killed in the middle of play: nothing that was acknowledged is lost, nothing is done twice."""

from __future__ import annotations

import pytest
from benchmarks.reliability.__main__ import measured

from tests.postgres import new_database


def test_a_server_that_is_killed_forgets_nothing_it_has_acknowledged() -> None:
    figure = measured("crash", kills=2)
    assert figure.holds, figure.seen


def test_so_it_is_on_postgresql(request: pytest.FixtureRequest) -> None:
    url = new_database(request.getfixturevalue("postgres"))
    figure = measured("crash", kills=1, database=url)
    assert figure.holds, figure.seen
