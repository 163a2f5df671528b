"""Insurance."""

from __future__ import annotations

import pytest

from pitboss.cards import Card
from pitboss.law.insurance import may_insure, may_take_even_money, settle
from pitboss.law.layout import spots
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import InsuranceCloses, InsuranceSettled
from tests.support import clause, hand, rules


@clause("leaflet:insurance.1")
def test_against_an_ace_a_player_may_insure() -> None:
    answer = may_insure(rules("leaflet"), up=Card("As"), main=20_00)
    assert answer
    assert answer.under == "insurance.1"


@clause("leaflet:insurance.1")
@pytest.mark.parametrize("up", ["Td", "Kh", "9c", "2d"])
def test_against_no_other_card(up: str) -> None:
    answer = may_insure(rules("leaflet"), up=Card(up), main=20_00)
    assert not answer
    assert answer.under == "insurance.1"


@clause("leaflet:insurance.1")
def test_until_a_third_card_is_dealt() -> None:
    answer = may_insure(
        rules("leaflet"), up=Card("As"), main=20_00, amount=10_00, window_is_closed=True
    )
    assert not answer
    assert answer.under == "insurance.1"
    closes = rules("leaflet").insurance.closes
    assert closes.value is InsuranceCloses.BEFORE_ANY_FURTHER_CARD


@clause("leaflet:insurance.1")
def test_only_a_bet_can_be_insured() -> None:
    answer = may_insure(rules("leaflet"), up=Card("As"), main=0, amount=5_00)
    assert not answer
    assert answer.under == "insurance.1"


@clause("leaflet:insurance.1")
def test_a_blackjack_is_insured_but_not_settled_at_even_money() -> None:
    answer = may_take_even_money(rules("leaflet"), hand("Ac Kd"), up=Card("As"))
    assert not answer
    assert answer.under == "not in the text"


@clause("leaflet:insurance.2")
@pytest.mark.parametrize("amount", [1, 5_00, 10_00])
def test_insurance_is_up_to_half_the_bet(amount: int) -> None:
    answer = may_insure(rules("leaflet"), up=Card("As"), main=20_00, amount=amount)
    assert answer
    assert answer.under == "insurance.2"


@clause("leaflet:insurance.2")
@pytest.mark.parametrize(("main", "amount"), [(20_00, 11_00), (20_00, 10_01), (25_01, 12_51)])
def test_and_not_a_cent_more(main: int, amount: int) -> None:
    answer = may_insure(rules("leaflet"), up=Card("As"), main=main, amount=amount)
    assert not answer
    assert answer.under == "insurance.2"


@clause("leaflet:insurance.2")
def test_and_more_than_nothing() -> None:
    answer = may_insure(rules("leaflet"), up=Card("As"), main=20_00, amount=0)
    assert not answer
    assert answer.under == "insurance.2"


@clause("leaflet:insurance.3")
def test_insurance_has_a_place_on_the_layout() -> None:
    assert WagerKind.INSURANCE in spots(rules("leaflet"))


@clause("leaflet:payments.3")
def test_insurance_pays_two_to_one_on_a_dealer_blackjack() -> None:
    paid = settle(rules("leaflet"), 10_00, dealer_blackjack=True)
    assert (paid.result, paid.paid, paid.returned) == ("win", 20_00, 30_00)
    assert paid.under == "payments.3"


@clause("leaflet:payments.3")
def test_and_loses_without_one() -> None:
    lost = settle(rules("leaflet"), 10_00, dealer_blackjack=False)
    assert (lost.result, lost.paid, lost.returned) == ("lose", 0, 0)
    assert lost.under == "payments.3"


@clause("leaflet:payments.3")
def test_it_is_settled_when_the_dealer_draws_the_second_card() -> None:
    settled = rules("leaflet").insurance.settled
    assert settled.value is InsuranceSettled.AT_THE_SECOND_CARD
