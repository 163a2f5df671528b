"""Section 6(h)(2) to (4): exchanging the first two cards."""

from __future__ import annotations

import pytest

from pitboss.law.answers import Permit
from pitboss.law.counting import count, is_blackjack
from pitboss.law.play import may_double, may_hit, may_split, may_stand, may_zap
from pitboss.law.settlement import Settled, settle
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import Result
from tests.rulebooks.zappit.helpers import refused_under, zappit
from tests.support import clause, hand


@clause("zappit:6(h)(2)#1")
@pytest.mark.parametrize(
    "held",
    ["Td 5c", "9d 6c", "8d 7c", "Kd 6c", "9d 7c", "8h 8s", "Qd 7c", "9c 8d", "Jd 8c", "9h 9d"],
)
def test_a_hard_15_to_18_may_be_zapped(held: str) -> None:
    assert may_zap(zappit(), hand(held)) == Permit("6(h)(2)#1")


@clause("zappit:6(h)(2)#1")
@pytest.mark.parametrize("held", ["Td 4c", "7d 7c", "Td 9c", "Td Tc", "2d 3c"])
def test_no_other_total_is_zapped(held: str) -> None:
    assert refused_under(may_zap(zappit(), hand(held))) == "6(h)(2)#1"


@clause("zappit:6(h)(2)#1")
@pytest.mark.parametrize("held", ["Ad 4c", "Ad 5c", "Ad 6c", "Ad 7c"])
def test_a_soft_15_to_18_is_not_zapped(held: str) -> None:
    assert refused_under(may_zap(zappit(), hand(held))) == "6(h)(2)#1"


@clause("zappit:6(h)(2)#2")
@pytest.mark.parametrize("held", ["5d 6c 5h", "2d 3c Th", "Ad 5c Th"])
def test_only_the_first_two_cards_are_zapped(held: str) -> None:
    assert refused_under(may_zap(zappit(), hand(held))) == "6(h)(2)#1"


@clause("zappit:6(h)(2)#2")
@pytest.mark.parametrize("held", ["8h 8s", "8h 7c", "9h 9c"])
def test_a_split_hand_is_not_zapped(held: str) -> None:
    assert may_zap(zappit(), hand(held))
    assert refused_under(may_zap(zappit(), hand(held, split=True))) == "6(h)(2)#2"


@clause("zappit:6(h)(2)#2")
def test_a_hand_is_zapped_once() -> None:
    assert refused_under(may_zap(zappit(), hand("Td 6c", exchanges=1))) == "6(h)(2)#2"


@clause("zappit:6(h)(2)#2")
def test_the_player_may_keep_the_cards_and_split_or_stand_instead() -> None:
    assert may_zap(zappit(), hand("8h 8s"))
    assert may_split(zappit(), hand("8h 8s"))
    assert may_stand(zappit(), hand("8h 8s"))


@clause("zappit:6(h)(3)#3")
@pytest.mark.parametrize("held", ["Ac Kc", "Tc Ac"])
def test_an_ace_and_a_ten_after_a_zap_are_21_and_win_1_to_1(held: str) -> None:
    zapped = hand(held, exchanges=1)
    assert not is_blackjack(zappit(), zapped)
    assert count(zappit(), zapped.cards).total == 21
    settled = settle(zappit(), WagerKind.MAIN, 10_00, zapped, hand("Td 8c"))
    assert settled == Settled(Result.WIN, 10_00, 20_00, "6(h)(3)#3")


@clause("zappit:6(h)(3)#3")
def test_a_zapped_21_pushes_a_dealers_21() -> None:
    settled = settle(zappit(), WagerKind.MAIN, 10_00, hand("Ac Kc", exchanges=1), hand("Td 6c 5h"))
    assert settled == Settled(Result.STAND_OFF, 0, 10_00, "6(m)(2)")


@clause("zappit:6(h)(4)")
def test_a_zapped_hand_may_double_split_stand_or_draw() -> None:
    eights = hand("8c 8d", exchanges=1)
    assert may_double(zappit(), eights)
    assert may_split(zappit(), eights)
    assert may_stand(zappit(), eights)
    assert may_hit(zappit(), eights)


@clause("zappit:6(h)(4)")
def test_the_operator_may_have_zapped_hands_not_doubled() -> None:
    eights, chosen = hand("8c 8d", exchanges=1), zappit(zap_then_double=False)
    assert refused_under(may_double(chosen, eights)) == "6(h)(4)"
    assert may_double(chosen, hand("8c 8d"))
    assert may_split(chosen, eights)


@clause("zappit:6(h)(4)")
def test_the_operator_may_have_zapped_hands_not_split() -> None:
    eights, chosen = hand("8c 8d", exchanges=1), zappit(zap_then_split=False)
    assert refused_under(may_split(chosen, eights)) == "6(h)(4)"
    assert may_split(chosen, hand("8c 8d"))
    assert may_double(chosen, eights)
