"""Section 9: insurance."""

from __future__ import annotations

import pytest

from pitboss.cards import Card
from pitboss.law.counting import is_blackjack
from pitboss.law.insurance import may_insure, settle
from pitboss.law.settlement import Settled
from pitboss.law.stakes import payable
from pitboss.rulebooks.enumerations import InsuranceCloses, InsuranceSettled, Result
from tests.rulebooks.nz.helpers import objection
from tests.support import clause, hand, rules

ACE = Card("Ah")


@clause("nz:9.1#1")
def test_insurance_is_open_against_an_ace() -> None:
    assert may_insure(rules("nz"), up=ACE, main=20_00)


@clause("nz:9.1#1")
@pytest.mark.parametrize("up", ["2c", "6d", "9s", "Td", "Jc", "Qh", "Kd"])
def test_insurance_is_closed_against_every_other_card(up: str) -> None:
    answer = may_insure(rules("nz"), up=Card(up), main=20_00)
    assert not answer
    assert answer.under == "9.1#1"


@clause("nz:9.1#1")
def test_only_the_holder_of_an_initial_wager_insures() -> None:
    answer = may_insure(rules("nz"), up=ACE, main=0)
    assert not answer
    assert answer.under == "9.1#1"


@clause("nz:9.1#2", "nz:9.4")
@pytest.mark.parametrize("second", ["Ts", "Jd", "Qs", "Kc"])
def test_a_ten_point_second_card_pays_insurance_two_to_one(second: str) -> None:
    won = is_blackjack(rules("nz"), hand(f"Ah {second}"))
    settled = settle(rules("nz"), 10_00, dealer_blackjack=won)
    assert settled == Settled(Result.WIN, paid=20_00, returned=30_00, under="9.4")


@clause("nz:9.1#2", "nz:9.5")
@pytest.mark.parametrize("second", ["Ac", "2d", "3c", "4s", "5h", "6d", "7c", "8s", "9h"])
def test_every_other_second_card_takes_insurance(second: str) -> None:
    won = is_blackjack(rules("nz"), hand(f"Ah {second}"))
    settled = settle(rules("nz"), 10_00, dealer_blackjack=won)
    assert settled == Settled(Result.LOSE, paid=0, returned=0, under="9.5")


@clause("nz:9.2#2")
def test_insurance_closes_with_the_next_card() -> None:
    assert rules("nz").insurance.closes.value is InsuranceCloses.BEFORE_ANY_FURTHER_CARD
    assert may_insure(rules("nz"), up=ACE, main=20_00, amount=10_00)
    late = may_insure(rules("nz"), up=ACE, main=20_00, amount=10_00, window_is_closed=True)
    assert not late
    assert late.under == "9.2#2"


@clause("nz:9.3(a)")
@pytest.mark.parametrize("amount", [5_00, 12_00, 12_50])
def test_insurance_goes_up_to_half_the_wager(amount: int) -> None:
    answer = may_insure(rules("nz"), up=ACE, main=25_00, amount=amount)
    assert answer
    assert answer.under == "9.3(a)"


@clause("nz:9.3(a)")
@pytest.mark.parametrize("amount", [0, 12_51, 13_00, 15_00])
def test_insurance_is_never_more_than_half_nor_nothing(amount: int) -> None:
    answer = may_insure(rules("nz"), up=ACE, main=25_00, amount=amount)
    assert not answer
    assert answer.under == "9.3(a)"


@clause("nz:9.3(b)")
@pytest.mark.parametrize("amount", [1_00, 2_00, 2_50])
def test_insurance_is_accepted_where_chips_can_pay_it(amount: int) -> None:
    assert payable(rules("nz"), amount)
    assert may_insure(rules("nz"), up=ACE, main=5_00, amount=amount)


@clause("nz:9.3(b)")
@pytest.mark.parametrize("amount", [50, 1_30, 1_50])
def test_insurance_is_refused_where_chips_cannot_pay_it(amount: int) -> None:
    assert not payable(rules("nz"), amount)
    answer = may_insure(rules("nz"), up=ACE, main=5_00, amount=amount)
    assert not answer
    assert answer.under == "9.3(b)"


@clause("nz:9.3(b)")
def test_the_operator_chooses_the_chips() -> None:
    fives = rules("nz", chips=[5, 25])
    assert may_insure(fives, up=ACE, main=20_00, amount=10_00)
    answer = may_insure(fives, up=ACE, main=20_00, amount=7_50)
    assert not answer
    assert answer.under == "9.3(b)"
    assert "nz 9.3(b) allows" in objection(chips=[0])


@clause("nz:9.5")
def test_insurance_is_settled_at_the_dealers_second_card() -> None:
    assert rules("nz").insurance.settled.value is InsuranceSettled.AT_THE_SECOND_CARD
