"""Sign the journal of a database: each transaction that adds to it, and the tables every minute."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from pitboss.store.custody import Custody
from pitboss.store.database import Database, Rows
from pitboss.store.journal import START, JournalEntry, all_entries, end_of, note
from pitboss.store.recorded import Mark, Recorded, marks_in, people_in
from pitboss.store.signatures import BadHead, Head, Key, fingerprint
from pitboss.store.signed_journal import (
    SignedJournal,
    deciding,
    examined,
    wrong_chain,
    wrong_heads,
    wrong_outside,
    wrong_signatures,
)
from pitboss.store.unchained import (
    RECALCULATED,
    WITHOUT_HISTORY,
    digest_of,
    wrong_balances,
    wrong_credit,
)

if TYPE_CHECKING:
    from pitboss.store.store import Store

_log = logging.getLogger("pitboss.store")


class NotSigned(Exception):
    """A journal that is not continued; the message says why.

    Most can be, with the operator's word on record: ``may_continue``.
    """

    def __init__(self, why: str, *, may_continue: bool = True) -> None:
        self.may_continue = may_continue
        super().__init__(why)


def heads_in(rows: Rows) -> list[Head]:
    """Every signed head, oldest first."""
    records = rows.all("SELECT n, at, hash, key, signature FROM heads ORDER BY n")
    return [Head(int(n), int(at), *text) for n, at, *text in records]


class Signer:
    """Signs what one process adds to the journal of a database.

    It signs an entry only if the one before it is signed too: what someone wrote without the key
    stays unsigned, with everything after it, until an operator accepts it on record.
    """

    def __init__(self, store: Store, key: Key, custody: Custody | None = None) -> None:
        self._store, self._key, self._custody = store, key, custody
        self._reported: dict[str, Any] = {}
        self._known = (0, START)
        self._lock = threading.Lock()
        self._begins_again = False
        self.head: Head | None = None
        self.problem: str | None = None
        """Why nothing more is signed, if so"""
        self.was_cut_off = False
        """Whether the server before this one ended without its last entry"""
        self.on_head: Callable[[Head], None] = self.keep_outside
        self.on_problem: Callable[[str], None] = _log.error

    @property
    def database(self) -> Database:
        """The database whose journal it signs."""
        return self._store.database

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the key."""
        return self._key.fingerprint

    def sign_text(self, text: bytes) -> tuple[str, str]:
        """The public key and its signature of a text; ``NotSigned`` once signing has stopped."""
        with self._lock:
            if self.problem is not None:
                raise NotSigned(self.problem)
            return self._key.public, self._key.sign_text(text)

    # The beginning.

    def take_up(self, *, why: str | None = None, by: str = "") -> str | None:
        """Examine the journal, and sign it from now on.

        Raises ``NotSigned`` if something is wrong; with a reason ``why``, that is accepted and
        recorded instead. Returns a sentence for the operator if the journal is new or was never
        signed.
        """
        database = self._store.database
        # The head is read first: another process may sign on while the journal is read.
        outside = self._read_outside()
        with database.one_moment(), database.reading(long=True) as rows:
            entries = all_entries(rows)
            try:
                journal, problem = self._examined(rows, entries, outside)
            except (ValueError, KeyError, TypeError, IndexError) as error:
                reason = " ".join(str(error).split())[:100]
                raise NotSigned(
                    f"the journal cannot be read, restore a backup: {reason}", may_continue=False
                ) from None
        if problem is not None and why is None:
            raise NotSigned(problem)
        if problem is None and why is not None:
            raise NotSigned(
                "nothing is wrong with the database, so there is nothing to accept",
                may_continue=False,
            )
        self._known = (entries[-1].n, entries[-1].hash) if entries else (0, START)
        self.was_cut_off = _was_cut_off(entries)
        replaced = None if entries else outside
        self._begins_again = problem is not None or replaced is not None
        if self._custody is not None and self._key.is_new:
            self._custody.store_key(self._key)  # before anything is signed with it
        database.attend()
        with database.writing() as rows:
            database.signer = self
            if problem is not None:
                # The journal may not end where it says, which was accepted too.
                rows.run("UPDATE journal_head SET n = ?, hash = ? WHERE id = 1", self._known)
                note(rows, "continued", self._accepted(rows, problem, str(why), by))
            elif not journal.has_key and end_of(rows) == self._known:
                note(rows, "key", {"key": self._key.public})
        if replaced is not None:
            return (
                f"this database is new, but entry {replaced.n} of another was signed here before; "
                "its last head is kept with the ending .before"
            )
        if not entries or journal.has_key or problem is not None:
            return None
        return (
            f"the {len(entries)} entries of this database's journal were never signed and are "
            "accepted as they are"
        )

    def _examined(
        self, rows: Rows, entries: list[JournalEntry], outside: Head | None
    ) -> tuple[SignedJournal, str | None]:
        """What was found about the journal, and the first problem."""
        heads, end = heads_in(rows), end_of(rows)
        accepted = {
            problem: entry.n
            for entry in entries
            if entry.kind == "continued"
            for problem in (entry.told["problem"], *entry.told.get("problems", ()))
        }
        wrong = wrong_chain(entries, end) or wrong_heads(entries, heads)
        if wrong in accepted:  # then it counts from where it was accepted
            n = accepted[wrong]
            later = [head for head in heads if head.n >= n]
            wrong = wrong_chain(entries, end, start=n - 1) or wrong_heads(entries, later)
        wrong = wrong or wrong_signatures(deciding(entries, heads))
        if wrong is not None:
            return SignedJournal(problem=wrong), wrong
        journal = examined(entries, heads)
        wrong = journal.problem
        if (
            not journal.keys
            and not journal.has_key
            and not journal.was_opened
            and not self._has_signed()
        ):
            wrong = None  # it is new, or was made by a program without a key
        wrong = (
            wrong
            or self._wrong_key(journal)
            or _wrong_end(journal, entries, outside)
            or next((w for w in self._wrong_contents(rows, entries) if w not in accepted), None)
            or self._changed_since_the_end(rows, Recorded.of(entries))
        )
        return journal, wrong

    def _has_signed(self) -> bool:
        """Whether this key has signed before, at this place."""
        return self._custody is not None and (not self._key.is_new or self._custody.head.exists())

    def _wrong_key(self, journal: SignedJournal) -> str | None:
        if not journal.holders or self._key.public in journal.holders:
            return None
        others = " and ".join(sorted(map(fingerprint, journal.holders)))
        return (
            f"the database is signed by another key, {others}; the key here is {self.fingerprint}"
        )

    def _read_outside(self) -> Head | None:
        """The last head beside the key."""
        try:
            return None if self._custody is None else self._custody.last_head()
        except BadHead as bad:
            raise NotSigned(
                f"the last signed head beside the key cannot be used: {bad}; move it away if you "
                "know why",
                may_continue=False,
            ) from None

    def _wrong_contents(self, rows: Rows, entries: list[JournalEntry]) -> Iterator[str]:
        """What contradicts the journal, as far as it is quickly seen."""
        recorded = Recorded.of(entries)
        yield from recorded.wrong_people(rows)
        yield from recorded.wrong_tables(rows)
        yield from recorded.wrong_rulings(rows)
        yield from recorded.wrong_disputes(rows)
        yield from wrong_credit(rows)
        if recorded.recalculated != digest_of(rows, RECALCULATED):
            yield from wrong_balances(rows)

    def _changed_since_the_end(self, rows: Rows, recorded: Recorded) -> str | None:
        """What differs from the digests signed at shutdown; no earlier acceptance covers it."""
        if self._store.database.was_migrated:
            return None  # a migration may change what has no history
        for signed, columns_of in (
            (recorded.closed, WITHOUT_HISTORY),
            (recorded.recalculated, RECALCULATED),
        ):
            if signed not in (None, digest_of(rows, columns_of)):
                return "something was changed after the server was shut down"
        return None

    def _accepted(self, rows: Rows, problem: str, why: str, by: str) -> dict[str, Any]:
        """The entry by which an operator accepts the database as it is."""
        people, tables = people_in(rows), marks_in(rows)
        entries = all_entries(rows)
        recorded = Recorded.of(entries)
        since: dict[str, float] = dict(rows.all("SELECT id, role_since FROM people"))
        differing = [
            {**person, "role_since": since[id]}
            for person in people
            if person != recorded.people.get(id := person["id"])
            or not recorded.is_since(id, since[id])
        ]
        moved = {
            id: _as_logged(rows, id, mark)
            for id, mark in tables.items()
            if recorded.marks.get(id, [mark])[-1] != mark
        }
        return {
            "problem": problem,
            "problems": list(dict.fromkeys(self._wrong_contents(rows, entries))),
            "why": why,
            "by": by,
            "key": self._key.public,
            "people": differing,
            "tables": moved,
        }

    # Every transaction.

    def stop(self, problem: str) -> None:
        """Sign nothing more, for this reason."""
        with self._lock:
            self.problem = self.problem or problem
        self.on_problem(problem)

    def seal(self, rows: Rows) -> Head | None:
        """Sign the last entry of a transaction, in it."""
        first, before, *_ = rows.noted[0]
        n, _, at, hash = rows.noted[-1]
        with self._lock:
            if not self._follows(rows, first - 1, before):
                return None
            head = self._key.sign(n, at, hash)
        rows.run(
            "INSERT INTO heads VALUES (?, ?, ?, ?, ?) ON CONFLICT (n) DO NOTHING",
            (head.n, head.at, head.hash, head.key, head.signature),
        )
        return head

    def _follows(self, rows: Rows, n: int, hash: str) -> bool:
        """Whether the entry before is signed, by us or by another process with the key."""
        if self.problem is not None:
            return False
        if (n, hash) == self._known:
            return True
        row = rows.one("SELECT n, at, hash, key, signature FROM heads WHERE n = ?", (n,))
        before = self._key.public
        is_later = n > self._known[0]
        if is_later and row is not None and row[2] == hash and self._has_followed_the_key(rows):
            head = Head(int(row[0]), int(row[1]), *row[2:])
            if head.key in (before, self._key.public) and wrong_signatures([head]) is None:
                return True
        self.problem = f"entry {n} of the journal was not signed with our key: signing has stopped"
        self.on_problem(self.problem)
        return False

    def _has_followed_the_key(self, rows: Rows) -> bool:
        """Change to the key to which another process has let ours hand over, if it has."""
        row = rows.one(
            "SELECT body FROM journal WHERE kind = 'handover' AND n > ? ORDER BY n DESC",
            (self._known[0],),
        )
        if row is None:
            return True
        heir = json.loads(row[0])["to"]
        if self._custody is not None and heir != self._key.public:
            for key in (self._custody.waiting_key(), self._custody.known_key()):
                if key is not None and key.public == heir:
                    self._key = key
        return bool(self._key.public == heir)

    def committed(self, head: Head) -> None:
        """Remember a durable head, and pass it on."""
        with self._lock:
            if head.n > self._known[0]:
                self._known, self.head = (head.n, head.hash), head
        try:
            self.on_head(head)
        except OSError as error:  # it is signed and durable nevertheless
            self.on_problem(f"the last signed head cannot be kept beside the key: {error}")

    def keep_outside(self, head: Head) -> None:
        """Keep a head beside the key."""
        if self._custody is None:
            return
        if self._begins_again:
            self._begins_again = False
            self._custody.begin_again(head)
        else:
            self._custody.keep_head(head)

    # A server.

    def open(self) -> Head | None:
        """Record that a server has started, with the position of every table."""
        self._ready()
        with self._store.database.writing() as rows:
            note(rows, "opened", {"key": self._key.public})
            self._report_tables(rows)
        return self.head

    def sign(self) -> Head | None:
        """Record and sign the position of each table that has moved; None if none has."""
        self._ready()
        self._store.database.attend()  # again, if the connection was lost
        with self._store.database.writing() as rows:
            if not self._report_tables(rows):
                return None
        return self.head

    def close(self) -> Head | None:
        """Sign the last head, covering everything else too if no other process is running."""
        self._ready()
        with self._store.database.writing() as rows:
            alone = self._store.database.is_left_alone()
            self._report_tables(rows)
            rest = digest_of(rows, WITHOUT_HISTORY) if alone else None
            recalculated = digest_of(rows, RECALCULATED) if alone else None
            note(rows, "closed", {"rest": rest, "recalculated": recalculated})
        return self.head

    def _ready(self) -> None:
        if self._store.database.signer is not self:
            self.take_up()

    def _report_tables(self, rows: Rows) -> bool:
        now = marks_in(rows)
        moved = {id: mark for id, mark in now.items() if self._reported.get(id) != mark}
        if moved:
            note(rows, "heads", {"tables": moved})
            self._reported = now
        return bool(moved)

    # Rotation.

    def hand_over(self, successor: Key, *, by: str) -> Head:
        """Sign, with this key, that another one signs from now on."""
        body = {"from": self._key.public, "to": successor.public, "by": by}
        with self._store.database.writing() as rows:
            note(rows, "handover", body)
        if self.problem is not None or self.head is None:
            raise NotSigned(self.problem or "nothing was signed")
        self._key = successor
        return self.head


def _wrong_end(
    journal: SignedJournal, entries: list[JournalEntry], outside: Head | None
) -> str | None:
    """What the last head beside the key proves against a journal, or None."""
    if outside is None or not entries:
        return None
    if outside.n > len(entries):
        return (
            f"the database ends at entry {len(entries)} of its journal, but entry {outside.n} was "
            "signed already: it is an older copy, or its end was deleted"
        )
    return wrong_outside(journal, entries, outside)


def _was_cut_off(entries: list[JournalEntry]) -> bool:
    """Whether a server was opened after the last one was closed."""
    last = next((one.kind for one in reversed(entries) if one.kind in ("opened", "closed")), "")
    return last == "opened"


def _as_logged(rows: Rows, id: str, mark: Mark) -> Mark:
    """A table's position with the hash of the entry in its log, which may be another."""
    row = rows.one("SELECT hash FROM events WHERE table_id = ? AND n = ?", (id, mark[0]))
    return mark if row is None else (mark[0], str(row[0]), *mark[2:])
