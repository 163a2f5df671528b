"""The journal: a hash chain of everything that is not an event of a table.

It has people and their roles, issued money, tables opened and closed, rulings, and at intervals the
last hash of every table's log. The hash of one entry vouches for everything before it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from pitboss.store.database import Rows

START: Final = "0" * 64
"""The hash before the first entry."""


class JournalEntry(NamedTuple):
    """An entry of the journal; ``at`` is in whole microseconds since 1970."""

    n: int
    at: int
    kind: str
    body: str
    hash: str

    @property
    def told(self) -> dict[str, Any]:
        """The contents of the entry."""
        document = json.loads(self.body)
        if not isinstance(document, dict):
            raise ValueError(f"entry {self.n} of the journal is empty")
        return document


def written(body: dict[str, Any]) -> str:
    """The contents of an entry in the form that is hashed."""
    return json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def hash_of(before: str, n: int, at: int, kind: str, body: str) -> str:
    """The hash of an entry."""
    return sha256(f"{before}\n{n}\n{at}\n{kind}\n{body}".encode()).hexdigest()


def note(rows: Rows, kind: str, body: dict[str, Any]) -> JournalEntry:
    """Add an entry, in the transaction of the change it records.

    When the transaction ends, its last entry is signed if the database has a signer.
    """
    # The update locks the journal until the transaction ends.
    rows.run("UPDATE journal_head SET n = n + 1 WHERE id = 1")
    row = rows.one("SELECT n, hash FROM journal_head WHERE id = 1")
    assert row is not None
    n, before, at, text = int(row[0]), str(row[1]), int(time.time() * 1e6), written(body)
    hashed = hash_of(before, n, at, kind, text)
    rows.run("INSERT INTO journal VALUES (?, ?, ?, ?, ?)", (n, at, kind, text, hashed))
    rows.run("UPDATE journal_head SET hash = ? WHERE id = 1", (hashed,))
    rows.noted.append((n, before, at, hashed))
    return JournalEntry(n, at, kind, text, hashed)


def all_entries(rows: Rows) -> list[JournalEntry]:
    """The whole journal."""
    return [
        JournalEntry(*row)
        for row in rows.all("SELECT n, at, kind, body, hash FROM journal ORDER BY n")
    ]


def end_of(rows: Rows) -> tuple[int, str]:
    """The number and the hash at which the journal ends, by its own record."""
    row = rows.one("SELECT n, hash FROM journal_head WHERE id = 1")
    if row is None:
        raise ValueError("the journal has no end")
    return int(row[0]), str(row[1])


def wrong_with(entries: Sequence[JournalEntry], *, start: int = 0) -> str | None:
    """The first fault in a journal after entry ``start``, or None."""
    before = entries[start - 1].hash if start else START
    for number, one in enumerate(entries[start:], start + 1):
        if one.n != number:
            return f"entry {number} of the journal is missing or misplaced"
        if one.hash != hash_of(before, one.n, one.at, one.kind, one.body):
            return f"entry {number} of the journal was changed"
        before = one.hash
    return None


# What is recorded of each kind of thing.

OF_A_TABLE: Final = (
    "id", "name", "book", "opened_by", "dealt_by", "cards", "bots", "price", "created",
)  # fmt: skip
"""The columns of a table that never change."""


OF_A_RULING: Final = "id, table_id, report, by_whom, second, status, at"
"""The columns of a ruling that the journal records."""


def password_digest(hashed: str | None) -> str | None:
    """A digest of a password's hash for the journal; None for a guest."""
    return None if hashed is None else sha256(hashed.encode()).hexdigest()


def person(id: str, name: str, role: str, hashed: str | None, created: float) -> dict[str, Any]:
    """A person as recorded in the journal."""
    document = {"id": id, "name": name, "role": role, "created": created}
    return {**document, "password": password_digest(hashed)}


def person_in(body: dict[str, Any]) -> dict[str, Any]:
    """A new person in an entry of the journal, without what else it records."""
    known = {key: body[key] for key in ("id", "name", "role", "created", "password")}
    return {**known, "formerly": None}


def ruling(row: Iterable[Any]) -> dict[str, Any]:
    """A ruling as recorded in the journal: a digest of its contents, and its status."""
    id, table, report, by, second, status, at = row
    digest = sha256(str(report).encode()).hexdigest()
    document = {"id": id, "table": table, "report": digest, "by": by, "second": second}
    return {**document, "status": status, "at": at}


OF_A_DISPUTE: Final = "id, table_id, round, person, by_whom, statement, papers, at"
OF_A_STEP: Final = "dispute, n, kind, by_whom, body, at"
"""The columns of a dispute, and of a step, that the journal records."""


def dispute(row: Iterable[Any]) -> dict[str, Any]:
    """A dispute as recorded in the journal: digests of its statement and its papers."""
    id, table, round, person, by, statement, papers, at = row
    document = {"id": id, "table": table, "round": round, "person": person, "by": by, "at": at}
    contents = {"statement": statement, "papers": papers}
    digests = {name: sha256(str(text).encode()).hexdigest() for name, text in contents.items()}
    return {**document, **digests}


def dispute_step(row: Iterable[Any]) -> dict[str, Any]:
    """A step of a dispute as recorded in the journal: a digest of what it says."""
    id, n, kind, by, body, at = row
    digest = sha256(str(body).encode()).hexdigest()
    return {"dispute": id, "n": n, "kind": kind, "by": by, "body": digest, "at": at}


def command_hash(before: str, place: int, row: Iterable[Any]) -> str:
    """The hash of a command at its table, from its row without the hash."""
    person, key, body, table, sequence, answer, at = row
    fields = [before, place, person, key, body, table, sequence, answer, at]
    return sha256(json.dumps(fields, ensure_ascii=False).encode()).hexdigest()
