"""Step 6: the chart that binds the players."""

from __future__ import annotations

import pytest

from pitboss.cards import Card
from pitboss.law.play import closed_under, is_closed, may_hit, may_stand, may_surrender
from tests.support import clause, hand, rules

FROM_12_TO_20 = [
    "Tc 2d",
    "9c 4d",
    "8c 6d",
    "Tc 5d",
    "9c 7d",
    "Tc 7d",
    "Tc 8d",
    "Tc 9d",
    "Tc Qd",
    "Ac Ad",
    "Ac 2d",
    "Ac 6d",
    "Ac 7d",
    "Ac 9d",
    "5c 4d 3h",
    "7c 7d 6h",
]


@clause("nobust:dealing.6.stand", "nobust:dealing.6")
@pytest.mark.parametrize("cards", ["Ac 4d 6h", "Ac Ad 9h", "7c 7d 7h", "5c 4d 3s 9d"])
def test_a_player_stands_on_21(cards: str) -> None:
    answer = may_hit(rules("nobust"), hand(cards))
    assert not answer
    assert answer.under == "dealing.6.stand"
    assert may_stand(rules("nobust"), hand(cards))
    assert is_closed(rules("nobust"), hand(cards))


@clause("nobust:dealing.6.stand", "nobust:dealing.6")
@pytest.mark.parametrize("cards", ["Ac Kd", "Td Ah"])
def test_a_player_stands_on_a_natural(cards: str) -> None:
    answer = may_hit(rules("nobust"), hand(cards))
    assert not answer
    assert answer.under == "dealing.6.stand"
    assert is_closed(rules("nobust"), hand(cards))


@clause("nobust:dealing.6.stand")
def test_a_natural_stands_and_is_not_surrendered() -> None:
    answer = may_surrender(rules("nobust"), hand("Ac Kd"), up=Card("Ad"))
    assert not answer
    assert answer.under == "dealing.6.stand"


@clause("nobust:dealing.6.hit", "nobust:dealing.6")
@pytest.mark.parametrize("cards", ["2c 2d", "5c 4d", "6c 5d", "2c 4d 5h", "3c 3d 3h 2s"])
def test_a_player_with_11_or_less_takes_a_card(cards: str) -> None:
    answer = may_stand(rules("nobust"), hand(cards))
    assert not answer
    assert answer.under == "dealing.6.hit"
    assert may_hit(rules("nobust"), hand(cards))
    assert not is_closed(rules("nobust"), hand(cards))


@clause("nobust:dealing.6.hit", "nobust:dealing.6.option", "nobust:dealing.6")
@pytest.mark.parametrize("cards", FROM_12_TO_20)
def test_from_12_to_20_the_player_chooses(cards: str) -> None:
    assert may_stand(rules("nobust"), hand(cards))
    assert may_hit(rules("nobust"), hand(cards))
    assert not is_closed(rules("nobust"), hand(cards))


@clause("nobust:dealing.6")
def test_a_hand_that_is_over_takes_no_card() -> None:
    assert not may_hit(rules("nobust"), hand("Tc 6d 7h"))
    assert is_closed(rules("nobust"), hand("Tc 6d 7h"))


@clause("nobust:Buster 4#2")
def test_a_bust_hand_is_closed_by_the_clause_on_what_a_bust_is() -> None:
    """No clause collects it at once, as elsewhere: what it comes to is decided later."""
    over = hand("Tc 9d 4h")
    assert closed_under(rules("nobust"), over) == "Buster 4#2"
    answer = may_hit(rules("nobust"), over)
    assert not answer
    assert answer.under == "Buster 4#2"
