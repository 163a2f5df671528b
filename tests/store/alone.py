"""A SQLite file without its log, as whoever copies the file alone has it."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from pathlib import Path


def rows_in_the_file_itself(path: Path, table: str) -> int:
    """How many rows of a table are in the file; none where not even the table is."""
    alone = shutil.copyfile(path, path.with_name("alone.sqlite3"))
    with contextlib.closing(sqlite3.connect(alone)) as file:
        if not file.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (table,)).fetchone():
            return 0
        (number,) = file.execute(f"SELECT count(*) FROM {table}").fetchone()
    return int(number)
