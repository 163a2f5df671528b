"""What the bets win and lose."""

from __future__ import annotations

import pytest

from pitboss.cards import Card
from pitboss.law.settlement import blackjack_is_paid, compare, settle
from pitboss.law.wagers import WagerKind
from tests.support import clause, hand, rules


@clause("leaflet:object.1", "leaflet:payments.2")
@pytest.mark.parametrize(
    ("player", "dealer"), [("Kc Qd", "9c Th"), ("Tc 9d", "Th 8c"), ("5c 9d 7h", "Kh Tc")]
)
def test_a_total_nearer_to_21_is_paid_even_money(player: str, dealer: str) -> None:
    for kind in (WagerKind.MAIN, WagerKind.SPLIT, WagerKind.DOUBLE):
        paid = settle(rules("leaflet"), kind, 10_00, hand(player), hand(dealer))
        assert (paid.result, paid.paid, paid.returned) == ("win", 10_00, 20_00)
        assert paid.under == "payments.2"


@clause("leaflet:payments.2")
@pytest.mark.parametrize("dealer", ["9c 7d 6h", "9c 7d 7h", "9c 7d Kh"])
def test_a_dealer_over_21_pays_every_hand_alive(dealer: str) -> None:
    paid = settle(rules("leaflet"), WagerKind.MAIN, 10_00, hand("8c 4d"), hand(dealer))
    assert (paid.result, paid.paid, paid.returned) == ("win", 10_00, 20_00)
    assert paid.under == "payments.2"


@clause("leaflet:object.1")
@pytest.mark.parametrize(
    ("player", "dealer"), [("Kc 8d", "9c Th"), ("2c Td", "Th 7c"), ("7c 7d 7h", "Ah Kc")]
)
def test_a_total_further_away_loses_and_so_does_21_to_blackjack(player: str, dealer: str) -> None:
    lost = settle(rules("leaflet"), WagerKind.MAIN, 10_00, hand(player), hand(dealer))
    assert (lost.result, lost.paid, lost.returned) == ("lose", 0, 0)
    assert lost.under == "object.1"


@clause("leaflet:payments.4")
@pytest.mark.parametrize(
    ("player", "dealer"), [("Kc 8d", "9c 9h"), ("7c 7d 7h", "9c 7h 5d"), ("Ac Kd", "Ah Tc")]
)
def test_the_same_total_is_a_standoff(player: str, dealer: str) -> None:
    even = settle(rules("leaflet"), WagerKind.MAIN, 10_00, hand(player), hand(dealer))
    assert (even.result, even.paid, even.returned) == ("standoff", 0, 10_00)
    assert even.under == "payments.4"


@clause("leaflet:payments.1", "leaflet:payments.4")
def test_blackjack_is_paid_three_to_two_and_beats_another_21() -> None:
    for dealer in ("5c Kh 2d", "9c 7h 5d", "5c Kh Td"):
        paid = settle(rules("leaflet"), WagerKind.MAIN, 10_00, hand("As Kh"), hand(dealer))
        assert (paid.result, paid.paid, paid.returned) == ("win", 15_00, 25_00)
        assert paid.under == "payments.1"


@clause("leaflet:payments.1", "leaflet:split.5")
def test_a_split_ace_with_a_king_is_paid_as_21() -> None:
    split = hand("As Kh", split=True)
    paid = settle(rules("leaflet"), WagerKind.SPLIT, 10_00, split, hand("9c 8h"))
    assert (paid.paid, paid.under) == (10_00, "payments.2")
    assert compare(rules("leaflet"), split, hand("9c 7h 5d")) == ("standoff", "payments.4")


@clause("leaflet:payments.1")
@pytest.mark.parametrize("up", ["2c", "5d", "9h"])
def test_a_blackjack_that_cannot_be_tied_is_paid_after_the_deal(up: str) -> None:
    assert blackjack_is_paid(rules("leaflet"), Card(up)) == ("after_the_deal", "payments.1")


@clause("leaflet:payments.1")
@pytest.mark.parametrize("up", ["As", "Td", "Kh"])
def test_against_an_ace_or_ten_it_waits_for_the_second_card(up: str) -> None:
    assert blackjack_is_paid(rules("leaflet"), Card(up)) == ("at_the_end", "payments.1")
