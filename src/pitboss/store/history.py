"""What happened, page by page: rounds, lines of the ledger, and tables open or closed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from pitboss.store.database import Database
from pitboss.store.ledger import player_account
from pitboss.store.people import person_called
from pitboss.store.records import Posting, RoundPlace, TableInfo
from pitboss.store.refills import book_of

_INFO: Final = ", ".join(TableInfo.__struct_fields__)


class LedgerLine(NamedTuple):
    """A line of the ledger with the table, the entry and the time of what posted it."""

    table: str
    n: int
    at: float
    account: str
    amount: int
    event: str


class StoredHistory:
    """The history in one database."""

    database: Database

    def rounds_before(self, table: str, before: int | None, *, most: int) -> list[RoundPlace]:
        """Completed rounds of a table before a number, newest first."""
        sql, values = "SELECT number, first, last, at FROM rounds WHERE table_id = ?", [table]
        some: list[Any] = list(values)
        if before is not None:
            sql, some = sql + " AND number < ?", [*some, before]
        with self.database.reading() as rows:
            records = rows.all(f"{sql} ORDER BY number DESC LIMIT ?", [*some, most])
        return [RoundPlace(*row) for row in records]

    def postings_between(self, table: str, first: int, last: int) -> list[Posting]:
        """The postings of a table from one entry to another."""
        with self.database.reading(long=True) as rows:
            records = rows.all(
                "SELECT n, account, amount FROM postings WHERE table_id = ? AND n BETWEEN ? AND ? "
                "ORDER BY n, line",
                (table, first, last),
            )
        return [Posting(*row) for row in records]

    def lines_of_a_table(
        self, table: str, *, accounts: Sequence[str], before: int | None, most: int
    ) -> list[LedgerLine]:
        """Lines of a table's ledger before an entry, newest first; of some accounts, if wanted.

        The lines of one entry are never parted: there may be a few more than ``most``.
        """
        sql = (
            "SELECT p.table_id, p.n, e.at, p.account, p.amount, e.event FROM postings p "
            "JOIN events e ON e.table_id = p.table_id AND e.n = p.n WHERE p.table_id = ?"
        )
        values: list[Any] = [table]
        if accounts:
            sql += f" AND p.account IN ({', '.join('?' * len(accounts))})"
            values = [*values, *accounts]
        if before is not None:
            sql, values = sql + " AND p.n < ?", [*values, before]
        with self.database.reading(long=True) as rows:
            records = rows.all(f"{sql} ORDER BY p.n DESC, p.line LIMIT ?", [*values, most])
            if len(records) == most:
                end = records[-1][1]
                rest = rows.all(f"{sql} AND p.n = ? ORDER BY p.line", [*values, end])
                records = [row for row in records if row[1] != end] + rest
        return [LedgerLine(*row) for row in records]

    def lines_of_a_person(self, name: str, *, before: float | None, most: int) -> list[LedgerLine]:
        """A person's lines at all tables before a time, newest first.

        The lines of one moment are never parted: there may be a few more than ``most``.
        """
        with self.database.reading(long=True) as rows:
            result = person_called(rows, "id, created, name, formerly", name) or (
                "",
                0.0,
                name,
                None,
            )
            accounts = [player_account(each) for each in result[2:] if each is not None]
            marks = ", ".join("?" * len(accounts))
            # By the tables at which the person has said anything: a ledger is ordered by tables.
            tables = [
                row[0]
                for row in rows.all(
                    "SELECT DISTINCT table_id FROM commands WHERE person = ?", (result[0],)
                )
            ]
            lines: list[LedgerLine] = []
            for table in tables:
                sql = (
                    "SELECT p.table_id, p.n, e.at, p.account, p.amount, e.event FROM postings p "
                    "JOIN events e ON e.table_id = p.table_id AND e.n = p.n "
                    f"WHERE p.table_id = ? AND p.account IN ({marks})"
                )
                values: list[Any] = [table, *accounts]
                if before is not None:
                    sql, values = sql + " AND e.at < ?", [*values, before]
                some = rows.all(f"{sql} ORDER BY p.n DESC LIMIT ?", [*values, most + 100])
                lines += [LedgerLine(*row) for row in some]
            issued = rows.all(
                f"SELECT n, sum(amount), max(account) FROM postings "
                f"WHERE table_id = ? AND account IN ({marks}) GROUP BY n",
                (book_of(str(result[0])), *accounts),
            )
            issues = rows.all(
                "SELECT at, kind FROM journal WHERE kind IN ('refill', 'name', 'correction') "
                "AND body LIKE ? ORDER BY n",
                (f'%"person":"{result[0]}"%',),
            )
        when = [float(result[1]), *(row[0] / 1e6 for row in issues)]
        kinds = ["issued", *(str(row[1]) for row in issues)]
        for n, amount, account in sorted(issued):
            is_shown = before is None or when[n] < before
            if amount and is_shown:  # a new name moves money between accounts of one person account
                lines.append(LedgerLine("", n, when[n], account, int(amount), kinds[n]))
        ordered = sorted(lines, key=lambda line: (-line.at, -line.n))
        page = ordered[:most]
        return page + [line for line in ordered[most:] if line.at == page[-1].at]

    def tables_of_a_person(self, person: str, *, most: int) -> list[TableInfo]:
        """The tables at which a person has said anything, the one of the last word first."""
        wanted = ", ".join(f"t.{name}" for name in TableInfo.__struct_fields__)
        with self.database.reading() as rows:
            records = rows.all(
                f"SELECT {wanted} FROM tables t JOIN (SELECT table_id, MAX(at) AS last "
                "FROM commands WHERE person = ? GROUP BY table_id) c ON c.table_id = t.id "
                "ORDER BY c.last DESC, t.id LIMIT ?",
                (person, most),
            )
        return [TableInfo(*row) for row in records]

    def tables_before(self, before: float | None, wanted: str, *, most: int) -> list[TableInfo]:
        """Tables opened before a time, open or closed, newest first; by name, opener or book."""
        sql, values = f"SELECT {_INFO} FROM tables WHERE 1 = 1", list[Any]()
        if before is not None:
            sql, values = sql + " AND created < ?", [before]
        if wanted:
            sql += " AND (lower(name) LIKE ? OR lower(opened_by) LIKE ? OR book = ? OR id = ?)"
            like = f"%{_escaped(wanted.lower())}%"
            sql = sql.replace("LIKE ?", "LIKE ? ESCAPE '!'")
            values = [*values, like, like, wanted.lower(), wanted]
        with self.database.reading() as rows:
            records = rows.all(f"{sql} ORDER BY created DESC, id LIMIT ?", [*values, most])
        return [TableInfo(*row) for row in records]

    def number_of_rounds(self, tables: Sequence[str]) -> dict[str, int]:
        """How many rounds each of these tables has completed."""
        if not tables:
            return {}
        marks = ", ".join("?" * len(tables))
        with self.database.reading() as rows:
            records = rows.all(
                f"SELECT table_id, count(*) FROM rounds WHERE table_id IN ({marks}) "
                "GROUP BY table_id",
                tables,
            )
        return {table: int(number) for table, number in records}


def _escaped(text: str) -> str:
    return text.replace("!", "!!").replace("%", "!%").replace("_", "!_")
