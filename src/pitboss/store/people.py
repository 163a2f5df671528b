"""People: names, passwords, roles and sessions, with tokens stored only as hashes."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Collection
from enum import StrEnum, unique
from hashlib import sha256
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.store import journal
from pitboss.store.attempts import Attempts
from pitboss.store.database import Database, Row, Rows
from pitboss.store.ledger import ISSUED, player_account
from pitboss.store.passwords import STRONG, WEAK
from pitboss.store.records import Person

__all__ = [
    "GUEST",
    "STRONG",
    "WEAK",
    "Barred",
    "LockedOut",
    "NameTaken",
    "People",
    "Role",
    "WrongPassword",
    "folded",
    "hashed",
]

TOKEN_BYTES: Final = 32
"""The bytes in a token: 256 bits, too many to guess."""

_FOR_EVER: Final = 1e15
"""A time in the infinite future."""

_CHANGES: Final = "people/changes"
"""The key of the counter of ended sessions and changed roles."""

FIRST_MANAGER: Final = "first-manager/"
"""The keys under which the codes for the first shift manager are stored."""

GUEST: Final = "Guest "
"""The prefix of guests' names, reserved for them."""

_HOUSE_BOOK: Final = "house"
"""The table id under which money not moved by a table is posted."""


@unique
class Role(StrEnum):
    """The role of a person."""

    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    SHIFT_MANAGER = "shift_manager"
    AUDITOR = "auditor"


class NameTaken(Exception):
    """The name is taken."""


class WrongPassword(Exception):
    """The name or the password is wrong, without saying which."""


class Barred(Exception):
    """The password is right, but a shift manager has locked the account."""


class LockedOut(Exception):
    """Too many wrong passwords; ``seconds`` until another may be tried from this address."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"too many wrong passwords; try again in {int(seconds) + 1} seconds")


class People:
    """Everyone with an account."""

    def __init__(
        self,
        database: Database,
        *,
        failures_allowed: int = 5,
        locked_for: float = 900.0,
        idle_for: float = 12 * 3600.0,
        hasher: PasswordHasher = STRONG,
    ) -> None:
        self._database = database
        self.hasher = hasher
        self._nobody = self.hasher.hash(secrets.token_hex(16))
        self.attempts = Attempts(database, allowed=failures_allowed, longest=locked_for)
        self.idle_for = idle_for

    # Signing up and in.

    def sign_up(
        self,
        name: str,
        password: str,
        *,
        money: int,
        role: Role = Role.PLAYER,
        by: str = "",
        first: Callable[[Rows], None] = lambda _: None,
    ) -> Person:
        """Add a person with a password and play money, or raise ``NameTaken``.

        ``first`` is done in the same transaction; ``by`` is who made the account, if another did.
        """
        hashed = self.hasher.hash(password)
        with self._database.writing() as rows:
            first(rows)
            person = self._add(rows, name, hashed, role, money)
            if role is not Role.PLAYER:
                self._note_role(rows, person.id, role, by)
            return person

    def welcome_guest(self, *, money: int) -> Person:
        """Add a guest under a generated name."""
        while True:
            name = f"{GUEST}{secrets.randbelow(900_000) + 100_000}"
            try:
                with self._database.writing() as rows:
                    return self._add(rows, name, None, Role.PLAYER, money)
            except NameTaken:
                continue

    def _add(self, rows: Rows, name: str, hashed: str | None, role: Role, money: int) -> Person:
        if rows.one("SELECT 1 FROM people WHERE folded = ?", (folded(name),)) is not None:
            raise NameTaken(name)
        person = Person(secrets.token_hex(8), name, role.value, hashed is None)
        created = int(time.time() * 1e6) / 1e6
        rows.run(
            "INSERT INTO people (id, name, folded, password, role, created) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (person.id, name, folded(name), hashed, role.value, created),
        )
        told = journal.person(person.id, name, role.value, hashed, created)
        journal.note(rows, "person", {**told, "money": money})
        account = player_account(name)
        rows.run("INSERT INTO accounts VALUES (?, ?, 0)", (account, money))
        rows.run(
            "INSERT INTO accounts VALUES (?, ?, 1) "
            "ON CONFLICT (account) DO UPDATE SET balance = accounts.balance + excluded.balance",
            (ISSUED, -money),
        )
        rows.run_all(
            "INSERT INTO postings VALUES (?, ?, ?, ?, ?)",
            [
                (f"{_HOUSE_BOOK}/{person.id}", 0, 0, ISSUED, -money),
                (f"{_HOUSE_BOOK}/{person.id}", 0, 1, account, money),
            ],
        )
        return person

    def sign_in(self, name: str, password: str, *, address: str = "") -> Person:
        """The person with that name and password.

        Raises ``LockedOut``, ``WrongPassword`` or ``Barred``; the first two are the same, and as
        slow, for an unknown name.
        """
        if wait := self.attempts.take(folded(name), address):
            raise LockedOut(wait)
        with self._database.reading() as rows:
            found = rows.one(
                "SELECT id, name, role, password, locked_until FROM people WHERE folded = ?",
                (folded(name),),
            )
        id, known, role, kept, locked = found or ("", "", "", None, 0.0)
        if not self._matches(kept or self._nobody, password) or kept is None:
            raise WrongPassword
        if locked > time.time():
            raise Barred
        self.attempts.succeeded(folded(name), address)
        return Person(id, known, role, is_guest=False)

    def keep_guest(self, person: Person, password: str) -> Person:
        """Give a guest a password: name, money, seats and history stay theirs."""
        kept = self.hasher.hash(password)
        with self._database.writing() as rows:
            changed = rows.run(
                "UPDATE people SET password = ? WHERE id = ? AND password IS NULL",
                (kept, person.id),
            )
            if not changed:
                raise NameTaken(person.name)
            told = {"person": person.id, "password": journal.password_digest(kept)}
            journal.note(rows, "password", told)
            _changed(rows)
        return Person(person.id, person.name, person.role, is_guest=False)

    def _matches(self, kept: str, password: str) -> bool:
        try:
            return self.hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    def change_password(
        self, person: Person, old: str, new: str, *, token: str, address: str = ""
    ) -> None:
        """Set a new password and end every other session of the person."""
        self.sign_in(person.name, old, address=address)
        kept = self.hasher.hash(new)
        with self._database.writing() as rows:
            rows.run("UPDATE people SET password = ? WHERE id = ?", (kept, person.id))
            told = {"person": person.id, "password": journal.password_digest(kept)}
            journal.note(rows, "password", told)
            rows.run(
                "DELETE FROM sessions WHERE person = ? AND token <> ?", (person.id, hashed(token))
            )
            _changed(rows)

    def lock(self, name: str, *, is_locked: bool) -> bool:
        """Lock a person out, ending all sessions, or readmit them; return whether they exist."""
        until = _FOR_EVER if is_locked else 0.0
        with self._database.writing() as rows:
            found = rows.one("SELECT id FROM people WHERE folded = ?", (folded(name),))
            if found is None:
                return False
            rows.run("UPDATE people SET locked_until = ? WHERE id = ?", (until, found[0]))
            if is_locked:
                rows.run("DELETE FROM sessions WHERE person = ?", (found[0],))
            _changed(rows)
        return True

    # Sessions.

    def start_session(self, person: Person, *, instead_of: str | None = None) -> str:
        """Issue a new token for a person and revoke the one used before, if any."""
        token, now = secrets.token_urlsafe(TOKEN_BYTES), time.time()
        with self._database.writing() as rows:
            if instead_of is not None:
                rows.run("DELETE FROM sessions WHERE token = ?", (hashed(instead_of),))
                _changed(rows)
            rows.run("DELETE FROM sessions WHERE seen < ?", (now - self.idle_for,))
            rows.run(
                "INSERT INTO sessions VALUES (?, ?, ?, ?)", (hashed(token), person.id, now, now)
            )
        return token

    def who_has(self, token: str) -> Person | None:
        """The person with this token, or None if it is unknown or was idle too long."""
        kept, now = hashed(token), time.time()
        with self._database.reading() as rows:
            found = rows.one(
                "SELECT p.id, p.name, p.role, p.password IS NULL, s.seen FROM sessions s "
                "JOIN people p ON p.id = s.person WHERE s.token = ? AND p.locked_until < ?",
                (kept, now),
            )
        if found is None or found[4] < now - self.idle_for:
            return None
        if found[4] < now - self.idle_for / 20:
            with self._database.writing() as rows:
                rows.run("UPDATE sessions SET seen = ? WHERE token = ?", (now, kept))
        return Person(found[0], found[1], found[2], bool(found[3]))

    def who_have(self, sessions: Collection[str]) -> dict[str, Person]:
        """The people of these sessions, by token hash, without sessions that have ended."""
        asked, found, now = list(sessions), list[Row](), time.time()
        with self._database.reading() as rows:
            for at in range(0, len(asked), 500):
                some = asked[at : at + 500]
                found += rows.all(
                    "SELECT s.token, p.id, p.name, p.role, p.password IS NULL FROM sessions s "
                    "JOIN people p ON p.id = s.person WHERE p.locked_until < ? AND s.seen >= ? "
                    f"AND s.token IN ({', '.join('?' * len(some))})",
                    (now, now - self.idle_for, *some),
                )
        return {row[0]: Person(row[1], row[2], row[3], bool(row[4])) for row in found}

    def stay(self, sessions: Collection[str]) -> None:
        """Mark sessions as active, since a connected person is not idle."""
        now = time.time()
        with self._database.writing() as rows:
            rows.run_all(
                "UPDATE sessions SET seen = ? WHERE token = ?", [(now, one) for one in sessions]
            )

    def end_session(self, token: str) -> None:
        """Revoke a token."""
        with self._database.writing() as rows:
            rows.run("DELETE FROM sessions WHERE token = ?", (hashed(token),))
            _changed(rows)

    def changes(self) -> int:
        """The number of ended sessions, changed roles and locks, in any process."""
        with self._database.reading() as rows:
            found = rows.one("SELECT value FROM kept WHERE key = ?", (_CHANGES,))
        return 0 if found is None else int(found[0])

    # Roles.

    def give_role(
        self,
        name: str,
        role: Role,
        *,
        by: str = "",
        first: Callable[[Rows], None] = lambda _: None,
    ) -> bool:
        """Assign a role, and return whether the person exists.

        ``first`` is done in the same transaction; ``by`` is who assigned it.
        """
        with self._database.writing() as rows:
            first(rows)
            found = rows.one(
                "SELECT id FROM people WHERE folded = ? AND password IS NOT NULL", (folded(name),)
            )
            if found is None:
                return False
            rows.run(
                "UPDATE people SET role_since = CASE WHEN role = ? THEN role_since ELSE ? END, "
                "role = ? WHERE id = ?",
                (role.value, time.time(), role.value, found[0]),
            )
            self._note_role(rows, found[0], role, by)
            _changed(rows)
            return True

    @staticmethod
    def _note_role(rows: Rows, person: str, role: Role, by: str) -> None:
        journal.note(rows, "role", {"person": person, "role": role.value, "by": by})
        if role is Role.SHIFT_MANAGER:  # the codes on the consoles are void
            rows.run("DELETE FROM kept WHERE key LIKE ?", (f"{FIRST_MANAGER}%",))

    def known_since(self, name: str) -> float:
        """Since when a person has had their account and present role; the future if neither."""
        with self._database.reading() as rows:
            found = rows.one(
                "SELECT created, role_since FROM people WHERE folded = ?", (folded(name),)
            )
        return _FOR_EVER if found is None else max(float(found[0]), float(found[1]))


def folded(name: str) -> str:
    """A name in the form used for comparison: lower case, single spaces."""
    return " ".join(name.casefold().split())


def hashed(token: str) -> str:
    """A token's hash, as stored."""
    return sha256(token.encode()).hexdigest()


def _changed(rows: Rows) -> None:
    """Make every process check its sessions again."""
    rows.run(
        "INSERT INTO kept VALUES (?, '1') ON CONFLICT (key) DO UPDATE "
        "SET value = CAST(CAST(kept.value AS BIGINT) + 1 AS TEXT)",
        (_CHANGES,),
    )
