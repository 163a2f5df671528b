"""Verify a log: its hashes, a replay to the same state, and the money."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from pitboss.rulebooks import RulebookError, rulebook
from pitboss.rulebooks.loader import read_text
from pitboss.table import events as e
from pitboss.table.evolve import evolve
from pitboss.table.log import BadLog, read_entries
from pitboss.table.state import TableState


class Verified(Struct, frozen=True):
    """The result of a verification: entries and rounds, or the first bad entry."""

    entries: int
    rounds: int
    first_bad: int | None = None
    problem: str | None = None
    closed: int = 0
    """Entries with a hidden card: their hashes are verified, the rest cannot be replayed."""
    beside: bool = False
    """Whether the log is in order, and the problem is in what is stored with it"""

    @property
    def ok(self) -> bool:
        return self.first_bad is None


def opened(event: e.Event) -> TableState:
    """The state of a table as its first event opened it."""
    if not isinstance(event, e.TableOpened):
        raise ValueError("a log must begin with the opening of a table")
    own = event.source
    book = rulebook(event.book) if own is None else read_text(event.book, own)
    rules = book.elect_all(event.settings)
    return evolve(TableState(rules=rules), event)


def check_money(state: TableState) -> str | None:
    """What is wrong with the accounts, or None: all money and the escrow must sum to zero."""
    total = sum(state.money.values()) + state.escrow
    if total != 0:
        return f"the money does not sum to zero: {total} cents too many"
    return None


def replay(events: Iterable[e.Event]) -> TableState:
    """The state after these events."""
    state: TableState | None = None
    for event in events:
        state = opened(event) if state is None else evolve(state, event)
    if state is None:
        raise ValueError("the log is empty")
    return state


Watch = Callable[[e.Event, TableState, TableState], str | None]
"""Examines an event and the states before and after it; returns what is wrong, or None."""


def verify(lines: Iterable[bytes], watch: Watch | None = None) -> Verified:
    """Check every hash, replay every event and sum the money; ``watch`` may add a check."""
    state: TableState | None = None
    entries = rounds = closed = 0
    try:
        for event, is_closed in read_entries(lines):
            problem = None
            closed += is_closed
            try:
                if closed:
                    pass  # without the hidden card, what follows cannot be replayed
                elif state is None:
                    state = opened(event)
                else:
                    before, state = state, evolve(state, event)
                    problem = _wrong_with(state, event)
                    if problem is None and watch is not None:
                        problem = watch(event, before, state)
            except (LookupError, ValueError, AssertionError, RulebookError) as error:
                problem = f"the event does not fit the table: {error}"
            if problem is not None:
                return Verified(entries, rounds, entries + 1, problem)
            entries += 1
            rounds += isinstance(event, e.RoundClosed)
    except BadLog as bad:
        return Verified(entries, rounds, bad.entry, str(bad))
    if not entries:
        return Verified(0, 0, 1, "the log is empty")
    return Verified(entries, rounds, closed=closed)


def _wrong_with(state: TableState, event: e.Event) -> str | None:
    if not isinstance(event, e.MOVES_MONEY):
        return None
    return check_money(state)
