"""Opening a database by its address."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from pitboss.store.database import Database
from pitboss.store.errors import BadDatabase
from pitboss.store.sqlite import Sqlite

__all__ = ["BadDatabase", "default_url", "open_database"]


def default_url() -> str:
    """The file in the user's data directory in which the house keeps its books by default."""
    if sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return f"sqlite:///{base / 'pitboss' / 'house.sqlite3'}"


def open_database(url: str, *, read_only: bool = False) -> Database:
    """The database at ``sqlite:///FILE`` or ``postgresql://...``, its schema up to date.

    With ``read_only`` nothing is changed, and an older schema is refused.
    """
    database: Database
    if url.startswith("sqlite:///") and len(url) > len("sqlite:///") and "\0" not in url:
        database = Sqlite(Path(url.removeprefix("sqlite:///")), read_only=read_only)
    elif url.startswith(("postgresql://", "postgres://")):
        try:
            from pitboss.store.postgres import Postgres
        except ImportError:
            raise BadDatabase("PostgreSQL needs the package psycopg (pitboss[postgres])") from None
        database = Postgres(url)
    else:
        raise BadDatabase(f"{url!r} is no database; write sqlite:///FILE or postgresql://...")
    try:
        if read_only:
            database.must_be_up_to_date()
        else:
            database.migrate()
    except BaseException:
        database.close()
        raise
    return database
