"""Section 5: when wagers are made, and what latecomers to a shoe may stake."""

from __future__ import annotations

import pytest

from pitboss.law.stakes import payable
from pitboss.law.wagering import may_still_bet, may_wager, may_withdraw, mid_shoe_limit
from tests.rulebooks.nz.helpers import main, objection
from tests.support import clause, rules


@clause("nz:5.1")
def test_players_wager_against_the_dealer_before_the_first_card() -> None:
    assert may_wager(rules("nz"), main(1, "ana", 10_00))
    assert may_still_bet(rules("nz"), called=False, first_card_out=False)
    assert not may_still_bet(rules("nz"), called=True, first_card_out=True)


@clause("nz:5.1")
def test_no_player_banks_the_game() -> None:
    assert rules("nz").banking is None
    assert rules("nz").absence("banking") == "5.1"


@clause("nz:5.2#1")
def test_a_wager_is_an_amount_in_chips() -> None:
    for amount in (1_00, 3_50, 35_00):
        assert payable(rules("nz"), amount)
    for amount in (50, 1_50, 5_30):
        assert not payable(rules("nz"), amount)


@clause("nz:5.5", "nz:5.5(a)")
def test_no_wager_is_made_once_the_bets_are_called() -> None:
    open_still = may_still_bet(rules("nz"), called=False, first_card_out=False)
    assert open_still
    assert open_still.under == "5.5(a)"
    for first_card_out in (False, True):
        answer = may_still_bet(rules("nz"), called=True, first_card_out=first_card_out)
        assert not answer
        assert answer.under == "5.5(a)"


@clause("nz:5.5", "nz:5.5(b)")
def test_no_wager_is_taken_back_once_the_bets_are_closed() -> None:
    assert may_withdraw(rules("nz"), bets_are_closed=False)
    answer = may_withdraw(rules("nz"), bets_are_closed=True)
    assert not answer
    assert answer.under == "5.5(b)"


@clause("nz:5.8", "nz:5.8(a)", "nz:5.8(b)")
@pytest.mark.parametrize(
    ("limit", "after_late_start", "after_sitting_out"),
    [
        ("off", None, None),
        ("a", 5_00, None),
        ("b", None, 5_00),
        ("both", 5_00, 5_00),
    ],
)
def test_the_operator_may_hold_latecomers_and_idlers_to_the_minimum(
    limit: str, after_late_start: int | None, after_sitting_out: int | None
) -> None:
    table = rules("nz", midshoe_limit=limit)
    late = mid_shoe_limit(table, missed_first_round=True, has_sat_out=False)
    assert late == (after_late_start, False, "5.8(a)" if after_late_start else "5.8")
    idle = mid_shoe_limit(table, missed_first_round=False, has_sat_out=True)
    assert idle == (after_sitting_out, False, "5.8(b)" if after_sitting_out else "5.8")
    steady = mid_shoe_limit(table, missed_first_round=False, has_sat_out=False)
    assert steady == (None, False, "5.8")


@clause("nz:5.8")
@pytest.mark.parametrize("missed", [False, True])
@pytest.mark.parametrize("sat_out", [False, True])
def test_nobody_is_held_to_the_minimum_unless_the_operator_says_so(
    missed: bool, sat_out: bool
) -> None:
    free = mid_shoe_limit(rules("nz"), missed_first_round=missed, has_sat_out=sat_out)
    assert free == (None, False, "5.8")


@clause("nz:5.8")
@pytest.mark.parametrize("limit", ["a", "b", "both"])
def test_a_shoe_that_is_never_begun_anew_knows_no_latecomers(limit: str) -> None:
    assert not objection(midshoe_limit="off", shuffler="continuous")
    assert not objection(midshoe_limit=limit, shuffler="automatic")
    assert "(nz 5.8)" in objection(midshoe_limit=limit, shuffler="continuous")
