"""People: names, passwords, roles and sessions, with tokens stored only as hashes."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum, unique
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.store import journal
from pitboss.store.attempts import Attempts
from pitboss.store.database import Database, Row, Rows
from pitboss.store.ledger import ISSUED, player_account
from pitboss.store.names import GUEST, claim_forms, folded
from pitboss.store.passwords import STRONG, WEAK
from pitboss.store.records import Person
from pitboss.store.refills import next_in_book_of, post_in_book_of, renaming
from pitboss.store.sessions import Sessions, hashed, sessions_changed

__all__ = [
    "GUEST",
    "STRONG",
    "WEAK",
    "Barred",
    "LockedOut",
    "NameTaken",
    "People",
    "PersonRole",
    "SeatedPerson",
    "WrongPassword",
    "folded",
    "hashed",
    "person_called",
]

_FOR_EVER: Final = 1e15
"""A time in the infinite future."""

FIRST_MANAGER: Final = "first-manager/"
"""The keys under which the codes for the first shift manager are stored."""

_HOUSE_BOOK: Final = "house"
"""The table id under which money not moved by a table is posted."""


@unique
class PersonRole(StrEnum):
    """The role of a person."""

    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    SHIFT_MANAGER = "shift_manager"
    AUDITOR = "auditor"


class NameTaken(Exception):
    """Another person has the name, or one that looks like it."""


class SeatedPerson(Exception):
    """A person cannot be renamed, since they are seated or have a bet at the named table."""

    def __init__(self, table: str, *, is_seated: bool) -> None:
        self.table, self.is_seated = table, is_seated
        super().__init__(table)


class WrongPassword(Exception):
    """The name or the password is wrong, without saying which."""


class Barred(Exception):
    """The password is right, but a shift manager has locked the account."""


class LockedOut(Exception):
    """Too many wrong passwords; ``seconds`` until another may be tried from this address."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"too many wrong passwords; try again in {int(seconds) + 1} seconds")


class People(Sessions):
    """Everyone with an account, and their sessions."""

    def __init__(
        self,
        database: Database,
        *,
        failures_allowed: int = 5,
        locked_for: float = 900.0,
        idle_for: float | None = None,
        hasher: PasswordHasher = STRONG,
    ) -> None:
        super().__init__(database, idle_for=idle_for)
        self.hasher = hasher
        self._nobody = self.hasher.hash(secrets.token_hex(16))
        self.attempts = Attempts(database, allowed=failures_allowed, longest=locked_for)

    # Signing up and in.

    def sign_up(
        self,
        name: str,
        password: str,
        *,
        money: int,
        role: PersonRole = PersonRole.PLAYER,
        by: str = "",
        first: Callable[[Rows], None] = lambda _: None,
    ) -> Person:
        """Add a person with a password and play money, or raise ``NameTaken``.

        ``first`` is done in the same transaction; ``by`` is who made the account, if another did.
        """
        kept = self.hasher.hash(password)
        with self._naming(name) as rows:
            first(rows)
            person = self._add(rows, name, kept, role, money)
            if role is not PersonRole.PLAYER:
                self._note_role(rows, person.id, role, by)
            return person

    @contextmanager
    def _naming(self, name: str) -> Iterator[Rows]:
        """A transaction that gives a name; ``NameTaken`` if another one was faster."""
        try:
            with self._database.writing() as rows:
                yield rows
        except Exception as error:
            if not self._database.broke_a_rule(error):
                raise
            raise NameTaken(name) from None

    def welcome_guest(self, *, money: int) -> Person:
        """Add a guest under a generated name."""
        while True:
            name = f"{GUEST}{secrets.randbelow(900_000) + 100_000}"
            try:
                with self._naming(name) as rows:
                    return self._add(rows, name, None, PersonRole.PLAYER, money)
            except NameTaken:
                continue

    def _add(self, rows: Rows, name: str, kept: str | None, role: PersonRole, money: int) -> Person:
        if person_called(rows, "1", name) is not None:
            raise NameTaken(name)
        person = Person(secrets.token_hex(8), name, role.value, kept is None)
        created = int(time.time() * 1e6) / 1e6
        rows.run(
            "INSERT INTO people (id, name, folded, password, role, created) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (person.id, name, folded(name), kept, role.value, created),
        )
        if not claim_forms(rows, person.id, name):
            raise NameTaken(name)
        document = journal.person(person.id, name, role.value, kept, created)
        journal.note(rows, "person", {**document, "money": money})
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
            row = person_called(rows, "id, name, role, password, locked_until, formerly", name)
        id, known, role, kept, locked, formerly = row or ("", "", "", None, 0.0, None)
        if not self._matches(kept or self._nobody, password) or kept is None:
            raise WrongPassword
        if locked > time.time():
            raise Barred
        self.attempts.succeeded(folded(name), address)
        return Person(id, known, role, is_guest=False, formerly=formerly)

    def keep_guest(self, person: Person, password: str, name: str | None = None) -> Person:
        """Give a guest a password and perhaps a name; money, seats and history stay theirs.

        Every session of the guest ends. Raises ``NameTaken`` or ``SeatedPerson``, with
        nothing changed.
        """
        kept = self.hasher.hash(password)
        with self._naming(name or person.name) as rows:
            changed = rows.run(
                "UPDATE people SET password = ? WHERE id = ? AND password IS NULL",
                (kept, person.id),
            )
            if not changed:
                raise NameTaken(person.name)
            message = {"person": person.id, "password": journal.password_digest(kept)}
            journal.note(rows, "password", message)
            if name is not None:
                _rename(rows, person, name)
            rows.run("DELETE FROM sessions WHERE person = ?", (person.id,))
            sessions_changed(rows)
        formerly = person.name if name is not None else None
        return Person(person.id, name or person.name, person.role, False, formerly)

    def rename(self, person: Person, name: str) -> Person:
        """Replace the guest's name of a person who has kept the account; their sessions end."""
        with self._naming(name) as rows:
            _rename(rows, person, name)
            rows.run("DELETE FROM sessions WHERE person = ?", (person.id,))
            sessions_changed(rows)
        return Person(person.id, name, person.role, False, person.name)

    def former_names(self) -> dict[str, str]:
        """The present name of everyone who once played under a guest's name, by that name."""
        with self._database.reading() as rows:
            records = rows.all("SELECT formerly, name FROM people WHERE formerly IS NOT NULL")
        return {row[0]: row[1] for row in records}

    def name_of(self, id: str) -> str:
        """The present name of a person."""
        with self._database.reading() as rows:
            row = rows.one("SELECT name FROM people WHERE id = ?", (id,))
        return "" if row is None else str(row[0])

    def staff(self) -> dict[str, str]:
        """The role of everyone who is more than a player, by name."""
        with self._database.reading() as rows:
            records = rows.all(
                "SELECT name, role FROM people WHERE role <> ?", (PersonRole.PLAYER.value,)
            )
        return {row[0]: row[1] for row in records}

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
            message = {"person": person.id, "password": journal.password_digest(kept)}
            journal.note(rows, "password", message)
            rows.run(
                "DELETE FROM sessions WHERE person = ? AND token <> ?", (person.id, hashed(token))
            )
            sessions_changed(rows)

    def lock(self, name: str, *, is_locked: bool) -> bool:
        """Lock a person out, ending all sessions, or readmit them; return whether they exist."""
        until = _FOR_EVER if is_locked else 0.0
        with self._database.writing() as rows:
            row = person_called(rows, "id", name)
            if row is None:
                return False
            rows.run("UPDATE people SET locked_until = ? WHERE id = ?", (until, row[0]))
            if is_locked:
                rows.run("DELETE FROM sessions WHERE person = ?", (row[0],))
            sessions_changed(rows)
        return True

    # Roles.

    def give_role(
        self,
        name: str,
        role: PersonRole,
        *,
        by: str = "",
        first: Callable[[Rows], None] = lambda _: None,
    ) -> bool:
        """Assign a role, and return whether the person exists.

        ``first`` is done in the same transaction; ``by`` is who assigned it.
        """
        with self._database.writing() as rows:
            first(rows)
            row = person_called(rows, "id, password", name)
            if row is None or row[1] is None:
                return False
            noted = self._note_role(rows, row[0], role, by)
            rows.run(
                "UPDATE people SET role_since = CASE WHEN role = ? THEN role_since ELSE ? END, "
                "role = ? WHERE id = ?",
                (role.value, noted.at / 1e6, role.value, row[0]),
            )
            sessions_changed(rows)
            return True

    @staticmethod
    def _note_role(rows: Rows, person: str, role: PersonRole, by: str) -> journal.JournalEntry:
        noted = journal.note(rows, "role", {"person": person, "role": role.value, "by": by})
        if role is PersonRole.SHIFT_MANAGER:  # the codes on the consoles are void
            rows.run("DELETE FROM kept WHERE key LIKE ?", (f"{FIRST_MANAGER}%",))
        return noted

    def known_since(self, name: str) -> float:
        """Since when a person has had their account and present role; the future if neither."""
        with self._database.reading() as rows:
            row = person_called(rows, "created, role_since", name)
        return _FOR_EVER if row is None else max(float(row[0]), float(row[1]))


def person_called(rows: Rows, columns: str, name: str) -> Row | None:
    """These columns of the person with a name, however its letters are written."""
    return rows.one(f"SELECT {columns} FROM people WHERE folded = ?", (folded(name),))


def _rename(rows: Rows, person: Person, name: str) -> None:
    """Give a person with a guest's name one of their own, and move their money to it.

    Raises ``NameTaken``, or ``SeatedPerson`` while events of a table could still use the old name.
    """
    changed = rows.run(
        "UPDATE people SET name = ?, folded = ?, formerly = ? WHERE id = ? AND name = ? "
        "AND formerly IS NULL",
        (name, folded(name), person.name, person.id, person.name),
    )
    if not changed or not claim_forms(rows, person.id, name):
        raise NameTaken(name)
    _must_be_away(rows, person.name)
    old, new = player_account(person.name), player_account(name)
    row = rows.one("SELECT balance FROM accounts WHERE account = ?", (old,))
    money, n = 0 if row is None else int(row[0]), next_in_book_of(rows, person.id)
    journal.note(rows, "name", {"person": person.id, "name": name, "n": n, "money": money})
    rows.run("INSERT INTO accounts VALUES (?, 0, 0)", (new,))
    post_in_book_of(rows, person.id, renaming(n, person.name, name, money))


def _must_be_away(rows: Rows, name: str) -> None:
    """Raise ``SeatedPerson`` if a person has a seat, or a bet in a round that is not over."""
    account = player_account(name)
    tables = rows.all("SELECT id, name, notes FROM tables WHERE status <> 'closed'")
    for id, table, notes in tables:
        if name in json.loads(notes).get("seats", ()):
            raise SeatedPerson(table, is_seated=True)
        last = rows.one("SELECT max(last) FROM rounds WHERE table_id = ?", (id,))
        # What was bet and taken back again is no bet: only what has left the account counts.
        bet = rows.one(
            "SELECT sum(amount) FROM postings WHERE table_id = ? AND n > ? AND account = ?",
            (id, int((last or (0,))[0] or 0), account),
        )
        if bet is not None and bet[0]:
            raise SeatedPerson(table, is_seated=False)
