"""Supervisors' rulings, from the report to the second approval."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence

from pitboss.store import journal
from pitboss.store.database import Database, Rows
from pitboss.store.journal import note
from pitboss.store.records import Ruling


class Rulings:
    """The rulings in one database."""

    database: Database

    def add_ruling(self, table: str, *, report: str, by: str, status: str) -> Ruling:
        """Add a ruling that awaits a second approval, or one that was carried out."""
        ruling = Ruling(secrets.token_hex(8), table, report, by, None, status, time.time())
        with self.database.writing() as rows:
            rows.run(
                "INSERT INTO rulings VALUES (?, ?, ?, ?, ?, ?, ?)",
                [getattr(ruling, field) for field in Ruling.__struct_fields__],
            )
            self._note_ruling(rows, ruling.id)
        return ruling

    def _note_ruling(self, rows: Rows, id: str) -> None:
        row = rows.one(f"SELECT {journal.OF_A_RULING} FROM rulings WHERE id = ?", (id,))
        if row is not None:
            note(rows, "ruling", journal.ruling(row))

    def ruling(self, id: str) -> Ruling | None:
        """The ruling with that id."""
        with self.database.reading() as rows:
            row = rows.one("SELECT * FROM rulings WHERE id = ?", (id,))
        return None if row is None else Ruling(*row)

    def rulings(self, table: str) -> list[Ruling]:
        """Every ruling at a table, newest first."""
        with self.database.reading() as rows:
            records = rows.all(
                "SELECT * FROM rulings WHERE table_id = ? ORDER BY at DESC", (table,)
            )
        return [Ruling(*row) for row in records]

    def rulings_at(self, tables: Sequence[str]) -> dict[str, list[Ruling]]:
        """Every ruling at each of these tables, newest first."""
        if not tables:
            return {}
        marks = ", ".join("?" * len(tables))
        with self.database.reading() as rows:
            records = rows.all(
                f"SELECT * FROM rulings WHERE table_id IN ({marks}) ORDER BY at DESC", tables
            )
        rulings: dict[str, list[Ruling]] = {}
        for row in records:
            rulings.setdefault(row[1], []).append(Ruling(*row))
        return rulings

    def settle_ruling(self, id: str, *, second: str | None, status: str) -> bool:
        """Close a pending ruling as done or refused; return whether it was still pending."""
        with self.database.writing() as rows:
            settled = rows.run(
                "UPDATE rulings SET second = ?, status = ? WHERE id = ? AND status = 'waiting'",
                (second, status, id),
            )
            if settled:
                self._note_ruling(rows, id)
            return bool(settled)

    def set_ruling(self, id: str, status: str) -> None:
        """Record the result of an approved ruling."""
        with self.database.writing() as rows:
            rows.run("UPDATE rulings SET status = ? WHERE id = ?", (status, id))
            self._note_ruling(rows, id)
