"""The interface of a database: transactions in one dialect of SQL."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from pitboss.store.signatures import Head

Row = tuple[Any, ...]
"""A row of a result."""


Note = tuple[int, str, int, str]
"""An entry added to the journal: its number, the hash before it, its time and its hash."""


class Rows(Protocol):
    """An open transaction; ``?`` is the placeholder for values."""

    noted: list[Note]
    """The entries that the transaction has added to the journal."""

    def run(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Execute a statement and return the number of rows affected."""

    def run_all(self, sql: str, rows: Iterable[Sequence[Any]]) -> int:
        """Execute a statement for each row of values and return the number of rows affected."""

    def one(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        """The first row of the result."""

    def all(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Every row of the result."""


class JournalSigner(Protocol):
    """What signs the journal of a database."""

    def seal(self, rows: Rows) -> Head | None:
        """Sign the last entry of a transaction that is about to be committed."""

    def committed(self, head: Head) -> None:
        """A signed head is now durable."""


class Database(Protocol):
    """A database that the store uses."""

    url: str
    signer: JournalSigner | None
    """What signs the entries that are added to the journal."""
    shared: bool
    """Whether several server processes may share it."""
    was_migrated: bool
    """Whether an older schema, or forms of names, were brought up to date when it was opened"""
    clock: str
    """The SQL expression for seconds since 1970 by the database's clock."""

    def writing(self) -> AbstractContextManager[Rows]:
        """A transaction that is durable when it ends, and undone when it fails."""

    def reading(self, *, long: bool = False) -> AbstractContextManager[Rows]:
        """A read-only transaction; ``long`` if it may take a while."""

    def one_moment(self) -> AbstractContextManager[None]:
        """A consistent snapshot for everything this thread reads meanwhile."""

    def broke_a_rule(self, error: Exception) -> bool:
        """Whether an error is a violated constraint of the schema."""

    def migrate(self) -> int:
        """Migrate the schema and return its version."""

    def damage(self) -> str | None:
        """The first fault of the database as a file, or None."""

    def attend(self) -> None:
        """Be counted among the processes that write and sign, until the database is closed."""

    def is_left_alone(self) -> bool:
        """Whether no other process is counted, and none can be until the database is closed."""

    def room(self) -> int | None:
        """The free bytes where the database is, or None if that is not known here."""

    def must_be_up_to_date(self) -> None:
        """Raise ``BadDatabase`` unless the schema is this version's; change nothing."""

    def tidy(self) -> None:
        """Do maintenance that would otherwise delay a commit."""

    def close(self) -> None:
        """Close every connection."""
