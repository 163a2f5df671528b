"""Who bets where, how much, and until when."""

from __future__ import annotations

import pytest

from pitboss.law.stakes import StakedBet, payable
from pitboss.law.wagering import (
    decider,
    may_decide,
    may_double_too,
    may_still_bet,
    may_wager,
    may_withdraw,
    mid_shoe_limit,
    pro_rata,
)
from pitboss.law.wagers import WagerKind
from tests.support import clause, rules

MAIN = WagerKind.MAIN


@clause("classic:limits.1")
@pytest.mark.parametrize("stake", [10_00, 12_34, 1000_00])
def test_a_bet_lies_between_minimum_and_maximum(stake: int) -> None:
    answer = may_wager(rules("classic"), StakedBet(1, "P1", MAIN, stake))
    assert answer
    assert answer.under == "limits.1"


@clause("classic:limits.1", "classic:limits.2")
@pytest.mark.parametrize("stake", [9_99, 1000_01])
def test_and_not_beyond_them_for_a_box_is_one_players(stake: int) -> None:
    answer = may_wager(rules("classic"), StakedBet(1, "P1", MAIN, stake))
    assert not answer
    assert answer.under == "limits.1"


@clause("classic:limits.1")
def test_what_is_added_to_a_bet_counts_with_it() -> None:
    table = [StakedBet(1, "P1", MAIN, 990_00)]
    assert may_wager(rules("classic"), StakedBet(1, "P1", MAIN, 10_00), on_table=table)
    answer = may_wager(rules("classic"), StakedBet(1, "P1", MAIN, 10_01), on_table=table)
    assert not answer
    assert answer.under == "limits.1"


@clause("classic:limits.1")
def test_the_operator_chooses_the_limits() -> None:
    high = rules("classic", min=25, max="5000.50")
    for stake, allowed in ((24_99, False), (25_00, True), (5000_50, True), (5000_51, False)):
        assert bool(may_wager(high, StakedBet(1, "P1", MAIN, stake))) is allowed


@clause("classic:limits.1")
def test_every_cent_can_be_paid_and_no_bet_is_cut() -> None:
    assert payable(rules("classic"), 1)
    assert payable(rules("classic"), 12_34)
    assert pro_rata(rules("classic"), [900_00, 600_00]) == (900_00, 600_00)


@clause("classic:limits.2")
def test_one_player_bets_on_a_box() -> None:
    table = [StakedBet(1, "P1", MAIN, 10_00)]
    answer = may_wager(rules("classic"), StakedBet(1, "P2", MAIN, 10_00), on_table=table)
    assert not answer
    assert answer.under == "limits.2"
    assert may_wager(rules("classic"), StakedBet(2, "P2", MAIN, 10_00), on_table=table)


@clause("classic:limits.2")
def test_nobody_bets_where_another_sits() -> None:
    answer = may_wager(rules("classic"), StakedBet(1, "P2", MAIN, 10_00), seats={1: "P1"})
    assert not answer
    assert answer.under == "limits.2"
    assert may_wager(rules("classic"), StakedBet(1, "P1", MAIN, 10_00), seats={1: "P1"})


@clause("classic:limits.2")
def test_the_player_decides_for_the_box() -> None:
    table = [StakedBet(1, "P1", MAIN, 10_00)]
    assert decider(rules("classic"), 1, on_table=table, seats={1: "P1"}) == "P1"
    assert decider(rules("classic"), 1, on_table=table, seats={}) == "P1"
    assert decider(rules("classic"), 2, on_table=table, seats={}) is None
    assert may_decide(rules("classic"), "P1", "P1")
    answer = may_decide(rules("classic"), "P2", "P1")
    assert not answer
    assert answer.under == "limits.2"


@clause("classic:limits.2")
def test_no_bet_however_high_decides_against_another() -> None:
    table = [StakedBet(1, "P1", MAIN, 10_00), StakedBet(1, "P2", MAIN, 50_00)]
    assert decider(rules("classic"), 1, on_table=table, seats={}) is None


@clause("classic:limits.2")
def test_nobody_else_doubles() -> None:
    for decider_doubles in (False, True):
        answer = may_double_too(rules("classic"), decider_doubles=decider_doubles)
        assert not answer
        assert answer.under == "limits.2"


@clause("classic:limits.3")
def test_there_are_seven_boxes() -> None:
    assert may_wager(rules("classic"), StakedBet(7, "P1", MAIN, 10_00))
    for box in (0, 8):
        answer = may_wager(rules("classic"), StakedBet(box, "P1", MAIN, 10_00))
        assert not answer
        assert answer.under == "limits.3"


@clause("classic:limits.3")
@pytest.mark.parametrize("boxes", [7, 9])
def test_a_player_may_bet_on_all_of_them(boxes: int) -> None:
    # A book based on this one may have up to nine boxes: no limit hides behind the seven.
    table = rules("classic").with_provision("equipment.boxes", boxes)
    mine = [StakedBet(box, "P1", MAIN, 10_00) for box in range(1, boxes)]
    assert may_wager(table, StakedBet(boxes, "P1", MAIN, 10_00), on_table=mine)


@clause("classic:limits.3")
def test_a_players_boxes_may_lie_far_apart() -> None:
    table = [StakedBet(1, "P1", MAIN, 10_00)]
    assert may_wager(rules("classic"), StakedBet(7, "P1", MAIN, 10_00), on_table=table)


@clause("classic:limits.4")
def test_bets_close_at_the_call() -> None:
    assert may_still_bet(rules("classic"), called=False, first_card_out=False)
    assert may_withdraw(rules("classic"), bets_are_closed=False)
    for answer in (
        may_still_bet(rules("classic"), called=True, first_card_out=False),
        may_withdraw(rules("classic"), bets_are_closed=True),
    ):
        assert not answer
        assert answer.under == "limits.4"


@clause("classic:limits.4")
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("idle", [False, True])
def test_latecomers_bet_freely(late: bool, idle: bool) -> None:
    allowed = mid_shoe_limit(rules("classic"), missed_first_round=late, has_sat_out=idle)
    assert allowed == (None, False, "limits.4")
