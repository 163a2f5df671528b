"""SQLite: one file, one server process; every commit is on the disk before it is acknowledged."""

from __future__ import annotations

import fcntl
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

from pitboss.store.database import Row, Rows
from pitboss.store.errors import BadDatabase
from pitboss.store.schema import MIGRATIONS, brought_up_to_date, newly_fixed

_MOST_ROWS: Final = 128
"""Rows in one statement: each has at most 10 columns, and a statement at most 32,766 values."""

_LONG_LOG: Final = 4_000
"""Pages of the log after which writers are asked to wait a moment, so that it begins anew."""
_LONGEST_LOG: Final = 20_000
"""Pages of the log after which a commit has to bring them into the file, if nobody else does."""


class _SqliteRows:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def run(self, sql: str, values: Sequence[Any] = ()) -> int:
        return self._connection.execute(sql, values).rowcount

    def run_all(self, sql: str, rows: Iterable[Sequence[Any]]) -> int:
        if sql.startswith("INSERT") and sql.endswith(")"):
            return self._insert_all(sql, list(rows))
        return self._connection.executemany(sql, rows).rowcount

    def _insert_all(self, sql: str, rows: list[Sequence[Any]]) -> int:
        """Several rows in a statement: each statement has other threads wait for their turn again.

        The numbers of rows are powers of two, so that there are few statements to be kept ready.
        """
        head, _, row = sql.rpartition(" VALUES ")
        at = 0
        while at < len(rows):
            number = min(_MOST_ROWS, 1 << (len(rows) - at).bit_length() - 1)
            values = [value for one in rows[at : at + number] for value in one]
            self._connection.execute(f"{head} VALUES {', '.join([row] * number)}", values)
            at += number
        return len(rows)

    def one(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        found: Row | None = self._connection.execute(sql, values).fetchone()
        return found

    def all(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        return self._connection.execute(sql, values).fetchall()


def _schema(rows: Rows) -> list[Row]:
    return sorted(rows.all("SELECT type, name, tbl_name, sql FROM sqlite_master"), key=repr)


@contextmanager
def _blank() -> Iterator[Rows]:
    """An empty database of this version, in memory."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        rows = _SqliteRows(connection)
        _migrate(rows)
        yield rows
    finally:
        connection.close()


def _migrate(rows: Rows) -> None:
    for table in newly_fixed(brought_up_to_date(rows)):
        for change in ("UPDATE", "DELETE"):
            rows.run(
                f"CREATE TRIGGER {table}_no_{change.lower()} BEFORE {change} ON {table}"
                f" BEGIN SELECT RAISE(ABORT, '{table} are only added to'); END"
            )


class Sqlite:
    """A database in a file of one's own."""

    shared = False

    def __init__(self, path: Path) -> None:
        self.url = f"sqlite:///{path}"
        self._path = path
        self._lock = threading.Lock()
        self._own = threading.local()
        self._all: list[sqlite3.Connection] = []
        self._claim: IO[str] | None = None
        self._tidier: sqlite3.Connection | None = None
        self._tidying = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._writer = self._connect()
        except (OSError, sqlite3.Error) as error:
            raise BadDatabase(f"the database {str(path)!r} cannot be opened: {error}") from None

    def claim(self) -> None:
        """Keep other server processes off; ``BadDatabase`` where one is there already."""
        self._claim = Path(f"{self._path}.lock").open("w")  # noqa: SIM115 - held while we serve
        try:
            fcntl.flock(self._claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadDatabase(
                f"another server has {str(self._path)!r} open; several can share PostgreSQL"
            ) from None

    def _connect(self, *, patience: float = 10) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._path, isolation_level=None, check_same_thread=False, timeout=patience
        )
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA wal_autocheckpoint = {_LONGEST_LOG}")
        self._all.append(connection)
        return connection

    @contextmanager
    def writing(self) -> Iterator[Rows]:
        with self._lock:
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield _SqliteRows(self._writer)
            except BaseException:
                self._writer.execute("ROLLBACK")
                raise
            self._writer.execute("COMMIT")

    @contextmanager
    def reading(self) -> Iterator[Rows]:
        yield _SqliteRows(self._reader())

    def _reader(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if connection is None:
            connection = self._own.connection = self._connect()
        return connection

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        connection = self._reader()
        if connection.in_transaction:
            yield
            return
        connection.execute("BEGIN")
        try:
            yield
        finally:
            connection.execute("COMMIT")

    def broke_a_rule(self, error: Exception) -> bool:
        return isinstance(error, sqlite3.IntegrityError)

    def migrate(self) -> int:
        with self.writing() as rows:
            _migrate(rows)
        return len(MIGRATIONS)

    def damage(self) -> str | None:
        """What SQLite itself finds wrong, or a schema that is not the one of this version."""
        with self.reading() as rows:
            found = rows.all("PRAGMA integrity_check(1)")
            if found != [("ok",)]:
                return f"the file is damaged: {str(found[0][0] if found else '')[:100]}"
            if rows.all("PRAGMA foreign_key_check"):
                return "the file is damaged: a row belongs to one that is not there"
            now = _schema(rows)
        with _blank() as fresh:
            due = _schema(fresh)
        return None if now == due else "the schema was changed"

    def tidy(self) -> None:
        """Bring what was written into the file itself, while others go on writing."""
        with self._tidying:
            if not self._all:
                return  # it is closed
            if self._tidier is None:
                self._tidier = self._connect(patience=0.05)
            waiting = 0
            for _ in range(3):
                told = self._tidier.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                _, waiting, brought = told
                if waiting == brought:
                    return  # whoever writes next begins the log anew
            if waiting > _LONG_LOG:
                self._tidier.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()

    def close(self) -> None:
        with self._tidying:
            for connection in self._all:
                connection.close()
            self._all.clear()
        if self._claim is not None:
            self._claim.close()
