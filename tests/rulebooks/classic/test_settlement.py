"""What the bets win and lose."""

from __future__ import annotations

import pytest

from pitboss.law.settlement import collects_first, order, settle
from pitboss.law.wagers import WagerKind
from tests.support import clause, hand, rules

MAIN, SPLIT, DOUBLE = WagerKind.MAIN, WagerKind.SPLIT, WagerKind.DOUBLE


@clause("classic:settle.1")
@pytest.mark.parametrize("kind", [MAIN, SPLIT, DOUBLE])
@pytest.mark.parametrize(
    ("player", "dealer"), [("Tc 8d", "9h 8c"), ("7c 7d 7h", "Kh Tc"), ("8c 4d", "9c 7d 7h")]
)
def test_a_hand_above_the_dealers_is_paid_even_money(player: str, dealer: str, kind: str) -> None:
    paid = settle(rules("classic"), kind, 10_00, hand(player), hand(dealer))
    assert (paid.result, paid.paid, paid.returned) == ("win", 10_00, 20_00)
    assert paid.under == "settle.1"


@clause("classic:settle.1")
def test_a_lower_hand_is_taken() -> None:
    lost = settle(rules("classic"), MAIN, 10_00, hand("Tc 7d"), hand("Th 8c"))
    assert (lost.result, lost.paid, lost.returned) == ("lose", 0, 0)
    assert lost.under == "settle.1"


@clause("classic:settle.1")
@pytest.mark.parametrize(("player", "dealer"), [("Tc 7d", "9h 8c"), ("7c 7d 7h", "9h 7c 5d")])
def test_an_equal_one_is_left(player: str, dealer: str) -> None:
    even = settle(rules("classic"), MAIN, 10_00, hand(player), hand(dealer))
    assert (even.result, even.paid, even.returned) == ("standoff", 0, 10_00)
    assert even.under == "settle.1"


@clause("classic:settle.1")
def test_boxes_are_settled_from_the_dealers_right() -> None:
    assert order(rules("classic"), [1, 2, 5]) == (5, 2, 1)
    assert not collects_first(rules("classic"))


@clause("classic:settle.2")
@pytest.mark.parametrize(
    ("odds", "paid"), [("3:2", 15_00), ("6:5", 12_00), ("1:1", 10_00), ("2:1", 20_00)]
)
def test_a_blackjack_pays_the_odds_chosen(odds: str, paid: int) -> None:
    table = rules("classic", blackjack_pays=odds)
    settled = settle(table, MAIN, 10_00, hand("As Kd"), hand("9h 8c"))
    assert (settled.result, settled.paid, settled.returned) == ("win", paid, 10_00 + paid)
    assert settled.under == "settle.2"


@clause("classic:settle.2")
@pytest.mark.parametrize("dealer", ["9h 8c", "7h 7c 7d", "9h 7c 6d", "9h 7c Kd"])
@pytest.mark.parametrize("push_22", [False, True])
def test_it_beats_every_other_hand_and_pays_three_to_two(dealer: str, push_22: bool) -> None:
    table = rules("classic", push_22=push_22)
    settled = settle(table, MAIN, 10_00, hand("As Kd"), hand(dealer))
    assert (settled.result, settled.paid, settled.under) == ("win", 15_00, "settle.2")


@clause("classic:settle.2", "classic:split.5")
def test_a_split_hand_is_not_paid_as_one() -> None:
    settled = settle(rules("classic"), SPLIT, 10_00, hand("As Kd", split=True), hand("9h 8c"))
    assert (settled.paid, settled.under) == (10_00, "settle.1")


@clause("classic:settle.3")
def test_blackjack_against_blackjack_is_a_push() -> None:
    even = settle(rules("classic"), MAIN, 10_00, hand("As Kd"), hand("Ah Tc"))
    assert (even.result, even.paid, even.returned) == ("standoff", 0, 10_00)
    assert even.under == "settle.3"


@clause("classic:settle.5")
@pytest.mark.parametrize("player", ["8c 4d", "Tc Kd", "7c 7d 7h"])
def test_a_dealer_22_pushes_if_so_chosen(player: str) -> None:
    pushing = rules("classic", push_22=True)
    even = settle(pushing, MAIN, 10_00, hand(player), hand("9h 7c 6d"))
    assert (even.result, even.returned, even.under) == ("standoff", 10_00, "settle.5")
    paid = settle(pushing, MAIN, 10_00, hand(player), hand("9h 7c 7d"))
    assert (paid.result, paid.under) == ("win", "settle.1")


@clause("classic:settle.5")
def test_and_is_over_like_any_other_if_not() -> None:
    for table in (rules("classic"), rules("classic", push_22=False)):
        paid = settle(table, MAIN, 10_00, hand("8c 4d"), hand("9h 7c 6d"))
        assert (paid.result, paid.paid, paid.returned) == ("win", 10_00, 20_00)
