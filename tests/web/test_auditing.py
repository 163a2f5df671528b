"""Tampering with the database of a house is found out, whatever is changed."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.store import Store, open_database
from pitboss.web.auditing_house import verified_house
from tests.web.inside import played_by_the_clock


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("house") / "house.sqlite3"
    played_by_the_clock("nz", path)
    return path


def problem_in(path: Path) -> str | None:
    store = Store(open_database(f"sqlite:///{path}"))
    try:
        return verified_house(store).problem
    finally:
        store.close()


def test_an_honest_house_holds(house: Path) -> None:
    assert problem_in(house) is None
    verify = [sys.executable, "-m", "pitboss", "verify", f"sqlite:///{house}"]
    done = subprocess.run(verify, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "5 rounds at 1 tables" in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE events SET event = replace(event, '\"stake\":', '\"stake\":1') WHERE n > 5",
        "DELETE FROM events WHERE n = 9",
        "DELETE FROM events WHERE n > 20",
        "UPDATE events SET n = -1 WHERE n = 9; UPDATE events SET n = 9 WHERE n = 10;"
        "UPDATE events SET n = 10 WHERE n = -1",
        "UPDATE events SET hash = 'x' WHERE n = 12",
        "UPDATE postings SET amount = amount + 100 WHERE n > 1 AND account LIKE 'player/%'",
        "UPDATE accounts SET balance = balance + 100 WHERE account LIKE 'player/%'",
        "UPDATE accounts SET balance = balance + 1 WHERE account = 'issued'",
    ],
)
def test_whatever_is_changed_is_found(house: Path, tmp_path: Path, change: str) -> None:
    copy = tmp_path / "copy.sqlite3"
    shutil.copy(house, copy)
    connection = sqlite3.connect(copy)
    for table in ("events", "postings"):
        for how in ("update", "delete"):
            connection.execute(f"DROP TRIGGER {table}_no_{how}")  # as a forger would
    connection.executescript(change)
    connection.commit()
    connection.close()
    assert problem_in(copy) is not None
