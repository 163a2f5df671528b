"""Sections 1 and 2(d): what the cards count, hard and soft totals, blackjack, and busting."""

from __future__ import annotations

import pytest

from pitboss.cards import Card, Rank, cards
from pitboss.law.counting import count, is_blackjack, is_bust, points, up_card
from tests.rulebooks.zappit.helpers import zappit
from tests.support import clause, hand


@clause("zappit:2(d)(1)")
@pytest.mark.parametrize("number", range(2, 10))
def test_a_numbered_card_counts_its_number(number: int) -> None:
    assert points(zappit(), Card(f"{number}h")) == number


@clause("zappit:2(d)(1)")
def test_a_ten_counts_ten() -> None:
    assert points(zappit(), Card("Tc")) == 10
    assert count(zappit(), cards("9h 4c")) == (13, False)


@clause("zappit:2(d)(2)")
@pytest.mark.parametrize("picture", ["Jd", "Qs", "Kh"])
def test_a_picture_counts_ten(picture: str) -> None:
    assert points(zappit(), Card(picture)) == 10
    assert up_card(zappit(), Card(picture)) is Rank.TEN
    assert count(zappit(), cards(f"{picture} 9c")) == (19, False)


@clause("zappit:2(d)(3)")
@pytest.mark.parametrize(
    ("held", "total", "soft"),
    [
        ("Ah Td", 21, True),
        ("Ah Ad", 12, True),
        ("Ah Ad 9c", 21, True),
        ("Ah Ad Tc", 12, False),
        ("Ah Ad 9c 5s", 16, False),
    ],
)
def test_an_ace_counts_eleven_or_one_where_eleven_goes_past_21(
    held: str, total: int, soft: bool
) -> None:
    assert points(zappit(), Card("Ah")) == 11
    assert count(zappit(), cards(held)) == (total, soft)


@clause("zappit:1.Hard total")
@pytest.mark.parametrize(("held", "total"), [("Tc 6d", 16), ("Ac 5d Tc", 16), ("Ah 6s Kd", 17)])
def test_a_total_is_hard_without_an_ace_or_with_aces_counted_as_one(held: str, total: int) -> None:
    assert count(zappit(), cards(held)) == (total, False)


@clause("zappit:1.Soft total")
@pytest.mark.parametrize(("held", "total"), [("Ac 5d", 16), ("Ah 6s", 17), ("Ah 2s 8d", 21)])
def test_a_total_is_soft_where_an_ace_counts_eleven(held: str, total: int) -> None:
    assert count(zappit(), cards(held)) == (total, True)


@clause("zappit:1.Blackjack")
@pytest.mark.parametrize("ten", ["Td", "Jd", "Qd", "Kd"])
def test_an_ace_and_a_ten_value_card_are_a_blackjack(ten: str) -> None:
    assert is_blackjack(zappit(), hand(f"As {ten}"))
    assert is_blackjack(zappit(), hand(f"{ten} As"))


@clause("zappit:1.Blackjack")
@pytest.mark.parametrize("held", ["As 9d", "Kc Qd", "7c 7d 7h", "As 5d 5c", "As Kd Th"])
def test_nothing_else_is_a_blackjack(held: str) -> None:
    assert not is_blackjack(zappit(), hand(held))


@clause("zappit:1.Blackjack")
def test_only_the_starting_cards_make_a_blackjack() -> None:
    assert not is_blackjack(zappit(), hand("As Kd", split=True))
    assert not is_blackjack(zappit(), hand("Kd As", split=True))
    assert not is_blackjack(zappit(), hand("As Kd", exchanges=1))


@clause("zappit:gap.bust")
def test_a_hand_is_bust_above_21() -> None:
    assert not is_bust(zappit(), cards("Tc 6d 5h"))
    assert is_bust(zappit(), cards("Tc 6d 6h"))
