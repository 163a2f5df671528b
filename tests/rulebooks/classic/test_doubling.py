"""Doubling."""

from __future__ import annotations

import pytest

from pitboss.law.play import closed_under, may_double, may_hit
from tests.support import clause, hand, rules


@clause("classic:double.1")
@pytest.mark.parametrize("cards", ["2c 2d", "5c 3d", "Tc 2d", "Tc Kd", "As 2d", "As Ad", "As 9d"])
def test_any_two_cards_are_doubled_unless_chosen_otherwise(cards: str) -> None:
    answer = may_double(rules("classic"), hand(cards))
    assert answer
    assert answer.under == "double.1"


@clause("classic:double.1")
@pytest.mark.parametrize("double_on", ["any", "9-11", "10-11", "none"])
@pytest.mark.parametrize(
    ("cards", "when"),
    [
        ("5c 3d", {"any"}),
        ("5c 4d", {"any", "9-11"}),
        ("6c 4d", {"any", "9-11", "10-11"}),
        ("6c 5d", {"any", "9-11", "10-11"}),
        ("7c 5d", {"any"}),
        ("As 8d", {"any"}),
        ("As 9d", {"any"}),
    ],
)
def test_the_chosen_totals_only_an_ace_counting_as_in_the_hand(
    cards: str, when: set[str], double_on: str
) -> None:
    answer = may_double(rules("classic", double_on=double_on), hand(cards))
    assert bool(answer) is (double_on in when)
    assert answer.under == "double.1"


@clause("classic:double.1")
@pytest.mark.parametrize("cards", ["2c 3d 4h", "6c"])
def test_only_two_cards_are_doubled(cards: str) -> None:
    answer = may_double(rules("classic"), hand(cards))
    assert not answer
    assert answer.under == "double.1"


@clause("classic:double.2")
@pytest.mark.parametrize("amount", [1, 50, 5_00, 9_99, 10_00])
def test_any_amount_up_to_the_bet_is_added(amount: int) -> None:
    answer = may_double(rules("classic"), hand("6c 5d"), wager=10_00, amount=amount)
    assert answer
    assert answer.under == "double.2"


@clause("classic:double.1")
def test_without_an_amount_only_the_hand_is_judged() -> None:
    answer = may_double(rules("classic"), hand("6c 5d"), wager=10_00)
    assert answer
    assert answer.under == "double.1"
    assert not may_double(rules("classic"), hand("6c 3c 2d"), wager=10_00)


@clause("classic:double.2")
@pytest.mark.parametrize("amount", [0, 10_01, 20_00])
def test_but_not_nothing_and_not_more(amount: int) -> None:
    answer = may_double(rules("classic"), hand("6c 5d"), wager=10_00, amount=amount)
    assert not answer
    assert answer.under == "double.2"


@clause("classic:double.2")
def test_any_amount_means_no_steps() -> None:
    # Every amount is a multiple of the least of one cent, so a higher one is put in its place.
    from_five = rules("classic").with_provision("doubling.least", 5_00)
    assert may_double(from_five, hand("6c 5d"), wager=10_00, amount=7_00)


@clause("classic:double.3")
def test_a_doubled_hand_takes_one_card() -> None:
    waiting, drawn = hand("6c 5d", doubled=True), hand("6c 5d 2h", doubled=True)
    assert closed_under(rules("classic"), waiting) is None
    assert closed_under(rules("classic"), drawn) == "double.3"
    for answer in (may_hit(rules("classic"), drawn), may_double(rules("classic"), drawn)):
        assert not answer
        assert answer.under == "double.3"


@clause("classic:double.4")
def test_a_split_hand_is_doubled_if_so_chosen() -> None:
    split = hand("8c 3d", split=True)
    assert may_double(rules("classic"), split)
    assert may_double(rules("classic", double_after_split=True), split)
    answer = may_double(rules("classic", double_after_split=False), split)
    assert not answer
    assert answer.under == "double.4"
    assert may_double(rules("classic", double_after_split=False), hand("8c 3d"))
