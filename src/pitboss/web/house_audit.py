"""Verify a whole server: every table, all money, the journal and its signed heads."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any

from msgspec import Struct

from pitboss.store import journal
from pitboss.store.heads import digest_of_the_rest
from pitboss.store.journal import Noted
from pitboss.store.ledger import may_owe
from pitboss.store.names import folded, written, wrong_forms
from pitboss.store.records import Posting, TableInfo
from pitboss.store.refills import book_of, postings_of, renaming
from pitboss.store.schema import MIGRATIONS
from pitboss.store.signatures import BadHead, Head
from pitboss.store.store import Store
from pitboss.table import events as e
from pitboss.table.old_names import read_event
from pitboss.web.database_audit import Mark, verified_table


class VerifiedHouse(Struct, frozen=True):
    """What was verified in a database, or the first problem found."""

    tables: int = 0
    entries: int = 0
    rounds: int = 0
    sealed: int = 0
    revealed: int = 0
    first_bad: int | None = None
    problem: str | None = None
    heads: int = 0
    fingerprint: str | None = None
    unsigned: int = 0
    """Entries of the journal after the last signed head."""
    old: int = 0
    """Entries of the old chain, whose hashes could reveal their cards."""


class Told(Struct):
    """What should exist according to the journal."""

    people: dict[str, dict[str, Any]] = {}
    tables: dict[str, dict[str, Any]] = {}
    status: dict[str, str] = {}
    marks: dict[str, list[Mark]] = {}
    old: dict[str, tuple[int, str]] = {}
    rulings: dict[str, dict[str, Any]] = {}
    books: dict[str, str] = {}
    issued: list[tuple[str, Posting]] = []
    """What was posted when people signed up, took more money or chose a name, by person"""
    closed: str | None = None

    def hear(self, one: Noted) -> None:
        """The next entry."""
        told, self.closed = one.told, None
        match one.kind:
            case "person":
                self.people[told["id"]] = {**told, "formerly": None}
                self._post(told["id"], postings_of(0, told["name"], told["money"]))
            case "role":
                self.people[told["person"]]["role"] = told["role"]
            case "password":
                self.people[told["person"]]["password"] = told["password"]
            case "refill":
                name = self.people[told["person"]]["name"]
                self._post(told["person"], postings_of(told["n"], name, told["money"]))
            case "name":
                known = self.people[told["person"]]
                moved = renaming(told["n"], known["name"], told["name"], told["money"])
                self._post(told["person"], moved)
                known |= {"name": told["name"], "formerly": known["name"]}
            case "table":
                self.tables[told["id"]] = told
            case "status":
                self.status[told["table"]] = told["status"]
            case "heads":
                for id, mark in told["tables"].items():
                    self.marks.setdefault(id, []).append(tuple(mark))
            case "old":
                self.old[told["table"]] = (told["entries"], told["digest"])
            case "ruling":
                self.rulings[told["id"]] = told
            case "book":
                self.books[told["key"]] = told["digest"]
            case "closed":
                self.closed = told["rest"]
            case "opened":
                pass
            case _:
                raise ValueError(f"the journal has an entry of unknown kind {one.kind!r}")

    def _post(self, person: str, postings: Iterable[Posting]) -> None:
        self.issued += [(person, posting) for posting in postings]


def verified_house(store: Store, head: Head | None = None) -> VerifiedHouse:
    """Verify every table of a database, its money, people and journal; ``head`` is a stored one.

    Anything that cannot be read is reported as a problem.
    """
    try:
        with store.database.one_moment():
            return _verified(store, head)
    except Exception as error:  # after a flipped bit the data may look like anything
        told = " ".join(str(error).split())[:200]
        return VerifiedHouse(
            first_bad=1, problem=f"the database cannot be read: {type(error).__name__}: {told}"
        )


def _verified(store: Store, head: Head | None) -> VerifiedHouse:
    wrong = store.database.damage() or _wrong_schema(store)
    if wrong is not None:
        return VerifiedHouse(first_bad=1, problem=wrong)
    entries, told = store.journal(), Told()
    heads = store.heads()
    wrong = _wrong_journal(store, entries, heads)
    if wrong is None and head is not None:
        wrong = _wrong_kept(entries, heads, head)
    if wrong is not None:
        return VerifiedHouse(first_bad=1, problem=wrong)
    for one in entries:
        told.hear(one)
    found = _tables(store, told)
    wrong = found.problem or next(_wrong_rest(store, told, found), None)
    newest = heads[-1] if heads else None
    return VerifiedHouse(
        found.tables,
        found.entries,
        found.rounds,
        found.sealed,
        found.revealed,
        None if wrong is None else found.first_bad or found.entries + 1,
        wrong,
        len(heads),
        None if newest is None else newest.fingerprint,
        len(entries) - (0 if newest is None else newest.n),
        found.old,
    )


# The journal.


def _wrong_journal(store: Store, entries: list[Noted], heads: list[Head]) -> str | None:
    wrong = journal.wrong_with(entries)
    if wrong is not None:
        return wrong
    last = (entries[-1].n, entries[-1].hash) if entries else (0, journal.START)
    if store.journal_head() != last:
        return "the journal does not end where it says: entries were lost"
    for head in heads:
        if not 0 < head.n <= len(entries) or entries[head.n - 1].hash != head.hash:
            return f"the journal is not the one that was signed at entry {head.n}"
        if entries[head.n - 1].at != head.at:
            return f"the signed head of entry {head.n} has a different time"
        try:
            head.check()
        except BadHead as bad:
            return str(bad)
    return None


def _wrong_kept(entries: list[Noted], heads: list[Head], kept: Head) -> str | None:
    """Compare a stored head with the journal."""
    if heads and all(head.key != kept.key for head in heads):
        return f"the stored head is signed by a different key: {kept.fingerprint}"
    if kept.n > len(entries):
        return f"the journal was truncated: signed entry {kept.n} is missing"
    if entries[kept.n - 1].hash != kept.hash:
        return f"the journal was rewritten: entry {kept.n} is not the one that was signed"
    return None


# Tables.


def _tables(store: Store, told: Told) -> VerifiedHouse:
    entries = rounds = sealed = revealed = old = 0
    infos = store.every_table()
    problem = _wrong_list(infos, told)
    first_bad = None if problem is None else 1
    for info in infos if problem is None else ():
        found, shoes = verified_table(store, info, told.marks.get(info.id, ()))
        entries += found.entries
        rounds += found.rounds
        old += found.old
        sealed += len(shoes)
        revealed += sum(shoe.is_revealed for shoe in shoes)
        wrong = found.problem or _wrong_old(store, info, told)
        if wrong is not None:
            first_bad, problem = found.first_bad or 1, f"table {info.id}: {wrong}"
            break
    return VerifiedHouse(len(infos), entries, rounds, sealed, revealed, first_bad, problem, old=old)


def _wrong_list(infos: Sequence[TableInfo], told: Told) -> str | None:
    there = {info.id for info in infos}
    for id in told.tables.keys() | told.marks.keys():
        if id not in there:
            return f"table {id} was removed"
    for info in infos:
        known = told.tables.get(info.id)
        if known != {key: getattr(info, key) for key in journal.OF_A_TABLE}:
            return f"table {info.id} is not the one that was opened"
        if told.status.get(info.id) != info.status:
            return f"the status of table {info.id} was changed"
    return None


def _wrong_old(store: Store, info: TableInfo, told: Told) -> str | None:
    first = store.entries(info.id, upto=1)[0]
    opening = read_event(first.event, first.version)
    if isinstance(opening, e.TableOpened) and opening.book != info.book:
        return "the table was opened under a different book"
    with store.database.reading() as rows:
        found = list(journal.old_rows(rows, info.id))
    if not found and info.id not in told.old:
        return None
    if told.old.get(info.id) != (len(found), journal.old_digest(found)):
        return "an actor, a time or a message of the old chain was changed"
    return None


# Everything else.


def _wrong_rest(store: Store, told: Told, found: VerifiedHouse) -> Iterator[str]:
    yield from _wrong_people(store, told)
    yield from _wrong_money(store, told)
    yield from _wrong_rulings(store, told)
    yield from _wrong_books(store, told)
    yield from _wrong_numbers(store, found)
    if told.closed is not None:
        with store.database.reading() as rows:
            if digest_of_the_rest(rows) != told.closed:
                yield "something was changed after the server was shut down"


def _wrong_people(store: Store, told: Told) -> Iterator[str]:
    found = store.everything(
        "SELECT id, name, role, password, created, formerly, folded FROM people"
    )
    people = {row[0]: {**journal.person(*row[:5]), "formerly": row[5]} for row in found}
    for id, known in told.people.items():
        if people.get(id) != {key: known[key] for key in known if key != "money"}:
            yield f"{known['name']} is not the person who signed up, or has a different role"
    if len(people) != len(told.people) or len(found) != len(people):
        yield "there is an account that never signed up"
    for row in found:
        if row[6] not in (folded(row[1]), written(row[1])):
            yield f"{row[1]} is stored under a different name"
    with store.database.reading() as rows:
        wrong = wrong_forms(rows)
    if wrong is not None:
        yield wrong


def _wrong_money(store: Store, told: Told) -> Iterator[str]:
    if store.totals() != (0, 0):
        yield "the accounts do not sum to zero"
    if differing := store.disagreeing_accounts():
        yield f"the balance of {differing[0]} is not the sum of its postings"
    issued = store.everything(
        "SELECT table_id, n, line, account, amount FROM postings WHERE table_id LIKE 'house/%' "
        "ORDER BY table_id, line"
    )
    lines: Counter[tuple[str, int]] = Counter()
    due = []
    for person, posting in told.issued:
        place = (book_of(person), posting.n)
        due.append((*place, lines[place], posting.account, posting.amount))
        lines[place] += 1
    if sorted(issued) != sorted(due):
        yield "the money issued does not match the opening balances and refills"
    for account, owes in store.everything("SELECT account, may_owe FROM accounts"):
        if owes != int(may_owe(account)):
            yield f"the credit setting of {account} was changed"


def _wrong_rulings(store: Store, told: Told) -> Iterator[str]:
    found = store.everything(f"SELECT {journal.OF_A_RULING} FROM rulings")
    rulings = {row[0]: journal.ruling(row) for row in found}
    if rulings != told.rulings or len(found) != len(rulings):
        yield "a ruling was changed, added or removed"


def _wrong_books(store: Store, told: Told) -> Iterator[str]:
    found = {key: sha256(text.encode()).hexdigest() for key, text in store.kept_under("book/")}
    if found != told.books:
        yield "a book was changed, added or removed"


def _wrong_numbers(store: Store, found: VerifiedHouse) -> Iterator[str]:
    """Rows that do not belong to any table or event."""
    for table, due in (("events", found.entries), ("rounds", found.rounds)):
        if store.everything(f"SELECT count(*) FROM {table}")[0][0] != due:
            yield f"some {table} do not belong to any table"
    for table in ("events", "rounds", "secrets", "snapshots", "commands", "postings"):
        stray = store.everything(
            f"SELECT count(*) FROM {table} WHERE table_id NOT IN (SELECT id FROM tables)"
            + (" AND table_id NOT LIKE 'house/%'" if table == "postings" else "")
        )
        if stray[0][0]:
            yield f"some {table} do not belong to any table"
    over = store.everything(
        "SELECT count(*) FROM postings p JOIN tables t ON t.id = p.table_id "
        "WHERE p.n > t.sequence OR p.n < 1"
    )
    if over[0][0]:
        yield "some postings do not belong to any event"


def _wrong_schema(store: Store) -> str | None:
    versions = [row[0] for row in store.everything("SELECT version FROM migrations")]
    if sorted(versions) != list(range(1, len(MIGRATIONS) + 1)):
        return f"the schema has versions {json.dumps(sorted(versions))[:60]}"
    return None
