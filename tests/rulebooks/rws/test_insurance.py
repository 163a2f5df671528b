"""Paragraphs 1.8, 1.16 and 3.14: insurance and Even Money."""

from __future__ import annotations

import pytest

from pitboss.cards import Card
from pitboss.law.insurance import even_money, may_insure, may_take_even_money, settle
from pitboss.law.layout import inscriptions
from pitboss.rulebooks.enumerations import InsuranceCloses, InsuranceSettled, Result
from tests.rulebooks.rws.helpers import refused
from tests.support import clause, hand, rules

ACE = Card("As")


@clause("rws:1.16", "rws:3.14", "rws:3.14.2#1")
def test_insurance_is_open_against_an_ace() -> None:
    assert may_insure(rules("rws"), up=ACE, main=100_00)


@clause("rws:1.16", "rws:3.14", "rws:3.14.2#1")
@pytest.mark.parametrize("up", ["2c", "9d", "Th", "Kd"])
def test_there_is_no_insurance_against_another_card(up: str) -> None:
    assert refused(may_insure(rules("rws"), up=Card(up), main=100_00)) == "3.14.2#1"


@clause("rws:3.14.2#2")
def test_nobody_insures_another_players_bet() -> None:
    assert refused(may_insure(rules("rws"), up=ACE, main=0)) == "3.14.2#1"


@clause("rws:3.14.2.a#2")
def test_insurance_closes_before_any_player_gets_a_further_card() -> None:
    late = may_insure(rules("rws"), up=ACE, main=100_00, window_is_closed=True)
    assert refused(late) == "3.14.2.a#2"
    assert rules("rws").insurance.closes.value is InsuranceCloses.BEFORE_ANY_FURTHER_CARD


@clause("rws:3.14.2.a#3")
@pytest.mark.parametrize(("main", "amount"), [(75_00, 37_50), (75_00, 1_00), (100_00, 50_00)])
def test_insurance_is_half_of_the_initial_bet_or_less(main: int, amount: int) -> None:
    assert may_insure(rules("rws"), up=ACE, main=main, amount=amount)


@clause("rws:3.14.2.a#3")
@pytest.mark.parametrize(
    ("main", "amount"), [(75_00, 37_51), (75_00, 38_00), (100_00, 51_00), (75_01, 37_51)]
)
def test_insurance_above_half_of_the_initial_bet_is_refused(main: int, amount: int) -> None:
    assert refused(may_insure(rules("rws"), up=ACE, main=main, amount=amount)) == "3.14.2.a#3"


@clause("rws:3.14.2.b#1", "rws:4.1.1.insurance", "rws:1.9")
def test_a_dealers_blackjack_pays_insurance_two_to_one() -> None:
    won = settle(rules("rws"), 50_00, dealer_blackjack=True)
    assert (won.result, won.paid, won.returned) == (Result.WIN, 100_00, 150_00)
    assert won.under == "4.1.1.insurance"


@clause("rws:3.14.2.b#2", "rws:1.9")
def test_insurance_is_lost_without_a_dealers_blackjack() -> None:
    lost = settle(rules("rws"), 50_00, dealer_blackjack=False)
    assert (lost.result, lost.paid, lost.returned) == (Result.LOSE, 0, 0)
    assert lost.under == "3.14.2.b#2"


@clause("rws:3.14.2.b#1", "rws:3.14.2.b#2")
def test_insurance_waits_for_the_dealers_second_card() -> None:
    assert rules("rws").insurance.settled.value is InsuranceSettled.AT_THE_SECOND_CARD


@clause("rws:3.14.2.a#1")
def test_the_felt_says_what_insurance_pays() -> None:
    assert ("Insurance pays 2 to 1", "4.1.1.insurance") in inscriptions(rules("rws"))


@clause("rws:1.8", "rws:3.14", "rws:3.14.1#1")
def test_a_blackjack_may_be_paid_even_money_against_an_ace() -> None:
    assert may_take_even_money(rules("rws"), hand("Ah Kh"), up=ACE)


@clause("rws:1.8", "rws:3.14", "rws:3.14.1#1")
@pytest.mark.parametrize("up", ["Tc", "Kd", "9h", "2s"])
def test_there_is_no_even_money_against_another_card(up: str) -> None:
    answer = may_take_even_money(rules("rws"), hand("Ah Kh"), up=Card(up))
    assert refused(answer) == "3.14.1#1"


@clause("rws:1.8", "rws:3.14.1#1")
@pytest.mark.parametrize("cards", ["Tc Td", "Ah 4c 6d", "7c 7d 7h"])
def test_only_a_blackjack_is_paid_even_money(cards: str) -> None:
    assert refused(may_take_even_money(rules("rws"), hand(cards), up=ACE)) == "3.14.1#1"


@clause("rws:1.8", "rws:3.14.1#1")
def test_even_money_pays_one_to_one() -> None:
    won = even_money(rules("rws"), 100_00)
    assert (won.result, won.paid, won.returned) == (Result.WIN, 100_00, 200_00)
    assert won.under == "3.14.1#1"
