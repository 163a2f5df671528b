"""PostgreSQL, shared by several server processes; each table has one owner at a time."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, LiteralString

import psycopg

from pitboss.store.database import JournalSigner, Note, Row, Rows
from pitboss.store.errors import BadDatabase, InDoubt
from pitboss.store.schema import APPEND_ONLY, brought_up_to_date, newest_version, version_of

_MIGRATING = 0x71B055
"""The advisory lock under which one process at a time changes the schema."""


_ATTENDING = 0x71B056
"""The advisory lock that every process holds together with the others while it signs."""


class _PostgresRows:
    def __init__(self, cursor: psycopg.Cursor[Row]) -> None:
        self._cursor = cursor
        self.noted: list[Note] = []

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


PATIENCE: Final[dict[str, Any]] = {
    "connect_timeout": 2,
    "keepalives": 1,
    "keepalives_idle": 1,
    "keepalives_interval": 1,
    "keepalives_count": 2,
    "tcp_user_timeout": 2500,
}
"""Seconds, and milliseconds, after which an unresponsive server is given up."""

SESSION: Final = (
    "SET lock_timeout = '2s'; SET idle_in_transaction_session_timeout = '1s'; "
    "SET statement_timeout = '2s'; SET tcp_user_timeout = '2500ms'"
)
"""Timeouts, so that a process suspended in the middle of a transaction delays no other.

A server waiting for the rest of several statements sent together does not count as idle: only the
statement timeout ends that.
"""


SHORT: Final = 3.0
LONG: Final = 600.0
"""Seconds for a whole transaction, and for reading a whole log."""

DOWN: Final = 0.5
"""Seconds before an unreachable server is tried again."""


class Postgres:
    """A database on a PostgreSQL server."""

    shared = True
    clock = "(extract(epoch from clock_timestamp())::double precision)"

    def __init__(self, url: str) -> None:
        self.url = url
        self.signer: JournalSigner | None = None
        self.was_migrated = False
        self._own = threading.local()
        self._all: list[psycopg.Connection[Row]] = []
        self._guard = threading.Lock()
        self._down_until = 0.0
        self._is_closed = False
        self._watch = Watch()
        self._attending: psycopg.Connection[Row] | None = None
        self._connection()

    def _connection(self) -> psycopg.Connection[Row]:
        connection: psycopg.Connection[Row] | None = getattr(self._own, "connection", None)
        if connection is not None and not connection.closed and not connection.broken:
            return connection
        if time.monotonic() < self._down_until:
            raise BadDatabase("PostgreSQL is not responding")
        try:
            connection = self._connected()
        except psycopg.Error as error:
            self._down_until = time.monotonic() + DOWN
            raise BadDatabase(f"PostgreSQL is not responding: {_first_line(error)}") from None
        with self._guard:
            # A thread still at work when the database is closed leaves no connection behind.
            if self._is_closed:
                connection.close()
                raise BadDatabase("the database is closed")
            self._all = [c for c in self._all if not c.closed] + [connection]
        self._own.connection = connection
        return connection

    def _connected(self) -> psycopg.Connection[Row]:
        """A new connection with our settings; one that does not take them is closed."""
        connection = psycopg.connect(self.url, autocommit=True, **PATIENCE)
        try:
            connection.execute(SESSION)
        except BaseException:
            connection.close()
            raise
        return connection

    @contextmanager
    def writing(self) -> Iterator[Rows]:
        with self._writing(SHORT) as rows:
            yield rows

    @contextmanager
    def _writing(self, seconds: float) -> Iterator[Rows]:
        connection = self._connection()
        is_committing = False
        try:
            with (
                self._watch.over(connection, seconds),
                connection.transaction(),
                connection.cursor() as cursor,
            ):
                rows = _PostgresRows(cursor)
                yield rows
                head = self.signer.seal(rows) if self.signer and rows.noted else None
                is_committing = True
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            line = _first_line(error)
            # A transaction that was not committed, or was refused, is certainly undone.
            if is_committing and error.sqlstate is None:
                raise InDoubt(f"PostgreSQL is not responding: {line}") from error
            raise BadDatabase(f"PostgreSQL is not responding: {line}") from error
        if self.signer is not None and head is not None:
            self.signer.committed(head)

    @contextmanager
    def reading(self, *, long: bool = False) -> Iterator[Rows]:
        connection = self._connection()
        try:
            with (
                self._watch.over(connection, LONG if long else SHORT),
                connection.cursor() as cursor,
            ):
                if long:
                    cursor.execute("SET statement_timeout = 0")
                yield _PostgresRows(cursor)
                if long:
                    cursor.execute("SET statement_timeout = '2s'")
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            raise BadDatabase(f"PostgreSQL is not responding: {_first_line(error)}") from error

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

    def must_be_up_to_date(self) -> None:
        """Raise ``BadDatabase`` unless the schema is this version's."""
        with self.reading() as rows:
            row = rows.one("SELECT to_regclass('migrations')")
            if row is None or row[0] is None:
                raise BadDatabase("this database is not a pitboss database")
            if version_of(rows) < newest_version():
                raise BadDatabase(
                    "the database was made by an older pitboss; open it once with "
                    "'pitboss serve', which brings it up to date"
                )

    def migrate(self) -> int:
        with self._writing(LONG) as rows:
            rows.run("SET LOCAL statement_timeout = 0")
            _wait_for_the_lock(rows)
            version, self.was_migrated = brought_up_to_date(rows)
            if version == 0:
                rows.run(
                    "CREATE FUNCTION only_added_to() RETURNS trigger LANGUAGE plpgsql AS "
                    "$$ BEGIN RAISE EXCEPTION 'these rows are only added to'; END $$"
                )
                for table in APPEND_ONLY:
                    rows.run(
                        f"CREATE TRIGGER {table}_fixed BEFORE UPDATE OR DELETE ON {table} "
                        "FOR EACH ROW EXECUTE FUNCTION only_added_to()"
                    )
        return newest_version()

    def attend(self) -> None:
        """Hold the lock by a connection of its own; what ends the process ends that too."""
        held = self._attending
        if held is not None and not held.closed and not held.broken:
            return
        try:
            self._attending = self._connected()
            for _ in range(100):
                if _has_locked(self._attending, "pg_try_advisory_lock_shared"):
                    return
                time.sleep(0.05)
        except psycopg.Error as error:
            raise BadDatabase(f"PostgreSQL is not responding: {_first_line(error)}") from None
        raise BadDatabase("another process is shutting down; try again")

    def is_left_alone(self) -> bool:
        held = self._attending
        if held is None:
            return False
        try:
            held.execute("SELECT pg_advisory_unlock_shared(%s)", (_ATTENDING,))
            if _has_locked(held, "pg_try_advisory_lock"):
                return True
            _has_locked(held, "pg_try_advisory_lock_shared")
        except psycopg.Error:
            pass  # then it is unknown
        return False

    def room(self) -> int | None:
        return None  # it is another machine's

    def damage(self) -> str | None:
        """PostgreSQL checks its own files."""
        return None

    def tidy(self) -> None:
        """PostgreSQL does its own maintenance."""

    def close(self) -> None:
        self._watch.close()
        with self._guard:
            self._is_closed = True
            for connection in self._all:
                connection.close()
            self._all.clear()
            if self._attending is not None:
                self._attending.close()


def _has_locked(connection: psycopg.Connection[Row], function: LiteralString) -> bool:
    row = connection.execute(f"SELECT {function}(%s)", (_ATTENDING,)).fetchone()
    return row is not None and bool(row[0])


def _wait_for_the_lock(rows: Rows) -> None:
    """Wait until no other process is changing the schema."""
    for _ in range(40):
        row = rows.one("SELECT pg_try_advisory_xact_lock(?)", (_MIGRATING,))
        if row is not None and row[0]:
            return
        time.sleep(0.05)
    raise BadDatabase("another process is changing the schema; try again")


class Watch:
    """A watchdog that ends connections that take too long, such as to a server cut off.

    Neither the system nor the driver gives up a connection whose peer accepts data but is silent.
    """

    def __init__(self) -> None:
        self._until: dict[psycopg.Connection[Row], float] = {}
        self._lock = threading.Lock()
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)
        self._thread.start()

    @contextmanager
    def over(self, connection: psycopg.Connection[Row], seconds: float) -> Iterator[None]:
        """Watch a connection: work not done within ``seconds`` fails."""
        with self._lock:
            self._until[connection] = time.monotonic() + seconds
        try:
            yield
        finally:
            with self._lock:
                self._until.pop(connection, None)

    def _run(self) -> None:
        while not self._ends.wait(0.2):
            now = time.monotonic()
            with self._lock:
                for connection in [c for c, until in self._until.items() if until < now]:
                    del self._until[connection]
                    _hang_up(connection)

    def close(self) -> None:
        """Stop watching."""
        self._ends.set()


def _hang_up(connection: psycopg.Connection[Row]) -> None:
    """Shut down the connection, so that any thread waiting on it gets an error."""
    with (
        contextlib.suppress(OSError, psycopg.Error),
        socket.socket(fileno=os.dup(connection.pgconn.socket)) as line,
    ):
        line.shutdown(socket.SHUT_RDWR)


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
