"""The object of the game: what the cards count, blackjack, and busting."""

from __future__ import annotations

import pytest

from pitboss.cards import Card
from pitboss.law.counting import count, is_blackjack, is_bust, points
from pitboss.law.play import closed_under, may_hit
from pitboss.law.settlement import bust_is_collected, compare
from tests.support import clause, hand, rules


@clause("leaflet:play.5")
@pytest.mark.parametrize("picture", ["Jc", "Qd", "Kh"])
def test_a_picture_card_counts_ten(picture: str) -> None:
    assert points(rules("leaflet"), Card(picture)) == 10
    assert count(rules("leaflet"), hand(f"{picture} Qd").cards) == (20, False)


@clause("leaflet:play.6")
@pytest.mark.parametrize(
    ("cards", "total", "soft"),
    [
        ("As 7d", 18, True),
        ("As 7d 3c", 21, True),
        ("As 7d 8c", 16, False),
        ("As Ad", 12, True),
        ("As Ad 9c", 21, True),
        ("As Ad Kc", 12, False),
    ],
)
def test_an_ace_counts_one_or_eleven(cards: str, total: int, soft: bool) -> None:
    assert count(rules("leaflet"), hand(cards).cards) == (total, soft)


@clause("leaflet:play.7")
@pytest.mark.parametrize("number", range(2, 10))
def test_other_cards_count_their_face_value(number: int) -> None:
    assert points(rules("leaflet"), Card(f"{number}c")) == number


@clause("leaflet:play.7")
def test_a_ten_counts_ten() -> None:
    assert points(rules("leaflet"), Card("Tc")) == 10
    assert count(rules("leaflet"), hand("9c 2d").cards) == (11, False)


@clause("leaflet:blackjack.1")
@pytest.mark.parametrize("cards", ["As Td", "Ad Jc", "Qh Ac", "Kd Ah"])
def test_an_ace_with_a_ten_or_picture_is_blackjack(cards: str) -> None:
    assert is_blackjack(rules("leaflet"), hand(cards))


@clause("leaflet:blackjack.1")
@pytest.mark.parametrize("cards", ["Ad 5c 5d", "Ad 9c", "7c 7d 7h", "Td Jc", "Ad Ac"])
def test_anything_else_is_not(cards: str) -> None:
    assert not is_blackjack(rules("leaflet"), hand(cards))


@clause("leaflet:blackjack.1", "leaflet:split.5")
@pytest.mark.parametrize("cards", ["Ac Kh", "Ac Td", "Kh Ac"])
def test_a_split_hand_makes_21_and_no_blackjack(cards: str) -> None:
    assert not is_blackjack(rules("leaflet"), hand(cards, split=True))
    assert count(rules("leaflet"), hand(cards).cards).total == 21


@clause("leaflet:object.2")
def test_a_hand_is_bust_above_21() -> None:
    assert not is_bust(rules("leaflet"), hand("Tc 6d 5h").cards)
    assert is_bust(rules("leaflet"), hand("Tc 6d 6h").cards)


@clause("leaflet:object.2")
def test_a_bust_hand_is_closed_and_taken_at_once() -> None:
    busted = hand("Tc 6d Th")
    answer = may_hit(rules("leaflet"), busted)
    assert not answer
    assert answer.under == "object.2"
    assert closed_under(rules("leaflet"), busted) == "object.2"
    assert bust_is_collected(rules("leaflet")) == ("at_once", "object.2")


@clause("leaflet:object.2")
@pytest.mark.parametrize("dealer", ["9c 8d", "9c 7d 6h", "9c 7d Kh"])
def test_a_bust_loses_whatever_the_dealer_makes(dealer: str) -> None:
    lost = compare(rules("leaflet"), hand("Tc 6d Th"), hand(dealer))
    assert lost == ("lose", "object.2")
