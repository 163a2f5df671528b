"""Section 6(h)(4) and (j): standing and drawing, what closes a hand, and what is not offered."""

from __future__ import annotations

import pytest

from pitboss.cards import Card
from pitboss.law.answers import Permit
from pitboss.law.play import (
    closed_under,
    is_closed,
    may_double,
    may_hit,
    may_split,
    may_stand,
    may_surrender,
)
from tests.rulebooks.zappit.helpers import refused_under, zappit
from tests.support import clause, hand


@clause("zappit:6(h)(4)")
def test_a_player_without_blackjack_may_double_split_stand_or_draw() -> None:
    eights = hand("8h 8s")
    assert may_double(zappit(), eights)
    assert may_split(zappit(), eights)
    assert may_stand(zappit(), eights)
    assert may_hit(zappit(), eights)


@clause("zappit:6(h)(4)")
@pytest.mark.parametrize("held", ["2c 2d", "5c 6d", "Ac 2d", "Tc 2d"])
def test_a_player_may_stand_on_any_total(held: str) -> None:
    assert may_stand(zappit(), hand(held)) == Permit("6(h)(4)")


@clause("zappit:6(j)")
@pytest.mark.parametrize("held", ["2c 2d", "Tc Td", "Ac 9d", "Ac 4d 5h", "Tc 6d 4h"])
def test_a_player_may_draw_while_the_hand_counts_under_21(held: str) -> None:
    assert may_hit(zappit(), hand(held)) == Permit("6(j)")
    assert not is_closed(zappit(), hand(held))


@clause("zappit:6(j)(1)")
@pytest.mark.parametrize("held", ["5c 6d Th", "7c 7d 7h", "Ac 4d 6h", "Ac Kd"])
def test_nobody_draws_to_a_hard_or_soft_21(held: str) -> None:
    assert refused_under(may_hit(zappit(), hand(held))) == "6(j)(1)"
    assert closed_under(zappit(), hand(held)) == "6(j)(1)"


@clause("zappit:6(j)(1)")
def test_a_zapped_or_split_21_draws_no_more_either() -> None:
    for held in (
        hand("Ac Kd", exchanges=1),
        hand("Ac Kd", split=True),
        hand("8c 3d Kh", split=True),
    ):
        assert refused_under(may_hit(zappit(), held)) == "6(j)(1)"
        assert closed_under(zappit(), held) == "6(j)(1)"


@clause("zappit:6(j)(2)")
def test_a_doubled_hand_gets_one_more_card_only() -> None:
    assert closed_under(zappit(), hand("5c 5d", doubled=True)) is None
    doubled = hand("5c 5d 2h", doubled=True)
    assert closed_under(zappit(), doubled) == "6(j)(2)"
    assert refused_under(may_hit(zappit(), doubled)) == "6(j)(2)"


@clause("zappit:gap.bust")
def test_a_bust_hand_has_nothing_left_to_decide() -> None:
    bust = hand("Tc 6d 6h")
    assert closed_under(zappit(), bust) == "gap.bust"
    assert refused_under(may_hit(zappit(), bust)) == "gap.bust"


@clause("zappit:gap.surrender")
@pytest.mark.parametrize("up", ["As", "Td", "6h"])
def test_no_hand_is_surrendered(up: str) -> None:
    answer = may_surrender(zappit(), hand("Tc 6d"), up=Card(up))
    assert refused_under(answer) == "gap.surrender"
