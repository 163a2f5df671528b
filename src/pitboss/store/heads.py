"""Record the state of all tables in the journal and sign its head."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from pitboss.store.database import Rows
from pitboss.store.journal import note
from pitboss.store.signatures import Head, Key

if TYPE_CHECKING:
    from pitboss.store.store import Store

WITHOUT_HISTORY: Final = {
    "sessions": "token, person, created, seen, idle, ends, device, address",
    "name_tables": "id, version",
    "kept": "key, value",
    "attempts": "key, failures, until, at",
    "people": "id, name, folded, password, role, role_since, failures, locked_until, created",
    "tables": "id, status, owner, address, lease, notes",
}
"""What neither a chain nor recalculation covers; its digest is signed at shutdown."""


def digest_of_the_rest(rows: Rows) -> str:
    """A digest of everything that has no history of its own."""
    digest = sha256()
    for table, columns in WITHOUT_HISTORY.items():
        first = columns.split(",")[0]
        digest.update(f"{table}\n".encode())
        for row in rows.all(f"SELECT {columns} FROM {table} ORDER BY {first}"):
            digest.update(repr(row).encode() + b"\n")
    return digest.hexdigest()


class Signer:
    """Sign heads for one server process, only if something has changed since the last one."""

    def __init__(self, store: Store, key: Key) -> None:
        self._store, self._key = store, key
        self._told: dict[str, list[Any]] = {}
        self._last = 0
        self.head: Head | None = None

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the key."""
        return self._key.fingerprint

    def open(self) -> Head | None:
        """Record that a server has started."""
        with self._store.database.writing() as rows:
            note(rows, "opened", {"key": self._key.public})
        return self.sign()

    def sign(self) -> Head | None:
        """Record the last hash of each table and sign; return None if nothing has changed."""
        with self._store.database.writing() as rows:
            return self._signed(rows)

    def close(self) -> Head | None:
        """Sign the last head, covering everything else too if no other process is running."""
        with self._store.database.writing() as rows:
            alone = not self._store.database.shared
            self._tell_tables(rows)
            note(rows, "closed", {"rest": digest_of_the_rest(rows) if alone else None})
            return self._signed(rows)

    def _signed(self, rows: Rows) -> Head | None:
        self._tell_tables(rows)
        found = rows.one("SELECT n, hash FROM journal_head WHERE id = 1")
        assert found is not None
        n, hash = int(found[0]), str(found[1])
        if n == self._last or n == 0:
            return None
        at = rows.one("SELECT at FROM journal WHERE n = ?", (n,))
        assert at is not None
        head = self._key.sign(n, int(at[0]), hash)
        rows.run(
            "INSERT INTO heads VALUES (?, ?, ?, ?, ?) ON CONFLICT (n) DO NOTHING",
            (head.n, head.at, head.hash, head.key, head.signature),
        )
        self._last, self.head = n, head
        return head

    def _tell_tables(self, rows: Rows) -> None:
        now = {
            row[0]: list(row[1:])
            for row in rows.all("SELECT id, sequence, hash, commands, commands_hash FROM tables")
        }
        moved = {id: far for id, far in now.items() if self._told.get(id) != far}
        if moved:
            note(rows, "heads", {"tables": moved})
            self._told = now
