"""Section 5 and the limits of the table: who may wager, how much, on which boxes, until when."""

from __future__ import annotations

import pytest

from pitboss.law.answers import Permit
from pitboss.law.banking import may_bank
from pitboss.law.layout import spots
from pitboss.law.stakes import StakedBet, payable
from pitboss.law.wagering import (
    Allowance,
    decider,
    may_still_bet,
    may_wager,
    may_withdraw,
    mid_shoe_limit,
)
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks import rulebook
from tests.rulebooks.zappit.helpers import refused_under, zappit
from tests.support import clause


def on(box: int, stake: int = 20_00) -> StakedBet:
    """A blackjack wager of one player."""
    return StakedBet(box, "P1", WagerKind.MAIN, stake)


@clause("zappit:5(a)")
def test_a_box_has_a_place_for_the_blackjack_wager_and_for_insurance_only() -> None:
    assert spots(zappit()) == (WagerKind.MAIN, WagerKind.INSURANCE)


@clause("zappit:5(a)")
@pytest.mark.parametrize("kind", list(rulebook("classic").side_bets))
def test_a_wager_for_which_the_layout_has_no_area_is_refused(kind: str) -> None:
    bet = StakedBet(1, "P1", kind, 5_00)
    assert not may_wager(zappit(), bet, on_table=[on(1)])


@clause("zappit:5(a)")
def test_a_wager_lies_on_a_box_of_the_layout() -> None:
    assert may_wager(zappit(), on(1))
    assert may_wager(zappit(), on(7))
    assert not may_wager(zappit(), on(0))
    assert not may_wager(zappit(), on(8))


@clause("zappit:5(b)")
@pytest.mark.parametrize(
    ("late", "sat_out", "barred"),
    [(False, False, False), (False, True, True), (True, False, True), (True, True, True)],
)
def test_the_house_may_bar_whoever_did_not_wager_on_a_round(
    late: bool, sat_out: bool, barred: bool
) -> None:
    barring = zappit(no_mid_shoe_entry=True)
    allowed = mid_shoe_limit(barring, missed_first_round=late, has_sat_out=sat_out)
    assert allowed == Allowance(most=0 if barred else None, barred=barred, under="5(b)")


@clause("zappit:5(b)")
@pytest.mark.parametrize("late", [True, False])
@pytest.mark.parametrize("sat_out", [True, False])
def test_nobody_is_barred_unless_the_house_chooses_so(late: bool, sat_out: bool) -> None:
    allowed = mid_shoe_limit(zappit(), missed_first_round=late, has_sat_out=sat_out)
    assert allowed == Allowance(most=None, barred=False, under="5(b)")


@clause("zappit:5(c)#1")
def test_wagers_are_taken_until_the_first_card() -> None:
    for called in (False, True):
        answer = may_still_bet(zappit(), called=called, first_card_out=False)
        assert answer == Permit("5(c)#1")
        answer = may_still_bet(zappit(), called=called, first_card_out=True)
        assert refused_under(answer) == "5(c)#1"


@clause("zappit:5(c)#2")
def test_a_wager_is_not_taken_back_once_the_bets_are_closed() -> None:
    for kind in (zappit(), zappit(take_back_before_deal=True)):
        assert refused_under(may_withdraw(kind, bets_are_closed=True)) == "5(c)#2"


@clause("zappit:5(c)#2")
def test_a_wager_that_is_made_stays_also_before_the_first_card_unless_the_house_elects() -> None:
    assert refused_under(may_withdraw(zappit(), bets_are_closed=False)) == "5(c)#2"
    elected = zappit(take_back_before_deal=True)
    assert may_withdraw(elected, bets_are_closed=False) == Permit("5(c)#2")


@clause("zappit:5(d)")
def test_only_a_blackjack_wager_gives_a_part_in_the_round() -> None:
    seats = {3: "P1"}
    assert decider(zappit(), 3, on_table=[on(3)], seats=seats) == "P1"
    assert decider(zappit(), 3, on_table=[], seats=seats) is None


@clause("zappit:5(d)")
def test_players_compete_against_the_dealer_and_none_of_them_banks() -> None:
    with pytest.raises(ValueError, match=r"zappit has no banking \(zappit 5\(d\)\)"):
        may_bank(zappit(), turns_in_a_row=0)


@clause("zappit:5(e)")
@pytest.mark.parametrize(
    ("most", "taken", "box", "refused"),
    [
        (2, [3], 4, None),
        (2, [3], 2, None),
        (2, [3], 5, "5(e)"),
        (2, [3, 4], 5, "5(e)"),
        (1, [], 3, None),
        (1, [3], 4, "5(e)"),
        (3, [3, 4], 5, None),
        (3, [3, 4], 6, "5(e)"),
        (7, [1, 2, 3, 4, 5, 6], 7, None),
    ],
)
def test_a_player_wagers_on_as_many_adjacent_boxes_as_the_licensee_says(
    most: int, taken: list[int], box: int, refused: str | None
) -> None:
    answer = may_wager(zappit(max_adjacent_boxes=most), on(box), on_table=[on(b) for b in taken])
    assert refused_under(answer) == refused


@clause("zappit:5(e)")
def test_a_player_wagers_on_two_adjacent_boxes_unless_the_licensee_says_otherwise() -> None:
    assert may_wager(zappit(), on(4), on_table=[on(3)])
    assert refused_under(may_wager(zappit(), on(5), on_table=[on(3)])) == "5(e)"
    assert refused_under(may_wager(zappit(), on(5), on_table=[on(3), on(4)])) == "5(e)"


@clause("zappit:gap.limits")
@pytest.mark.parametrize("stake", [10_00, 10_50, 499_50, 500_00])
def test_a_wager_within_the_limits_is_taken(stake: int) -> None:
    assert may_wager(zappit(), on(1, stake)) == Permit("gap.limits")


@clause("zappit:gap.limits")
@pytest.mark.parametrize("stake", [5_00, 9_50, 500_50, 501_00])
def test_a_wager_outside_the_limits_is_refused(stake: int) -> None:
    assert refused_under(may_wager(zappit(), on(1, stake))) == "gap.limits"


@clause("zappit:gap.limits")
def test_the_operator_sets_the_limits() -> None:
    high = zappit(min=25, max=2000)
    assert may_wager(high, on(1, 25_00))
    assert may_wager(high, on(1, 2000_00))
    assert refused_under(may_wager(high, on(1, 24_50))) == "gap.limits"
    assert refused_under(may_wager(high, on(1, 2000_50))) == "gap.limits"


@clause("zappit:gap.limits")
def test_the_smallest_chip_is_half_a_dollar_unless_the_operator_sets_another() -> None:
    assert payable(zappit(), 50)
    assert not payable(zappit(), 25)
    assert payable(zappit(chip_unit=5), 5_00)
    assert not payable(zappit(chip_unit=5), 2_50)
