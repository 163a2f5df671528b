"""A forger with write access to a SQLite database, and without its key."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from pitboss.store.journal import START, hash_of, written

Entry = tuple[str, dict[str, Any], int]
"""The kind, the contents and the time of an entry of the journal."""


@contextmanager
def unguarded(path: Path) -> Iterator[sqlite3.Connection]:
    """The database without its triggers, which are there again afterwards."""
    with closing(sqlite3.connect(path)) as database:
        triggers = database.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall()
        for name, _ in triggers:
            database.execute(f"DROP TRIGGER {name}")
        yield database
        for _, sql in triggers:
            database.execute(sql)
        database.commit()


def rewrite(database: sqlite3.Connection, change: Callable[[list[Entry]], list[Entry]]) -> None:
    """Change the journal and recalculate its hashes, as anyone can."""
    rows = database.execute("SELECT kind, body, at FROM journal ORDER BY n").fetchall()
    entries = change([(kind, json.loads(body), at) for kind, body, at in rows])
    database.execute("DELETE FROM journal")
    before = START
    for n, (kind, body, at) in enumerate(entries, 1):
        text = written(body)
        before = hash_of(before, n, at, kind, text)
        database.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?)", (n, at, kind, text, before))
    database.execute("UPDATE journal_head SET n = ?, hash = ?", (len(entries), before))


def forge(path: Path, name: str) -> None:
    """Make ``name`` the shift manager: journal recalculated, heads and last ``closed`` deleted."""
    with unguarded(path) as database:
        (person,) = database.execute("SELECT id FROM people WHERE name = ?", (name,)).fetchone()
        database.execute("UPDATE people SET role = 'shift_manager' WHERE id = ?", (person,))

        def promoted(entries: list[Entry]) -> list[Entry]:
            if entries[-1][0] == "closed":
                del entries[-1]
            return [
                (kind, {**body, "role": "shift_manager"}, at)
                if kind in ("person", "role") and person in (body.get("id"), body.get("person"))
                else (kind, body, at)
                for kind, body, at in entries
            ]

        rewrite(database, promoted)
        database.execute("DELETE FROM heads")
