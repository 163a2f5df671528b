"""The store: everything the server reads and writes, on either database."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from pitboss.store import journal
from pitboss.store.commits import write, write_entries
from pitboss.store.database import Database, Row
from pitboss.store.disputes import Disputes
from pitboss.store.errors import Because, Rejected
from pitboss.store.history import StoredHistory
from pitboss.store.journal import JournalEntry, note
from pitboss.store.people import People
from pitboss.store.records import (
    Posting,
    RoundPlace,
    StoredCommand,
    StoredEvent,
    TableInfo,
    Unit,
)
from pitboss.store.rulings import Rulings
from pitboss.store.sheets import Sheets
from pitboss.store.signatures import Head
from pitboss.store.unchained import disagreeing_accounts


class StoredLeases:
    """The leases of the tables of one database."""

    database: Database

    def take_lease(self, id: str, *, owner: str, address: str, seconds: float) -> bool:
        """Take a table that has no owner or whose lease has expired; return whether it is ours now.

        Leases use the database's clock, not those of the machines.
        """
        clock = self.database.clock
        with self.database.writing() as rows:
            return bool(
                rows.run(
                    f"UPDATE tables SET owner = ?, address = ?, lease = {clock} + ? "
                    f"WHERE id = ? AND (owner IS NULL OR owner = ? OR lease < {clock})",
                    (owner, address, seconds, id, owner),
                )
            )

    def renew_leases(self, owner: str, *, seconds: float) -> set[str]:
        """Renew our leases, and return which tables we own."""
        with self.database.writing() as rows:
            rows.run(
                f"UPDATE tables SET lease = {self.database.clock} + ? WHERE owner = ?",
                (seconds, owner),
            )
            return {id for (id,) in rows.all("SELECT id FROM tables WHERE owner = ?", (owner,))}

    def release_leases(self, owner: str) -> None:
        """Release all our leases."""
        with self.database.writing() as rows:
            rows.run("UPDATE tables SET owner = NULL, lease = 0 WHERE owner = ?", (owner,))

    def release_lease(self, id: str, owner: str) -> None:
        """Release one table."""
        with self.database.writing() as rows:
            rows.run(
                "UPDATE tables SET owner = NULL, lease = 0 WHERE id = ? AND owner = ?", (id, owner)
            )

    def take_all(self, owner: str, address: str) -> None:
        """Take every table, at the start of a process that has the database to itself."""
        with self.database.writing() as rows:
            rows.run("UPDATE tables SET owner = ?, address = ?, lease = 0", (owner, address))


_INFO: Final = ", ".join(TableInfo.__struct_fields__)


class Store(StoredLeases, Rulings, Disputes, Sheets, StoredHistory):
    """Tables with their events, money, commands and rulings; people are in ``people``."""

    def __init__(self, database: Database, *, people: People | None = None) -> None:
        self.database = database
        self.people = people or People(database)

    # Commits.

    def commit(self, units: Sequence[Unit]) -> list[Because | None]:
        """Commit units in one transaction; return for each why it was refused, or None."""
        try:
            with self.database.writing() as rows:
                write(rows, units)
        except Exception as error:
            if not isinstance(error, Rejected) and not self.database.broke_a_rule(error):
                raise
            if len(units) == 1:
                return [self._why(error)]
            # One of them conflicts: commit by halves, so that the others are not delayed for long.
            half = len(units) // 2
            return self.commit(units[:half]) + self.commit(units[half:])
        return [None] * len(units)

    def _why(self, error: Exception) -> Because:
        if isinstance(error, Rejected):
            return error.because
        return Because.KEY if "commands" in str(error) else Because.STALE

    # Tables.

    def open_table(
        self, info: TableInfo, entries: Sequence[StoredEvent], *, most: int | None = None
    ) -> bool:
        """Add a table with its first events, unless its opener has too many open."""
        with self.database.writing() as rows:
            if most is not None:
                # Tables opened at two processes at once are counted one after the other.
                rows.run("UPDATE people SET role = role WHERE name = ?", (info.opened_by,))
                row = rows.one(
                    "SELECT count(*) FROM tables WHERE opened_by = ? AND status <> 'closed'",
                    (info.opened_by,),
                )
                if row is not None and row[0] >= most:
                    return False
            marks = ", ".join("?" * len(TableInfo.__struct_fields__))
            values = [getattr(info, field) for field in TableInfo.__struct_fields__]
            rows.run(f"INSERT INTO tables ({_INFO}) VALUES ({marks})", values)
            write_entries(rows, info.id, entries)
            document = {key: getattr(info, key) for key in journal.OF_A_TABLE}
            note(rows, "table", document)
            note(rows, "status", {"table": info.id, "status": info.status})
            if self.database.shared:  # leases use the database's clock
                rows.run(
                    f"UPDATE tables SET lease = {self.database.clock} + ? WHERE id = ?",
                    (max(0.0, info.lease - time.time()), info.id),
                )
        return True

    def unowned(self, owner: str, opened_by: str) -> list[str]:
        """Open tables of openers whose names begin so, not owned by another process."""
        with self.database.reading() as rows:
            records = rows.all(
                "SELECT id FROM tables WHERE status <> 'closed' AND opened_by LIKE ? "
                f"AND (owner IS NULL OR owner = ? OR lease < {self.database.clock})",
                (f"{opened_by}%", owner),
            )
        return [row[0] for row in records]

    def tables(self) -> list[TableInfo]:
        """Every open table, oldest first."""
        with self.database.reading() as rows:
            records = rows.all(
                f"SELECT {_INFO} FROM tables WHERE status <> 'closed' ORDER BY created, id"
            )
        return [TableInfo(*row) for row in records]

    def table(self, id: str) -> TableInfo | None:
        """The table with that id, open or closed."""
        with self.database.reading() as rows:
            row = rows.one(f"SELECT {_INFO} FROM tables WHERE id = ?", (id,))
        return None if row is None else TableInfo(*row)

    def every_table(self) -> list[TableInfo]:
        """Every table, open or closed, oldest first."""
        with self.database.reading(long=True) as rows:
            records = rows.all(f"SELECT {_INFO} FROM tables ORDER BY created, id")
        return [TableInfo(*row) for row in records]

    # For audits.

    def journal(self) -> list[JournalEntry]:
        """The whole journal."""
        with self.database.reading(long=True) as rows:
            records = rows.all("SELECT n, at, kind, body, hash FROM journal ORDER BY n")
        return [JournalEntry(*row) for row in records]

    def journal_head(self) -> tuple[int, str]:
        """The head of the journal."""
        with self.database.reading() as rows:
            records = rows.all("SELECT n, hash FROM journal_head")
        return (int(records[0][0]), str(records[0][1])) if len(records) == 1 else (-1, "")

    def heads(self) -> list[Head]:
        """Every signed head, oldest first."""
        with self.database.reading(long=True) as rows:
            records = rows.all("SELECT n, at, hash, key, signature FROM heads ORDER BY n")
        return [Head(*row) for row in records]

    def newest_head(self) -> Head | None:
        """The last signed head."""
        with self.database.reading() as rows:
            row = rows.one("SELECT n, at, hash, key, signature FROM heads ORDER BY n DESC")
        return None if row is None else Head(*row)

    def everything(self, sql: str, *values: Any) -> list[Row]:
        """The rows of a query for an audit."""
        with self.database.reading(long=True) as rows:
            return rows.all(sql, values)

    # Events.

    def entries(
        self, table: str, *, after: int = 0, upto: int | None = None, most: int | None = None
    ) -> list[StoredEvent]:
        """The log of a table after an entry, at most up to another."""
        sql = (
            "SELECT n, event, hash, actor, at, '', nonce, version FROM events "
            "WHERE table_id = ? AND n > ?"
        )
        values: list[Any] = [table, after]
        if upto is not None:
            sql, values = sql + " AND n <= ?", [*values, upto]
        sql += " ORDER BY n"
        if most is not None:
            sql, values = sql + " LIMIT ?", [*values, most]
        with self.database.reading(long=True) as rows:
            return [StoredEvent(*row) for row in rows.all(sql, values)]

    def entries_of(self, table: str, *kinds: str) -> list[StoredEvent]:
        """The entries of a table that are events of these kinds, in order."""
        is_one = " OR ".join(["event LIKE ?"] * len(kinds))
        with self.database.reading(long=True) as rows:
            records = rows.all(
                "SELECT n, event, hash, actor, at, '', nonce, version FROM events "
                f"WHERE table_id = ? AND ({is_one}) ORDER BY n",
                [table, *(f'%"event":"{kind}"%' for kind in kinds)],
            )
        return [StoredEvent(*row) for row in records]

    def numbers_of(self, table: str, kind: str, *, upto: int) -> list[int]:
        """The numbers of a table's entries that are events of a kind, up to one, in order."""
        return [entry.n for entry in self.entries_of(table, kind) if entry.n <= upto]

    def shown(self, table: str, *, after: int, upto: int | None = None, most: int) -> list[str]:
        """The public form of a table's events, each a JSON document."""
        sql = "SELECT shown FROM events WHERE table_id = ? AND n > ?"
        values: list[Any] = [table, after]
        if upto is not None:
            sql, values = sql + " AND n <= ?", [*values, upto]
        with self.database.reading(long=True) as rows:
            records = rows.all(f"{sql} ORDER BY n LIMIT ?", [*values, most])
        return [row[0] for row in records]

    def rounds(self, table: str, *, last: int) -> list[RoundPlace]:
        """The last rounds of a table, newest first."""
        with self.database.reading() as rows:
            records = rows.all(
                "SELECT number, first, last, at FROM rounds WHERE table_id = ? "
                "ORDER BY number DESC LIMIT ?",
                (table, last),
            )
        return [RoundPlace(*row) for row in records]

    def round(self, table: str, number: int) -> RoundPlace | None:
        """The place of a completed round in the log."""
        with self.database.reading() as rows:
            row = rows.one(
                "SELECT number, first, last, at FROM rounds WHERE table_id = ? AND number = ?",
                (table, number),
            )
        return None if row is None else RoundPlace(*row)

    def snapshot(self, table: str) -> tuple[int, str] | None:
        """The last snapshot of a table, and the entry after which it was taken."""
        with self.database.reading() as rows:
            row = rows.one("SELECT n, kept FROM snapshots WHERE table_id = ?", (table,))
        return None if row is None else (int(row[0]), str(row[1]))

    def secrets(self, table: str, *, least: int = 0) -> dict[int, bytes]:
        """The secrets of a table's sealed shoes from a number up."""
        with self.database.reading() as rows:
            records = rows.all(
                "SELECT shoe, secret FROM secrets WHERE table_id = ? AND shoe >= ?", (table, least)
            )
        return {shoe: bytes.fromhex(secret) for shoe, secret in records}

    # Money.

    def postings(self, table: str, *, last: int = 1000) -> list[Posting]:
        """The newest lines of a table's ledger, oldest first."""
        with self.database.reading() as rows:
            records = rows.all(
                "SELECT n, account, amount FROM postings WHERE table_id = ? "
                "ORDER BY n DESC, line DESC LIMIT ?",
                (table, last),
            )
        return [Posting(*row) for row in reversed(records)]

    def all_postings(self, table: str, *, upto: int) -> list[Posting]:
        """The whole ledger of a table up to an event, in order."""
        with self.database.reading(long=True) as rows:
            records = rows.all(
                "SELECT n, account, amount FROM postings WHERE table_id = ? AND n <= ? "
                "ORDER BY n, line",
                (table, upto),
            )
        return [Posting(*row) for row in records]

    def balances(self, accounts: Sequence[str]) -> dict[str, int]:
        """The balances of these accounts."""
        if not accounts:
            return {}
        marks = ", ".join("?" * len(accounts))
        with self.database.reading() as rows:
            records = rows.all(
                f"SELECT account, balance FROM accounts WHERE account IN ({marks})", accounts
            )
        return dict(records)

    def totals(self) -> tuple[int, int]:
        """The sum of all balances and the sum of all postings; both are zero."""
        with self.database.reading(long=True) as rows:
            kept = rows.one("SELECT sum(balance) FROM accounts")
            posted = rows.one("SELECT sum(amount) FROM postings")
        return int((kept or (0,))[0] or 0), int((posted or (0,))[0] or 0)

    def disagreeing_accounts(self) -> list[str]:
        """The accounts whose balance is not the sum of their postings; there should be none."""
        with self.database.reading(long=True) as rows:
            return disagreeing_accounts(rows)

    # Commands.

    def command(self, person: str, key: str) -> StoredCommand | None:
        """The recorded answer to a command that was carried out."""
        with self.database.reading() as rows:
            row = rows.one(
                "SELECT person, key, body, sequence, answer FROM commands "
                "WHERE person = ? AND key = ?",
                (person, key),
            )
        return None if row is None else StoredCommand(*row)

    def keys(self, person: str) -> list[str]:
        """The keys of all commands of a person."""
        with self.database.reading(long=True) as rows:
            return [
                str(key)
                for (key,) in rows.all("SELECT key FROM commands WHERE person = ?", (person,))
            ]

    def commands(self, table: str, *, last: int) -> list[StoredCommand]:
        """The newest commands of a table, oldest first."""
        with self.database.reading() as rows:
            records = rows.all(
                "SELECT person, key, body, sequence, answer FROM commands "
                "WHERE table_id = ? ORDER BY sequence DESC LIMIT ?",
                (table, last),
            )
        return [StoredCommand(*row) for row in reversed(records)]

    # Cached values.

    def kept(self, key: str) -> str | None:
        """The value stored under a key."""
        with self.database.reading() as rows:
            row = rows.one("SELECT value FROM kept WHERE key = ?", (key,))
        return None if row is None else str(row[0])

    def keep(self, key: str, value: str) -> None:
        """Store a value under a key, replacing any other."""
        with self.database.writing() as rows:
            rows.run(
                "INSERT INTO kept VALUES (?, ?) "
                "ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                (key, value),
            )

    def kept_under(self, start: str) -> list[tuple[str, str]]:
        """Everything stored under keys that begin so."""
        with self.database.reading() as rows:
            records = rows.all(
                "SELECT key, value FROM kept WHERE substr(key, 1, ?) = ? ORDER BY key",
                (len(start), start),
            )
        return [(str(key), str(value)) for key, value in records]

    def shelve(self, key: str, text: str, *, by: str) -> None:
        """Store the text of a book for good, and record it in the journal."""
        digest = sha256(text.encode()).hexdigest()
        with self.database.writing() as rows:
            rows.run("INSERT INTO kept VALUES (?, ?) ON CONFLICT (key) DO NOTHING", (key, text))
            note(rows, "book", {"key": key, "digest": digest, "by": by})

    def keep_first(self, key: str, value: str) -> str:
        """Store a value under a key unless there is one, and return the value there now."""
        with self.database.writing() as rows:
            rows.run("INSERT INTO kept VALUES (?, ?) ON CONFLICT (key) DO NOTHING", (key, value))
            row = rows.one("SELECT value FROM kept WHERE key = ?", (key,))
        assert row is not None
        return str(row[0])

    def keep_at_most(self, prefix: str, values: Mapping[str, str], most: int) -> None:
        """Store values whose keys begin with a prefix, of which at most ``most`` stay."""
        with self.database.writing() as rows:
            for key, value in values.items():
                rows.run(
                    "INSERT INTO kept VALUES (?, ?) "
                    "ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                    (key, value),
                )
            like = (f"{prefix}%",)
            row = rows.one("SELECT count(*) FROM kept WHERE key LIKE ?", like)
            if row is not None and int(row[0]) > most:
                rows.run(
                    "DELETE FROM kept WHERE key IN "
                    "(SELECT key FROM kept WHERE key LIKE ? ORDER BY key LIMIT ?)",
                    (*like, int(row[0]) - most),
                )

    def close(self) -> None:
        """Close the database."""
        self.database.close()
