"""The schema as migrations: each is applied once, in order, and never changed afterwards."""

from __future__ import annotations

from typing import Final, NamedTuple

from pitboss.store.database import Rows
from pitboss.store.errors import BadDatabase
from pitboss.store.journal import START
from pitboss.store.names import bring_forms_up_to_date

FIRST: Final = (
    """CREATE TABLE people (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        folded TEXT NOT NULL UNIQUE,
        password TEXT,
        role TEXT NOT NULL,
        failures INTEGER NOT NULL DEFAULT 0,
        locked_until DOUBLE PRECISION NOT NULL DEFAULT 0,
        created DOUBLE PRECISION NOT NULL,
        role_since DOUBLE PRECISION NOT NULL DEFAULT 0,
        formerly TEXT)""",
    """CREATE TABLE sessions (
        token TEXT PRIMARY KEY,
        person TEXT NOT NULL REFERENCES people (id),
        created DOUBLE PRECISION NOT NULL,
        seen DOUBLE PRECISION NOT NULL,
        idle DOUBLE PRECISION NOT NULL DEFAULT 43200,
        ends DOUBLE PRECISION NOT NULL DEFAULT 0,
        device TEXT NOT NULL DEFAULT '',
        address TEXT NOT NULL DEFAULT '')""",
    "CREATE INDEX sessions_of ON sessions (person)",
    f"""CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        book TEXT NOT NULL,
        opened_by TEXT NOT NULL,
        dealt_by TEXT NOT NULL,
        cards TEXT NOT NULL,
        bots INTEGER NOT NULL,
        price TEXT NOT NULL,
        status TEXT NOT NULL,
        sequence BIGINT NOT NULL,
        hash TEXT NOT NULL,
        owner TEXT,
        address TEXT,
        lease DOUBLE PRECISION NOT NULL DEFAULT 0,
        created DOUBLE PRECISION NOT NULL,
        notes TEXT NOT NULL DEFAULT '{{}}',
        commands BIGINT NOT NULL DEFAULT 0,
        commands_hash TEXT NOT NULL DEFAULT '{START}')""",
    "CREATE INDEX tables_of ON tables (opened_by)",
    """CREATE TABLE events (
        table_id TEXT NOT NULL REFERENCES tables (id),
        n BIGINT NOT NULL,
        event TEXT NOT NULL,
        hash TEXT NOT NULL,
        actor TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        shown TEXT NOT NULL,
        nonce TEXT NOT NULL DEFAULT '',
        version INTEGER NOT NULL DEFAULT 1,
        told TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (table_id, n))""",
    """CREATE TABLE rounds (
        table_id TEXT NOT NULL REFERENCES tables (id),
        number BIGINT NOT NULL,
        first BIGINT NOT NULL,
        last BIGINT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (table_id, number))""",
    """CREATE TABLE secrets (
        table_id TEXT NOT NULL REFERENCES tables (id),
        shoe BIGINT NOT NULL,
        secret TEXT NOT NULL,
        PRIMARY KEY (table_id, shoe))""",
    """CREATE TABLE postings (
        table_id TEXT NOT NULL,
        n BIGINT NOT NULL,
        line INTEGER NOT NULL,
        account TEXT NOT NULL,
        amount BIGINT NOT NULL,
        PRIMARY KEY (table_id, n, line))""",
    """CREATE TABLE accounts (
        account TEXT PRIMARY KEY,
        balance BIGINT NOT NULL,
        may_owe INTEGER NOT NULL,
        CHECK (may_owe = 1 OR balance >= 0))""",
    """CREATE TABLE commands (
        person TEXT NOT NULL,
        key TEXT NOT NULL,
        body TEXT NOT NULL,
        table_id TEXT NOT NULL,
        sequence BIGINT NOT NULL,
        answer TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        place BIGINT NOT NULL DEFAULT 0,
        hash TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (person, key))""",
    "CREATE INDEX commands_of ON commands (table_id, sequence)",
    """CREATE TABLE rulings (
        id TEXT PRIMARY KEY,
        table_id TEXT NOT NULL REFERENCES tables (id),
        report TEXT NOT NULL,
        by_whom TEXT NOT NULL,
        second TEXT,
        status TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL)""",
    """CREATE TABLE kept (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL)""",
    """CREATE TABLE snapshots (
        table_id TEXT PRIMARY KEY REFERENCES tables (id),
        n BIGINT NOT NULL,
        kept TEXT NOT NULL)""",
    """CREATE TABLE journal (
        n BIGINT PRIMARY KEY,
        at BIGINT NOT NULL,
        kind TEXT NOT NULL,
        body TEXT NOT NULL,
        hash TEXT NOT NULL)""",
    "CREATE INDEX journal_kinds ON journal (kind, n)",
    """CREATE TABLE journal_head (
        id INTEGER PRIMARY KEY,
        n BIGINT NOT NULL,
        hash TEXT NOT NULL)""",
    f"INSERT INTO journal_head VALUES (1, 0, '{START}')",
    """CREATE TABLE heads (
        n BIGINT PRIMARY KEY,
        at BIGINT NOT NULL,
        hash TEXT NOT NULL,
        key TEXT NOT NULL,
        signature TEXT NOT NULL)""",
    """CREATE TABLE attempts (
        key TEXT PRIMARY KEY,
        failures INTEGER NOT NULL,
        until DOUBLE PRECISION NOT NULL,
        at DOUBLE PRECISION NOT NULL)""",
    """CREATE TABLE name_forms (
        form TEXT PRIMARY KEY,
        person TEXT NOT NULL REFERENCES people (id))""",
    "CREATE INDEX name_forms_of ON name_forms (person)",
    """CREATE TABLE name_tables (
        id INTEGER PRIMARY KEY,
        version TEXT NOT NULL)""",
    """CREATE TABLE disputes (
        id TEXT PRIMARY KEY,
        table_id TEXT NOT NULL REFERENCES tables (id),
        round BIGINT NOT NULL,
        person TEXT NOT NULL REFERENCES people (id),
        by_whom TEXT NOT NULL,
        statement TEXT NOT NULL,
        papers TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL)""",
    "CREATE UNIQUE INDEX dispute_of ON disputes (person, table_id, round)",
    """CREATE TABLE dispute_steps (
        dispute TEXT NOT NULL REFERENCES disputes (id),
        n INTEGER NOT NULL,
        kind TEXT NOT NULL,
        by_whom TEXT NOT NULL,
        body TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (dispute, n))""",
)
"""The tables of a house as the first release made them."""

FIRST_VERSION: Final = 7
"""The number of the first schema: houses from before the release have it too."""

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (FIRST,)
"""Every version of the schema, oldest first."""

APPEND_ONLY: Final = (
    "events", "postings", "rounds", "secrets", "journal", "heads", "disputes", "dispute_steps",
)  # fmt: skip
"""The append-only tables: the database refuses to change or delete their rows."""


def newest_version() -> int:
    """The number of the last schema, which this code uses."""
    return FIRST_VERSION + len(MIGRATIONS) - 1


def version_of(rows: Rows) -> int:
    """The version of the schema, 0 if there is none; raise ``BadDatabase`` if it is not known."""
    row = rows.one("SELECT max(version) FROM migrations")
    version: int = (row[0] if row else None) or 0
    if version > newest_version():
        raise BadDatabase(
            f"the database was made by a newer pitboss (schema {version}; this one supports "
            f"{newest_version()}): install that version"
        )
    if 0 < version < FIRST_VERSION:
        raise BadDatabase(
            f"the database was made by a pitboss from before the first release (schema {version}; "
            f"this one reads {FIRST_VERSION} and later): begin a new one under another name"
        )
    return version


def wrong_versions(rows: Rows) -> str | None:
    """What is wrong with the versions that the database says it has had, or None."""
    versions = sorted(row[0] for row in rows.all("SELECT version FROM migrations"))
    applied = [version for version in versions if version >= FIRST_VERSION]
    if applied == list(range(FIRST_VERSION, newest_version() + 1)):
        return None
    return f"the schema has versions {str(versions)[:60]}"


class Migrated(NamedTuple):
    """How a database was brought up to date."""

    before: int
    """The version before, 0 for an empty database"""
    is_changed: bool
    """Whether anything that an earlier version wrote was changed"""


def brought_up_to_date(rows: Rows) -> Migrated:
    """Apply missing migrations, and make the forms of names again if their tables are others."""
    rows.run("CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY)")
    version = version_of(rows)
    is_older = version < newest_version()
    for number, statements in enumerate(MIGRATIONS, FIRST_VERSION):
        if number <= version:
            continue
        for statement in statements:
            rows.run(statement)
        rows.run("INSERT INTO migrations VALUES (?)", (number,))
    are_new = bring_forms_up_to_date(rows)
    return Migrated(version, version > 0 and (are_new or is_older))
