"""Section 10: payment of blackjack."""

from __future__ import annotations

import pytest

from pitboss.cards import Card
from pitboss.law.insurance import even_money, insurance_after_even_money, may_take_even_money
from pitboss.law.settlement import Settled, blackjack_is_paid, settle
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import BlackjackPaid, Result
from tests.support import clause, hand, rules


@clause("nz:10.1#1")
@pytest.mark.parametrize("up", ["2c", "3d", "4h", "5s", "6c", "7h", "8d", "9s"])
def test_against_two_to_nine_a_blackjack_is_paid_after_the_deal(up: str) -> None:
    moment = blackjack_is_paid(rules("nz"), Card(up))
    assert moment.when is BlackjackPaid.AFTER_THE_DEAL
    assert moment.under == "10.1#1"


@clause("nz:10.1#1")
def test_it_is_paid_three_to_two() -> None:
    settled = settle(rules("nz"), WagerKind.MAIN, 15_00, hand("As Kd"), hand("7h"))
    assert (settled.result, settled.paid, settled.returned) == (Result.WIN, 22_50, 37_50)


@clause("nz:10.2")
@pytest.mark.parametrize("up", ["Ac", "Td", "Jh", "Qs", "Kc"])
def test_against_an_ace_or_ten_a_blackjack_waits_for_the_end(up: str) -> None:
    assert blackjack_is_paid(rules("nz"), Card(up)).when is BlackjackPaid.AT_THE_END


@clause("nz:10.2")
def test_waiting_is_ordered_by_its_own_rule() -> None:
    assert blackjack_is_paid(rules("nz"), Card("Kc")).under == "10.2"


@clause("nz:10.2", "nz:10.3", "nz:10.3(a)#1")
@pytest.mark.parametrize("cards", ["As Kd", "Tc Ah"])
def test_against_an_ace_a_blackjack_may_be_paid_early(cards: str) -> None:
    answer = may_take_even_money(rules("nz"), hand(cards), up=Card("Ad"))
    assert answer
    assert answer.under == "10.3(a)#1"


@clause("nz:10.2", "nz:10.3")
@pytest.mark.parametrize("up", ["Td", "Jh", "Qs", "Kc"])
def test_against_a_ten_it_may_not(up: str) -> None:
    answer = may_take_even_money(rules("nz"), hand("As Kd"), up=Card(up))
    assert not answer
    assert answer.under == "10.2"


@clause("nz:10.3")
@pytest.mark.parametrize("cards", ["As Kd", "9s 8d"])
@pytest.mark.parametrize("up", ["2d", "9c"])
def test_against_another_card_early_payment_is_not_provided_for(cards: str, up: str) -> None:
    answer = may_take_even_money(rules("nz"), hand(cards), up=Card(up))
    assert not answer
    assert answer.under == "10.3"


@clause("nz:10.3")
@pytest.mark.parametrize("not_a_blackjack", ["Ks Qd", "9s 5d 7h"])
def test_no_other_hand_is_paid_early(not_a_blackjack: str) -> None:
    answer = may_take_even_money(rules("nz"), hand(not_a_blackjack), up=Card("Ad"))
    assert not answer
    assert answer.under == "10.3"


@clause("nz:10.3")
def test_a_split_ace_with_a_ten_is_not_paid_early() -> None:
    answer = may_take_even_money(rules("nz"), hand("As Kd", split=True), up=Card("Ad"))
    assert not answer
    assert answer.under == "10.3"


@clause("nz:10.3(a)#1")
def test_early_payment_is_one_to_one() -> None:
    expected = Settled(Result.WIN, paid=20_00, returned=40_00, under="10.3(a)#1")
    assert even_money(rules("nz"), 20_00) == expected


@clause("nz:10.3#2")
def test_early_payment_is_open_to_those_who_have_insured() -> None:
    assert may_take_even_money(rules("nz"), hand("As Kd"), up=Card("Ah"), has_insured=True)


@clause("nz:10.3#2")
def test_early_payment_voids_insurance_and_hands_it_back() -> None:
    expected = Settled(Result.VOID, paid=0, returned=10_00, under="10.3#2")
    assert insurance_after_even_money(rules("nz"), 10_00) == expected
