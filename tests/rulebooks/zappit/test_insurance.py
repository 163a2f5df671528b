"""Sections 6(f) and 7: insurance and even money."""

from __future__ import annotations

import pytest

from pitboss.cards import Card
from pitboss.law.answers import Permit
from pitboss.law.counting import is_blackjack
from pitboss.law.insurance import (
    even_money,
    insurance_after_even_money,
    may_insure,
    may_take_even_money,
    settle,
)
from pitboss.law.layout import spots
from pitboss.law.settlement import Settled
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import InsuranceCloses, InsuranceSettled, Result
from tests.rulebooks.zappit.helpers import refused_under, zappit
from tests.support import clause, hand

ACE = Card("As")


@clause("zappit:7(a)#1", "zappit:6(f)")
def test_every_player_may_insure_when_the_dealer_shows_an_ace() -> None:
    assert may_insure(zappit(), up=ACE, main=20_00) == Permit("7(a)#1")


@clause("zappit:7(a)#1", "zappit:6(f)")
@pytest.mark.parametrize("up", ["Td", "Kd", "9d", "2d"])
def test_there_is_no_insurance_against_another_card(up: str) -> None:
    assert refused_under(may_insure(zappit(), up=Card(up), main=20_00)) == "7(a)#1"


@clause("zappit:7(a)#1")
def test_only_a_players_own_wager_is_insured() -> None:
    assert refused_under(may_insure(zappit(), up=ACE, main=0)) == "7(a)#1"


@clause("zappit:7(b)#1")
@pytest.mark.parametrize(("main", "half"), [(20_00, 10_00), (25_00, 12_50), (11_00, 5_50)])
def test_insurance_is_at_most_half_the_first_wager(main: int, half: int) -> None:
    assert WagerKind.INSURANCE in spots(zappit())
    for amount in (50, half - 50, half):
        assert may_insure(zappit(), up=ACE, main=main, amount=amount)
    for amount in (half + 50, main, 0):
        answer = may_insure(zappit(), up=ACE, main=main, amount=amount)
        assert refused_under(answer) == "7(b)#2"


@clause("zappit:7(b)#1")
@pytest.mark.parametrize(("chip", "amount"), [("0.50", 5_25), ("5", 12_50), ("25", 10_00)])
def test_insurance_is_laid_in_chips(chip: str, amount: int) -> None:
    table = zappit(chip_unit=chip, min="25")
    answer = may_insure(table, up=ACE, main=50_00, amount=amount)
    assert refused_under(answer) == "7(b)#1"
    assert may_insure(table, up=ACE, main=50_00, amount=25_00)


@clause("zappit:7(b)#2")
@pytest.mark.parametrize(
    ("chip", "main", "most"),
    [("5", 25_00, 15_00), ("5", 20_00, 10_00), ("1", 15_00, 8_00), ("0.50", 10_50, 5_50)],
)
def test_a_half_that_chips_cannot_make_goes_up_to_the_next_amount_they_can(
    chip: str, main: int, most: int
) -> None:
    table = zappit(chip_unit=chip)
    within = 2 * most <= main
    clause_of_it = "7(b)#1" if within else "7(b)#2"
    assert may_insure(table, up=ACE, main=main, amount=most) == Permit(clause_of_it)
    assert may_insure(table, up=ACE, main=main, amount=5_00)
    answer = may_insure(table, up=ACE, main=main, amount=most + 50)
    assert refused_under(answer) == "7(b)#2"


@clause("zappit:7(b)#3")
def test_insurance_is_down_before_the_hole_card_goes_into_the_reader() -> None:
    assert may_insure(zappit(), up=ACE, main=20_00, amount=10_00, window_is_closed=False)
    late = may_insure(zappit(), up=ACE, main=20_00, amount=10_00, window_is_closed=True)
    assert refused_under(late) == "7(b)#3"
    assert zappit().insurance.closes.value is InsuranceCloses.BEFORE_THE_LOOK


@clause("zappit:7(a)#2", "zappit:7(c)", "zappit:10(b)")
@pytest.mark.parametrize("hole", ["Kd", "Qd", "Jd", "Td"])
def test_insurance_wins_2_to_1_where_the_hole_card_counts_ten(hole: str) -> None:
    any_found = is_blackjack(zappit(), hand(f"As {hole}"))
    settled = settle(zappit(), 10_00, dealer_blackjack=any_found)
    assert settled == Settled(Result.WIN, 20_00, 30_00, "10(b)")


@clause("zappit:7(a)#2", "zappit:7(d)")
@pytest.mark.parametrize("hole", ["Ad", "9d", "2d"])
def test_insurance_loses_where_it_does_not(hole: str) -> None:
    any_found = is_blackjack(zappit(), hand(f"As {hole}"))
    assert settle(zappit(), 10_00, dealer_blackjack=any_found) == Settled(Result.LOSE, 0, 0, "7(d)")


@clause("zappit:7(d)")
def test_losing_insurance_is_collected_as_soon_as_the_reader_has_answered() -> None:
    assert zappit().insurance.settled.value is InsuranceSettled.AT_THE_LOOK


@clause("zappit:6(g)(1)#2")
def test_insurance_on_a_blackjack_is_paid_too() -> None:
    assert may_insure(zappit(), up=ACE, main=20_00, amount=10_00)
    settled = settle(zappit(), 10_00, dealer_blackjack=True)
    assert (settled.paid, settled.returned) == (20_00, 30_00)


@clause("zappit:7(e)#1", "zappit:6(f)")
def test_a_blackjack_is_offered_even_money_against_an_ace() -> None:
    assert may_take_even_money(zappit(), hand("Ah Kd"), up=ACE)


@clause("zappit:7(e)#1", "zappit:6(f)")
@pytest.mark.parametrize(("held", "up"), [("Ah Kd", "Ts"), ("Ah Kd", "9s"), ("Th Kd", "As")])
def test_nobody_else_is_offered_even_money(held: str, up: str) -> None:
    answer = may_take_even_money(zappit(), hand(held), up=Card(up))
    assert refused_under(answer) == "7(e)#1"


@clause("zappit:7(e)#1")
def test_the_house_may_leave_even_money_out() -> None:
    answer = may_take_even_money(zappit(even_money=False), hand("Ah Kd"), up=ACE)
    assert refused_under(answer) == "7(e)#1"


@clause("zappit:7(e)#1", "zappit:5(c)#2")
def test_even_money_is_offered_instead_of_insurance_and_not_after_it() -> None:
    answer = may_take_even_money(zappit(), hand("Ah Kd"), up=ACE, has_insured=True)
    assert refused_under(answer) == "7(e)#1"


@clause("zappit:7(e)#1")
def test_even_money_after_insurance_returns_it_where_it_is_allowed() -> None:
    allowed = zappit(even_money_after_insurance=True)
    assert may_take_even_money(allowed, hand("Ah Kd"), up=ACE, has_insured=True)
    voided = insurance_after_even_money(zappit(), 10_00)
    assert voided == Settled(Result.VOID, 0, 10_00, "7(e)#1")


@clause("zappit:7(e)#2")
@pytest.mark.parametrize("blackjack_pays", ["3:2", "6:5"])
def test_even_money_pays_1_to_1_whatever_a_blackjack_pays(blackjack_pays: str) -> None:
    settled = even_money(zappit(bj_pay=blackjack_pays), 20_00)
    assert settled == Settled(Result.WIN, 20_00, 40_00, "7(e)#2")
