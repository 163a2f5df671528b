"""People: names, passwords, roles and sessions. Tokens are kept as hashes only."""

from __future__ import annotations

import secrets
import time
from enum import StrEnum, unique
from hashlib import sha256
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.store import journal
from pitboss.store.database import Database, Rows
from pitboss.store.ledger import ISSUED, player_account
from pitboss.store.records import Person

TOKEN_BYTES: Final = 32
"""256 bits: guessing a token is hopeless."""

STRONG: Final = PasswordHasher(time_cost=2, memory_cost=19456, parallelism=1)
"""How passwords are hashed: some 30 ms and 19 MiB for every guess."""

WEAK: Final = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""A hash that costs nothing, for tests that are about something else."""

_HOUSE_BOOK: Final = "house"
"""Where money that no table moves is posted."""


@unique
class Role(StrEnum):
    """What somebody is to the house."""

    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    SHIFT_MANAGER = "shift_manager"
    AUDITOR = "auditor"


class NameTaken(Exception):
    """Somebody has this name already."""


class WrongPassword(Exception):
    """The name or the password is wrong; which of them is not told."""


class LockedOut(Exception):
    """Too many wrong passwords; ``seconds`` until another may be tried."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"too many wrong passwords; try again in {int(seconds) + 1} seconds")


class People:
    """Everybody the house knows."""

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
        self._hasher = hasher
        self._nobody = self._hasher.hash(secrets.token_hex(16))
        self.failures_allowed = failures_allowed
        self.locked_for = locked_for
        self.idle_for = idle_for

    # Coming in.

    def sign_up(self, name: str, password: str, *, money: int, role: Role = Role.PLAYER) -> Person:
        """A new person with a password and play money; raises ``NameTaken``."""
        hashed = self._hasher.hash(password)
        with self._database.writing() as rows:
            return self._add(rows, name, hashed, role, money)

    def welcome_guest(self, *, money: int) -> Person:
        """Somebody who plays at once, under a name the house makes up."""
        while True:
            name = f"Guest {secrets.randbelow(900_000) + 100_000}"
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

    def sign_in(self, name: str, password: str) -> Person:
        """The person of that name and password; raises ``WrongPassword`` or ``LockedOut``."""
        with self._database.reading() as rows:
            found = rows.one(
                "SELECT id, name, role, password, failures, locked_until FROM people "
                "WHERE folded = ?",
                (folded(name),),
            )
        now = time.time()
        if found is None or found[3] is None:
            self._matches(self._nobody, password)  # as slow as for a name that is known
            raise WrongPassword
        id, known, role, hashed, failures, locked = found
        if locked > now:
            raise LockedOut(locked - now)
        if not self._matches(hashed, password):
            self._failed(id, failures + 1)
            raise WrongPassword
        with self._database.writing() as rows:
            rows.run("UPDATE people SET failures = 0, locked_until = 0 WHERE id = ?", (id,))
        return Person(id, known, role, is_guest=False)

    def _matches(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False

    def _failed(self, id: str, failures: int) -> None:
        out = failures >= self.failures_allowed
        until = time.time() + self.locked_for if out else 0.0
        with self._database.writing() as rows:
            rows.run(
                "UPDATE people SET failures = ?, locked_until = ? WHERE id = ?",
                (0 if out else failures, until, id),
            )

    # Sessions.

    def start_session(self, person: Person, *, instead_of: str | None = None) -> str:
        """A new token for a person; the one that was used before, if any, is of no use now."""
        token, now = secrets.token_urlsafe(TOKEN_BYTES), time.time()
        with self._database.writing() as rows:
            if instead_of is not None:
                rows.run("DELETE FROM sessions WHERE token = ?", (_hash(instead_of),))
            rows.run("DELETE FROM sessions WHERE seen < ?", (now - self.idle_for,))
            rows.run(
                "INSERT INTO sessions VALUES (?, ?, ?, ?)", (_hash(token), person.id, now, now)
            )
        return token

    def who_has(self, token: str) -> Person | None:
        """The person who holds this token; None where it is unknown or was idle too long."""
        hashed, now = _hash(token), time.time()
        with self._database.reading() as rows:
            found = rows.one(
                "SELECT p.id, p.name, p.role, p.password IS NULL, s.seen FROM sessions s "
                "JOIN people p ON p.id = s.person WHERE s.token = ?",
                (hashed,),
            )
        if found is None or found[4] < now - self.idle_for:
            return None
        if found[4] < now - self.idle_for / 20:
            with self._database.writing() as rows:
                rows.run("UPDATE sessions SET seen = ? WHERE token = ?", (now, hashed))
        return Person(found[0], found[1], found[2], bool(found[3]))

    def end_session(self, token: str) -> None:
        """The token is of no use any more."""
        with self._database.writing() as rows:
            rows.run("DELETE FROM sessions WHERE token = ?", (_hash(token),))

    # Roles.

    def give_role(self, name: str, role: Role) -> bool:
        """Make somebody a dealer, a supervisor...; whether there is such a person."""
        with self._database.writing() as rows:
            found = rows.one(
                "SELECT id FROM people WHERE folded = ? AND password IS NOT NULL", (folded(name),)
            )
            if found is None:
                return False
            rows.run("UPDATE people SET role = ? WHERE id = ?", (role.value, found[0]))
            journal.note(rows, "role", {"person": found[0], "role": role.value})
            return True

    def has_staff(self) -> bool:
        """Whether anybody is more than a player."""
        with self._database.reading() as rows:
            found = rows.one("SELECT 1 FROM people WHERE role <> ?", (Role.PLAYER.value,))
        return found is not None


def folded(name: str) -> str:
    """A name as it is compared: small letters, single blanks."""
    return " ".join(name.casefold().split())


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
