"""Verify one table: its log, and everything stored with it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.audit import fairness
from pitboss.audit.sealed_shoes import SealedShoe, verify_with_shoes
from pitboss.store.journal import START, command_hash
from pitboss.store.ledger import Accounts
from pitboss.store.recorded import Mark
from pitboss.store.records import Posting, RoundPlace, StoredEvent, TableInfo
from pitboss.store.store import Store
from pitboss.table import events as e
from pitboss.table.evolve import evolve
from pitboss.table.hiding import commitment, hidden_in
from pitboss.table.log import entry_line, read_event, seal_line
from pitboss.table.log_verifier import Verified, opened
from pitboss.table.run import TableStep
from pitboss.table.state import TableState
from pitboss.table.stored_state import read_state
from pitboss.web.live.finished_rounds import finished_view
from pitboss.web.live.open_table import told_digest
from pitboss.web.live.snapshots import SavedTable, ShoeTrail, again, as_kept, read
from pitboss.web.live.table_notes import notes_of, written_notes
from pitboss.web.wire.masking import HoleCardEntry, StoredStep, shown

_WORDS: Final = "says"
"""The fields of an entry's public form whose wording may differ between versions."""


def log_lines(entries: Iterable[StoredEvent]) -> Iterator[bytes]:
    """A log as ``pitboss verify`` reads it, sealed at its end."""
    number, last = 0, ""
    for one in entries:
        n, event, hash, nonce, v = one.n, one.event.encode(), one.hash, one.nonce, one.version
        at = one.microseconds
        yield entry_line(n, event, hash, actor=one.actor, at=at, nonce=nonce, v=v) + b"\n"
        number, last = number + 1, hash
    yield seal_line(number, last) + b"\n"


class Beside(Struct):
    """What is derived from the events of a table and stored with them."""

    posted: list[Posting] = []
    rounds: list[RoundPlace] = []


def verified_table(
    store: Store, info: TableInfo, marks: Sequence[Mark] = ()
) -> tuple[Verified, tuple[SealedShoe, ...]]:
    """Verify a table's log against its last known hash and all that is stored with it.

    The table may be in play meanwhile: everything is read in one transaction.
    """
    with store.database.one_moment():
        return _verified(store, store.table(info.id) or info, marks)


def _verified(
    store: Store, info: TableInfo, marks: Sequence[Mark]
) -> tuple[Verified, tuple[SealedShoe, ...]]:
    entries = store.entries(info.id, upto=info.sequence)
    outcome, shoes = verify_with_shoes(log_lines(entries))
    if not outcome.ok:
        return outcome, shoes
    wrong: str | None
    if len(entries) != info.sequence or entries[-1].hash != info.hash:
        wrong = "the log and the table end at different entries: entries were lost"
    else:
        wrong = (
            _wrong_marks(store, info, entries, marks)
            or _wrong_secrets(store, info, shoes)
            or _wrong_beside(store, info, entries)
        )
    if wrong is not None:
        return Verified(
            outcome.entries, outcome.rounds, outcome.entries + 1, wrong, beside=True
        ), shoes
    return outcome, shoes


def _wrong_marks(
    store: Store, info: TableInfo, entries: list[StoredEvent], marks: Sequence[Mark]
) -> str | None:
    """Verify the chain of commands, and that it still contains the signed one."""
    before, hashes = START, [START]
    rows = store.everything(
        "SELECT person, key, body, table_id, sequence, answer, at, place, hash FROM commands "
        "WHERE table_id = ? ORDER BY place",
        info.id,
    )
    for place, row in enumerate(rows, 1):
        before = command_hash(before, place, row[:7])
        if (row[7], row[8]) != (place, before):
            return f"command {place} was changed, lost or misplaced"
        hashes.append(before)
    if (info.commands, info.commands_hash) != (len(rows), before):
        return "the commands do not end where the table says: some were lost"
    for sequence, hash, commands, commands_hash in marks:
        if sequence > len(entries) or entries[sequence - 1].hash != hash:
            return f"the log no longer has the signed entry {sequence}"
        if commands >= len(hashes) or hashes[commands] != commands_hash:
            return f"command {commands} is no longer the one that was signed"
    return None


def _wrong_secrets(store: Store, info: TableInfo, shoes: Sequence[SealedShoe]) -> str | None:
    """Verify that every secret matches the seal of its shoe, and every seal has its secret."""
    kept: dict[int, str] = dict(
        store.everything("SELECT shoe, secret FROM secrets WHERE table_id = ?", info.id)
    )
    if info.cards != "called" and kept.keys() != {shoe.shoe for shoe in shoes}:
        return "the secrets do not match the sealed shoes"
    for shoe in shoes:
        secret = kept[shoe.shoe]
        sealed = fairness.commitment(
            secret=secret, table=shoe.table, shoe=shoe.shoe, composition=shoe.composition
        )
        if sealed != shoe.commitment or (shoe.secret or secret) != secret:
            return f"the secret of shoe {shoe.shoe} does not match its seal"
    return None


def _wrong_beside(store: Store, info: TableInfo, entries: list[StoredEvent]) -> str | None:
    """What is wrong with the ledger, rounds, messages, notes or snapshot of a table, or None."""
    kept = store.snapshot(info.id)
    snapshot = None if kept is None else read(kept[1])
    if kept is not None and snapshot is not None and kept[0] != snapshot.n:
        return "the snapshot is not of the entry it is stored for"
    rows = store.everything(
        "SELECT n, shown, told FROM events WHERE table_id = ? ORDER BY n", info.id
    )
    beside, accounts = Beside(), Accounts(info.id)
    state, trail, hole = opened(read_event(entries[0].event)), ShoeTrail(), HoleCardEntry()
    last: dict[str, Any] | None = None
    for entry, (_, public, digest) in zip(entries, rows, strict=True):
        event = read_event(entry.event)
        opens = hole.turned(entry.n, event, entry.nonce)
        # The opening changes nothing that its rules do not already state.
        after = evolve(state, event) if entry.n > 1 else state
        step = TableStep(event, state, after, entry.actor)
        wrong = _wrong_entry(entry, step, opens, public, digest)
        if wrong is not None:
            return f"entry {entry.n}: {wrong}"
        if isinstance(event, e.CardsCollected):
            last = finished_view(state)
        elif isinstance(event, e.RoundClosed):
            beside.rounds.append(RoundPlace(event.number, trail.first, entry.n, entry.at))
        if entry.n > 1:
            beside.posted += accounts.postings(entry.n, step)
            trail.follow(entry.n, step)
            state = after
        if snapshot is not None and entry.n == snapshot.n:
            wrong = _wrong_snapshot(str(kept and kept[1]), snapshot, entry, state, trail, last)
            if wrong is not None:
                return wrong
    if beside.posted != store.all_postings(info.id, upto=info.sequence):
        return "the ledger does not match the events"
    if beside.rounds != list(reversed(store.rounds(info.id, last=1 << 40))):
        return "the rounds do not match the events"
    return _wrong_notes(info, state)


def _wrong_entry(
    entry: StoredEvent,
    step: TableStep,
    opens: tuple[int, str] | None,
    public: str,
    digest: str,
) -> str | None:
    """What is wrong with the time or with what was shown of an entry."""
    if entry.at != entry.microseconds / 1e6:
        return "its time was changed"
    if digest != told_digest(entry.hash, public.encode()):
        return "what was shown of it was changed"
    sealed = _sealed(entry, step.event)
    one = StoredStep(step, entry.n, entry.hash, entry.at, sealed, entry.nonce, opens)
    due = msgspec.json.encode(shown(one))
    if due == public.encode():
        return None
    was, is_due = json.loads(public), json.loads(due)
    if not isinstance(was, dict):
        return "what was shown of it is not what was logged"
    if {**was, _WORDS: ""} != {**is_due, _WORDS: ""}:
        return "what was shown of it is not what was logged"
    return None


def _sealed(entry: StoredEvent, event: e.Event) -> str:
    hidden = hidden_in(event)
    return "" if hidden is None else commitment(bytes.fromhex(entry.nonce), hidden)


def _wrong_snapshot(
    text: str,
    snapshot: SavedTable,
    entry: StoredEvent,
    state: TableState,
    trail: ShoeTrail,
    last: dict[str, Any] | None,
) -> str | None:
    is_so = read_state(state, snapshot.state) == state and snapshot.trail == trail
    is_last = snapshot.last == as_kept(last)
    if not is_so or snapshot.hash != entry.hash or not is_last:
        return "the snapshot does not match the events"
    if text != again(state, snapshot):
        return "the snapshot is not in snapshot format"
    return None


def _wrong_notes(info: TableInfo, state: TableState) -> str | None:
    notes = notes_of(info)
    if info.notes not in ("{}", written_notes(notes)):
        return "the table's notes are not in the right format"
    now = (tuple(state.seats.values()), state.round)
    if info.notes != "{}" and (notes.seats, notes.round) != now:
        return "the table's notes name another round or other seats"
    return None
