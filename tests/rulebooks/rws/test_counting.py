"""Paragraphs 1 and 3.2: what cards and hands count."""

from __future__ import annotations

import pytest

from pitboss.cards import Card, cards
from pitboss.law.counting import count, is_blackjack, is_bust, points
from tests.support import clause, hand, rules


@clause("rws:1.2#1")
@pytest.mark.parametrize("cards", ["Ah Kd", "Tc As", "Qs Ac", "Ad Jd"])
def test_an_ace_with_a_ten_point_card_is_blackjack(cards: str) -> None:
    assert is_blackjack(rules("rws"), hand(cards))


@clause("rws:1.2#1")
@pytest.mark.parametrize("cards", ["7c 7d 7h", "Ah 9d", "Ah 5d 5c", "Kc Qd"])
def test_no_other_hand_is_blackjack(cards: str) -> None:
    assert not is_blackjack(rules("rws"), hand(cards))


@clause("rws:1.2#2", "rws:3.21.2#5")
@pytest.mark.parametrize("cards", ["As Kd", "Kd As", "Tc Ah"])
def test_an_ace_with_a_ten_point_card_from_a_split_is_no_blackjack(cards: str) -> None:
    assert is_blackjack(rules("rws"), hand(cards))
    assert not is_blackjack(rules("rws"), hand(cards, split=True))


@clause("rws:1.3")
@pytest.mark.parametrize(
    ("drawn", "bust"),
    [("Tc 6d 9h", True), ("Tc 6d 6h", True), ("Tc 6d 5h", False), ("Tc 6d 4h", False)],
)
def test_a_hand_is_bust_past_21(drawn: str, bust: bool) -> None:
    assert is_bust(rules("rws"), cards(drawn)) is bust


@clause("rws:1.19#1", "rws:1.19#2", "rws:3.2.3")
@pytest.mark.parametrize("picture", ["Kc", "Kd", "Qh", "Qs", "Jc", "Jh"])
def test_kings_queens_and_jacks_are_pictures_that_count_ten(picture: str) -> None:
    assert Card(picture).rank.is_picture
    assert points(rules("rws"), Card(picture)) == 10


@clause("rws:1.19#1")
@pytest.mark.parametrize("card", ["Tc", "Ah", "9d"])
def test_no_other_card_is_a_picture(card: str) -> None:
    assert not Card(card).rank.is_picture


@clause("rws:3.2.2")
def test_a_card_from_two_to_ten_counts_its_number() -> None:
    for number, rank in enumerate("23456789T", start=2):
        for suit in "shdc":
            assert points(rules("rws"), Card(rank + suit)) == number


@clause("rws:3.2.1")
@pytest.mark.parametrize(
    ("drawn", "total"),
    [
        ("As", 11),
        ("As 6d", 17),
        ("As Ah", 12),
        ("As Td", 21),
        ("As 4d 6c", 21),
        ("As 5d 6c", 12),
        ("As Ah 9d", 21),
        ("As Ah Td", 12),
        ("As Kd 5c", 16),
    ],
)
def test_an_ace_counts_eleven_unless_that_passes_21_and_then_one(drawn: str, total: int) -> None:
    assert count(rules("rws"), cards(drawn)).total == total


@clause("rws:1.11")
@pytest.mark.parametrize(("drawn", "total"), [("Tc 6d", 16), ("As 5d Tc", 16), ("As 6d Tc", 17)])
def test_a_total_is_hard_without_an_ace_that_counts_eleven(drawn: str, total: int) -> None:
    assert count(rules("rws"), cards(drawn)) == (total, False)


@clause("rws:1.28")
@pytest.mark.parametrize(("drawn", "total"), [("As 6d", 17), ("As Ah", 12), ("As Ah 7c", 19)])
def test_a_total_is_soft_with_an_ace_that_counts_eleven(drawn: str, total: int) -> None:
    assert count(rules("rws"), cards(drawn)) == (total, True)


@clause("rws:1.23")
@pytest.mark.parametrize(
    ("drawn", "total"), [("9c 4d 6h", 19), ("Qc 9d", 19), ("Jc Kd", 20), ("2c 2d 2h 2s", 8)]
)
def test_the_point_total_is_the_sum_of_the_cards(drawn: str, total: int) -> None:
    assert count(rules("rws"), cards(drawn)).total == total
