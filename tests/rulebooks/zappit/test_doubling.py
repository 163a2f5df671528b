"""Section 8: doubling down."""

from __future__ import annotations

import pytest

from pitboss.law.answers import Permit
from pitboss.law.play import may_double
from tests.rulebooks.zappit.helpers import refused_under, zappit
from tests.support import clause, hand


@clause("zappit:8(a)(1)")
@pytest.mark.parametrize("held", ["5c 4d", "7c 2d", "6c 4d", "5c 5d", "6c 5d", "9c 2d"])
def test_a_hard_9_10_or_11_may_be_doubled_for_a_paid_wager_up_to_the_first(held: str) -> None:
    assert may_double(zappit(), hand(held))
    assert may_double(zappit(), hand(held), wager=10_00, amount=10_00)
    assert may_double(zappit(), hand(held), wager=10_00, amount=4_00)
    assert not may_double(zappit(), hand(held), wager=10_00, amount=0)


@clause("zappit:8(a)(2)")
@pytest.mark.parametrize(
    "held", ["2c 2d", "5c 3d", "7c 5d", "Tc 6d", "Tc Td", "Ac Ad", "Ac 2d", "Ac 7d", "Ac 9d"]
)
def test_any_other_two_cards_may_be_doubled(held: str) -> None:
    assert may_double(zappit(), hand(held)) == Permit("8(a)(2)")


@clause("zappit:8(a)(2)", "zappit:8(a)(1)")
@pytest.mark.parametrize("held", ["Ac 7d", "6c 5d"])
def test_the_additional_wager_does_not_exceed_the_first(held: str) -> None:
    under = "8(a)(1)" if held == "6c 5d" else "8(a)(2)"
    for amount in (50, 4_00, 9_50, 10_00):
        answer = may_double(zappit(), hand(held), wager=10_00, amount=amount)
        assert answer == Permit(under)
    for amount in (10_50, 11_00, 20_00):
        answer = may_double(zappit(), hand(held), wager=10_00, amount=amount)
        assert refused_under(answer) == "8(a)(2)"


@clause("zappit:8(a)#1")
@pytest.mark.parametrize("held", ["7c 5d 2h", "2c 3d 4h", "Ac 2d 5h"])
def test_only_two_cards_are_doubled(held: str) -> None:
    assert may_double(zappit(), hand("7c 5d"))
    assert refused_under(may_double(zappit(), hand(held))) == "8(a)#1"


@clause("zappit:8(a)#1", "zappit:8(a)(2)", "zappit:6(j)(1)")
def test_neither_a_blackjack_nor_another_21_is_doubled() -> None:
    for held in (hand("Ac Kd"), hand("Ac Kd", exchanges=1), hand("Ac Kd", split=True)):
        assert refused_under(may_double(zappit(), held)) == "6(j)(1)"


@clause("zappit:8(b)", "zappit:8(a)#1")
@pytest.mark.parametrize("held", ["8c 2d", "8c 3d", "8c 7d", "Ac 5d"])
def test_a_split_hand_may_be_doubled_on_the_same_terms(held: str) -> None:
    split = hand(held, split=True)
    assert may_double(zappit(), split, wager=10_00, amount=10_00)
    assert may_double(zappit(), split, wager=10_00, amount=5_00)
    assert refused_under(may_double(zappit(), split, wager=10_00, amount=10_50)) == "8(a)(2)"
    three = hand(f"{held} 2h", split=True)
    assert refused_under(may_double(zappit(), three)) == "8(a)#1"


@clause("zappit:6(j)(2)")
def test_a_doubled_hand_is_not_doubled_again() -> None:
    assert refused_under(may_double(zappit(), hand("5c 5d 2h", doubled=True))) == "6(j)(2)"
