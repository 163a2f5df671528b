"""A SQLite file without its write-ahead log, as a copy of the file alone is."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from pathlib import Path


def rows_in_the_file_itself(path: Path, table: str) -> int:
    """The number of rows of a table in the file; 0 if the table is not there either."""
    alone = shutil.copyfile(path, path.with_name("alone.sqlite3"))
    with contextlib.closing(sqlite3.connect(alone)) as file:
        if not file.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (table,)).fetchone():
            return 0
        (number,) = file.execute(f"SELECT count(*) FROM {table}").fetchone()
    return int(number)
