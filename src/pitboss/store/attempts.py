"""Sign-in attempts: each is counted before its password is checked, and failures cause delays.

No one is locked out by another person's guesses. An address with wrong guesses waits, longer every
time. If a name is guessed from many addresses, those its owner has never signed in from wait too;
the owner's own addresses do not.
"""

from __future__ import annotations

import time
from hashlib import sha256
from typing import Final

from pitboss.store.database import Database, Rows

FROM_ANYWHERE: Final = 30
"""Wrong passwords for a name, from addresses unknown for it, before these have to wait."""

LONGEST_FROM_ANYWHERE: Final = 60.0
"""The most seconds they wait, since the owner may be at one of them."""

_FIRST: Final = 2.0
_FAMILIAR_FOR: Final = 90 * 86400.0


class Attempts:
    """Recent attempts by name and address."""

    def __init__(self, database: Database, *, allowed: int, longest: float) -> None:
        self._database = database
        self.allowed, self.longest = allowed, longest

    def take(self, name: str, address: str) -> float:
        """Count an attempt, and return the seconds it must wait, or 0 if it may be made."""
        now = time.time()
        with self._database.writing() as rows:
            if wait := self._counted(rows, _key(name, address), now, self.allowed, self.longest):
                return wait
            if self._is_familiar(rows, name, address, now):
                return 0.0
            return self._counted(rows, _key(name), now, FROM_ANYWHERE, LONGEST_FROM_ANYWHERE)

    def _counted(self, rows: Rows, key: str, now: float, allowed: int, longest: float) -> float:
        """Count one more under a key, and return how long it must wait."""
        # The first statement locks the row, so that parallel attempts are counted one by one.
        touched = rows.run(
            "UPDATE attempts SET at = ?, failures = CASE WHEN at < ? THEN 1 ELSE failures + 1 END "
            "WHERE key = ? AND until <= ?",
            (now, now - max(longest, _FIRST), key, now),
        ) or rows.run(
            "INSERT INTO attempts VALUES (?, 1, 0, ?) ON CONFLICT (key) DO NOTHING", (key, now)
        )
        row = rows.one("SELECT failures, until FROM attempts WHERE key = ?", (key,))
        if row is None:
            return 0.0
        failures, until = row
        if not touched:
            return max(0.001, float(until) - now)
        if failures >= allowed:
            wait = min(longest, _FIRST * 2.0 ** min(30, failures - allowed))
            rows.run("UPDATE attempts SET until = ? WHERE key = ?", (now + wait, key))
        return 0.0

    def succeeded(self, name: str, address: str) -> None:
        """Record a correct password: clear the address's failures and remember it."""
        now = time.time()
        with self._database.writing() as rows:
            rows.run("DELETE FROM attempts WHERE key = ?", (_key(name, address),))
            if not self._is_familiar(rows, name, address, now):  # then it was counted
                rows.run(
                    "UPDATE attempts SET failures = failures - 1 WHERE key = ? AND failures > 0",
                    (_key(name),),
                )
            rows.run(
                "INSERT INTO attempts VALUES (?, 0, 0, ?) "
                "ON CONFLICT (key) DO UPDATE SET at = excluded.at",
                (_familiar(name, address), now),
            )
            old, older = now - max(self.longest, 3600.0), now - _FAMILIAR_FOR
            rows.run("DELETE FROM attempts WHERE at < ? AND (failures > 0 OR at < ?)", (old, older))

    def _is_familiar(self, rows: Rows, name: str, address: str, now: float) -> bool:
        row = rows.one("SELECT at FROM attempts WHERE key = ?", (_familiar(name, address),))
        return row is not None and row[0] > now - _FAMILIAR_FOR


def _key(*text: str) -> str:
    return sha256("\n".join(text).encode()).hexdigest()


def _familiar(name: str, address: str) -> str:
    return f"known/{_key(name, address)}"
