"""The shuffle before a round: listed, carried out unlisted, or awaited by a wager."""

from __future__ import annotations

from msgspec import structs

from pitboss.law.answers import refusal_in
from pitboss.law.shoe import may_cut
from pitboss.scenarios import format as f
from pitboss.scenarios.refusals import must_refuse
from pitboss.table import acts
from pitboss.table.procedure.between_rounds import is_shuffled, mid_shoe, shuffle_due
from pitboss.table.procedure.cutting import stack_of
from pitboss.table.state import TableState
from pitboss.table.table import NotPermitted, Table


def listed(one: f.ScenarioRound) -> list[f.ScriptedEvent]:
    """The shuffles that a round lists."""
    return [
        entry
        for entry in one.acts
        if isinstance(entry, f.ScriptedEvent) and entry.event == f.SHUFFLE
    ]


def where(state: TableState, shuffle: f.ScriptedEvent) -> int | str | None:
    """Where the cut card came out: as the shuffle says or, if it does not, as it was seen."""
    if shuffle.at is not None or shuffle.reason is not f.ShuffleReason.CUT_CARD:
        return shuffle.at
    due = shuffle_due(state)
    return due[1] if due is not None else None


def off_the_page(state: TableState, one: f.ScenarioRound) -> TableState:
    """A round lists its own cards; if it has no shuffle, one that was due has been done."""
    state = structs.replace(state, shoe=structs.replace(state.shoe, held=()))
    if listed(one) or is_shuffled(state):
        return state
    shoe = structs.replace(state.shoe, cut_seen=None, shuffle_after=None)
    return structs.replace(state, shoe=shoe, sat_out=frozenset(), betting_since={})


def comes_before(table: Table, one: f.ScenarioRound, line: f.WagerLine) -> bool:
    """Whether a wager is made after the listed shuffle: its bettor had to wait for it."""
    if line.refused is not None or not listed(one):
        return False
    allowed = mid_shoe(table.state, line.player)
    return bool(table.state.betting_since) and (allowed.barred or allowed.most is not None)


def cut_of_the_house(table: Table, act: acts.Cut, refused: str | None) -> None:
    """The cut of a house that cuts itself: made with the shuffle, at a depth that may be."""
    why = refusal_in(may_cut(table.rules, stack_of(table.state), act.depth))
    if refused is not None:
        must_refuse(table, "act cut", lambda: why, refused)
    elif why is not None:
        raise NotPermitted(why, table.rules.cite(why.under))
