"""Splitting pairs."""

from __future__ import annotations

import pytest

from pitboss.law.play import is_closed, may_double, may_hit, may_split, split_wager
from tests.support import clause, hand, rules


@clause("classic:split.1")
@pytest.mark.parametrize("pair", ["8h 8s", "Kh Td", "Qc Jd", "Ac Ad"])
def test_equal_values_may_be_split(pair: str) -> None:
    answer = may_split(rules("classic"), hand(pair))
    assert answer
    assert answer.under == "split.1"


@clause("classic:split.1")
@pytest.mark.parametrize("cards", ["9c 8c", "Kh 9d", "8c 8d 8h", "Ac Kd"])
def test_unequal_values_may_not(cards: str) -> None:
    answer = may_split(rules("classic"), hand(cards))
    assert not answer
    assert answer.under == "split.1"


@clause("classic:split.1")
def test_the_second_bet_equals_the_first() -> None:
    assert split_wager(rules("classic"), wager=10_00, amount=10_00)
    for amount in (5_00, 9_99, 10_01):
        answer = split_wager(rules("classic"), wager=10_00, amount=amount)
        assert not answer
        assert answer.under == "split.1"


@clause("classic:split.2")
@pytest.mark.parametrize("most", [1, 2, 3, 4])
def test_splitting_makes_as_many_hands_as_chosen(most: int) -> None:
    table = rules("classic", max_hands=most)
    for hands in range(1, most):
        assert may_split(table, hand("8c 8d", split=hands > 1), hands_on_box=hands)
    answer = may_split(table, hand("8c 8d", split=most > 1), hands_on_box=most)
    assert not answer
    assert answer.under == "split.2"


@clause("classic:split.2")
def test_four_unless_chosen_otherwise() -> None:
    eights = hand("8c 8d", split=True)
    assert may_split(rules("classic"), eights, hands_on_box=3)
    assert not may_split(rules("classic"), eights, hands_on_box=4)


@clause("classic:split.3")
def test_aces_are_split_once() -> None:
    assert may_split(rules("classic"), hand("Ac Ad"))
    answer = may_split(rules("classic"), hand("Ac Ad", split=True), hands_on_box=2)
    assert not answer
    assert answer.under == "split.3"


@clause("classic:split.3")
@pytest.mark.parametrize("most", [2, 3, 4])
def test_or_as_often_as_other_pairs_if_so_chosen(most: int) -> None:
    again = rules("classic", resplit_aces=True, max_hands=most)
    aces = hand("Ac Ad", split=True)
    for hands in range(2, most):
        assert may_split(again, aces, hands_on_box=hands)
        assert not is_closed(again, aces, hands_on_box=hands)
    assert not may_split(again, aces, hands_on_box=most)
    assert is_closed(again, aces, hands_on_box=most)


@clause("classic:split.4")
@pytest.mark.parametrize("cards", ["Ac 5d", "Ac Ad", "Ac 9d"])
def test_a_split_ace_takes_one_card(cards: str) -> None:
    ace = hand(cards, split=True)
    assert is_closed(rules("classic"), ace, hands_on_box=2)
    for answer in (may_hit(rules("classic"), ace), may_double(rules("classic"), ace)):
        assert not answer
        assert answer.under == "split.4"
    assert may_hit(rules("classic"), hand("8c 5d", split=True))


@clause("classic:split.4")
def test_or_any_number_if_so_chosen() -> None:
    drawing = rules("classic", draw_to_split_aces=True)
    ace = hand("Ac 5d", split=True)
    assert may_hit(drawing, ace)
    assert may_double(drawing, ace)
    assert not is_closed(drawing, ace, hands_on_box=2)
    again = may_split(drawing, ace, hands_on_box=2)
    assert not again
    assert (again.under, again.why) == ("split.1", "only a pair may be split")
