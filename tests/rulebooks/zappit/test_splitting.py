"""Section 9: splitting pairs."""

from __future__ import annotations

import pytest

from pitboss.law.answers import Permit
from pitboss.law.play import (
    closed_under,
    may_double,
    may_hit,
    may_split,
    may_stand,
    order_of_hands,
    split_wager,
)
from tests.rulebooks.zappit.helpers import refused_under, zappit
from tests.support import clause, hand


@clause("zappit:9(a)")
@pytest.mark.parametrize("pair", ["7h 7s", "2c 2d", "Kh Td", "Jc Qd", "Kh Ks", "Ac Ad"])
def test_two_cards_of_equal_value_may_be_split(pair: str) -> None:
    assert may_split(zappit(), hand(pair)) == Permit("9(a)")


@clause("zappit:9(a)")
@pytest.mark.parametrize("held", ["9c 8c", "Ac Kc", "Tc 9c", "7c 7d 7h"])
def test_nothing_else_is_split(held: str) -> None:
    assert refused_under(may_split(zappit(), hand(held))) == "9(a)"


@clause("zappit:9(b)(2)")
def test_the_second_wager_equals_the_first() -> None:
    assert split_wager(zappit(), wager=10_00, amount=10_00) == Permit("9(b)(2)")
    for amount in (0, 5_00, 9_50, 10_50, 20_00):
        answer = split_wager(zappit(), wager=10_00, amount=amount)
        assert refused_under(answer) == "9(b)(2)"


@clause("zappit:9(b)(1)")
@pytest.mark.parametrize("tens", ["Tc Td", "Kc Th", "Jc Qd", "Qh Qs"])
def test_ten_value_cards_are_split_for_an_equal_wager_and_never_for_nothing(tens: str) -> None:
    assert may_split(zappit(), hand(tens))
    assert split_wager(zappit(), wager=10_00, amount=10_00)
    assert not split_wager(zappit(), wager=10_00, amount=0)
    assert not split_wager(zappit(), wager=10_00, amount=5_00)


@clause("zappit:9(c)")
def test_split_hands_are_played_from_the_left_the_new_one_next() -> None:
    assert order_of_hands((1,), 1) == (1, 2)
    assert order_of_hands((1, 2), 1) == (1, 3, 2)
    assert order_of_hands((1, 2), 2) == (1, 2, 3)


@clause("zappit:9(d)#1")
@pytest.mark.parametrize("held", ["8c 8d", "Kc Td", "Ac Ad"])
def test_a_split_hand_may_stand_draw_double_or_split_again(held: str) -> None:
    split = hand(held, split=True)
    assert may_stand(zappit(), split)
    assert may_hit(zappit(), split)
    assert may_double(zappit(), split)
    assert may_split(zappit(), split, hands_on_box=2)


@clause("zappit:9(d)#1")
def test_split_aces_are_not_limited() -> None:
    for held in ("Ac 5d", "Ac 5d 2h"):
        assert may_hit(zappit(), hand(held, split=True))
        assert closed_under(zappit(), hand(held, split=True)) is None
    assert may_double(zappit(), hand("Ac 5d", split=True))


@clause("zappit:9(d)#1")
def test_the_operator_may_give_split_aces_one_card_only() -> None:
    one, ace = zappit(split_aces_one_card=True), hand("Ac 5d", split=True)
    assert refused_under(may_hit(one, ace)) == "9(d)#1"
    assert refused_under(may_double(one, ace)) == "9(d)#1"
    assert closed_under(one, ace, hands_on_box=2) == "9(d)#1"
    assert may_hit(one, hand("8c 5d", split=True))
    assert may_hit(one, hand("Ac 5d"))


@clause("zappit:9(d)#2")
@pytest.mark.parametrize("pair", ["8c 8d", "Kc Td", "Ac Ad"])
def test_pairs_are_split_into_four_hands_at_most(pair: str) -> None:
    for hands in (1, 2, 3):
        assert may_split(zappit(), hand(pair, split=hands > 1), hands_on_box=hands)
    fifth = may_split(zappit(), hand(pair, split=True), hands_on_box=4)
    assert refused_under(fifth) == "9(d)#2"
