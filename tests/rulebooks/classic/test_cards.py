"""The cards: decks, values, blackjack."""

from __future__ import annotations

from collections import Counter

import pytest

from pitboss.cards import DECK, Card
from pitboss.law.counting import count, is_blackjack, points
from pitboss.law.shoe import composition
from tests.support import clause, hand, rules


@clause("classic:cards.1")
@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_the_shoe_holds_every_card_of_every_deck(decks: int) -> None:
    shoe = Counter(composition(rules("classic", decks=decks)))
    assert shoe == Counter(dict.fromkeys(DECK, decks))


@clause("classic:cards.1")
def test_there_are_six_decks_unless_chosen_otherwise() -> None:
    assert len(composition(rules("classic"))) == 312


@clause("classic:cards.2")
@pytest.mark.parametrize("number", range(2, 10))
def test_a_number_counts_itself(number: int) -> None:
    assert points(rules("classic"), Card(f"{number}d")) == number


@clause("classic:cards.2")
@pytest.mark.parametrize("card", ["Ts", "Jc", "Qd", "Kh"])
def test_tens_and_pictures_count_ten(card: str) -> None:
    assert points(rules("classic"), Card(card)) == 10
    assert count(rules("classic"), hand(f"{card} 5c").cards) == (15, False)


@clause("classic:cards.3")
@pytest.mark.parametrize(
    ("cards", "total", "soft"),
    [
        ("As 6d", 17, True),
        ("As 6d 4c", 21, True),
        ("As 6d 5c", 12, False),
        ("As Ad", 12, True),
        ("As Ad Kc", 12, False),
        ("As Ad Kc 9h", 21, False),
    ],
)
def test_an_ace_counts_eleven_or_else_one(cards: str, total: int, soft: bool) -> None:
    assert count(rules("classic"), hand(cards).cards) == (total, soft)


@clause("classic:cards.4")
@pytest.mark.parametrize("cards", ["As Td", "Jd Ac", "Ah Qc", "Kd Ah"])
def test_an_ace_and_a_ten_point_card_are_blackjack(cards: str) -> None:
    assert is_blackjack(rules("classic"), hand(cards))


@clause("classic:cards.4")
@pytest.mark.parametrize("cards", ["Ad 5c 5d", "Ad 9c", "7c 7d 7h", "Td Jc", "Ad Ac"])
def test_nothing_else_is(cards: str) -> None:
    assert not is_blackjack(rules("classic"), hand(cards))


@clause("classic:split.5")
@pytest.mark.parametrize("cards", ["Ac Kh", "Kh Ac"])
def test_a_split_hand_is_never_a_blackjack(cards: str) -> None:
    assert is_blackjack(rules("classic"), hand(cards))
    assert not is_blackjack(rules("classic"), hand(cards, split=True))
