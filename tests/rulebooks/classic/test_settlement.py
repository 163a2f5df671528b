"""What the bets win and lose."""

from __future__ import annotations

import pytest

from pitboss.law.answers import Refusal
from pitboss.law.hands import Hand
from pitboss.law.play import closed_under, may_hit
from pitboss.law.settlement import collects_first, compare, order, settle
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


LONG = "2c 2d 2h 3c 3d 3h 2s"
"""Seven cards that make 17"""


@clause("classic:settle.6")
@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("dealer", ["Th 8c", "Th 7c", "Th 6c 5d", "Th 6c 6d", "Th 6c 7d"])
def test_a_hand_of_so_many_cards_wins(cards: int, dealer: str) -> None:
    table = rules("classic", charlie=cards)
    held = hand(LONG).cards[:cards]
    for kind, split in ((MAIN, False), (DOUBLE, False), (SPLIT, True)):
        paid = settle(table, kind, 10_00, Hand(held, is_split=split), hand(dealer))
        assert (paid.result, paid.paid, paid.under) == ("win", 10_00, "settle.6")


@clause("classic:settle.6")
@pytest.mark.parametrize("cards", [5, 6, 7])
def test_it_is_complete_and_one_card_less_is_not(cards: int) -> None:
    table = rules("classic", charlie=cards)
    whole, less = (Hand(hand(LONG).cards[:many]) for many in (cards, cards - 1))
    assert closed_under(table, whole) == "settle.6"
    refused = may_hit(table, whole)
    assert isinstance(refused, Refusal)
    assert (refused.under, refused.why) == ("settle.6", f"a hand of {cards} cards has won")
    assert closed_under(table, less) is None
    assert may_hit(table, less)
    assert compare(table, less, hand("Th 8c")) == ("lose", "settle.1")


@clause("classic:settle.6")
@pytest.mark.parametrize("charlie", [5, 6, 7])
def test_but_neither_above_21_nor_against_a_blackjack(charlie: int) -> None:
    table = rules("classic", charlie=charlie)
    assert compare(table, hand(f"{LONG} 5c"), hand("Th 7c")) == ("lose", "play.2")
    assert compare(table, hand(LONG), hand("Th Ac")) == ("lose", "settle.4")
    assert compare(table, hand("As Kd"), hand("Th 7c")) == ("win", "settle.2")


@clause("classic:settle.6")
@pytest.mark.parametrize("cards", [5, 6, 7])
def test_no_number_of_cards_wins_if_not_chosen(cards: int) -> None:
    held = Hand(hand(LONG).cards[:cards])
    assert compare(rules("classic"), held, hand("Th 8c")) == ("lose", "settle.1")
    assert may_hit(rules("classic"), held)
