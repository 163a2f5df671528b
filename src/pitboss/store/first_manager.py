"""The first shift manager: the person who reads the one-time code on the server's console."""

from __future__ import annotations

import json
import secrets
import time
from typing import Final

from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.store.attempts import Attempts
from pitboss.store.database import Database, Rows
from pitboss.store.people import FIRST_MANAGER, LockedOut, People, PersonRole
from pitboss.store.records import Person

_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The characters of a code, without those that look alike."""
_LENGTH: Final = 8
_GROUP: Final = 4

_VALID_FOR: Final = 7 * 86400.0
"""Seconds for which the code of a process that has died may still be used."""


class WrongCode(Exception):
    """The code is wrong, or was used."""


class NotNeeded(Exception):
    """There is a shift manager already."""


class FirstManager:
    """The codes of one database, of which each running server has one until there is a manager."""

    def __init__(self, database: Database, people: People) -> None:
        self._database, self._people, self._hasher = database, people, people.hasher

    @property
    def is_needed(self) -> bool:
        """Whether no one is shift manager."""
        with self._database.reading() as rows:
            return _is_needed(rows)

    def issue(self) -> str | None:
        """A new code to be shown on the console, or None if there is a shift manager."""
        letters = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
        now = time.time()
        value = json.dumps({"hash": self._hasher.hash(letters), "at": now})
        with self._database.writing() as rows:
            if not _is_needed(rows):
                return None
            for key, _, at in _codes(rows):
                if not self._database.shared or at < now - _VALID_FOR:
                    rows.run("DELETE FROM kept WHERE key = ?", (key,))
            rows.run(
                "INSERT INTO kept VALUES (?, ?)", (FIRST_MANAGER + secrets.token_hex(8), value)
            )
        return f"{letters[:_GROUP]}-{letters[_GROUP:]}"

    def sign_up(self, name: str, password: str, code: str, *, money: int, address: str) -> Person:
        """Add the first shift manager."""
        key = self._checked(code, address)
        return self._people.sign_up(
            name,
            password,
            money=money,
            role=PersonRole.SHIFT_MANAGER,
            first=lambda rows: _use(rows, key),
        )

    def promote(self, person: Person, code: str, *, address: str) -> None:
        """Make a person who has signed up the first shift manager."""
        key = self._checked(code, address)
        self._people.give_role(
            person.name,
            PersonRole.SHIFT_MANAGER,
            by="the code on the console",
            first=lambda rows: _use(rows, key),
        )

    def _checked(self, code: str, address: str) -> str:
        """Where a right code is stored; attempts are counted as for a password."""
        attempts: Attempts = self._people.attempts
        if not self.is_needed:
            raise NotNeeded
        if wait := attempts.take(FIRST_MANAGER, address):
            raise LockedOut(wait)
        letters = "".join(code.upper().replace("-", " ").split())
        with self._database.reading() as rows:
            codes = _codes(rows)
        for key, hash, at in codes:
            if at >= time.time() - _VALID_FOR and self._matches(hash, letters):
                attempts.succeeded(FIRST_MANAGER, address)
                return key
        raise WrongCode

    def _matches(self, hash: str, letters: str) -> bool:
        try:
            return self._hasher.verify(hash, letters)
        except (VerificationError, InvalidHashError):
            return False


def _codes(rows: Rows) -> list[tuple[str, str, float]]:
    records = rows.all(
        "SELECT key, value FROM kept WHERE key LIKE ? ORDER BY key", (f"{FIRST_MANAGER}%",)
    )
    codes = [(str(key), json.loads(value)) for key, value in records]
    return [(key, str(value["hash"]), float(value["at"])) for key, value in codes]


def _is_needed(rows: Rows) -> bool:
    return (
        rows.one(
            "SELECT 1 FROM people WHERE role = ? AND password IS NOT NULL",
            (PersonRole.SHIFT_MANAGER.value,),
        )
        is None
    )


def _use(rows: Rows, key: str) -> None:
    """Use a code up, in the transaction that makes the shift manager."""
    if not rows.run("DELETE FROM kept WHERE key = ?", (key,)) or not _is_needed(rows):
        raise NotNeeded
