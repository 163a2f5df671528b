"""Verify who signed a journal, and that nothing in it was added without a key.

Since every transaction signs its last journal entry, a journal whose last entry is unsigned was
written by someone without the key. Only entries from before the first key took it up, such as those
of a program that has no key, are taken as they are.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from pitboss.store import journal
from pitboss.store.journal import JournalEntry
from pitboss.store.signatures import BadHead, Head, fingerprint

INTERVAL: Final = 60.0
"""Seconds between two heads."""

GRACE: Final = 60.0
"""Seconds by which a head may be late, on a machine that is busy or was suspended."""

_MICROSECONDS: Final = 1_000_000


class KeyRange(Struct):
    """A key, and the first and last journal entry that it signed."""

    key: str
    first: int
    last: int
    heads: int = 1

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the key."""
        return fingerprint(self.key)


class Continuation(Struct, frozen=True):
    """An entry by which an operator went on although something was wrong."""

    n: int
    at: int
    by: str
    why: str
    problem: str


class SignedJournal(Struct):
    """What was found about the signatures of a journal."""

    keys: list[KeyRange] = []
    continued: list[Continuation] = []
    holders: frozenset[str] = frozenset()
    """The key that may sign the next entry, once one has taken it up."""
    unsigned: int = 0
    """Entries after the last signed head."""
    has_key: bool = False
    """Whether a key has taken it up, and signs every transaction since."""
    was_opened: bool = False
    problem: str | None = None


def wrong_chain(
    entries: Sequence[JournalEntry], end: tuple[int, str], *, start: int = 0
) -> str | None:
    """What is wrong with the hashes after entry ``start`` of a journal that should end here."""
    if (wrong := journal.wrong_with(entries, start=start)) is not None:
        return wrong
    last = (entries[-1].n, entries[-1].hash) if entries else (0, journal.START)
    return None if end == last else "the journal does not end where it says: entries were lost"


def wrong_heads(entries: Sequence[JournalEntry], heads: Iterable[Head]) -> str | None:
    """The first signed head that does not match its entry, or None."""
    for head in heads:
        if not 0 < head.n <= len(entries) or entries[head.n - 1].hash != head.hash:
            return f"the journal is not the one that was signed at entry {head.n}"
        if entries[head.n - 1].at != head.at:
            return f"the signed head of entry {head.n} has a different time"
    return None


def wrong_signatures(heads: Iterable[Head]) -> str | None:
    """The first head that its key did not sign, or None."""
    for head in heads:
        try:
            head.check()
        except BadHead as bad:
            return str(bad)
    return None


def deciding(entries: Sequence[JournalEntry], heads: Sequence[Head]) -> list[Head]:
    """The heads on which the others rest: the last one, and those of every change of key."""
    kinds = ("key", "handover", "continued")
    changes = {entry.n for entry in entries if entry.kind in kinds}
    return [head for head in heads if head.n in changes] + list(heads[-1:])


def examined(entries: Sequence[JournalEntry], heads: Sequence[Head]) -> SignedJournal:
    """Follow the keys through a journal whose hashes and heads were verified."""
    journal = SignedJournal()
    hashes = {entry.n: entry.hash for entry in entries}
    signed = {head.n: head for head in heads if hashes.get(head.n) == head.hash}
    for entry in entries:
        replaced = _take(journal, entry, signed.get(entry.n))
        if (head := signed.get(entry.n)) is None:
            continue
        if head.key not in journal.holders and head.key != replaced and journal.problem is None:
            journal.problem = (
                f"entry {head.n} of the journal is signed by a key that never took over: "
                f"{head.fingerprint}"
            )
        if journal.keys and journal.keys[-1].key == head.key:
            journal.keys[-1].last, journal.keys[-1].heads = head.n, journal.keys[-1].heads + 1
        else:
            journal.keys.append(KeyRange(head.key, head.n, head.n))
    last = max(signed, default=0)
    journal.problem = journal.problem or _wrong_end(journal, entries, last)
    journal.unsigned = len(entries) - last
    return journal


def _take(journal: SignedJournal, entry: JournalEntry, head: Head | None) -> str | None:
    """Follow one entry; return the key that hands over with it, if one does."""
    if entry.kind not in ("opened", "key", "handover", "continued"):
        return None
    body = entry.told
    match entry.kind:
        case "opened":
            journal.was_opened = True
            if body["key"] not in journal.holders:
                journal.problem = journal.problem or f"entry {entry.n}: opened with a different key"
        case "key":
            may = not journal.holders or body["key"] in journal.holders
            if not may:
                journal.problem = journal.problem or f"entry {entry.n}: begun with a different key"
            journal.holders, journal.has_key = frozenset({body["key"]}), True
        case "handover":
            is_signed = head is not None and head.key == body["from"]
            if not is_signed or body["from"] not in journal.holders:
                journal.problem = (
                    journal.problem or f"entry {entry.n}: the old key did not hand over"
                )
            journal.holders, journal.has_key = frozenset({body["to"]}), True
            return str(body["from"])
        case _:
            by, why = str(body["by"]), str(body["why"])
            journal.continued.append(Continuation(entry.n, entry.at, by, why, str(body["problem"])))
            # Whatever was wrong with the signatures before was accepted, on record.
            journal.holders, journal.has_key = frozenset({body["key"]}), True
            journal.problem = None
    return None


def _wrong_end(journal: SignedJournal, entries: Sequence[JournalEntry], last: int) -> str | None:
    """What is wrong with the entries after the last signed head."""
    if last == len(entries):
        return None
    first = entries[last]
    if last == 0 and (journal.was_opened or journal.has_key):
        return "every signed head is missing, although the journal was signed: it may be forged"
    if last == 0:
        return "the journal was never signed: no server has had it, or its signatures were deleted"
    return (
        f"entry {first.n} of the journal ({described(first)}) is not signed: "
        "it was written without the key"
    )


def described(entry: JournalEntry) -> str:
    """An entry in a few words, for a message."""
    body = entry.told
    match entry.kind:
        case "role":
            return f"the role {str(body['role']).replace('_', ' ')}"
        case "person":
            return f"the account of {body['name']}"
    day = time.strftime("%d %B %Y", time.gmtime(entry.at / _MICROSECONDS))
    return f"{entry.kind!r}, {day}"


def wrong_outside(
    journal: SignedJournal, entries: Sequence[JournalEntry], head: Head
) -> str | None:
    """What a head that was kept outside the database proves against it, or None."""
    after = [one for one in journal.continued if one.n <= head.n]
    note = f"; it was continued at entry {after[-1].n} by {after[-1].by}" if after else ""
    if journal.keys and all(one.key != head.key for one in journal.keys):
        return f"the stored head is signed by a different key: {head.fingerprint}{note}"
    if head.n > len(entries):
        return (
            f"the journal was truncated: signed entry {head.n} is missing, and the last one here "
            f"is {len(entries)}{note}"
        )
    if entries[head.n - 1].hash != head.hash:
        return f"the journal was rewritten: entry {head.n} is not the one that was signed{note}"
    return None
