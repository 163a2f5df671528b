"""The sheets of the house: lines about tables, cards and equipment, kept in the journal.

A line is an entry of the journal and nothing else, so it can be neither changed nor removed, and
verification of the journal covers it. A wrong line is struck by another one that says why.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct, convert
from msgspec.structs import asdict

from pitboss.store.database import Database, Rows
from pitboss.store.journal import JournalEntry, note

KIND: Final = "sheet"
"""The kind of the journal's entries that are lines of a sheet."""


class SheetEntry(Struct, frozen=True, omit_defaults=True):
    """One line of a sheet as it is written: what was done, to what, by whom, and with whom."""

    sheet: str
    what: str
    by: str
    role: str
    item: str = ""
    table: str = ""
    second: str = ""
    note: str = ""
    amount: int | None = None
    """Money in cents: a float"""
    decks: int | None = None
    colour: str = ""
    strikes: int | None = None
    """The number of the line that this one strikes"""


class SheetLine(Struct, frozen=True):
    """A line with its number in the journal, its time in seconds, and its hash."""

    n: int
    at: float
    hash: str
    line: SheetEntry


class Sheets:
    """The sheets in one database."""

    database: Database

    def add_line(self, line: SheetEntry, check: Callable[[list[SheetLine]], None]) -> SheetLine:
        """Add a line, unless ``check`` raises at the lines of the same sheet before it."""
        with self.database.writing() as rows:
            # The update locks the journal, so that no line comes between the check and this one.
            rows.run("UPDATE journal_head SET n = n WHERE id = 1")
            check(_lines(rows, line.sheet))
            body = {key: value for key, value in asdict(line).items() if value not in ("", None)}
            return _line(note(rows, KIND, body))

    def lines(self, sheet: str) -> list[SheetLine]:
        """Every line of a sheet, oldest first."""
        with self.database.reading(long=True) as rows:
            return _lines(rows, sheet)

    def openings(self) -> list[JournalEntry]:
        """The journal's own entries about tables: opened, and each change of their status."""
        with self.database.reading(long=True) as rows:
            records = rows.all(
                "SELECT n, at, kind, body, hash FROM journal WHERE kind IN ('table', 'status') "
                "ORDER BY n"
            )
        return [JournalEntry(*row) for row in records]


def _lines(rows: Rows, sheet: str) -> list[SheetLine]:
    sql = "SELECT n, at, kind, body, hash FROM journal WHERE kind = ? ORDER BY n"
    lines = (_line(JournalEntry(*row)) for row in rows.all(sql, (KIND,)))
    return [line for line in lines if line.line.sheet == sheet]


def _line(entry: JournalEntry) -> SheetLine:
    return SheetLine(entry.n, entry.at / 1e6, entry.hash, convert(entry.told, SheetEntry))
