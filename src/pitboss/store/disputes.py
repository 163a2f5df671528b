"""Disputes over finished rounds: a statement, its papers, and every step after it.

Rows are only added, and each is recorded in the journal in the same transaction.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Collection, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import astuple

from pitboss.store import journal
from pitboss.store.database import Database, Row, Rows
from pitboss.store.journal import note
from pitboss.store.ledger import CORRECTIONS, may_owe
from pitboss.store.records import Dispute, DisputeStep, Person
from pitboss.store.refills import correction_of, next_in_book_of, post_in_book_of

DAY: Final = 86400.0

_DISPUTE: Final = "d.id, d.table_id, d.round, d.person, d.by_whom, d.statement, d.papers, d.at"
_LISTED: Final = _DISPUTE.replace("d.papers", "''")
"""A dispute without its papers, which are long."""

ENDS: Final = frozenset({"decided", "approved", "withdrawn"})
"""The steps after which a dispute is closed."""


_DECIDED: Final = "the dispute has already been decided"
_NOT_OPEN: Final = {
    "open": "no decision of this dispute waits for approval",
    "rejected": "no decision of this dispute waits for approval",
    "proposed": "a decision of this dispute already waits for approval",
    "decided": _DECIDED,
    "approved": _DECIDED,
    "read": _DECIDED,
    "withdrawn": "the dispute was withdrawn",
}
"""Why a step does not fit after the last one."""


class TooMany(Exception):
    """The person has too many disputes; the message says which limit."""


class Disputed(Exception):
    """The person has disputed this round before."""


class NotOpen(Exception):
    """The dispute is not in a state for this step; the message says what was done."""


class Quota(Struct, frozen=True):
    """How many disputes a person may have."""

    open: int
    a_day: int


class Disputes:
    """The disputes in one database."""

    database: Database

    def add_dispute(
        self, table: str, round: int, person: Person, *, statement: str, papers: str, quota: Quota
    ) -> Dispute:
        """Add a dispute; raises ``Disputed`` or ``TooMany``."""
        id, now = secrets.token_hex(8), time.time()
        dispute = Dispute(id, table, round, person.id, person.name, statement, papers, now)
        with self.database.writing() as rows:
            # Two requests at the same time are decided one after the other.
            rows.run("UPDATE people SET role = role WHERE id = ?", (person.id,))
            own = rows.all(
                "SELECT table_id, round, at, id FROM disputes WHERE person = ?", (person.id,)
            )
            if any(row[:2] == (table, round) for row in own):
                raise Disputed(f"you have already disputed round {round} of this table")
            if sum(now - row[2] < DAY for row in own) >= quota.a_day:
                raise TooMany(f"you may open at most {quota.a_day} disputes a day")
            if sum(_is_open(rows, row[3]) for row in own) >= quota.open:
                raise TooMany(f"you already have {quota.open} disputes that are not decided yet")
            values = astuple(dispute)
            rows.run("INSERT INTO disputes VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
            note(rows, "dispute", journal.dispute(values))
        return dispute

    def add_step(
        self,
        id: str,
        *,
        kind: str,
        by: str,
        body: dict[str, Any],
        after: Collection[str | None],
        pays: int = 0,
    ) -> DisputeStep:
        """Add a step after the last one, which must be of these kinds; raises ``NotOpen``.

        What it ``pays`` is posted to the disputing player in the same transaction.
        """
        with self.database.writing() as rows:
            row = rows.one("SELECT person FROM disputes WHERE id = ?", (id,))
            assert row is not None
            rows.run("UPDATE people SET role = role WHERE id = ?", (row[0],))
            last = _last_step(rows, id)
            if (None if last is None else last[1]) not in after:
                raise NotOpen(_NOT_OPEN["open" if last is None else last[1]])
            text = json.dumps(body, sort_keys=True, ensure_ascii=False)
            step = _add(rows, id, last, kind=kind, by=by, body=text)
            if pays:
                _pay(rows, str(row[0]), id, pays)
        return step

    def read_dispute(self, id: str, person: str) -> None:
        """Record that the player has read the answer, once."""
        with self.database.writing() as rows:
            rows.run("UPDATE people SET role = role WHERE id = ?", (person,))
            last = _last_step(rows, id)
            if last is None or last[1] not in ENDS - {"withdrawn"}:
                return
            name = rows.one("SELECT name FROM people WHERE id = ?", (person,))
            _add(rows, id, last, kind="read", by=name[0] if name else "", body="{}")

    def dispute(self, id: str) -> Dispute | None:
        """A dispute with its papers."""
        with self.database.reading() as rows:
            row = rows.one(f"SELECT {_DISPUTE} FROM disputes d WHERE d.id = ?", (id,))
        return None if row is None else Dispute(*row)

    def disputes_of(self, person: str, *, most: int) -> list[Dispute]:
        """A person's disputes without their papers, newest first."""
        with self.database.reading() as rows:
            records = rows.all(
                f"SELECT {_LISTED} FROM disputes d WHERE d.person = ? "
                "ORDER BY d.at DESC, d.id LIMIT ?",
                (person, most),
            )
        return [Dispute(*row) for row in records]

    def disputes_before(self, before: float | None, *, most: int) -> list[Dispute]:
        """Disputes without their papers from before a time, newest first."""
        where, values = ("", ()) if before is None else ("WHERE d.at < ?", (before,))
        with self.database.reading() as rows:
            records = rows.all(
                f"SELECT {_LISTED} FROM disputes d {where} ORDER BY d.at DESC, d.id LIMIT ?",
                (*values, most),
            )
        return [Dispute(*row) for row in records]

    def answers_to(self, person: str) -> tuple[int, int]:
        """How many of a person's disputes await an answer, and how many have one unread."""
        with self.database.reading() as rows:
            records = rows.all(
                "SELECT (SELECT s.kind FROM dispute_steps s WHERE s.dispute = d.id "
                "ORDER BY s.n DESC LIMIT 1) FROM disputes d WHERE d.person = ?",
                (person,),
            )
        kinds = [row[0] for row in records]
        answered = sum(kind in ENDS - {"withdrawn"} for kind in kinds)
        return sum(kind not in ENDS | {"read"} for kind in kinds), answered

    def steps_of(self, disputes: Sequence[str]) -> dict[str, list[DisputeStep]]:
        """The steps of each of these disputes, in order."""
        if not disputes:
            return {}
        marks = ", ".join("?" * len(disputes))
        with self.database.reading() as rows:
            records = rows.all(
                f"SELECT {journal.OF_A_STEP} FROM dispute_steps WHERE dispute IN ({marks}) "
                "ORDER BY dispute, n",
                disputes,
            )
        steps: dict[str, list[DisputeStep]] = {id: [] for id in disputes}
        for row in records:
            steps[row[0]].append(DisputeStep(*row))
        return steps


def _add(
    rows: Rows, dispute: str, last: Row | None, *, kind: str, by: str, body: str
) -> DisputeStep:
    """Add a step after the last one, and record it in the journal."""
    n = 1 if last is None else int(last[0]) + 1
    step = DisputeStep(dispute, n, kind, by, body, time.time())
    values = astuple(step)
    rows.run("INSERT INTO dispute_steps VALUES (?, ?, ?, ?, ?, ?)", values)
    note(rows, "step", journal.dispute_step(values))
    return step


def _last_step(rows: Rows, id: str) -> Row | None:
    return rows.one("SELECT n, kind FROM dispute_steps WHERE dispute = ? ORDER BY n DESC", (id,))


def _is_open(rows: Rows, id: str) -> bool:
    last = _last_step(rows, id)
    return last is None or last[1] not in ENDS | {"read"}


def _pay(rows: Rows, person: str, dispute: str, money: int) -> None:
    """Correct the result of a round: post to the player, and record it in the journal."""
    account = rows.one("SELECT 1 FROM accounts WHERE account = ?", (CORRECTIONS,))
    if account is None:
        rows.run("INSERT INTO accounts VALUES (?, 0, ?)", (CORRECTIONS, int(may_owe(CORRECTIONS))))
    row = rows.one("SELECT name FROM people WHERE id = ?", (person,))
    assert row is not None
    n = next_in_book_of(rows, person)
    body = {"person": person, "n": n, "money": money, "dispute": dispute}
    note(rows, "correction", body)
    post_in_book_of(rows, person, correction_of(n, str(row[0]), money))
