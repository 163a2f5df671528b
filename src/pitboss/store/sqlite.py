"""SQLite: one file, one server process; every commit is on disk before it is acknowledged."""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any, Final
from urllib.parse import quote

from pitboss.store.database import JournalSigner, Note, Row, Rows
from pitboss.store.errors import BadDatabase
from pitboss.store.private_files import create_private, make_folder
from pitboss.store.schema import APPEND_ONLY, brought_up_to_date, newest_version, version_of

_MOST_ROWS: Final = 128
"""Rows per statement: each has at most 10 columns, and a statement at most 32,766 values."""

_LONG_LOG: Final = 4_000
"""Pages of the write-ahead log after which writers pause so that it can restart."""
_LONGEST_LOG: Final = 20_000
"""Pages of the write-ahead log after which a commit must checkpoint it itself."""


class _SqliteRows:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.noted: list[Note] = []

    def run(self, sql: str, values: Sequence[Any] = ()) -> int:
        return self._connection.execute(sql, values).rowcount

    def run_all(self, sql: str, rows: Iterable[Sequence[Any]]) -> int:
        if sql.startswith("INSERT") and sql.endswith(")"):
            return self._insert_all(sql, list(rows))
        return self._connection.executemany(sql, rows).rowcount

    def _insert_all(self, sql: str, rows: list[Sequence[Any]]) -> int:
        """Insert several rows per statement, since other threads may run between statements.

        The numbers of rows are powers of two, so that few prepared statements are needed.
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
        row: Row | None = self._connection.execute(sql, values).fetchone()
        return row

    def all(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        return self._connection.execute(sql, values).fetchall()


def _schema(rows: Rows) -> list[Row]:
    """The schema as SQLite keeps it: the statements, however their lines are broken."""
    found_rows = rows.all("SELECT type, name, tbl_name, sql FROM sqlite_master")
    return sorted(((*row[:3], " ".join((row[3] or "").split())) for row in found_rows), key=repr)


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


def _migrate(rows: Rows) -> bool:
    """Bring the database up to date, and return whether what was there was changed."""
    version, is_changed = brought_up_to_date(rows)
    for table in () if version else APPEND_ONLY:
        for change in ("UPDATE", "DELETE"):
            rows.run(
                f"CREATE TRIGGER {table}_no_{change.lower()} BEFORE {change} ON {table}"
                f" BEGIN SELECT RAISE(ABORT, '{table} are only added to'); END"
            )
    return is_changed


class Sqlite:
    """A database in one file."""

    shared = False
    clock = "((julianday('now') - 2440587.5) * 86400.0)"

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.url = f"sqlite:///{path}"
        self.signer: JournalSigner | None = None
        self.was_migrated = False
        self._read_only = read_only
        self._lock = threading.Lock()
        self._own = threading.local()
        self._all: list[sqlite3.Connection] = []
        self._claim: IO[str] | None = None
        self._tidier: sqlite3.Connection | None = None
        self._tidying = threading.Lock()
        self._reading = 0
        self._nobody_reads = threading.Condition()
        self._is_closed = False
        try:
            # Resolve links: the file has one claim, whatever its names.
            self._path = path.resolve()
            if not read_only:
                make_folder(self._path.parent)
                # SQLite gives the files beside it the permissions of the database.
                create_private(self._path)
            if self._path.is_file() and self._path.stat().st_size:
                self._must_be_a_house()  # before anything is changed
            self._writer = self._connect()
        except (OSError, sqlite3.Error, RuntimeError) as error:
            self.close()
            message = f"the database {str(path)!r} cannot be opened: {error}"
            may_not_write = "unable to open" in str(error) or "readonly" in str(error)
            raise BadDatabase((may_not_write and self._unread_log()) or message) from None

    def _unread_log(self) -> str | None:
        """What to do about a write-ahead log that cannot be read where nothing may be written."""
        log = Path(f"{self._path}-wal")
        if not self._read_only or Path(f"{self._path}-shm").exists() or not log.exists():
            return None
        return (
            f"the last changes of {self._path.name} are in {log.name}, which SQLite cannot read in "
            "a folder where nothing may be written: copy both files to another folder, and use the "
            "copy"
        )

    def _must_be_a_house(self) -> None:
        """Raise ``BadDatabase`` if the file belongs to another program."""
        with closing(self._connect_to_read(10)) as look:
            self._all.remove(look)
            names = {name for (name,) in look.execute("SELECT name FROM sqlite_schema")}
            columns = [row[1] for row in look.execute("PRAGMA table_info(migrations)")]
        is_ours = columns == ["version"] and ("people" in names or names == {"migrations"})
        if names and not is_ours:
            raise BadDatabase(f"{str(self._path)!r} belongs to another program; name another file")

    def claim(self) -> None:
        """Lock out other server processes; raise ``BadDatabase`` if one is already running."""
        lock = Path(f"{self._path}.lock")
        try:
            self._claim = os.fdopen(os.open(lock, os.O_WRONLY | os.O_CREAT, 0o600), "w")
        except OSError as error:
            raise BadDatabase(f"{str(lock)!r} cannot be written: {error.strerror}") from None
        try:
            fcntl.flock(self._claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadDatabase(
                f"another server has {str(self._path)!r} open; several can share PostgreSQL"
            ) from None

    def _connect(self, *, patience: float = 10) -> sqlite3.Connection:
        if self._read_only:
            return self._connect_to_read(patience)
        connection = sqlite3.connect(
            self._path, isolation_level=None, check_same_thread=False, timeout=patience
        )
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA wal_autocheckpoint = {_LONGEST_LOG}")
        self._all.append(connection)
        return connection

    def _connect_to_read(self, patience: float) -> sqlite3.Connection:
        """A connection that changes nothing, not even the write-ahead log."""
        name = quote(str(self._path))
        log = Path(f"{self._path}-wal")
        # Without a write-ahead log the file is complete, and may be on a read-only disk.
        ways = ("mode=ro",) if log.exists() and log.stat().st_size else ("mode=ro", "immutable=1")
        for way in ways:
            connection = sqlite3.connect(
                f"file:{name}?{way}",
                uri=True,
                isolation_level=None,
                check_same_thread=False,
                timeout=patience,
            )
            try:
                connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            except sqlite3.Error:
                connection.close()
                if way == ways[-1]:
                    raise
                continue
            break
        self._all.append(connection)
        return connection

    def attend(self) -> None:
        """A file has one server, which claims it."""

    def is_left_alone(self) -> bool:
        return True

    def room(self) -> int | None:
        try:
            return shutil.disk_usage(self._path.parent).free
        except OSError:
            return None

    @contextmanager
    def writing(self) -> Iterator[Rows]:
        with self._lock, _told_plainly():
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                rows = _SqliteRows(self._writer)
                yield rows
                head = self.signer.seal(rows) if self.signer and rows.noted else None
                self._writer.execute("COMMIT")
            except BaseException:
                if self._writer.in_transaction:  # some errors have ended it already
                    self._writer.execute("ROLLBACK")
                raise
        if self.signer is not None and head is not None:
            self.signer.committed(head)

    @contextmanager
    def reading(self, *, long: bool = False) -> Iterator[Rows]:
        with self._nobody_reads:
            if self._is_closed:
                raise BadDatabase("the database is closed")
            self._reading += 1
        try:
            with _told_plainly():
                yield _SqliteRows(self._reader())
        finally:
            with self._nobody_reads:
                self._reading -= 1
                self._nobody_reads.notify_all()

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
            self.was_migrated = _migrate(rows)
        return newest_version()

    def damage(self) -> str | None:
        """The first fault SQLite finds, or a schema that is not this version's."""
        with self.reading() as rows:
            records = rows.all("PRAGMA integrity_check(1)")
            if records != [("ok",)]:
                return f"the file is damaged: {str(records[0][0] if records else '')[:100]}"
            if rows.all("PRAGMA foreign_key_check"):
                return "the file is damaged: a row refers to one that does not exist"
            now = _schema(rows)
        with _blank() as fresh:
            due = _schema(fresh)
        return None if now == due else "the schema was changed"

    def must_be_up_to_date(self) -> None:
        """Raise ``BadDatabase`` unless the schema is this version's."""
        if not self._writer.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            raise BadDatabase(f"{str(self._path)!r} is not a pitboss database")
        with self.reading() as rows:
            version = version_of(rows)
        if version < newest_version():
            raise BadDatabase(
                f"{str(self._path)!r} was made by an older pitboss; open it once with "
                "'pitboss serve', which brings it up to date"
            )

    def tidy(self) -> None:
        """Checkpoint the write-ahead log while others continue to write."""
        with self._tidying:
            if not self._all:
                return  # it is closed
            if self._tidier is None:
                self._tidier = self._connect(patience=0.05)
            waiting = 0
            for _ in range(3):
                row = self._tidier.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                _, waiting, brought = row
                if waiting == brought:
                    return  # the next writer restarts the log
            if waiting > _LONG_LOG:
                self._tidier.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()

    def close(self) -> None:
        # Closing a connection while a thread reads from it would crash the process.
        with self._nobody_reads:
            self._is_closed = True
            self._nobody_reads.wait_for(lambda: self._reading == 0, timeout=10)
        with self._tidying, self._lock:
            for connection in self._all:
                connection.close()
            self._all.clear()
        if self._claim is not None:
            self._claim.close()


@contextmanager
def _told_plainly() -> Iterator[None]:
    """Report what the file or disk cannot do in one sentence, with the transaction undone."""
    try:
        yield
    except (sqlite3.OperationalError, sqlite3.NotSupportedError) as error:
        raise BadDatabase(f"SQLite error: {error}") from error
    except sqlite3.DatabaseError as error:
        if type(error) is sqlite3.DatabaseError:  # the other errors are about the statement
            raise BadDatabase(f"the database is damaged: {error}") from error
        raise
