"""What should exist in a database according to its journal, and the rows that contradict it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from pitboss.store import journal
from pitboss.store.database import Rows
from pitboss.store.journal import JournalEntry
from pitboss.store.records import Posting
from pitboss.store.refills import correction_of, postings_of, renaming

Mark = tuple[int, str, int, str]
"""A table's position at a signed head: entries and commands, each with the last hash."""


class Recorded(Struct):
    """The contents of the journal, entry by entry."""

    people: dict[str, dict[str, Any]] = {}
    since: dict[str, float] = {}
    """Since when each person has had their role"""
    tables: dict[str, dict[str, Any]] = {}
    status: dict[str, str] = {}
    marks: dict[str, list[Mark]] = {}
    rulings: dict[str, dict[str, Any]] = {}
    disputes: dict[str, dict[str, Any]] = {}
    steps: dict[tuple[str, int], dict[str, Any]] = {}
    """The steps of every dispute, by its id and their number"""
    books: dict[str, str] = {}
    issued: list[tuple[str, Posting]] = []
    """What was posted when people signed up, took more money or chose a name, by person."""
    closed: str | None = None
    """The digest of what has no history, signed at shutdown, while it is the last entry."""
    recalculated: str | None = None
    """The digest of the balances and all else that can be recalculated, in the same entry."""

    @classmethod
    def of(cls, entries: Iterable[JournalEntry]) -> Recorded:
        """Everything in these entries."""
        recorded = cls()
        for entry in entries:
            recorded.take(entry)
        return recorded

    def take(self, entry: JournalEntry) -> None:
        """Add the next entry."""
        body, self.closed, self.recalculated = entry.told, None, None
        match entry.kind:
            case "person":
                self.people[body["id"]] = journal.person_in(body)
                self.since[body["id"]] = 0
                self._post(body["id"], postings_of(0, body["name"], body["money"]))
            case "role":
                self._give_role(body, entry.at)
            case "password":
                self.people[body["person"]]["password"] = body["password"]
            case "refill":
                name = self.people[body["person"]]["name"]
                self._post(body["person"], postings_of(body["n"], name, body["money"]))
            case "name":
                self._rename(body)
            case "table":
                self.tables[body["id"]] = body
            case "status":
                self.status[body["table"]] = body["status"]
            case "heads":
                for id, mark in body["tables"].items():
                    self.marks.setdefault(id, []).append(tuple(mark))
            case "ruling":
                self.rulings[body["id"]] = body
            case "dispute":
                self.disputes[body["id"]] = body
            case "step":
                self.steps[body["dispute"], body["n"]] = body
            case "correction":
                name = self.people[body["person"]]["name"]
                self._post(body["person"], correction_of(body["n"], name, body["money"]))
            case "book":
                self.books[body["key"]] = body["digest"]
            case "closed":
                self.closed = body["rest"]
                self.recalculated = body["recalculated"]
            case "continued":
                self._accept(body)
            case "key" | "handover" | "opened" | "sheet":
                pass  # nothing else is stored of them
            case _:
                raise ValueError(f"the journal has an entry of unknown kind {entry.kind!r}")

    def _rename(self, body: dict[str, Any]) -> None:
        person = self.people[body["person"]]
        before, after = person["name"], body["name"]
        self._post(body["person"], renaming(body["n"], before, after, body["money"]))
        person |= {"name": after, "formerly": before}

    def _give_role(self, body: dict[str, Any], at: int) -> None:
        person = self.people[body["person"]]
        if person["role"] != body["role"]:
            self.since[body["person"]] = at / 1e6
        person["role"] = body["role"]

    def _post(self, person: str, postings: Iterable[Posting]) -> None:
        self.issued += [(person, posting) for posting in postings]

    def _accept(self, body: dict[str, Any]) -> None:
        """Accept rows that contradicted the journal, as the operator did on record."""
        for person in body["people"]:
            since = person.pop("role_since")
            self.since[person["id"]] = since
            self.people[person["id"]] = person
        for id, mark in body["tables"].items():
            self.marks[id] = [tuple(mark)]

    # Contradictions.

    def wrong_people(self, rows: Rows) -> Iterator[str]:
        """The people who are not as the journal has them."""
        present = {person["id"]: person for person in people_in(rows)}
        for id, due in self.people.items():
            if (person := present.get(id)) is None:
                yield f"the account of {due['name']} was removed"
            elif person["role"] != due["role"]:
                was, now = (role.replace("_", " ") for role in (due["role"], person["role"]))
                yield f"{due['name']} has a different role: {now}, and in the journal {was}"
            elif person != due:
                yield f"{due['name']} is not the person who signed up, or has another password"
        for id, since in rows.all("SELECT id, role_since FROM people ORDER BY created, id"):
            if not self.is_since(id, since):
                yield f"{self.people[id]['name']} has had their role since a different time"
        if present.keys() - self.people.keys():
            yield "there is an account that never signed up"

    def is_since(self, id: str, since: float) -> bool:
        """Whether a person has had their role since then."""
        return self.since.get(id, since) == since

    def wrong_tables(self, rows: Rows) -> Iterator[str]:
        """The tables whose log no longer has the entry that was signed last."""
        positions = marks_in(rows)
        for id in self.tables.keys() | self.marks.keys():
            if id not in positions:
                yield f"table {id} was removed"
        if positions.keys() - self.tables.keys():
            yield "there is a table that was never opened"
        columns = ", ".join(journal.OF_A_TABLE)
        for *row, status in rows.all(f"SELECT {columns}, status FROM tables ORDER BY created, id"):
            table = dict(zip(journal.OF_A_TABLE, row, strict=True))
            if table != self.tables.get(table["id"], table):
                yield f"table {table['id']} is not the one that was opened"
            if status != self.status.get(table["id"], status):
                yield f"the status of table {table['id']} was changed"
        for id, marks in self.marks.items():
            sequence, hash, *_ = marks[-1]
            if id not in positions:
                continue
            record = rows.one(
                "SELECT hash FROM events WHERE table_id = ? AND n = ?", (id, sequence)
            )
            if record is None or record[0] != hash or positions[id][0] < sequence:
                yield f"table {id}: the log no longer has the signed entry {sequence}"
        if self.closed is not None:
            yield from self.moved_since_the_end(positions)

    def wrong_rulings(self, rows: Rows) -> Iterator[str]:
        """A sentence if the rulings are not those of the journal."""
        records = rows.all(f"SELECT {journal.OF_A_RULING} FROM rulings")
        rulings = {row[0]: journal.ruling(row) for row in records}
        if rulings != self.rulings or len(records) != len(rulings):
            yield "a ruling was changed, added or removed"

    def wrong_disputes(self, rows: Rows) -> Iterator[str]:
        """A sentence if the disputes, or what was done with them, are not those of the journal."""
        records = rows.all(f"SELECT {journal.OF_A_DISPUTE} FROM disputes")
        disputes = {row[0]: journal.dispute(row) for row in records}
        if disputes != self.disputes or len(records) != len(disputes):
            yield "a dispute was changed, added or removed"
        done = rows.all(f"SELECT {journal.OF_A_STEP} FROM dispute_steps")
        if {(row[0], row[1]): journal.dispute_step(row) for row in done} != self.steps:
            yield "a step of a dispute was changed, added or removed"

    def moved_since_the_end(self, positions: dict[str, Mark]) -> Iterator[str]:
        """The tables that are not where they were when the server was shut down."""
        if self.closed is not None:
            for id, position in positions.items():
                if id in self.marks and self.marks[id][-1] != position:
                    yield f"table {id} was changed after the server was shut down"


def people_in(rows: Rows) -> list[dict[str, Any]]:
    """Everyone with an account, as the journal records them."""
    records = rows.all(
        "SELECT id, name, role, password, created, formerly FROM people ORDER BY created, id"
    )
    return [{**journal.person(*person), "formerly": formerly} for *person, formerly in records]


def marks_in(rows: Rows) -> dict[str, Mark]:
    """The present position of every table."""
    records = rows.all("SELECT id, sequence, hash, commands, commands_hash FROM tables")
    return {str(row[0]): (int(row[1]), str(row[2]), int(row[3]), str(row[4])) for row in records}
