"""Doubling."""

from __future__ import annotations

import pytest

from pitboss.law.play import closed_under, may_double, may_hit, may_split
from tests.support import clause, hand, rules


@clause("leaflet:double.1")
@pytest.mark.parametrize("cards", ["5c 4d", "7c 2d", "6c 4d", "8c 2d", "6c 5d", "9c 2d"])
def test_nine_ten_and_eleven_may_be_doubled(cards: str) -> None:
    answer = may_double(rules("leaflet"), hand(cards))
    assert answer
    assert answer.under == "double.1"


@clause("leaflet:double.1")
@pytest.mark.parametrize("cards", ["5c 3d", "7c 5d", "2c 3d 4h", "Ac 8d", "Ac 9d", "Ac Kd", "6c"])
def test_nothing_else_is_doubled(cards: str) -> None:
    answer = may_double(rules("leaflet"), hand(cards))
    assert not answer
    assert answer.under == "double.1"


@clause("leaflet:double.1")
@pytest.mark.parametrize("cards", ["Ac 8d", "9d Ac"])
def test_the_operator_may_let_an_ace_count_one(cards: str) -> None:
    assert may_double(rules("leaflet", soft_double=True), hand(cards))


@clause("leaflet:double.1")
@pytest.mark.parametrize(
    ("cards", "split"), [("Ac 7d", False), ("Ac Kd", False), ("Kd Ac", True), ("7c 5d", False)]
)
def test_but_no_21_and_no_other_total(cards: str, split: bool) -> None:
    answer = may_double(rules("leaflet", soft_double=True), hand(cards, split=split))
    assert not answer
    assert answer.under == "double.1"


@clause("leaflet:double.2")
def test_the_added_bet_equals_the_first() -> None:
    eleven = hand("6c 5d")
    assert may_double(rules("leaflet"), eleven, wager=10_00, amount=10_00)
    for amount in (5_00, 9_99, 10_01, 20_00):
        answer = may_double(rules("leaflet"), eleven, wager=10_00, amount=amount)
        assert not answer
        assert answer.under == "double.2"


@clause("leaflet:double.3")
def test_a_doubled_hand_gets_one_card() -> None:
    waiting, drawn = hand("6c 5d", doubled=True), hand("6c 5d 2h", doubled=True)
    assert closed_under(rules("leaflet"), waiting) is None
    assert closed_under(rules("leaflet"), drawn) == "double.3"
    for answer in (may_hit(rules("leaflet"), drawn), may_double(rules("leaflet"), drawn)):
        assert not answer
        assert answer.under == "double.3"
    assert may_hit(rules("leaflet"), hand("6c 5d 2h"))


@clause("leaflet:double.3")
def test_a_doubled_pair_is_not_split() -> None:
    answer = may_split(rules("leaflet"), hand("5c 5d", doubled=True))
    assert not answer
    assert answer.under == "double.3"


@clause("leaflet:double.4")
def test_a_split_hand_may_be_doubled() -> None:
    assert may_double(rules("leaflet"), hand("8c 3d", split=True))
    answer = may_double(rules("leaflet"), hand("8c 4d", split=True))
    assert not answer
    assert answer.under == "double.1"


@clause("leaflet:double.4")
@pytest.mark.parametrize("soft_double", [False, True])
def test_but_not_a_split_ace(soft_double: bool) -> None:
    answer = may_double(rules("leaflet", soft_double=soft_double), hand("Ac 8d", split=True))
    assert not answer
    assert answer.under == "split.4"
