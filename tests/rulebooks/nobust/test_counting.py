"""The deck, and what cards and hands count."""

from __future__ import annotations

from collections import Counter

import pytest

from pitboss.cards import Card, Rank, cards
from pitboss.law.counting import count, is_blackjack, points
from pitboss.law.shoe import composition
from tests.support import clause, hand, rules


@clause("nobust:deck.1")
def test_each_deck_is_a_standard_one_without_joker() -> None:
    one = composition(rules("nobust", decks=1))
    assert len(one) == len(set(one)) == 52
    six = composition(rules("nobust", decks=6))
    assert len(six) == 312
    assert set(Counter(six).values()) == {6}
    assert sum(card.rank is Rank.ACE for card in six) == 24


@clause("nobust:deck.2")
@pytest.mark.parametrize(("decks", "size"), [(1, 52), (2, 104), (6, 312), (8, 416)])
def test_one_to_eight_decks_are_in_the_shoe(decks: int, size: int) -> None:
    assert len(composition(rules("nobust", decks=decks))) == size


@clause("nobust:deck.2")
def test_six_decks_are_in_the_shoe_unless_elected() -> None:
    assert len(composition(rules("nobust"))) == 312


@clause("nobust:values.4", "nobust:chart.2-9")
@pytest.mark.parametrize(
    ("card", "value"),
    [("2c", 2), ("3d", 3), ("4h", 4), ("5s", 5), ("6c", 6), ("7d", 7), ("8h", 8), ("9s", 9)],
)
def test_numbers_count_what_they_show(card: str, value: int) -> None:
    assert points(rules("nobust"), Card(card)) == value
    assert count(rules("nobust"), cards(f"{card} {card}")).total == 2 * value


@clause("nobust:values.5", "nobust:chart.10-K")
@pytest.mark.parametrize("card", ["Jc", "Qd", "Kh"])
def test_pictures_count_ten(card: str) -> None:
    assert points(rules("nobust"), Card(card)) == 10
    assert count(rules("nobust"), cards(f"{card} 7c")).total == 17


@clause("nobust:values.4", "nobust:chart.10-K")
def test_a_ten_counts_ten() -> None:
    assert points(rules("nobust"), Card("Td")) == 10
    assert count(rules("nobust"), cards("Td 7c")).total == 17


@clause("nobust:values.2.b", "nobust:chart.ace.b")
@pytest.mark.parametrize(
    ("cards_", "total"), [("Ac 2d", 13), ("Ac 5d", 16), ("6d Ac", 17), ("Ac 9d", 20)]
)
def test_an_ace_beside_a_number_is_eleven_or_one(cards_: str, total: int) -> None:
    counted = count(rules("nobust"), cards(cards_))
    assert counted == (total, True)
    # A ten more, and the same ace counts one.
    assert count(rules("nobust"), cards(f"{cards_} Kd")) == (total, False)


@clause("nobust:values.2.c", "nobust:chart.ace.c", "nobust:chart.ace")
@pytest.mark.parametrize(
    ("cards_", "total", "soft"),
    [
        ("Ac 4d 6h", 21, True),
        ("Ac 5d 6h", 12, False),
        ("Ac Kd 5h", 16, False),
        ("Ac Ad 9h", 21, True),
        ("Ac Ad 9h Kd", 21, False),
        ("Ac Ad Ah As 2c", 16, True),
    ],
)
def test_an_ace_in_three_cards_is_eleven_or_one_and_nothing_else(
    cards_: str, total: int, soft: bool
) -> None:
    assert count(rules("nobust"), cards(cards_)) == (total, soft)


@clause("nobust:values.3")
def test_two_aces_count_twelve_or_two() -> None:
    assert count(rules("nobust"), cards("Ac Ad")) == (12, True)
    assert count(rules("nobust"), cards("Ac Ad Kh")) == (12, False)


@clause("nobust:values.1#1", "nobust:winners.1", "nobust:values.2.a", "nobust:chart.ace.a")
@pytest.mark.parametrize("cards_", ["As Td", "Js Ac", "Ah Qh", "Kd Ad"])
def test_an_ace_and_a_ten_value_card_as_dealt_are_a_natural(cards_: str) -> None:
    assert is_blackjack(rules("nobust"), hand(cards_))


@clause("nobust:values.1#1", "nobust:winners.1", "nobust:values.2.a", "nobust:chart.ace.a")
@pytest.mark.parametrize("cards_", ["Ac 9d", "Kc Qd", "Ac Ad", "7c 7d 7h", "Ac 5d 5h", "Ac Kd Th"])
def test_no_other_hand_is_a_natural(cards_: str) -> None:
    assert not is_blackjack(rules("nobust"), hand(cards_))


@clause("nobust:Splits b#3", "nobust:Splits c#4", "nobust:values.2.a", "nobust:chart.ace.a")
@pytest.mark.parametrize("cards_", ["Kd Ac", "Td Ac", "Ac Kd", "Ac Td"])
def test_an_ace_and_a_ten_after_a_split_are_21_and_no_natural(cards_: str) -> None:
    split = hand(cards_, split=True)
    assert not is_blackjack(rules("nobust"), split)
    assert count(rules("nobust"), split.cards) == (21, True)
