"""An open table: carries out acts and returns what must be made durable."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss.law.answers import Refusal
from pitboss.rulebooks import TableRules
from pitboss.store.ledger import Accounts
from pitboss.store.people import GUEST
from pitboss.store.records import Posting, RoundPlace, StoredEvent, TableInfo
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.automation import Automation, Supervision
from pitboss.table.decide import decide
from pitboss.table.evolve import evolve
from pitboss.table.fairness import CommittedShoe
from pitboss.table.log import START, chain, read_event
from pitboss.table.log import step as hash_of
from pitboss.table.log_verifier import opened
from pitboss.table.procedure.card_preparation import not_ready
from pitboss.table.procedure.duties import next_duty
from pitboss.table.procedure.open_changes import needs_clock, reaches_notice
from pitboss.table.run import TableStep
from pitboss.table.sources import CardNotCalled, ShoeEmpty
from pitboss.table.state import Phase, TableState
from pitboss.table.stored_state import read_state
from pitboss.table.table import Before, NotPermitted, Table
from pitboss.web.live.finished_rounds import finished_view
from pitboss.web.live.shoes import HouseShoe, called_cards, new_source, sealed_shoe
from pitboss.web.live.snapshots import EVERY, SavedTable, ShoeTrail, taken
from pitboss.web.live.table_notes import Notes, notes_of, written_notes
from pitboss.web.rules.rules_views import rules_view
from pitboss.web.wire.masking import TURNING, HoleCardEntry, StoredStep, shown
from pitboss.web.wire.movements import MOVEMENTS
from pitboss.web.wire.views import TableSnapshot

DEALER: Final = "dealer"
"""The actor of an automatic dealer; the name is reserved."""


class ServerRefusal(Exception):
    """A refusal by the server, not the book: a role, a balance, a closed table."""

    def __init__(
        self,
        why: str,
        *,
        status: int = 409,
        clause: str | None = None,
        is_unknown: bool = False,
        spot: tuple[int, str] | None = None,
    ) -> None:
        self.why, self.status, self.clause = why, status, clause
        self.spot = spot
        """The box and the kind of the bet that was refused among several"""
        self.is_unknown = is_unknown
        """Whether it may have been carried out nevertheless"""
        super().__init__(why)


class BrokenLog(Exception):
    """The stored log failed verification; the table stays shut until it is examined."""


class Change(Struct, frozen=True):
    """The changes that one command caused."""

    before: int
    hash: str
    happened: tuple[StoredStep, ...]
    entries: tuple[StoredEvent, ...]
    postings: tuple[Posting, ...]
    rounds: tuple[RoundPlace, ...]
    secrets: tuple[tuple[int, str], ...]
    refusal: Refusal | None = None
    snapshot: str | None = None


def automation_of(dealt_by: str) -> Automation:
    """What the table does by itself: everything a dealer does, or nothing."""
    return Automation.NONE if dealt_by == "person" else Automation.DEALER


class Earlier(NamedTuple):
    """A table as it was before some minutes passed, until what is done after them is accepted."""

    before: Before
    minutes: int
    steps: tuple[TableStep, ...]
    """What the minutes brought about"""


class LiveTable:
    """One table in memory; the store has everything needed to restore it."""

    def __init__(
        self,
        info: TableInfo,
        table: Table,
        *,
        sequence: int = 0,
        hash: bytes = START,
        trail: ShoeTrail | None = None,
        last: dict[str, Any] | None = None,
        kept_at: int = 0,
    ) -> None:
        self.info, self.table = info, table
        self.sequence, self._hash = sequence, hash
        self.trail = trail or ShoeTrail()
        self._kept_at = kept_at
        self._earlier: Earlier | None = None
        self.hole = HoleCardEntry()
        self.last = last
        self.status = self.kept_status = info.status
        self.accounts = Accounts(info.id)
        self.kept_notes = info.notes
        self._noted: tuple[Notes | None, str] = (None, "")
        """The last notes, and their stored form"""
        notes = notes_of(info)
        self.chair = notes.chair
        self.ready = set(notes.ready)
        self.practice, self.pause, self.declared = notes.practice, notes.pause, notes.declared
        self.staff: Mapping[str, str] = {}
        """The role of everyone who is more than a player, by name"""
        self.static = _static(table.rules)

    @property
    def state(self) -> TableState:
        """The current state of the table, durable or about to be."""
        return self.table.state

    @property
    def rules(self) -> TableRules:
        """The rules of the table."""
        return self.table.rules

    @property
    def is_guests(self) -> bool:
        """Whether a guest opened the table."""
        return self.info.opened_by.startswith(GUEST)

    @property
    def hash(self) -> str:
        """The hash of the last entry."""
        return self._hash.hex()

    @property
    def notes(self) -> str:
        """What is remembered besides the events, in its stored form."""
        state, pause = self.state, self.pause
        seats, ready = tuple(state.seats.values()), tuple(sorted(self.ready))
        stored = None if pause is None else pause.stored
        changed, practice = state.changes.settings or None, self.practice
        notes = Notes(
            ready, self.chair, seats, state.round, practice, stored, changed, self.declared
        )
        if notes != self._noted[0]:
            self._noted = notes, written_notes(notes)
        return self._noted[1]

    def minutes_due(self, now: float) -> int:
        """The minutes since the log last recorded any."""
        passing = 0 if self._earlier is None else self._earlier.minutes
        return int((now - self.info.created) // 60) - self.trail.minutes - passing

    def time_matters(self, minutes: int) -> bool | None:
        """Whether this many more minutes change what is legal; None if the book has no clock.

        How many minutes are too many is the book's rule; this only finds when to record them.
        """
        opening, state = self.rules.book.opening, self.state
        if needs_clock(state) and reaches_notice(state, minutes):
            return True
        if opening.idle is None and opening.renewal is None:
            return None
        answer = decide(state, acts.PassTime(minutes=minutes))
        return not isinstance(answer, Refusal) and len(answer.events) > 1

    # Doing things.

    @contextmanager
    def after(self, minutes: int, actor: str) -> Iterator[None]:
        """Let minutes pass before what is done next; if that is refused, they have not passed."""
        before = Before(self.table)
        self.table.do(acts.PassTime(minutes=minutes))
        self._earlier = Earlier(before, minutes, tuple(self._steps(actor)))
        try:
            yield
        finally:
            if self._earlier is not None:  # nothing was done
                self._earlier = None
                before.restore()

    def carry_out(self, actor: str, do: Callable[[Table], object]) -> Change:
        """Do something at the table, and record everything it caused; a refusal undoes all of it.

        What the server itself refuses is raised as ``ServerRefusal``.
        """
        earlier = self._earlier
        before = Before(self.table) if earlier is None else earlier.before
        refusal = None
        try:
            do(self.table)
        except NotPermitted as error:
            refusal = error.refusal
        except (CardNotCalled, ShoeEmpty) as error:
            refusal = Refusal(self.rules.deal.turns.under, str(error))
        except ServerRefusal:
            before.restore()
            raise
        if refusal is not None:
            before.restore()
        self._earlier = None
        first = () if earlier is None or refusal is not None else earlier.steps
        return self._taken_down(actor, refusal, first)

    def _steps(self, actor: str) -> list[TableStep]:
        """The steps since the last call, each with who caused it."""
        automatic = DEALER if self.info.dealt_by == "machine" else actor
        return self.table.taken(actor, automatic=automatic)

    def _taken_down(
        self, actor: str, refusal: Refusal | None, first: Sequence[TableStep] = ()
    ) -> Change:
        """Chain and store what happened after ``first``, reading everything from the steps."""
        before, at = self.sequence, int(time.time() * 1e6)
        now = at / 1e6
        happened, entries = [], []
        postings: list[Posting] = []
        rounds = []
        for n, step in enumerate((*first, *self._steps(actor)), before + 1):
            event = step.event
            line, self._hash = chain(self._hash, n, step.actor, at, event)
            hash = self._hash.hex()
            opens = None
            if isinstance(event, TURNING):
                opens = self.hole.turned(n, event, line.nonce)
            one = StoredStep(step, n, hash, now, line.sealed, line.nonce, opens)
            public = msgspec.json.encode(shown(one))
            happened.append(one._replace(public=public))
            entries.append(
                StoredEvent(
                    n,
                    line.event.decode(),
                    hash,
                    step.actor,
                    now,
                    public.decode(),
                    line.nonce,
                    told=told_digest(hash, public),
                )
            )
            if isinstance(event, e.MOVES_MONEY):
                postings += self.accounts.postings(n, step)
            match event:
                case e.CardsCollected():
                    self.last = finished_view(step.before)
                case e.RoundClosed():
                    rounds.append(RoundPlace(event.number, self.trail.first, n, now))
                    self.ready.clear()
                case e.WindowOpened() | e.WindowClosed():
                    self.ready.clear()
                case e.BetsClosed():
                    self.declared = ()  # what is only said by then is not accepted (nz 5.3)
                case e.RulesChanged():
                    self.static = _static(step.after.rules)
            self.trail.follow(n, step)
        self.sequence = before + len(entries)
        source = self.table.source
        secrets = source.take_fresh() if isinstance(source, HouseShoe) and source.fresh else ()
        is_due = rounds and self.sequence - self._kept_at >= EVERY
        return Change(
            before=before,
            hash=self.hash,
            happened=tuple(happened),
            entries=tuple(entries),
            postings=tuple(postings),
            rounds=tuple(rounds),
            secrets=secrets,
            refusal=refusal,
            snapshot=self._snapshot() if is_due else None,
        )

    def _snapshot(self) -> str:
        self._kept_at = self.sequence
        return taken(self.sequence, self.hash, self.state, self.trail, self.last)

    # Looking.

    def look(self, seconds: float | None = None) -> TableSnapshot:
        """The table as it is now."""
        source = self.table.source
        sealed = source.commitment if isinstance(source, CommittedShoe) else None
        return TableSnapshot(
            id=self.info.id,
            name=self.info.name,
            status=self.status,
            dealt_by=self.info.dealt_by,
            cards=self.info.cards,
            sequence=self.sequence,
            hash=self.hash,
            state=self.state,
            left=source.left,
            commitment=None if sealed is None else sealed.digest,
            dealer_name=self.chair,
            ready=frozenset(self.ready),
            seconds=seconds,
            last=self.last,
            duty=next_duty(self.state),
            seeds=self._seeds(),
            pause=self.pause,
            is_practice=self.practice,
            staff=self.staff,
            shuffle_due=self._shuffle_due(),
            declared=self.declared,
        )

    def _shuffle_due(self) -> str | None:
        """Why the cards must be shuffled now; None if not, or if they must be prepared first."""
        between = self.state.phase is Phase.BETTING and not_ready(self.state) is None
        due = self.table.shuffle_is_due() if between else None
        return None if due is None else due[0]

    def _seeds(self) -> tuple[str, ...] | None:
        """Who has given a seed, while the sealed shoe is not loaded."""
        source, shoe = self.table.source, self.state.shoe
        if not isinstance(source, CommittedShoe) or source.commitment is None or shoe.is_loaded:
            return None
        return tuple(player for player, _ in source.given)


def _static(rules: TableRules) -> dict[str, bytes]:
    """What every person at the table is sent once, and again when the rules have changed."""
    parts = {**rules_view(rules), "movements": MOVEMENTS}
    return {key: msgspec.json.encode(part) for key, part in parts.items()}


def _supervision(info: TableInfo, strict: bool, by_the_book: bool | None) -> Supervision:
    """What is demanded at a table of the house, where a person deals or a machine."""
    return Supervision(strict, by_the_book, machine=info.dealt_by == "machine")


def open_live(
    info: TableInfo, rules: TableRules, *, by_the_book: bool = True
) -> tuple[LiveTable, Change]:
    """A new table, with the change that opened it.

    ``by_the_book``: the cards are prepared step by step, by people or by the machine.
    """
    table = Table(
        rules,
        new_source(info.id, info.cards),
        automation=automation_of(info.dealt_by),
        name=info.id,
        strict_supervision=_supervision(info, info.dealt_by == "person", by_the_book),
        asks_for_cuts=True,
        chained=False,
    )
    live = LiveTable(info, table)
    return live, live._taken_down("house", None)


def rules_in(opening: StoredEvent) -> TableRules:
    """The rules of a table, from the event that opened it."""
    return opened(read_event(opening.event)).rules


def recover(
    info: TableInfo,
    entries: Sequence[StoredEvent],
    secrets: dict[int, bytes],
    snapshot: SavedTable | None = None,
) -> LiveTable:
    """The table as it was after these entries, the cards in its shoe included.

    The first entry is always there; with a snapshot, the others are those after it.
    """
    if not entries:
        raise BrokenLog(f"table {info.id} has no events")
    opening = read_event(entries[0].event)
    assert isinstance(opening, e.TableOpened)
    # A table that opened before its log said who deals is held to the same.
    state = replace(opened(opening), dealt_by_machine=info.dealt_by == "machine")
    trail, last = ShoeTrail(), None
    place, before = 1, _step(START, entries[0])
    if snapshot is not None:
        state, trail, last = read_state(state, snapshot.state), snapshot.trail, snapshot.last
        place, before = snapshot.n, bytes.fromhex(snapshot.hash)
    kept_at = place
    collected: TableState | None = None
    turning: list[tuple[int, e.Event, str]] = []
    for entry in entries[1:]:
        place += 1
        before = _step(before, entry)
        if entry.n != place or before.hex() != entry.hash:
            raise BrokenLog(f"table {info.id}: entry {place} was changed, lost or misplaced")
        event = read_event(entry.event)
        if isinstance(event, TURNING):
            turning.append((entry.n, event, entry.nonce))
        elif isinstance(event, e.CardsCollected):
            collected = state
        step = TableStep(event, state, evolve(state, event))
        trail.follow(entry.n, step)
        state = step.after
    if (place, before.hex()) != (info.sequence, info.hash):
        raise BrokenLog(f"table {info.id}: the log does not end where the table does")
    called, loaded = info.cards == "called", state.shoe.is_loaded
    table = Table(
        state.rules,
        called_cards(trail) if called else sealed_shoe(trail, info.id, secrets, loaded=loaded),
        automation=automation_of(info.dealt_by),
        name=opening.table,
        strict_supervision=_supervision(info, opening.strict_supervision, opening.by_the_book),
        asks_for_cuts=True,
        chained=False,
    )
    table.state = state
    if state.shoe.number and state.shoe.is_cut and not loaded:
        table.take_up_waiting(trail.cut or 0)
    table.log.steps.clear()
    live = LiveTable(
        info,
        table,
        sequence=place,
        hash=before,
        trail=trail,
        last=last if collected is None else finished_view(collected),
        kept_at=kept_at,
    )
    for one in turning:
        live.hole.turned(*one)
    return live


def _step(before: bytes, entry: StoredEvent) -> bytes:
    """The stored hash of an entry; raises ``BrokenLog`` if it cannot be read."""
    event = entry.event.encode()
    try:
        return hash_of(
            before, entry.n, entry.actor, entry.microseconds, event, entry.nonce, entry.version
        )
    except (ValueError, msgspec.MsgspecError) as error:
        raise BrokenLog(f"entry {entry.n} cannot be read: {error}") from None


def told_digest(hash: str, shown: bytes) -> str:
    """A digest stored with the public form of an entry, so that changes are detected."""
    return sha256(hash.encode() + shown).hexdigest()[:32]
