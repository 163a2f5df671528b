"""Section 4: what the cards count."""

from __future__ import annotations

import pytest

from pitboss.cards import Card, cards
from pitboss.law.counting import Count, count, points
from tests.support import clause, rules


@clause("nz:4.1(a)")
@pytest.mark.parametrize("number", range(2, 11))
def test_two_to_ten_count_their_number(number: int) -> None:
    rank = "T" if number == 10 else str(number)
    assert points(rules("nz"), Card(f"{rank}c")) == number


@clause("nz:4.1(a)")
def test_numbers_add_up() -> None:
    assert count(rules("nz"), cards("9c 7d")) == Count(16, soft=False)


@clause("nz:4.1(b)")
@pytest.mark.parametrize("picture", ["Jd", "Qs", "Kh"])
def test_pictures_count_ten(picture: str) -> None:
    assert points(rules("nz"), Card(picture)) == 10
    assert count(rules("nz"), cards(f"{picture} 6c")).total == 16


@clause("nz:4.1(c)#1")
@pytest.mark.parametrize(
    ("dealt", "total"), [("As 6d", 17), ("As Kd", 21), ("Ac", 11), ("2c 8d Ah", 21)]
)
def test_an_ace_counts_eleven_up_to_21(dealt: str, total: int) -> None:
    assert count(rules("nz"), cards(dealt)) == Count(total, soft=True)


@clause("nz:4.1(c)#2")
@pytest.mark.parametrize(
    ("dealt", "total"),
    [("2c 9d Ah", 12), ("5d Ac Kd", 16), ("As Ah Tc", 12), ("As Ah Ac Ad Kc 7d", 21)],
)
def test_an_ace_counts_one_where_eleven_would_be_too_many(dealt: str, total: int) -> None:
    assert count(rules("nz"), cards(dealt)) == Count(total, soft=False)


@clause("nz:4.1(c)#1", "nz:4.1(c)#2")
@pytest.mark.parametrize(("dealt", "total"), [("Ac Ah", 12), ("As Ah 9c", 21), ("As Ah Ac", 13)])
def test_one_ace_at_most_counts_eleven(dealt: str, total: int) -> None:
    assert count(rules("nz"), cards(dealt)) == Count(total, soft=True)
