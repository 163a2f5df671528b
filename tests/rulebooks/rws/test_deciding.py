"""Paragraphs 1.26 and 3.8: who decides for a box."""

from __future__ import annotations

import pytest

from pitboss.law.wagering import decider, may_decide
from tests.rulebooks.rws.helpers import bet, refused
from tests.support import clause, rules


@clause("rws:1.26#1")
def test_the_player_who_sits_at_the_box_decides_though_another_bets_more() -> None:
    on_table = [bet("Bob", 300_00), bet("Ann", 50_00)]
    assert decider(rules("rws"), 1, on_table=on_table, seats={1: "Ann"}) == "Ann"


@clause("rws:1.26#1")
def test_one_who_sits_there_without_a_bet_does_not_decide() -> None:
    on_table = [bet("Bob", 300_00), bet("Ann", 50_00, kind="player_pair")]
    assert decider(rules("rws"), 1, on_table=on_table, seats={1: "Ann"}) == "Bob"


@clause("rws:1.26#2")
@pytest.mark.parametrize(
    ("stakes", "decides"), [((200_00, 300_00), "Cy"), ((300_00, 200_00), "Bob")]
)
def test_the_highest_bettor_decides_where_nobody_sits(
    stakes: tuple[int, int], decides: str
) -> None:
    on_table = [bet("Bob", stakes[0]), bet("Cy", stakes[1])]
    assert decider(rules("rws"), 1, on_table=on_table, seats={}) == decides


@clause("rws:1.26#2")
def test_of_equal_bettors_the_earlier_decides() -> None:
    on_table = [bet("Cy", 200_00), bet("Bob", 200_00), bet("Dee", 50_00)]
    assert decider(rules("rws"), 1, on_table=on_table, seats={}) == "Cy"


@clause("rws:3.8", "rws:1.26#1")
def test_nobody_else_calls_the_decisions_of_the_box() -> None:
    assert may_decide(rules("rws"), "Ann", "Ann")
    assert refused(may_decide(rules("rws"), "Bob", "Ann")) == "3.8"
