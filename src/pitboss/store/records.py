"""What goes into the store and comes out of it."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from pitboss.table.log import VERSION


class Person(Struct, frozen=True):
    """Somebody whom the house knows by name; a guest has no password."""

    id: str
    name: str
    role: str
    is_guest: bool


class TableInfo(Struct, frozen=True):
    """A table as the house lists it; its rules and its course are in its events."""

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


class Entry(NamedTuple):
    """One event in the log of a table: who brought it about, when, and what everybody may see."""

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
        """When it happened, as the chain has it."""
        return round(self.at * 1e6)


class Posting(NamedTuple):
    """One line of the ledger: so much to an account, by the event of that number."""

    n: int
    account: str
    amount: int


class Round(NamedTuple):
    """Where a round is in the log of its table."""

    number: int
    first: int
    last: int
    at: float


class Command(NamedTuple):
    """A command that was carried out: whose, under which key, and what was answered."""

    person: str
    key: str
    body: str
    sequence: int
    answer: str


class Ruling(Struct, frozen=True):
    """A supervisor's report: waiting for a second person, done, or refused."""

    id: str
    table: str
    report: str
    by: str
    second: str | None
    status: str
    at: float


class Unit(Struct, frozen=True):
    """Everything that one command changes; it is in the store as a whole or not at all."""

    table: str
    owner: str
    before: int
    hash: str
    entries: tuple[Entry, ...]
    postings: tuple[Posting, ...] = ()
    rounds: tuple[Round, ...] = ()
    secrets: tuple[tuple[int, str], ...] = ()
    command: Command | None = None
    status: str | None = None
    notes: str | None = None
    snapshot: str | None = None

    @property
    def after(self) -> int:
        """The sequence number of the table afterwards."""
        return self.before + len(self.entries)
