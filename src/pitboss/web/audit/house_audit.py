"""Verify a whole server: every table, all money, the journal and its signed heads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from pitboss.store import journal
from pitboss.store.names import folded, wrong_forms
from pitboss.store.recorded import Recorded, marks_in
from pitboss.store.records import TableInfo
from pitboss.store.refills import book_of
from pitboss.store.schema import wrong_versions
from pitboss.store.signatures import Head, fingerprint
from pitboss.store.signed_journal import (
    GRACE,
    INTERVAL,
    Continuation,
    KeyRange,
    SignedJournal,
    examined,
    wrong_chain,
    wrong_heads,
    wrong_outside,
    wrong_signatures,
)
from pitboss.store.store import Store
from pitboss.store.unchained import RECALCULATED, WITHOUT_HISTORY, digest_of, wrong_credit
from pitboss.store.witnessed import witnessed_heads
from pitboss.table import events as e
from pitboss.table.log import read_event
from pitboss.web.audit.database_audit import verified_table


class VerifiedHouse(Struct, frozen=True):
    """What was verified in a database, or the first problem found."""

    tables: int = 0
    entries: int = 0
    rounds: int = 0
    sealed: int = 0
    revealed: int = 0
    first_bad: int | None = None
    problem: str | None = None
    is_in_a_log: bool = False
    """Whether the problem is the entry ``first_bad`` of a table's log"""
    heads: int = 0
    fingerprint: str | None = None
    unsigned: int = 0
    """Entries of the journal after the last signed head."""
    keys: tuple[KeyRange, ...] = ()
    """The keys in the order in which they signed."""
    continued: tuple[Continuation, ...] = ()
    """Where an operator accepted what was wrong, on record."""


def verified_house(
    store: Store, *stored: Head, fingerprints: Collection[str] = ()
) -> VerifiedHouse:
    """Verify every table of a database, its money, people and journal.

    It must continue each of the heads that were ``stored`` outside it, and the key that signs now
    must have one of these ``fingerprints``, if any are known.

    Anything that cannot be read is reported as a problem.
    """
    try:
        with store.database.one_moment():
            return _verified(store, stored, fingerprints)
    except Exception as error:  # after a flipped bit the data may look like anything
        text = " ".join(str(error).split())[:200]
        return VerifiedHouse(
            first_bad=1, problem=f"the database cannot be read: {type(error).__name__}: {text}"
        )


def _verified(store: Store, stored: Sequence[Head], known: Collection[str]) -> VerifiedHouse:
    wrong = store.database.damage() or _wrong_versions(store)
    if wrong is not None:
        return VerifiedHouse(first_bad=1, problem=wrong)
    entries, heads = store.journal(), store.heads()
    wrong = (
        wrong_chain(entries, store.journal_head())
        or wrong_heads(entries, heads)
        or wrong_signatures((*heads, *witnessed_heads(store)))
    )
    if wrong is not None:
        return VerifiedHouse(first_bad=1, problem=wrong)
    signed = examined(entries, heads)
    wrong = (signed.problem if entries else None) or next(
        (wrong for head in stored if (wrong := wrong_outside(signed, entries, head))), None
    )
    wrong = wrong or _wrong_holder(signed, known)
    recorded = Recorded.of(entries)
    outcome = (
        VerifiedHouse(problem=wrong) if wrong is not None else _tables(store, recorded, signed)
    )
    wrong = outcome.problem or next(_wrong_rest(store, recorded, outcome), None)
    return replace(
        outcome,
        first_bad=None if wrong is None else outcome.first_bad or outcome.entries + 1,
        problem=wrong,
        heads=len(heads),
        fingerprint=heads[-1].fingerprint if heads else None,
        unsigned=signed.unsigned,
        keys=tuple(signed.keys),
        continued=tuple(signed.continued),
    )


def _wrong_holder(signed: SignedJournal, known: Collection[str]) -> str | None:
    """Say so if another key signs than the one that is known."""
    holders = sorted(map(fingerprint, signed.holders))
    if not known or not holders or {*map(_plain, known)} & {*map(_plain, holders)}:
        return None
    return (
        f"the database is signed by another key, {' and '.join(holders)}; "
        f"the known one is {' or '.join(known)}"
    )


def _plain(digits: str) -> str:
    return "".join(digits.split()).lower()


# Tables.


def _tables(store: Store, recorded: Recorded, signed: SignedJournal) -> VerifiedHouse:
    entries = rounds = sealed = revealed = 0
    in_log = False
    infos = store.every_table()
    problem = _wrong_list(infos, recorded)
    first_bad = None if problem is None else 1
    for info in infos if problem is None else ():
        outcome, shoes = verified_table(store, info, recorded.marks.get(info.id, ()))
        entries += outcome.entries
        rounds += outcome.rounds
        sealed += len(shoes)
        revealed += sum(shoe.is_revealed for shoe in shoes)
        wrong = outcome.problem or _wrong_book(store, info)
        if wrong is None and signed.has_key:
            wrong = _wrong_pace(store, info, recorded)
        if wrong is not None:
            first_bad, problem = outcome.first_bad or 1, f"table {info.id}: {wrong}"
            in_log = outcome.problem is not None and not outcome.beside
            break
    return VerifiedHouse(len(infos), entries, rounds, sealed, revealed, first_bad, problem, in_log)


def _wrong_list(infos: Sequence[TableInfo], recorded: Recorded) -> str | None:
    there = {info.id for info in infos}
    for id in recorded.tables.keys() | recorded.marks.keys():
        if id not in there:
            return f"table {id} was removed"
    for info in infos:
        known = recorded.tables.get(info.id)
        if known != {key: getattr(info, key) for key in journal.OF_A_TABLE}:
            return f"table {info.id} is not the one that was opened"
        if recorded.status.get(info.id) != info.status:
            return f"the status of table {info.id} was changed"
    return None


def _wrong_pace(store: Store, info: TableInfo, recorded: Recorded) -> str | None:
    """Find entries over a longer time than a running server leaves unsigned."""
    if not (marks := recorded.marks.get(info.id)):
        return None
    ((first, last),) = store.everything(
        "SELECT min(at), max(at) FROM events WHERE table_id = ? AND n > ?", info.id, marks[-1][0]
    )
    if first is None or last - first <= INTERVAL + GRACE:
        return None
    return (
        f"its last signed head is too old: entries over {(last - first) / 60:.0f} minutes follow "
        "it, and a server signs every minute"
    )


def _wrong_book(store: Store, info: TableInfo) -> str | None:
    first = store.entries(info.id, upto=1)[0]
    opening = read_event(first.event)
    if isinstance(opening, e.TableOpened) and opening.book != info.book:
        return "the table was opened under a different book"
    return None


# Everything else.


def _wrong_rest(store: Store, recorded: Recorded, outcome: VerifiedHouse) -> Iterator[str]:
    yield from _wrong_people(store, recorded)
    yield from _wrong_money(store, recorded)
    with store.database.reading() as rows:
        yield from recorded.wrong_rulings(rows)
        yield from recorded.wrong_disputes(rows)
    yield from _wrong_books(store, recorded)
    yield from _wrong_numbers(store, outcome)
    if recorded.closed is not None:
        with store.database.reading() as rows:
            yield from recorded.moved_since_the_end(marks_in(rows))
            changed = digest_of(rows, WITHOUT_HISTORY) != recorded.closed
            if changed or recorded.recalculated not in (None, digest_of(rows, RECALCULATED)):
                yield "something was changed after the server was shut down"


def _wrong_people(store: Store, recorded: Recorded) -> Iterator[str]:
    with store.database.reading() as rows:
        yield from recorded.wrong_people(rows)
    for name, stored in store.everything("SELECT name, folded FROM people"):
        if stored != folded(name):
            yield f"{name} is stored under a different name"
    with store.database.reading() as rows:
        wrong = wrong_forms(rows)
    if wrong is not None:
        yield wrong


def _wrong_money(store: Store, recorded: Recorded) -> Iterator[str]:
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
    for person, posting in recorded.issued:
        place = (book_of(person), posting.n)
        due.append((*place, lines[place], posting.account, posting.amount))
        lines[place] += 1
    if sorted(issued) != sorted(due):
        yield "the money issued does not match the opening balances and refills"
    with store.database.reading() as rows:
        yield from wrong_credit(rows)


def _wrong_books(store: Store, recorded: Recorded) -> Iterator[str]:
    result = {key: sha256(text.encode()).hexdigest() for key, text in store.kept_under("book/")}
    if result != recorded.books:
        yield "a book was changed, added or removed"


def _wrong_numbers(store: Store, outcome: VerifiedHouse) -> Iterator[str]:
    """Rows that do not belong to any table or event."""
    for table, due in (("events", outcome.entries), ("rounds", outcome.rounds)):
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


def _wrong_versions(store: Store) -> str | None:
    with store.database.reading() as rows:
        return wrong_versions(rows)
