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


def open_database(url: str) -> Database:
    """The database at ``sqlite:///FILE`` or ``postgresql://...``, its schema up to date."""
    database: Database
    if url.startswith("sqlite:///") and len(url) > len("sqlite:///"):
        database = Sqlite(Path(url.removeprefix("sqlite:///")))
    elif url.startswith(("postgresql://", "postgres://")):
        try:
            from pitboss.store.postgres import Postgres
        except ImportError:
            raise BadDatabase("PostgreSQL needs the package psycopg (pitboss[postgres])") from None
        database = Postgres(url)
    else:
        raise BadDatabase(f"{url!r} is no database; write sqlite:///FILE or postgresql://...")
    database.migrate()
    return database
