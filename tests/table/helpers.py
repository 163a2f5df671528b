"""Helpers to play at a table in tests: a rigged shoe, wagers, and events by kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import pytest

from pitboss.audit.citations import false_citations
from pitboss.law.answers import Refusal
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.acts import PrepareCards
from pitboss.table.sources import Rigged, Seeded
from pitboss.table.state import Wager
from pitboss.table.table import Automation, NotPermitted, Table
from pitboss.table.words.transcript import describe
from tests.support import rules

E = TypeVar("E", bound=e.Event)


def rigged(book: str, shoe: str, **elections: Any) -> Table:
    """A table whose cards come in the order written; the dealer does what is due."""
    return Table(rules(book, **elections), Rigged(shoe), automation=Automation.DEALER)


def shuffled(book: str, *, strict: bool = False, **elections: Any) -> Table:
    """A table with a real shoe, shuffled by a seed."""
    return Table(rules(book, **elections), Seeded(7), strict_supervision=strict)


def bet(
    table: Table, box: int, player: str, dollars: int, kind: str = "main", **more: Any
) -> tuple[e.Event, ...]:
    """Place a wager; a main wager takes the seat if it is free."""
    if kind == "main" and box not in table.state.seats:
        table.do(acts.Sit(box=box, player=player))
    return table.do(acts.Bet(box=box, player=player, stake=dollars * 100, kind=kind, **more))


def dealt(book: str, shoe: str, wagers: dict[int, int], **elections: Any) -> Table:
    """A table after the deal with that many dollars on each box, by P1 on box 1, and so on."""
    table = rigged(book, shoe, **elections)
    for box, dollars in wagers.items():
        bet(table, box, f"P{box}", dollars)
    table.do(acts.CloseBets())
    return table


def stand(table: Table, box: int, hand: int = 1) -> tuple[e.Event, ...]:
    """Stand, and let the table play on."""
    return table.do(acts.Stand(box=box, hand=hand))


def close_window(table: Table) -> None:
    """Close the window: no player takes insurance or surrenders."""
    while table.state.phase.value in ("after_deal", "window"):
        table.perform()
    table.go_on()


def of(kind: type[E], events: Iterable[e.Event]) -> list[E]:
    """The events of a kind."""
    return [event for event in events if isinstance(event, kind)]


def wager(table: Table, box: int, kind: str = "main", player: str | None = None) -> Wager:
    """The wager of that kind on a box."""
    return next(
        w
        for w in table.state.wagers
        if w.box == box and w.kind == kind and player in (None, w.player)
    )


def is_true(table: Table) -> bool:
    """Whether every citation of a table's log is true."""
    assert not (false := false_citations(table.rules, table.log.events)), false
    return True


def refused(table: Table, act: acts.Act) -> Refusal:
    """The refusal of an act, which changes nothing."""
    before, length = table.state, table.log.length
    with pytest.raises(NotPermitted) as caught:
        table.do(act)
    assert table.state is before
    assert table.log.length == length
    return caught.value.refusal


def sentences_of(table: Table) -> list[str]:
    """Every sentence of the dealer so far."""
    from pitboss.table.evolve import evolve
    from pitboss.table.log_verifier import opened

    first, *rest = table.log.events
    state = opened(first)
    sentences = [describe(first, state)]
    for event in rest:
        sentences.append(describe(event, state))
        state = evolve(state, event)
    return sentences


PEOPLE = {"dealer": "Ann", "supervisor": "Sue", "player": "P1"}


def prepare(table: Table, *steps: str, batch: int = 1) -> tuple[e.Event, ...]:
    """Steps of the preparation, each ``step`` or ``step:role``, by a person of that role."""
    happened: tuple[e.Event, ...] = ()
    for step in steps:
        name, _, role = step.partition(":")
        role = role or "dealer"
        happened += table.do(PrepareCards(step=name, by=PEOPLE[role], role=role, batch=batch))
    return happened
