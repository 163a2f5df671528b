"""Hitting, standing and busting."""

from __future__ import annotations

import pytest

from pitboss.law.counting import is_bust
from pitboss.law.play import closed_under, is_closed, may_double, may_hit, may_stand, may_zap
from pitboss.law.settlement import bust_is_collected, compare
from tests.support import clause, hand, rules


@clause("classic:play.1")
@pytest.mark.parametrize("cards", ["2c 2d", "6c 5d", "As 9d", "Tc Kd", "2c 3d 4h 5s 6c"])
def test_below_21_a_player_draws_or_stands_at_will(cards: str) -> None:
    for answer in (
        may_hit(rules("classic"), hand(cards)),
        may_stand(rules("classic"), hand(cards)),
    ):
        assert answer
        assert answer.under == "play.1"
    assert not is_closed(rules("classic"), hand(cards))


@clause("classic:play.1")
@pytest.mark.parametrize("cards", ["7c 7d 7h", "As 5d 5h", "As Kd"])
def test_a_21_takes_no_card(cards: str) -> None:
    answer = may_hit(rules("classic"), hand(cards))
    assert not answer
    assert answer.under == "play.1"
    assert closed_under(rules("classic"), hand(cards)) == "play.1"


@clause("classic:play.1", "classic:double.1")
@pytest.mark.parametrize(("cards", "split"), [("As Kd", False), ("Kd As", True)])
def test_a_21_is_not_doubled(cards: str, split: bool) -> None:
    answer = may_double(rules("classic"), hand(cards, split=split))
    assert not answer
    assert answer.under == "play.1"


@clause("classic:play.1")
def test_no_hand_is_exchanged() -> None:
    answer = may_zap(rules("classic"), hand("Tc 6d"))
    assert not answer
    assert answer.under == "play.1"


@clause("classic:play.2")
def test_a_hand_is_bust_above_21() -> None:
    assert not is_bust(rules("classic"), hand("Tc 6d 5h").cards)
    assert is_bust(rules("classic"), hand("Tc 6d 6h").cards)


@clause("classic:play.2")
def test_a_bust_hand_is_closed_and_taken_at_once() -> None:
    busted = hand("Tc 6d Th")
    answer = may_hit(rules("classic"), busted)
    assert not answer
    assert answer.under == "play.2"
    assert closed_under(rules("classic"), busted) == "play.2"
    assert bust_is_collected(rules("classic")) == ("at_once", "play.2")


@clause("classic:play.2")
@pytest.mark.parametrize("push_22", [False, True])
@pytest.mark.parametrize("dealer", ["9c 8d", "9c 7d 6h", "9c 7d Kh"])
def test_a_bust_loses_whatever_the_dealer_makes(dealer: str, push_22: bool) -> None:
    table = rules("classic", push_22=push_22)
    assert compare(table, hand("Tc 6d Th"), hand(dealer)) == ("lose", "play.2")
