"""Surrender."""

from __future__ import annotations

import pytest

from pitboss.cards import Card
from pitboss.law.play import may_surrender
from pitboss.law.settlement import surrender
from pitboss.rulebooks.enumerations import Result
from tests.support import clause, hand, rules


@clause("nobust:Surrender a#1")
@pytest.mark.parametrize("up", ["Ac", "Td", "Kh", "9s", "2c"])
def test_two_cards_may_be_surrendered_against_every_card(up: str) -> None:
    answer = may_surrender(rules("nobust"), hand("Tc 6d"), up=Card(up))
    assert answer
    assert answer.under == "Surrender a#1"


@clause("nobust:Surrender a#1")
def test_the_decisions_of_other_players_do_not_matter() -> None:
    assert may_surrender(rules("nobust"), hand("Tc 6d"), up=Card("9s"), play_has_begun=True)


@clause("nobust:Surrender a#1")
def test_a_hand_that_has_been_played_is_not_surrendered() -> None:
    for played in (
        hand("5c 4d 3s"),
        hand("Tc 6d 9h"),
        hand("6c 5d", doubled=True),
        hand("8c 8d", split=True),
    ):
        answer = may_surrender(rules("nobust"), played, up=Card("Ad"))
        assert not answer
        assert answer.under == "Surrender a#1"


@clause("nobust:Surrender a#2")
@pytest.mark.parametrize(("stake", "kept"), [(50_00, 25_00), (25_00, 12_50), (10_02, 5_01)])
def test_half_the_wager_is_given_up(stake: int, kept: int) -> None:
    settled = surrender(rules("nobust"), stake)
    assert (settled.result, settled.paid, settled.returned) == (Result.SURRENDERED, 0, kept)
    assert settled.under == "Surrender a#2"


@clause("nobust:Surrender a#2", "nobust:Surrender a#3")
def test_half_is_given_up_though_the_hidden_card_makes_a_natural() -> None:
    settled = surrender(rules("nobust"), 50_00, dealer_blackjack=True)
    assert (settled.result, settled.paid, settled.returned) == (Result.SURRENDERED, 0, 25_00)
