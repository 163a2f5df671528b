"""Section 8: what players may choose after the deal, and the dealer's own cards."""

from __future__ import annotations

import pytest

from pitboss.cards import Card, cards
from pitboss.law.counting import count
from pitboss.law.dealer import (
    AtStake,
    card_would_matter,
    looks_for_blackjack,
    must_draw,
    next_card_is_due,
    takes_hole_card,
)
from pitboss.law.play import may_double, may_hit, may_split, may_stand, may_surrender, may_zap
from pitboss.law.settlement import settle
from pitboss.law.wagers import WagerKind
from tests.support import clause, hand, rules


@clause("nz:8.3#3")
def test_a_player_may_double_split_stand_or_draw() -> None:
    eights = hand("8h 8s")
    assert may_double(rules("nz"), eights)
    assert may_split(rules("nz"), eights)
    assert may_stand(rules("nz"), eights)
    assert may_hit(rules("nz"), eights)


@clause("nz:8.3#3")
@pytest.mark.parametrize("dealt", ["Tc 6d", "9c 8d"])
def test_nothing_else_is_open_to_a_player(dealt: str) -> None:
    for answer in (
        may_surrender(rules("nz"), hand(dealt), up=Card("Kd")),
        may_zap(rules("nz"), hand(dealt)),
    ):
        assert not answer
        assert answer.under == "8.3#3"


@clause("nz:8.5#1")
@pytest.mark.parametrize("up", ["As", "Td", "Jc", "Qh", "Ks", "6s"])
def test_nobody_looks_for_a_blackjack_before_the_players_are_done(up: str) -> None:
    assert not takes_hole_card(rules("nz"))
    answer = looks_for_blackjack(rules("nz"), Card(up))
    assert not answer
    assert answer.under == "8.5#1"


@clause("nz:8.5#1")
@pytest.mark.parametrize("player", ["9c 8h", "As Kd"])
def test_when_they_are_done_the_dealer_takes_a_second_card(player: str) -> None:
    assert next_card_is_due(rules("nz"), cards("Ks"), AtStake(hands=(hand(player),)))


@clause("nz:8.5#1")
def test_the_second_card_is_dealt_where_it_decides_insurance_and_not_in_vain() -> None:
    assert card_would_matter(rules("nz"), cards("As"), AtStake(insurance=True))
    answer = card_would_matter(rules("nz"), cards("6s"), AtStake())
    assert not answer
    assert answer.under == "13.4"


@clause("nz:8.5#2")
def test_further_cards_follow_to_the_dealers_hand() -> None:
    at_stake = AtStake(hands=(hand("9c 8h"),))
    assert must_draw(rules("nz"), cards("Qh 4d"))
    assert next_card_is_due(rules("nz"), cards("Qh 4d"), at_stake)
    for finished in ("Qh 4d 3c", "6s As"):
        assert not must_draw(rules("nz"), cards(finished))
        assert not next_card_is_due(rules("nz"), cards(finished), at_stake)


@clause("nz:8.9")
def test_the_cards_count_and_not_what_was_announced() -> None:
    # Announced as 20, which would have stood off; the hand has 19 and loses to the dealer's 20.
    player = hand("Td 6c 3h")
    assert count(rules("nz"), player.cards).total == 19
    assert settle(rules("nz"), WagerKind.MAIN, 10_00, player, hand("Kc Qd")).returned == 0
