"""Splits."""

from __future__ import annotations

import pytest

from pitboss.law.play import is_closed, may_double, may_hit, may_split, split_wager
from tests.support import clause, hand, rules


@clause("nobust:Splits a#1")
@pytest.mark.parametrize("pair", ["2c 2d", "8c 8d", "9c 9c", "Tc Td", "Kc Kd"])
def test_a_pair_may_be_split(pair: str) -> None:
    answer = may_split(rules("nobust"), hand(pair))
    assert answer
    assert answer.under == "Splits a#1"


@clause("nobust:Splits a#1")
@pytest.mark.parametrize("cards", ["8c 7d", "Ac Td", "9c Td", "8c 8d 8h"])
def test_anything_else_may_not(cards: str) -> None:
    answer = may_split(rules("nobust"), hand(cards))
    assert not answer
    assert answer.under == "Splits a#1"


@clause("nobust:Splits a#2", "nobust:Splits c#2")
def test_the_second_wager_equals_the_first() -> None:
    assert split_wager(rules("nobust"), wager=50_00, amount=50_00)
    for amount in (25_00, 49_99, 50_01, 100_00):
        answer = split_wager(rules("nobust"), wager=50_00, amount=amount)
        assert not answer
        assert answer.under == "Splits a#2"


@clause("nobust:Splits a#3")
@pytest.mark.parametrize("cards", ["8c 2d", "8c 2d 3h", "8c 2d 3h 5s", "2c 2d 2h 2s 3c 4d"])
def test_a_split_card_may_be_drawn_to_without_limit(cards: str) -> None:
    assert may_hit(rules("nobust"), hand(cards, split=True))
    assert not is_closed(rules("nobust"), hand(cards, split=True), hands_on_box=3)


@clause("nobust:Splits b#1")
@pytest.mark.parametrize("cards", ["Kc Jd", "Tc Kd", "Jc Qd"])
def test_tens_of_different_rank_may_not_be_split(cards: str) -> None:
    answer = may_split(rules("nobust"), hand(cards))
    assert not answer
    assert answer.under == "Splits b#1"


@clause("nobust:Splits b#1")
def test_tens_of_one_rank_may() -> None:
    for cards in ("Tc Td", "Jc Jd", "Qc Qd", "Kc Kd"):
        assert may_split(rules("nobust"), hand(cards))


@clause("nobust:Splits b#1")
def test_a_room_may_let_all_tens_be_split() -> None:
    table = rules("nobust", split_tens="same_value")
    assert may_split(table, hand("Kc Jd"))
    assert not may_split(table, hand("Kc 9d"))


@clause("nobust:Splits b#2")
@pytest.mark.parametrize("pair", ["Kc Kd", "8c 8d"])
def test_two_splits_make_three_hands_and_no_more(pair: str) -> None:
    again = hand(pair, split=True)
    assert may_split(rules("nobust"), hand(pair), hands_on_box=1)
    assert may_split(rules("nobust"), again, hands_on_box=2)
    answer = may_split(rules("nobust"), again, hands_on_box=3)
    assert not answer
    assert answer.under == "Splits b#2"


@clause("nobust:Splits b#2")
def test_a_room_may_allow_two_hands_only() -> None:
    table = rules("nobust", max_hands=2)
    assert may_split(table, hand("8c 8d"), hands_on_box=1)
    answer = may_split(table, hand("8c 8d", split=True), hands_on_box=2)
    assert not answer
    assert answer.under == "Splits b#2"


@clause("nobust:Splits c#1")
def test_two_aces_may_be_split() -> None:
    assert may_split(rules("nobust"), hand("Ac Ad"))


@clause("nobust:Splits c#1")
@pytest.mark.parametrize("cards", ["Ac 5d", "Ac Kd", "Ac Ad"])
def test_each_split_ace_takes_one_card_and_is_done(cards: str) -> None:
    split = hand(cards, split=True)
    assert is_closed(rules("nobust"), split, hands_on_box=2)
    for answer in (may_hit(rules("nobust"), split), may_double(rules("nobust"), split)):
        assert not answer
        assert answer.under == "Splits c#1"


@clause("nobust:Splits c#1")
def test_a_split_ace_waits_for_its_card() -> None:
    assert not is_closed(rules("nobust"), hand("Ac", split=True), hands_on_box=2)


@clause("nobust:Splits c#3")
def test_aces_are_split_once_only() -> None:
    assert may_split(rules("nobust"), hand("Ac Ad"), hands_on_box=1)
    answer = may_split(rules("nobust"), hand("Ac Ah", split=True), hands_on_box=2)
    assert not answer
    assert answer.under == "Splits c#3"
