"""What the pit, the page and the coach cite for an act is the clause of the act itself."""

from __future__ import annotations

from pitboss.coach.at_table import spot_at
from pitboss.coach.seen import CardsSeen
from pitboss.law.answers import Refusal
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.decide import decide
from pitboss.table.legal_acts import accepted_under
from pitboss.table.state import Phase
from pitboss.table.table import Table
from pitboss.web.wire.prompts import turn_acts
from tests.support import clause
from tests.table.helpers import bet, close_window, rigged


def sevens() -> Table:
    """Two sevens and a Super Sevens wager, which a split settles before anything is split."""
    table = rigged("nz", "7h 9h 7c 8d 8c", decks=6, layout=2)
    bet(table, 1, "P1", 10)
    bet(table, 1, "P1", 1, "super_sevens")
    table.do(acts.CloseBets())
    close_window(table)
    return table


@clause("nz:12.1", "nz:15.5")
def test_a_split_that_settles_super_sevens_first_is_accepted_by_the_clause_on_splits() -> None:
    table = sevens()
    split = acts.Split(box=1)
    accepted = decide(table.state, split)
    assert not isinstance(accepted, Refusal)
    assert isinstance(accepted.events[0], e.WagerSettled)
    assert accepted_under(split, accepted.events) == "12.1"


@clause("nz:12.1")
def test_the_page_and_the_coach_cite_that_clause() -> None:
    state = sevens().state
    shown = {one["act"]: one["clause"] for one in turn_acts(state, 1, 1)}
    spot = spot_at(state, CardsSeen("P1"), 1)
    assert spot is not None
    assert shown["split"] == spot.answers["split"].under == "12.1"
    assert shown["hit"] == spot.answers["hit"].under == "13.1"


def test_a_decision_during_the_window_is_not_accepted_by_the_end_of_the_window() -> None:
    table = rigged("nz", "Th Ah 9c 8d")
    bet(table, 1, "P1", 10)
    table.do(acts.CloseBets())
    assert table.state.phase is Phase.WINDOW
    stand = acts.Stand(box=1)
    accepted = decide(table.state, stand)
    assert not isinstance(accepted, Refusal)
    assert [type(event) for event in accepted.events[:2]] == [e.WindowClosed, e.HandStood]
    assert accepted_under(stand, accepted.events) == "8.3#3"
