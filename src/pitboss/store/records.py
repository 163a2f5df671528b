"""The records of the store."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from pitboss.table.log import VERSION


class Person(Struct, frozen=True):
    """A person with a name; a guest has no password."""

    id: str
    name: str
    role: str
    is_guest: bool
    formerly: str | None = None
    """The guest's name under which they played before they chose their own"""

    @property
    def names(self) -> tuple[str, ...]:
        """Every name under which events of theirs are stored, the present one first."""
        return (self.name,) if self.formerly is None else (self.name, self.formerly)


class TableInfo(Struct, frozen=True):
    """A table as listed; its rules and its state are in its events."""

    id: str
    name: str
    book: str
    opened_by: str
    dealt_by: str
    cards: str
    bots: int
    price: str
    status: str
    sequence: int
    hash: str
    owner: str | None
    address: str | None
    lease: float
    created: float
    notes: str = "{}"
    commands: int = 0
    commands_hash: str = "0" * 64


class StoredEvent(NamedTuple):
    """One event in the log of a table: who caused it, when, and what everyone may see."""

    n: int
    event: str
    hash: str
    actor: str
    at: float
    shown: str = ""
    nonce: str = ""
    version: int = VERSION
    told: str = ""

    @property
    def microseconds(self) -> int:
        """When it happened, in the chain's form."""
        return round(self.at * 1e6)


class Posting(NamedTuple):
    """One line of the ledger: an amount to an account, by the event with that number."""

    n: int
    account: str
    amount: int


class RoundPlace(NamedTuple):
    """Where a round is in the log of its table."""

    number: int
    first: int
    last: int
    at: float


class StoredCommand(NamedTuple):
    """A command that was carried out: its sender, key and answer."""

    person: str
    key: str
    body: str
    sequence: int
    answer: str


class Ruling(Struct, frozen=True):
    """A supervisor's ruling: awaiting a second approval, done or refused."""

    id: str
    table: str
    report: str
    by: str
    second: str | None
    status: str
    at: float


class Dispute(Struct, frozen=True):
    """A player's dispute over a finished round; ``papers`` is the evidence at that time."""

    id: str
    table: str
    round: int
    person: str
    by: str
    statement: str
    papers: str
    at: float


class DisputeStep(Struct, frozen=True):
    """What was done with a dispute: a decision, its approval, or that its player read it."""

    dispute: str
    n: int
    kind: str
    by: str
    body: str
    at: float


class Unit(Struct, frozen=True):
    """Everything one command changes, stored as a whole or not at all."""

    table: str
    owner: str
    before: int
    hash: str
    entries: tuple[StoredEvent, ...]
    postings: tuple[Posting, ...] = ()
    rounds: tuple[RoundPlace, ...] = ()
    secrets: tuple[tuple[int, str], ...] = ()
    command: StoredCommand | None = None
    status: str | None = None
    notes: str | None = None
    snapshot: str | None = None

    @property
    def after(self) -> int:
        """The sequence number of the table afterwards."""
        return self.before + len(self.entries)
