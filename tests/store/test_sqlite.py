"""SQLite: the write-ahead log is checkpointed outside the commits."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.store.sqlite import Sqlite
from tests.store.alone import rows_in_the_file_itself


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Sqlite]:
    opened = Sqlite(tmp_path / "house.sqlite3")
    with opened.writing() as rows:
        rows.run("CREATE TABLE said (what TEXT)")
    yield opened
    opened.close()


def say(database: Sqlite, number: int) -> None:
    with database.writing() as rows:
        rows.run_all("INSERT INTO said VALUES (?)", [("something " * 50,)] * number)


def in_the_file_itself(path: Path) -> int:
    return rows_in_the_file_itself(path / "house.sqlite3", "said")


def test_tidying_brings_the_log_into_the_file(database: Sqlite, tmp_path: Path) -> None:
    say(database, 500)
    assert in_the_file_itself(tmp_path) == 0
    database.tidy()
    assert in_the_file_itself(tmp_path) == 500


def test_after_tidying_the_log_begins_anew(database: Sqlite, tmp_path: Path) -> None:
    log = tmp_path / "house.sqlite3-wal"
    sizes = []
    for _ in range(20):
        say(database, 200)
        database.tidy()
        sizes.append(log.stat().st_size)
    assert max(sizes[5:]) <= max(sizes[:5])


def test_tidying_waits_for_nobody_who_writes_or_reads(database: Sqlite, tmp_path: Path) -> None:
    say(database, 100)
    with database.reading() as reading:
        seen = reading.one("SELECT count(*) FROM said")
        with database.writing() as rows:
            rows.run("INSERT INTO said VALUES ('half')")
            database.tidy()
            assert in_the_file_itself(tmp_path) == 100  # and nothing half done
    assert seen == (100,)
    database.tidy()
    assert in_the_file_itself(tmp_path) == 101


def test_a_long_log_that_readers_hold_up_is_brought_over_when_they_pause(
    database: Sqlite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under constant readers no passive checkpoint ends, and the log would grow for ever."""
    monkeypatch.setattr("pitboss.store.sqlite._LONG_LOG", 50)
    say(database, 10)
    database.tidy()  # opens its connection
    with closing(sqlite3.connect(tmp_path / "house.sqlite3", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM said").fetchone()
        say(database, 500)
        tidier = database._tidier
        assert tidier is not None

        def pause(command: str) -> None:
            if "RESTART" in command:
                reader.rollback()

        tidier.set_trace_callback(pause)
        database.tidy()
        assert in_the_file_itself(tmp_path) == 510
        assert not reader.in_transaction, "it was the long log's checkpoint that waited for it"


def test_whoever_tidies_late_finds_it_closed(tmp_path: Path) -> None:
    path = tmp_path / "house.sqlite3"
    database = Sqlite(path)
    database.close()
    path.unlink()
    database.tidy()
    assert not path.exists()
