"""A whole database verified: every log, every sum of money, every balance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from pitboss.audit.sealed_shoes import SealedShoe, verify_with_shoes
from pitboss.store.ledger import Accounts
from pitboss.store.records import Entry, Posting, TableInfo
from pitboss.store.store import Store
from pitboss.table import events as e
from pitboss.table.evolve import evolve
from pitboss.table.log import entry_line, seal_line
from pitboss.table.verifying import Verified, opened
from pitboss.web.snapshots import Trail, read, read_state

_decode: msgspec.json.Decoder[e.Event] = msgspec.json.Decoder(e.AnyEvent)


def log_lines(entries: Iterable[Entry]) -> Iterator[bytes]:
    """A log as ``pitboss verify`` reads it, sealed at its end."""
    number, last = 0, ""
    for one in entries:
        n, event, hash, nonce, v = one.n, one.event.encode(), one.hash, one.nonce, one.version
        at = one.microseconds
        yield entry_line(n, event, hash, actor=one.actor, at=at, nonce=nonce, v=v) + b"\n"
        number, last = number + 1, hash
    yield seal_line(number, last) + b"\n"


def verified_table(store: Store, info: TableInfo) -> tuple[Verified, tuple[SealedShoe, ...]]:
    """The log of a table against itself, its last known hash and its ledger."""
    entries = store.entries(info.id, upto=info.sequence)
    found, shoes = verify_with_shoes(log_lines(entries))
    if not found.ok:
        return found, shoes
    wrong = None
    if len(entries) != info.sequence or entries[-1].hash != info.hash:
        wrong = "the log does not end where the table does: entries were lost"
    else:
        wrong = _wrong_beside(store, info, entries)
    if wrong is not None:
        return Verified(found.entries, found.rounds, found.entries + 1, wrong), shoes
    return found, shoes


def _wrong_beside(store: Store, info: TableInfo, entries: list[Entry]) -> str | None:
    """What is wrong with the ledger or the snapshot of a table whose log holds, or None."""
    kept = store.snapshot(info.id)
    snapshot = None if kept is None or kept[0] > info.sequence else read(kept[1])
    accounts, posted = Accounts(info.id), list[Posting]()
    state, trail = opened(_decode.decode(entries[0].event)), Trail()
    for entry in entries[1:]:
        event = _decode.decode(entry.event)
        after = evolve(state, event)
        posted += accounts.postings(entry.n, state, event, after)
        trail.follow(entry.n, event, state, after)
        state = after
        if snapshot is not None and entry.n == snapshot.n:
            is_so = read_state(state.rules, snapshot.state) == state and snapshot.trail == trail
            if not is_so or snapshot.hash != entry.hash:
                return "the snapshot is not what the events lead to"
    if posted != store.all_postings(info.id, upto=info.sequence):
        return "the ledger is not what the events post"
    return None


class VerifiedHouse(Struct, frozen=True):
    """What a database held up to, or the first thing in it that does not hold."""

    tables: int
    entries: int
    rounds: int
    sealed: int
    revealed: int
    first_bad: int | None = None
    problem: str | None = None


def verified_house(store: Store) -> VerifiedHouse:
    """Every table of a database, and the balances of all accounts."""
    entries = rounds = sealed = revealed = 0
    infos = store.every_table()
    for info in infos:
        found, shoes = verified_table(store, info)
        entries += found.entries
        rounds += found.rounds
        sealed += len(shoes)
        revealed += sum(shoe.is_revealed for shoe in shoes)
        if not found.ok:
            told = f"table {info.id}: {found.problem}"
            return VerifiedHouse(
                len(infos), entries, rounds, sealed, revealed, found.first_bad, told
            )
    wrong = None
    if store.totals() != (0, 0):
        wrong = "the accounts do not sum to zero"
    elif differing := store.disagreeing_accounts():
        wrong = f"the balance of {differing[0]} is not the sum of its postings"
    bad = None if wrong is None else entries + 1
    return VerifiedHouse(len(infos), entries, rounds, sealed, revealed, bad, wrong)
