"""Section 6(e), (g) and (l): the hole card, the check for blackjack, and how the dealer draws."""

from __future__ import annotations

import pytest

from pitboss.cards import Card, cards
from pitboss.law.answers import Permit
from pitboss.law.counting import is_blackjack
from pitboss.law.dealer import (
    AtStake,
    card_would_matter,
    looks_for_blackjack,
    must_draw,
    next_card_is_due,
    takes_hole_card,
)
from pitboss.law.hands import Hand
from tests.rulebooks.zappit.helpers import refused_under, zappit
from tests.support import clause, hand


@clause("zappit:6(e)(4)", "zappit:1.Hole card")
def test_the_dealers_second_card_is_dealt_face_down() -> None:
    assert takes_hole_card(zappit()) == Permit("6(e)(4)")


@clause("zappit:6(g)#1", "zappit:1.Card reader device")
@pytest.mark.parametrize("up", ["As", "Td", "Jh", "Qc", "Ks"])
def test_the_dealer_looks_for_blackjack_under_an_ace_or_a_ten_value_card(up: str) -> None:
    assert looks_for_blackjack(zappit(), Card(up)) == Permit("6(g)#1")


@clause("zappit:6(g)#1")
@pytest.mark.parametrize("up", ["2s", "5d", "9h"])
def test_the_dealer_looks_under_no_other_card(up: str) -> None:
    assert refused_under(looks_for_blackjack(zappit(), Card(up))) == "6(g)#1"


@clause("zappit:1.Card reader device")
@pytest.mark.parametrize(
    ("held", "answer"),
    [("As Qh", True), ("Kd Ac", True), ("As 9h", False), ("Kd 7c", False), ("Kd Tc", False)],
)
def test_the_reader_says_whether_the_hole_card_makes_a_blackjack(held: str, answer: bool) -> None:
    assert is_blackjack(zappit(), hand(held)) is answer


@clause("zappit:6(l)#1")
@pytest.mark.parametrize("held", ["Td 6c", "2c 2d", "Ad Ac", "Ad 5c", "Ad 5c Th"])
def test_the_dealer_draws_below_17(held: str) -> None:
    assert must_draw(zappit(), cards(held)) == Permit("6(l)#1")


@clause("zappit:6(l)#1", "zappit:1.Pat hand")
@pytest.mark.parametrize(
    "held", ["Td 7c", "Td 8c", "Td 9c", "Td Tc", "7d 7c 7h", "Ad 6c", "Ad 7c", "Ad 9c", "Ad 4c 6h"]
)
def test_the_dealer_stands_on_17_to_21_hard_or_soft(held: str) -> None:
    assert refused_under(must_draw(zappit(), cards(held))) == "6(l)#1"


@clause("zappit:6(l)#4")
@pytest.mark.parametrize("dealers", ["Td", "Td 6c", "Ad 2c"])
@pytest.mark.parametrize(
    "left", [(), (hand("Tc 6h 9d"),), (hand("As Kd"),), (hand("As Kd"), hand("9c 8d 7h"))]
)
def test_no_card_is_drawn_when_no_wager_is_left_to_decide(
    dealers: str, left: tuple[Hand, ...]
) -> None:
    stake = AtStake(hands=left) if len(cards(dealers)) > 1 else AtStake()
    assert refused_under(card_would_matter(zappit(), cards(dealers), stake)) == "6(l)#4"
    assert refused_under(next_card_is_due(zappit(), cards(dealers), stake)) == "6(l)#4"


@clause("zappit:6(l)#4")
@pytest.mark.parametrize("live", ["5c 7d", "Tc 9d", "7c 7d 7h"])
def test_cards_are_drawn_while_one_hand_is_live(live: str) -> None:
    stake = AtStake(hands=(hand("Tc 6h 9d"), hand(live)))
    assert next_card_is_due(zappit(), cards("Td 6c"), stake) == Permit("6(l)#4")
    assert refused_under(next_card_is_due(zappit(), cards("Td 7c"), stake)) == "6(l)#1"


@clause("zappit:6(l)#4")
def test_a_zapped_21_is_live() -> None:
    stake = AtStake(hands=(hand("As Kd", exchanges=1),))
    assert next_card_is_due(zappit(), cards("Td 6c"), stake) == Permit("6(l)#4")


@clause("zappit:6(l)#4")
def test_the_operator_may_have_the_dealer_draw_all_the_same() -> None:
    always = zappit(dealer_draws_when_no_live_wager=True)
    stake = AtStake(hands=(hand("Tc 6h 9d"),))
    assert next_card_is_due(always, cards("Td 6c"), stake) == Permit("6(l)#4")
    assert refused_under(next_card_is_due(always, cards("Td 7c"), stake)) == "6(l)#1"
