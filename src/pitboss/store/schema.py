"""The schema as migrations: each is applied once, in order, and never changed afterwards."""

from __future__ import annotations

from typing import Final, NamedTuple

from pitboss.store.database import Rows
from pitboss.store.errors import BadDatabase
from pitboss.store.journal import START, take_over
from pitboss.store.lifetimes import GUEST_IDLE, GUEST_LIFE, LIFE
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
        created DOUBLE PRECISION NOT NULL)""",
    """CREATE TABLE sessions (
        token TEXT PRIMARY KEY,
        person TEXT NOT NULL REFERENCES people (id),
        created DOUBLE PRECISION NOT NULL,
        seen DOUBLE PRECISION NOT NULL)""",
    "CREATE INDEX sessions_of ON sessions (person)",
    """CREATE TABLE tables (
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
        created DOUBLE PRECISION NOT NULL)""",
    """CREATE TABLE events (
        table_id TEXT NOT NULL REFERENCES tables (id),
        n BIGINT NOT NULL,
        event TEXT NOT NULL,
        hash TEXT NOT NULL,
        actor TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        shown TEXT NOT NULL,
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
)
"""People, tables, events, money, commands and rulings."""

SECOND: Final = (
    "ALTER TABLE tables ADD COLUMN notes TEXT NOT NULL DEFAULT '{}'",
    """CREATE TABLE snapshots (
        table_id TEXT PRIMARY KEY REFERENCES tables (id),
        n BIGINT NOT NULL,
        kept TEXT NOT NULL)""",
)
"""Notes next to the events of a table, and the snapshot from which it is loaded."""

BLINDED: Final = (
    "ALTER TABLE events ADD COLUMN nonce TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE events ADD COLUMN version INTEGER NOT NULL DEFAULT 1",
    "ALTER TABLE events ADD COLUMN told TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE commands ADD COLUMN place BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE commands ADD COLUMN hash TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE tables ADD COLUMN commands BIGINT NOT NULL DEFAULT 0",
    f"ALTER TABLE tables ADD COLUMN commands_hash TEXT NOT NULL DEFAULT '{START}'",
    """CREATE TABLE journal (
        n BIGINT PRIMARY KEY,
        at BIGINT NOT NULL,
        kind TEXT NOT NULL,
        body TEXT NOT NULL,
        hash TEXT NOT NULL)""",
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
)
"""The blinded chain: an entry's nonce, its chain, and a digest of what was shown; chained commands,
the journal and its signed heads."""

ADMISSION: Final = (
    "ALTER TABLE people ADD COLUMN role_since DOUBLE PRECISION NOT NULL DEFAULT 0",
    """CREATE TABLE attempts (
        key TEXT PRIMARY KEY,
        failures INTEGER NOT NULL,
        until DOUBLE PRECISION NOT NULL,
        at DOUBLE PRECISION NOT NULL)""",
    "CREATE INDEX tables_of ON tables (opened_by)",
)
"""Sign-in attempts, since when a person has had a role, and who opened each table."""

NAMES: Final = (
    "ALTER TABLE people ADD COLUMN formerly TEXT",
    """CREATE TABLE name_forms (
        form TEXT PRIMARY KEY,
        person TEXT NOT NULL REFERENCES people (id))""",
    "CREATE INDEX name_forms_of ON name_forms (person)",
    """CREATE TABLE name_tables (
        id INTEGER PRIMARY KEY,
        version TEXT NOT NULL)""",
    "ALTER TABLE sessions ADD COLUMN idle DOUBLE PRECISION NOT NULL DEFAULT 43200",
    "ALTER TABLE sessions ADD COLUMN ends DOUBLE PRECISION NOT NULL DEFAULT 0",
    "ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT ''",
    f"UPDATE sessions SET ends = created + {LIFE}",
    f"UPDATE sessions SET idle = {GUEST_IDLE}, ends = created + {GUEST_LIFE} "
    "WHERE person IN (SELECT id FROM people WHERE password IS NULL)",
)
"""The forms in which names look alike, former names, and how long each session lives."""

DISPUTES: Final = (
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
"""Disputes over finished rounds, and what was done with each."""

SHEETS: Final = ("CREATE INDEX journal_kinds ON journal (kind, n)",)
"""The sheets of the house are entries of the journal of one kind, found by it."""

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    FIRST,
    SECOND,
    BLINDED,
    ADMISSION,
    NAMES,
    DISPUTES,
    SHEETS,
)
"""Every version of the schema, oldest first."""

APPEND_ONLY: Final = ("events", "postings", "rounds", "secrets")
"""The append-only tables: the database refuses to change or delete their rows."""

APPEND_ONLY_SINCE_BLINDED: Final = ("journal", "heads")
"""The append-only tables that came with the blinded chain."""

APPEND_ONLY_SINCE_DISPUTES: Final = ("disputes", "dispute_steps")
"""The append-only tables that came with disputes."""


def version_of(rows: Rows) -> int:
    """The version of the schema; raise ``BadDatabase`` if it is newer than this code."""
    row = rows.one("SELECT max(version) FROM migrations")
    version: int = (row[0] if row else None) or 0
    if version > len(MIGRATIONS):
        raise BadDatabase(
            f"the database was made by a newer pitboss (schema {version}; this one supports "
            f"{len(MIGRATIONS)}): install that version"
        )
    return version


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
    for number, statements in enumerate(MIGRATIONS[version:], version + 1):
        for statement in statements:
            rows.run(statement)
        if statements is BLINDED:
            take_over(rows)
        rows.run("INSERT INTO migrations VALUES (?)", (number,))
    are_new = NAMES in MIGRATIONS and bring_forms_up_to_date(rows)
    return Migrated(version, version > 0 and (are_new or version < len(MIGRATIONS)))


def newly_fixed(version: int) -> tuple[str, ...]:
    """The append-only tables that an earlier version did not have."""
    fixed: tuple[str, ...] = () if version else APPEND_ONLY
    for migration, tables in (
        (BLINDED, APPEND_ONLY_SINCE_BLINDED),
        (DISPUTES, APPEND_ONLY_SINCE_DISPUTES),
    ):
        fixed += tables if migration in MIGRATIONS[version:] else ()
    return fixed
