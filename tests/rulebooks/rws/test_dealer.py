"""Paragraph 3.23: how the dealer draws."""

from __future__ import annotations

import pytest

from pitboss.cards import Card, cards
from pitboss.law.dealer import (
    AtStake,
    card_would_matter,
    looks_for_blackjack,
    must_draw,
    next_card_is_due,
)
from tests.rulebooks.rws.helpers import refused
from tests.support import clause, hand, rules


@clause("rws:3.23#2")
@pytest.mark.parametrize("drawn", ["9c 7d", "Tc 6d", "Ac 5d", "2c 3d", "Ac 5d Th"])
def test_the_dealer_draws_up_to_16(drawn: str) -> None:
    assert must_draw(rules("rws"), cards(drawn))


@clause("rws:3.23#2")
@pytest.mark.parametrize("drawn", ["Tc 7d", "Ac 6d", "Ac 6d Th", "Ac 2d 4h", "9c 9d", "Tc 6d 6h"])
def test_the_dealer_stands_from_17_hard_or_soft(drawn: str) -> None:
    assert refused(must_draw(rules("rws"), cards(drawn))) == "3.23#2"


@clause("rws:3.23#1")
@pytest.mark.parametrize("up", ["As", "Tc", "Kd", "7h"])
def test_the_dealer_has_no_second_card_to_look_at_before_the_players_decide(up: str) -> None:
    assert refused(looks_for_blackjack(rules("rws"), Card(up))) == "3.23#1"


@clause("rws:3.23#1")
@pytest.mark.parametrize("drawn", ["7h", "Ah", "7h 9c", "7h 2c 3d"])
def test_the_dealer_draws_when_the_players_are_done(drawn: str) -> None:
    at_stake = AtStake(hands=(hand("Tc 8d"),))
    assert next_card_is_due(rules("rws"), cards(drawn), at_stake)


@clause("rws:3.23#1", "rws:3.23#2")
def test_the_dealer_takes_no_card_to_a_17() -> None:
    at_stake = AtStake(hands=(hand("Tc 8d"),))
    assert refused(next_card_is_due(rules("rws"), cards("7h Tc"), at_stake)) == "3.23#2"


@clause("rws:gap.dealer-idle")
@pytest.mark.parametrize("drawn", ["7h", "Ah", "7h 5c"])
def test_the_dealer_does_not_draw_when_no_bet_is_left(drawn: str) -> None:
    answer = card_would_matter(rules("rws"), cards(drawn), AtStake())
    assert refused(answer) == "gap.dealer-idle"


@clause("rws:gap.dealer-idle")
@pytest.mark.parametrize("drawn", ["7h", "Ah", "7h 5c"])
def test_the_house_may_have_the_dealer_draw_all_the_same(drawn: str) -> None:
    idle = rules("rws", dealer_draws_when_no_live_bet=True)
    assert card_would_matter(idle, cards(drawn), AtStake())


@clause("rws:gap.dealer-idle")
def test_insurance_alone_needs_the_second_card_and_no_third() -> None:
    insured = AtStake(insurance=True)
    assert card_would_matter(rules("rws"), cards("Ah"), insured)
    assert refused(card_would_matter(rules("rws"), cards("Ah 3c"), insured)) == "gap.dealer-idle"


@clause("rws:gap.dealer-idle")
def test_a_waiting_blackjack_needs_the_second_card_and_no_third() -> None:
    waiting = AtStake(hands=(hand("Ac Kd"),))
    assert card_would_matter(rules("rws"), cards("Th"), waiting)
    assert refused(card_would_matter(rules("rws"), cards("Th 3c"), waiting)) == "gap.dealer-idle"
