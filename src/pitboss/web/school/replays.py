"""A finished round, prepared for replay by the same queue as at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from pitboss.law.shoe import size
from pitboss.rulebooks import TableRules
from pitboss.store.records import Person, StoredEvent, TableInfo
from pitboss.table import events as e
from pitboss.table.evolve import evolve
from pitboss.table.log import read_event
from pitboss.table.run import TableStep
from pitboss.table.state import TableState
from pitboss.web.rules.rules_views import rules_view
from pitboss.web.wire.movements import MOVEMENTS, shows
from pitboss.web.wire.views import Standing, TableSnapshot, box_view, boxes_now, table_view, you


def layout_before(info: TableInfo, state: TableState, person: Person) -> dict[str, Any]:
    """A table before a round as a page draws it, with nothing on the layout."""
    look = TableSnapshot(
        id=info.id, name=info.name, status="closed", dealt_by=info.dealt_by, cards=info.cards,
        sequence=0, hash="", state=state, left=size(state.rules), commitment=None,
        dealer_name=None, ready=frozenset(), seconds=None, last=None, duty=None,
    )  # fmt: skip
    return {
        **rules_view(state.rules),
        **table_view(look, None),
        "movements": MOVEMENTS,
        "boxes": [box_view(state.rules, now) for now in boxes_now(state)],
        "you": {**you(state.rules, person, 0, Standing()), "name": "", "role": "auditor"},
    }


def replayed(
    info: TableInfo, rules: TableRules, entries: Sequence[StoredEvent], person: Person, number: int
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The layout before a round, and what each entry of the round shows on it.

    The round starts from an empty layout, so nothing on it comes from an earlier round.
    """
    state = TableState(rules=rules, round=number)
    events = [read_event(entry.event) for entry in entries]
    bettors = {
        one.box: one.player for one in events if isinstance(one, e.WagerPlaced) and one.hand is None
    }
    banks = {one.box: one.player for one in events if isinstance(one, e.BankTaken)}
    state = replace(state, seats=dict(sorted({**bettors, **banks}.items())))
    before = layout_before(info, state, person)
    steps = []
    for event in events:
        step = TableStep(event, state, evolve(state, event))
        steps.append(shows(step))
        state = step.after
    return before, steps
