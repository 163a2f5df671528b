"""Paragraphs 1.31, 3.1, 3.15, 3.23 and 4: who wins, and what is paid."""

from __future__ import annotations

import pytest

from pitboss.cards import Card
from pitboss.law.settlement import (
    HandWager,
    blackjack_is_paid,
    compare,
    settle,
    settle_against_blackjack,
    win_odds,
)
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import BlackjackPaid, Compared, Result
from tests.support import clause, hand, rules

MAIN = WagerKind.MAIN


@clause("rws:3.23#3", "rws:3.23.1")
@pytest.mark.parametrize("dealer", ["Tc 6d 6h", "Tc 6d 7h", "6c Td Th"])
def test_a_dealer_who_busts_loses_to_every_hand(dealer: str) -> None:
    assert compare(rules("rws"), hand("Tc 2d"), hand(dealer)) == (Compared.WIN, "3.23.1")


@clause("rws:3.23#3", "rws:3.23.2", "rws:3.1")
@pytest.mark.parametrize(
    ("player", "dealer"), [("Kc Qd", "Tc 7d"), ("Ac 7d", "Tc 7d"), ("7c 7d 7h", "Tc Qd")]
)
def test_the_higher_total_wins(player: str, dealer: str) -> None:
    assert compare(rules("rws"), hand(player), hand(dealer)) == (Compared.WIN, "3.23.2")


@clause("rws:3.23#3", "rws:3.23.3", "rws:3.1")
@pytest.mark.parametrize(
    ("player", "dealer"), [("Tc 6d", "Tc 7d"), ("Ac 7d", "Tc 9d"), ("Tc Qd", "7c 7d 7h")]
)
def test_the_lower_total_loses(player: str, dealer: str) -> None:
    assert compare(rules("rws"), hand(player), hand(dealer)) == (Compared.LOSE, "3.23.3")


@clause("rws:1.31", "rws:3.23#3", "rws:3.23.4", "rws:3.1")
@pytest.mark.parametrize(
    ("player", "dealer"), [("Tc 9d", "Qh 9c"), ("Ac 7d", "Tc 8d"), ("Tc 5d 6h", "7c 7d 7h")]
)
def test_equal_totals_are_a_stand_off(player: str, dealer: str) -> None:
    assert compare(rules("rws"), hand(player), hand(dealer)) == (Compared.STAND_OFF, "3.23.4")


@clause("rws:1.31")
def test_in_a_stand_off_the_bet_is_neither_paid_nor_collected() -> None:
    even = settle(rules("rws"), MAIN, 100_00, hand("Tc 9d"), hand("Qh 9c"))
    assert (even.result, even.paid, even.returned) == (Result.STAND_OFF, 0, 100_00)


@clause("rws:3.23.3")
def test_a_losing_bet_is_collected() -> None:
    lost = settle(rules("rws"), MAIN, 100_00, hand("Tc 6d"), hand("Qh 9c"))
    assert (lost.result, lost.paid, lost.returned) == (Result.LOSE, 0, 0)


@clause("rws:3.23.4")
@pytest.mark.parametrize("cards", ["Tc 5d 6h", "7c 7d 7h", "Ac 4d 6h", "Tc Td"])
def test_a_dealers_blackjack_beats_every_other_hand(cards: str) -> None:
    assert compare(rules("rws"), hand(cards), hand("Kc Ad")).result is Compared.LOSE


@clause("rws:3.23.4")
def test_a_dealers_blackjack_takes_a_plain_bet() -> None:
    (lost,) = settle_against_blackjack(rules("rws"), [HandWager(MAIN, 1, 100_00)])
    assert (lost.result, lost.returned) == (Result.LOSE, 0)


@clause("rws:3.14.1#2", "rws:3.15#2")
@pytest.mark.parametrize("dealer", ["As Kd", "Kd As", "Tc Ah"])
def test_two_blackjacks_are_a_stand_off(dealer: str) -> None:
    even = settle(rules("rws"), MAIN, 100_00, hand("Ac Qd"), hand(dealer))
    assert (even.result, even.paid, even.returned) == (Result.STAND_OFF, 0, 100_00)


@clause("rws:3.15#1")
@pytest.mark.parametrize("up", ["2c", "5d", "7h", "9s"])
def test_a_blackjack_against_two_to_nine_is_paid_after_the_deal(up: str) -> None:
    assert blackjack_is_paid(rules("rws"), Card(up)) == (BlackjackPaid.AFTER_THE_DEAL, "3.15#1")


@clause("rws:3.15#2", "rws:1.17#2")
@pytest.mark.parametrize("up", ["Tc", "Jd", "Qh", "Ks"])
def test_a_blackjack_against_a_ten_waits(up: str) -> None:
    assert blackjack_is_paid(rules("rws"), Card(up)).when is BlackjackPaid.AT_THE_END


@clause("rws:1.17#2")
def test_the_interim_settlement_pays_a_blackjack_that_has_won() -> None:
    assert blackjack_is_paid(rules("rws"), Card("7h")).when is BlackjackPaid.AFTER_THE_DEAL


@clause("rws:3.14.1#2")
def test_a_blackjack_against_an_ace_waits_unless_even_money_is_taken() -> None:
    assert blackjack_is_paid(rules("rws"), Card("As")).when is BlackjackPaid.AT_THE_END


@clause("rws:3.15#1", "rws:3.15#2", "rws:4.1.1.blackjack")
@pytest.mark.parametrize("dealer", ["7c Td", "Tc 5d 6h", "As 4c 6d", "Tc 5d 9h"])
@pytest.mark.parametrize(("stake", "paid"), [(100_00, 150_00), (75_00, 112_50)])
def test_a_winning_blackjack_is_paid_three_to_two(dealer: str, stake: int, paid: int) -> None:
    won = settle(rules("rws"), MAIN, stake, hand("Ac Kd"), hand(dealer))
    assert (won.result, won.paid, won.returned) == (Result.WIN, paid, stake + paid)
    assert win_odds(rules("rws"), MAIN, hand("Ac Kd")).under == "4.1.1.blackjack"


@clause("rws:4.1.1.regular")
@pytest.mark.parametrize("kind", [MAIN, WagerKind.SPLIT, WagerKind.DOUBLE])
@pytest.mark.parametrize("cards", ["Kc Qd", "7c 7d 7h"])
def test_a_regular_bet_is_paid_one_to_one(kind: str, cards: str) -> None:
    won = settle(rules("rws"), kind, 100_00, hand(cards), hand("Tc 7d"))
    assert (won.result, won.paid, won.returned) == (Result.WIN, 100_00, 200_00)
    assert win_odds(rules("rws"), kind, hand(cards)).under == "4.1.1.regular"
