"""How changes of limits and options change the state."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.law.answers import Refusal
from pitboss.law.open_changes import changed_rules, may_change
from pitboss.table import events as e
from pitboss.table.state import OpenChanges, ProposedChange, TableState


def change_proposed(state: TableState, event: e.ChangeProposed) -> TableState:
    """After ``ChangeProposed``."""
    changes = replace(state.changes, number=event.number, pending=ProposedChange(event))
    return replace(state, changes=changes)


def change_announced(state: TableState, event: e.ChangeAnnounced) -> TableState:
    """After ``ChangeAnnounced``."""
    pending = _pending(state, event.number)
    return replace(state, changes=replace(state.changes, pending=replace(pending, announced=event)))


def change_dropped(state: TableState, event: e.ChangeDropped) -> TableState:
    """After ``ChangeDropped``."""
    _pending(state, event.number)
    return replace(state, changes=replace(state.changes, pending=None))


def rules_changed(state: TableState, event: e.RulesChanged) -> TableState:
    """After ``RulesChanged``: every question of law is answered by the new rules."""
    pending = _pending(state, event.number)
    notice, settings = pending.announced, {each.option: each.after for each in event.options}
    if notice is None or event.options != pending.proposed.options:
        raise ValueError(f"change {event.number} is not the one that was announced")
    if state.round < notice.from_round or state.age < notice.from_minute or state.open_wagers():
        raise ValueError(f"change {event.number} begins before its notice is over")
    if isinstance(refused := may_change(state.rules, settings), Refusal):
        raise ValueError(refused.why)
    changes = OpenChanges(
        number=state.changes.number, settings={**state.changes.settings, **settings}
    )
    return replace(state, rules=changed_rules(state.rules, settings), changes=changes)


def _pending(state: TableState, number: int) -> ProposedChange:
    pending = state.changes.pending
    if pending is None or pending.proposed.number != number:
        raise ValueError(f"change {number} is not pending")
    return pending
