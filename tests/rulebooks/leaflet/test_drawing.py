"""How players and the dealer draw."""

from __future__ import annotations

import pytest

from pitboss.cards import Card
from pitboss.law.dealer import (
    AtStake,
    looks_for_blackjack,
    must_draw,
    next_card_is_due,
    takes_hole_card,
)
from pitboss.law.play import is_closed, may_hit, may_stand
from tests.support import clause, hand, rules


@clause("leaflet:play.3#1")
@pytest.mark.parametrize("cards", ["2c 2d", "As 7d", "Tc Kd", "2c 2d 2h 3s 3d 4c 4h"])
def test_a_player_takes_any_number_of_cards_below_21(cards: str) -> None:
    answer = may_hit(rules("leaflet"), hand(cards))
    assert answer
    assert answer.under == "play.3#1"
    assert not is_closed(rules("leaflet"), hand(cards))


@clause("leaflet:play.3#1")
@pytest.mark.parametrize("cards", ["7c 7d 7h", "As 5d 5h", "As Kd"])
def test_nobody_draws_to_21(cards: str) -> None:
    answer = may_hit(rules("leaflet"), hand(cards))
    assert not answer
    assert answer.under == "play.3#1"
    assert is_closed(rules("leaflet"), hand(cards))


@clause("leaflet:play.3#2")
@pytest.mark.parametrize("cards", ["2c 2d", "5c 4d", "6c 5d", "2c 3d 6h"])
def test_nobody_stands_below_12(cards: str) -> None:
    answer = may_stand(rules("leaflet"), hand(cards))
    assert not answer
    assert answer.under == "play.3#2"


@clause("leaflet:play.3#2")
@pytest.mark.parametrize("cards", ["5c 4d 3h", "As Ad", "Tc 2d", "Tc Kd"])
def test_from_12_a_player_may_stand(cards: str) -> None:
    assert may_stand(rules("leaflet"), hand(cards))


@clause("leaflet:play.3#2")
def test_a_doubled_hand_ends_below_12_too() -> None:
    assert may_stand(rules("leaflet"), hand("4c 5d 2h", doubled=True))


@clause("leaflet:play.4#1")
@pytest.mark.parametrize("cards", ["9c 7d", "2c 2d", "As 5d", "As 5d Tc"])
def test_the_dealer_draws_on_16_and_less(cards: str) -> None:
    assert must_draw(rules("leaflet"), hand(cards).cards)


@clause("leaflet:play.4#2")
@pytest.mark.parametrize("cards", ["9c 8d", "6h Ad", "6h Ad Tc", "Tc Kd", "As Kd", "9c 7d 6h"])
def test_the_dealer_stands_from_17_up_soft_or_hard(cards: str) -> None:
    answer = must_draw(rules("leaflet"), hand(cards).cards)
    assert not answer
    assert answer.under == "play.4#2"


@clause("leaflet:dealerbj.1#3")
def test_there_is_no_hole_card() -> None:
    answer = takes_hole_card(rules("leaflet"))
    assert not answer
    assert answer.under == "dealerbj.1#3"


@clause("leaflet:dealerbj.1#3")
@pytest.mark.parametrize("up", ["As", "Td", "Kh", "9c"])
def test_the_dealer_has_nothing_to_look_at(up: str) -> None:
    answer = looks_for_blackjack(rules("leaflet"), Card(up))
    assert not answer
    assert answer.under == "dealerbj.1#3"


@clause("leaflet:dealerbj.1#3")
def test_the_second_card_comes_after_the_players() -> None:
    waiting = AtStake(hands=(hand("Tc 8d"),))
    assert next_card_is_due(rules("leaflet"), hand("As").cards, waiting)
