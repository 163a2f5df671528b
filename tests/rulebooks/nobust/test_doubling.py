"""Double-Down."""

from __future__ import annotations

import pytest

from pitboss.law.play import is_closed, may_double, may_hit
from tests.support import clause, hand, rules


@clause("nobust:Double-Down a#1")
@pytest.mark.parametrize("cards", ["2c 2d", "6c 5d", "9c 3d", "Tc Qd", "Ac 2d", "Ac Ad", "Ac 9d"])
def test_the_first_two_cards_may_be_doubled(cards: str) -> None:
    answer = may_double(rules("nobust"), hand(cards))
    assert answer
    assert answer.under == "Double-Down a#1"


@clause("nobust:Double-Down a#1")
@pytest.mark.parametrize("cards", ["6c 5d 2h", "2c 2d 2h", "3c 3d 3h 2s"])
def test_three_cards_may_not(cards: str) -> None:
    answer = may_double(rules("nobust"), hand(cards))
    assert not answer
    assert answer.under == "Double-Down a#1"


@clause("nobust:Splits a#4", "nobust:Double-Down a#1")
@pytest.mark.parametrize("cards", ["8c 3d", "Kc 9d", "2c 2d"])
def test_the_first_two_cards_after_a_split_may_be_doubled(cards: str) -> None:
    assert may_double(rules("nobust"), hand(cards, split=True))


@clause("nobust:Double-Down a#2")
@pytest.mark.parametrize("cards", ["Ac Kd", "Td Ah"])
def test_a_natural_may_not_be_doubled(cards: str) -> None:
    answer = may_double(rules("nobust"), hand(cards))
    assert not answer
    assert answer.under == "Double-Down a#2"


@clause("nobust:Double-Down a#2", "nobust:Double-Down a#1")
def test_a_21_after_a_split_may_not_be_doubled() -> None:
    answer = may_double(rules("nobust"), hand("Kd Ac", split=True))
    assert not answer
    assert answer.under == "Double-Down a#2"


@clause("nobust:Double-Down a#3")
@pytest.mark.parametrize("amount", [1, 20_00, 49_99, 50_00])
def test_the_second_wager_may_be_equal_or_smaller(amount: int) -> None:
    assert may_double(rules("nobust"), hand("6c 5d"), wager=50_00, amount=amount)


@clause("nobust:Double-Down a#3")
@pytest.mark.parametrize("amount", [50_01, 60_00])
def test_the_second_wager_may_not_be_larger(amount: int) -> None:
    answer = may_double(rules("nobust"), hand("6c 5d"), wager=50_00, amount=amount)
    assert not answer
    assert answer.under == "Double-Down a#3"


@clause("nobust:Double-Down a#4")
@pytest.mark.parametrize("cards", ["4c 3d 2h", "6c 5d 9c", "Tc 6d 7h"])
def test_a_doubled_hand_takes_one_card_whatever_it_totals(cards: str) -> None:
    assert not is_closed(rules("nobust"), hand(cards[:5], doubled=True))
    doubled = hand(cards, doubled=True)
    assert is_closed(rules("nobust"), doubled)
    answer = may_hit(rules("nobust"), doubled)
    assert not answer
    assert answer.under == "Double-Down a#4"


@clause("nobust:Double-Down a#4")
def test_a_doubled_hand_is_not_doubled_again() -> None:
    answer = may_double(rules("nobust"), hand("4c 3d 2h", doubled=True))
    assert not answer
    assert answer.under == "Double-Down a#4"
