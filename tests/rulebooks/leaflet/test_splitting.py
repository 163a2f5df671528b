"""Splitting pairs."""

from __future__ import annotations

import pytest

from pitboss.law.play import is_closed, may_double, may_hit, may_split, split_wager
from pitboss.rulebooks import BadElection
from tests.support import clause, hand, rules


@clause("leaflet:split.1")
@pytest.mark.parametrize("pair", ["8h 8s", "Kh Kd", "Tc Td", "Ac Ad"])
def test_two_cards_of_one_rank_may_be_split(pair: str) -> None:
    answer = may_split(rules("leaflet"), hand(pair))
    assert answer
    assert answer.under == "split.1"


@clause("leaflet:split.1")
@pytest.mark.parametrize("cards", ["9c 8c", "Kh Qd", "Th Jd", "8c 8d 2h", "Ac Kd"])
def test_anything_else_is_no_pair(cards: str) -> None:
    answer = may_split(rules("leaflet"), hand(cards))
    assert not answer
    assert answer.under == "split.1"


@clause("leaflet:split.1")
def test_the_operator_may_let_equal_values_pair() -> None:
    assert may_split(rules("leaflet", pair_by="value"), hand("Kh Qd"))
    assert not may_split(rules("leaflet", pair_by="value"), hand("Kh 9d"))
    assert not may_split(rules("leaflet", pair_by="rank"), hand("Kh Qd"))
    with pytest.raises(BadElection, match=r"leaflet split\.1"):
        rules("leaflet", pair_by="suit")


@clause("leaflet:split.2")
def test_the_second_bet_equals_the_first() -> None:
    assert split_wager(rules("leaflet"), wager=10_00, amount=10_00)
    for amount in (5_00, 9_99, 10_01):
        answer = split_wager(rules("leaflet"), wager=10_00, amount=amount)
        assert not answer
        assert answer.under == "split.2"


@clause("leaflet:split.3")
def test_two_splits_make_three_hands_and_no_more() -> None:
    eights = hand("8c 8d", split=True)
    assert may_split(rules("leaflet"), eights, hands_on_box=2)
    answer = may_split(rules("leaflet"), eights, hands_on_box=3)
    assert not answer
    assert answer.under == "split.3"


@clause("leaflet:split.4")
@pytest.mark.parametrize("cards", ["Ac 5d", "Ac Ad", "Ac 9d", "Ac Kd"])
def test_a_split_ace_with_its_card_is_closed(cards: str) -> None:
    ace = hand(cards, split=True)
    assert is_closed(rules("leaflet"), ace, hands_on_box=2)
    for answer in (
        may_hit(rules("leaflet"), ace),
        may_double(rules("leaflet"), ace),
        may_split(rules("leaflet"), ace, hands_on_box=2),
    ):
        assert not answer
        assert answer.under == "split.4"


@clause("leaflet:split.4")
def test_only_aces_are_closed_so() -> None:
    assert may_split(rules("leaflet"), hand("Ac Ad"))
    assert not is_closed(rules("leaflet"), hand("Ac", split=True), hands_on_box=2)
    assert not is_closed(rules("leaflet"), hand("8c 5d", split=True), hands_on_box=2)
    assert may_hit(rules("leaflet"), hand("8c 5d", split=True))


@clause("leaflet:split.4")
def test_the_operator_may_let_aces_be_split_again() -> None:
    again = rules("leaflet", resplit_aces=True)
    aces = hand("Ac Ad", split=True)
    assert may_split(again, aces, hands_on_box=2)
    assert not is_closed(again, aces, hands_on_box=2)
    answer = may_split(again, aces, hands_on_box=3)
    assert not answer
    assert answer.under == "split.4"
    assert is_closed(again, aces, hands_on_box=3)
    assert not may_hit(again, aces)
