"""Sessions: tokens stored only as hashes, each with an idle and an absolute lifetime."""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection
from hashlib import sha256
from typing import Final, NamedTuple

from msgspec import Struct

from pitboss.store.database import Database, Row, Rows
from pitboss.store.records import Person

_DAY: Final = 24 * 3600

IDLE: Final = _DAY // 2
LIFE: Final = 30 * _DAY
"""The session of a person with a password: idle, and at most."""

GUEST_IDLE: Final = 180 * _DAY
GUEST_LIFE: Final = 400 * _DAY
"""A guest's session, which is all they have: a browser keeps no cookie for more than 400 days."""

TOKEN_BYTES: Final = 32
"""The bytes in a token: 256 bits, too many to guess."""

_CHANGES: Final = "people/changes"
"""The key of the counter of ended sessions and changed roles."""

_NOTED: Final = 300.0
"""Seconds after which the use of a session is noted again, at most."""

_LISTED: Final = 200
"""The most sessions in a list."""

_ID: Final = 16
"""The digits of a token's hash by which its session is named."""


class Device(NamedTuple):
    """Where a session is used: what the client calls itself, and its address."""

    name: str = ""
    address: str = ""


ANYWHERE: Final = Device()
"""A device of which nothing is known."""


class Session(Struct, frozen=True):
    """A session as its owner sees it; the times are in seconds since 1970."""

    id: str
    device: str
    address: str
    created: float
    seen: float
    ends: float
    is_current: bool


class Sessions:
    """The sessions of everyone with an account."""

    def __init__(self, database: Database, *, idle_for: float | None = None) -> None:
        self._database = database
        self.idle_for = IDLE if idle_for is None else idle_for
        self.guest_idle_for = GUEST_IDLE if idle_for is None else idle_for

    def idle_of(self, person: Person) -> float:
        """Seconds without use after which a session of this person ends."""
        return self.guest_idle_for if person.is_guest else self.idle_for

    def start_session(
        self, person: Person, *, instead_of: str | None = None, device: Device = ANYWHERE
    ) -> str:
        """Issue a new token for a person and revoke the one used before, if any."""
        token, now = secrets.token_urlsafe(TOKEN_BYTES), time.time()
        ends = now + (GUEST_LIFE if person.is_guest else LIFE)
        with self._database.writing() as rows:
            if instead_of is not None:
                rows.run("DELETE FROM sessions WHERE token = ?", (hashed(instead_of),))
                sessions_changed(rows)
            rows.run("DELETE FROM sessions WHERE seen < ? - idle OR ends < ?", (now, now))
            rows.run(
                "INSERT INTO sessions (token, person, created, seen, idle, ends, device, address) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    hashed(token), person.id, now, now, self.idle_of(person), ends,
                    device.name[:200], device.address[:64],
                ),
            )  # fmt: skip
        return token

    def who_has(self, token: str, address: str = "") -> Person | None:
        """The person with this token, or None if it is unknown, too old or was idle too long."""
        kept, now = hashed(token), time.time()
        with self._database.reading() as rows:
            row = rows.one(
                "SELECT p.id, p.name, p.role, p.password IS NULL, p.formerly, s.seen, s.idle, "
                "s.ends FROM sessions s JOIN people p ON p.id = s.person "
                "WHERE s.token = ? AND p.locked_until < ?",
                (kept, now),
            )
        if row is None:
            return None
        person = Person(row[0], row[1], row[2], bool(row[3]), row[4])
        seen, idle, ends = (float(value) for value in row[5:])
        idle = min(idle, self.idle_of(person))
        if seen < now - idle or ends < now:
            return None
        if seen < now - min(_NOTED, idle / 20):
            with self._database.writing() as rows:
                rows.run(
                    "UPDATE sessions SET seen = ?, address = CASE WHEN ? = '' THEN address "
                    "ELSE ? END WHERE token = ?",
                    (now, address[:64], address[:64], kept),
                )
        return person

    def who_have(self, sessions: Collection[str]) -> dict[str, Person]:
        """The people of these sessions, by token hash, without sessions that have ended."""
        wanted, records, now = list(sessions), list[Row](), time.time()
        with self._database.reading() as rows:
            for at in range(0, len(wanted), 500):
                some = wanted[at : at + 500]
                records += rows.all(
                    "SELECT s.token, p.id, p.name, p.role, p.password IS NULL, p.formerly "
                    "FROM sessions s JOIN people p ON p.id = s.person "
                    "WHERE p.locked_until < ? AND s.seen >= ? - s.idle AND s.ends >= ? "
                    f"AND s.token IN ({', '.join('?' * len(some))})",
                    (now, now, now, *some),
                )
        return {row[0]: Person(row[1], row[2], row[3], bool(row[4]), row[5]) for row in records}

    def stay(self, sessions: Collection[str]) -> None:
        """Mark sessions as active, since a connected person is not idle."""
        now = time.time()
        with self._database.writing() as rows:
            rows.run_all(
                "UPDATE sessions SET seen = ? WHERE token = ?", [(now, each) for each in sessions]
            )

    def sessions_of(self, person: Person, token: str = "") -> list[Session]:
        """The sessions of a person that have not ended, the last used first."""
        now = time.time()
        with self._database.reading() as rows:
            records = rows.all(
                "SELECT token, device, address, created, seen, ends FROM sessions "
                "WHERE person = ? AND seen >= ? - idle AND ends >= ? "
                "ORDER BY seen DESC, token LIMIT ?",
                (person.id, now, now, _LISTED),
            )
        current = hashed(token)
        return [
            Session(kept[:_ID], device, address, created, seen, ends, kept == current)
            for kept, device, address, created, seen, ends in records
        ]

    def end_session(self, token: str) -> None:
        """Revoke a token."""
        with self._database.writing() as rows:
            rows.run("DELETE FROM sessions WHERE token = ?", (hashed(token),))
            sessions_changed(rows)

    def end_session_of(self, person: Person, id: str) -> bool:
        """End a session of a person by its id; return whether there was one."""
        with self._database.writing() as rows:
            ended = rows.run(
                f"DELETE FROM sessions WHERE person = ? AND substr(token, 1, {_ID}) = ?",
                (person.id, id),
            )
            sessions_changed(rows)
        return ended > 0

    def end_sessions_of(self, person: Person) -> int:
        """End every session of a person, and return how many there were."""
        with self._database.writing() as rows:
            ended = rows.run("DELETE FROM sessions WHERE person = ?", (person.id,))
            sessions_changed(rows)
        return ended

    def changes(self) -> int:
        """The number of ended sessions, changed roles and locks, in any process."""
        with self._database.reading() as rows:
            row = rows.one("SELECT value FROM kept WHERE key = ?", (_CHANGES,))
        return 0 if row is None else int(row[0])


def hashed(token: str) -> str:
    """A token's hash, as stored."""
    return sha256(token.encode()).hexdigest()


def sessions_changed(rows: Rows) -> None:
    """Make every process check its sessions again."""
    rows.run(
        "INSERT INTO kept VALUES (?, '1') ON CONFLICT (key) DO UPDATE "
        "SET value = CAST(CAST(kept.value AS BIGINT) + 1 AS TEXT)",
        (_CHANGES,),
    )
