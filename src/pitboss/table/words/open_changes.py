"""Sentences about changes of a table's limits and options."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from pitboss.rulebooks.open_changes import From
from pitboss.table import events as e
from pitboss.table.state import TableState


def changes_in_words(options: Iterable[e.OptionChange]) -> str:
    """The options that change, each with its old and its new value."""
    return ", ".join(
        f"{change.option.replace('_', ' ')} {change.was} becomes {change.now}" for change in options
    )


def start_in_words(proposal: e.ChangeProposed, notice: e.ChangeAnnounced) -> str:
    """From when an announced change holds: ``from round 12 on``."""
    shoe = "the first shoe from " if proposal.starts_with == From.SHOE else ""
    minutes = f" and at least {proposal.minutes} minutes from now" if notice.from_minute else ""
    return f"from {shoe}round {notice.from_round} on{minutes}"


def _proposed(event: e.ChangeProposed, before: TableState) -> str:
    return f"{event.by} proposes change {event.number}: {changes_in_words(event.options)}."


def _announced(event: e.ChangeAnnounced, before: TableState) -> str:
    pending = before.changes.pending
    assert pending is not None
    what = changes_in_words(pending.proposed.options)
    return f"Notice: {what}, {start_in_words(pending.proposed, event)}."


def _dropped(event: e.ChangeDropped, before: TableState) -> str:
    return f"{event.by} withdraws change {event.number}: {event.why}."


def _changed(event: e.RulesChanged, before: TableState) -> str:
    return f"From round {event.round} on: {changes_in_words(event.options)}."


CHANGES: Final[dict[type[e.Event], Callable[[Any, TableState], str]]] = {
    e.ChangeProposed: _proposed,
    e.ChangeAnnounced: _announced,
    e.ChangeDropped: _dropped,
    e.RulesChanged: _changed,
}
"""The sentence of each event about a change of the rules."""
