"""PostgreSQL: several server processes share one database; each table has one owner at a time."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg

from pitboss.store.database import Row, Rows
from pitboss.store.errors import BadDatabase
from pitboss.store.schema import MIGRATIONS, brought_up_to_date, newly_fixed

_MIGRATING = 0x71B055
"""The advisory lock under which one process at a time changes the schema."""


class _PostgresRows:
    def __init__(self, cursor: psycopg.Cursor[Row]) -> None:
        self._cursor = cursor

    def run(self, sql: str, values: Sequence[Any] = ()) -> int:
        self._cursor.execute(_dialect(sql), values)
        return self._cursor.rowcount

    def run_all(self, sql: str, rows: Iterable[Sequence[Any]]) -> int:
        self._cursor.executemany(_dialect(sql), list(rows))
        return self._cursor.rowcount

    def one(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        self._cursor.execute(_dialect(sql), values)
        return self._cursor.fetchone()

    def all(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        self._cursor.execute(_dialect(sql), values)
        return self._cursor.fetchall()


def _dialect(sql: str) -> Any:
    return sql.replace("%", "%%").replace("?", "%s")


class Postgres:
    """A database that a PostgreSQL server keeps."""

    shared = True

    def __init__(self, url: str) -> None:
        self.url = url
        self._own = threading.local()
        self._all: list[psycopg.Connection[Row]] = []
        self._guard = threading.Lock()
        self._connection()

    def _connection(self) -> psycopg.Connection[Row]:
        connection: psycopg.Connection[Row] | None = getattr(self._own, "connection", None)
        if connection is not None and not connection.closed and not connection.broken:
            return connection
        try:
            connection = psycopg.connect(self.url, autocommit=True, connect_timeout=5)
        except psycopg.Error as error:
            told = str(error).strip().splitlines()[0]
            raise BadDatabase(f"PostgreSQL does not answer: {told}") from None
        self._own.connection = connection
        with self._guard:
            self._all = [c for c in self._all if not c.closed] + [connection]
        return connection

    @contextmanager
    def writing(self) -> Iterator[Rows]:
        connection = self._connection()
        with connection.transaction(), connection.cursor() as cursor:
            yield _PostgresRows(cursor)

    @contextmanager
    def reading(self) -> Iterator[Rows]:
        with self._connection().cursor() as cursor:
            yield _PostgresRows(cursor)

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        connection = self._connection()
        if connection.info.transaction_status is not psycopg.pq.TransactionStatus.IDLE:
            yield
            return
        connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        try:
            yield
        finally:
            connection.execute("ROLLBACK")

    def broke_a_rule(self, error: Exception) -> bool:
        return isinstance(error, psycopg.IntegrityError)

    def migrate(self) -> int:
        with self.writing() as rows:
            rows.one("SELECT pg_advisory_xact_lock(?)", (_MIGRATING,))
            version = brought_up_to_date(rows)
            if version == 0:
                rows.run(
                    "CREATE FUNCTION only_added_to() RETURNS trigger LANGUAGE plpgsql AS "
                    "$$ BEGIN RAISE EXCEPTION 'these rows are only added to'; END $$"
                )
            for table in newly_fixed(version):
                rows.run(
                    f"CREATE TRIGGER {table}_fixed BEFORE UPDATE OR DELETE ON {table} "
                    "FOR EACH ROW EXECUTE FUNCTION only_added_to()"
                )
        return len(MIGRATIONS)

    def damage(self) -> str | None:
        """PostgreSQL looks after its files by itself."""
        return None

    def tidy(self) -> None:
        """PostgreSQL does this by itself."""

    def close(self) -> None:
        for connection in self._all:
            connection.close()
        self._all.clear()
