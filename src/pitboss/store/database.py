"""What the store asks of a database: transactions, and one dialect of SQL."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

Row = tuple[Any, ...]
"""A row of an answer."""


class Rows(Protocol):
    """A transaction under way; ``?`` stands for each value."""

    def run(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Carry a statement out; how many rows it touched."""

    def run_all(self, sql: str, rows: Iterable[Sequence[Any]]) -> int:
        """Carry a statement out once for each row of values; how many rows it touched in all."""

    def one(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        """The first row of the answer."""

    def all(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Every row of the answer."""


class Database(Protocol):
    """A place where the house keeps its books."""

    url: str
    shared: bool
    """Whether several server processes may work on it at the same time."""
    clock: str
    """The seconds since 1970 by the clock of the database, as an expression of SQL."""

    def writing(self) -> AbstractContextManager[Rows]:
        """A transaction that is durable when it ends, and undone when it fails."""

    def reading(self, *, long: bool = False) -> AbstractContextManager[Rows]:
        """A view of what is durable; ``long`` where it may take a while to be read."""

    def one_moment(self) -> AbstractContextManager[None]:
        """Whatever this thread reads meanwhile is as it was at one moment."""

    def broke_a_rule(self, error: Exception) -> bool:
        """Whether an error says that a constraint of the schema would not hold."""

    def migrate(self) -> int:
        """Bring the schema up to date; the version it has now."""

    def damage(self) -> str | None:
        """What is wrong with the database as a file of its kind, or None."""

    def must_be_up_to_date(self) -> None:
        """``BadDatabase`` where the schema is not the one of this code; nothing is changed."""

    def tidy(self) -> None:
        """Do now and then what would otherwise hold up a commit."""

    def close(self) -> None:
        """Let go of every connection."""
