"""The player-dealer's hole card, when it is turned, and the draw."""

from __future__ import annotations

import pytest

from pitboss.cards import Card, cards
from pitboss.law.dealer import (
    AtStake,
    card_would_matter,
    looks_for_blackjack,
    must_draw,
    next_card_is_due,
    takes_hole_card,
)
from tests.support import clause, hand, rules


@clause("nobust:dealing.5#2")
def test_the_second_card_lies_face_down() -> None:
    answer = takes_hole_card(rules("nobust"))
    assert answer
    assert answer.under == "dealing.5#2"


@clause("nobust:dealing.7")
@pytest.mark.parametrize("up", ["Ac", "Td", "Kh", "9s"])
def test_nobody_looks_at_the_hole_card_before_the_players_are_done(up: str) -> None:
    answer = looks_for_blackjack(rules("nobust"), Card(up))
    assert not answer
    assert answer.under == "dealing.7"


@clause("nobust:dealing.7")
def test_a_room_that_peeks_looks_under_an_ace_or_a_ten() -> None:
    for up in ("Ac", "Td", "Kh"):
        assert looks_for_blackjack(rules("nobust", peek=True), Card(up))
    assert not looks_for_blackjack(rules("nobust", peek=True), Card("9s"))


@clause("nobust:dealing.10.stand", "nobust:dealing.10.option")
@pytest.mark.parametrize(
    "held", ["Tc 7d", "Tc 8d", "Kc Qd", "7c 7d 7h", "Tc 6d 6h", "Ac 6d Th", "6c 5d 6h"]
)
def test_the_player_dealer_stands_on_hard_17_and_more(held: str) -> None:
    answer = must_draw(rules("nobust"), cards(held))
    assert not answer
    assert answer.under == "dealing.10.stand"


@clause("nobust:dealing.10.stand", "nobust:dealing.10.option")
@pytest.mark.parametrize("held", ["Ac 7d", "Ac 8d", "Ac 9d", "Ac Kd", "Ac 4d 6h"])
def test_the_player_dealer_stands_on_soft_18_and_more(held: str) -> None:
    assert not must_draw(rules("nobust"), cards(held))


@clause("nobust:dealing.10.hit", "nobust:dealing.10.option")
@pytest.mark.parametrize("held", ["Ac 6d", "Ac 2d 4h", "Ac Ad 5h"])
def test_the_player_dealer_draws_on_soft_17(held: str) -> None:
    answer = must_draw(rules("nobust"), cards(held))
    assert answer
    assert answer.under == "dealing.10.hit"


@clause("nobust:dealing.10.hit", "nobust:dealing.10.stand", "nobust:dealing.10.option")
@pytest.mark.parametrize("held", ["2c 2d", "9c 3d", "Tc 6d", "Ac Ad", "Ac 5d", "Ac Kd 5h"])
def test_the_player_dealer_draws_on_everything_lower(held: str) -> None:
    assert must_draw(rules("nobust"), cards(held))


@clause("nobust:dealing.10#1")
@pytest.mark.parametrize("held", ["Tc 2d", "Tc Qd", "7c 7d 7h", "Ac 7d", "Tc 6d 7h", "Tc 6d 8h"])
def test_a_hand_that_is_undecided_makes_the_player_dealer_draw(held: str) -> None:
    stake = AtStake(hands=(hand("Tc 5d 7h"), hand(held)))
    for due in (
        card_would_matter(rules("nobust"), cards("Td 6d"), stake),
        next_card_is_due(rules("nobust"), cards("Td 6d"), stake),
    ):
        assert due
        assert due.under == "dealing.10#1"
    assert not next_card_is_due(rules("nobust"), cards("Td 7d"), stake)


@clause("nobust:dealing.10#1")
@pytest.mark.parametrize("held", ["Ac Kd", "Tc 5d 7h", "Tc 6d 9h", "Tc 6d Kh", "5c 4d 6h 8s"])
def test_for_decided_hands_no_card_is_drawn(held: str) -> None:
    answer = next_card_is_due(rules("nobust"), cards("Td 6d"), AtStake(hands=(hand(held),)))
    assert not answer
    assert answer.under == "dealing.10#1"


@clause("nobust:dealing.10#1")
@pytest.mark.parametrize("held", ["Td", "Td 6d", "Ad 6d", "5d 4d 3h"])
def test_with_nothing_at_stake_no_card_is_drawn(held: str) -> None:
    answer = card_would_matter(rules("nobust"), cards(held), AtStake())
    assert not answer
    assert answer.under == "dealing.10#1"


@clause("nobust:dealing.10#1", "nobust:winners.5.b.i")
def test_where_the_players_three_cards_push_a_25_is_undecided_too() -> None:
    table = rules("nobust", bust_push_rule="player_three_card")
    for held, drawn in (("Tc 5d 7h", False), ("Tc 6d 7h", True), ("Tc 6d 9h", True)):
        stake = AtStake(hands=(hand(held),))
        assert bool(next_card_is_due(table, cards("Td 6d"), stake)) is drawn
    assert not next_card_is_due(table, cards("Td 6d"), AtStake(hands=(hand("Tc 6d Kh"),)))


@clause("nobust:Buster 6")
def test_a_buster_wager_makes_the_player_dealer_play_to_the_end() -> None:
    decided = AtStake(hands=(hand("Tc 5d 7h"),), side_bet="buster")
    for stake in (AtStake(side_bet="buster"), decided):
        for held in ("Td 6d", "Ad 6d", "5d 4d 3h"):
            answer = next_card_is_due(rules("nobust"), cards(held), stake)
            assert answer
            assert answer.under == "Buster 6"
        assert not next_card_is_due(rules("nobust"), cards("Td 7d"), stake)
