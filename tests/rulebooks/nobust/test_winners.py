"""How winners are determined and paid if at least one hand has not bust."""

from __future__ import annotations

import pytest

from pitboss.cards import Card
from pitboss.law.settlement import (
    HandWager,
    blackjack_is_paid,
    bust_is_collected,
    collects_first,
    compare,
    order,
    settle,
    settle_against_blackjack,
    win_odds,
)
from pitboss.law.wagers import WagerKind
from pitboss.money import Odds
from pitboss.rulebooks.enumerations import BlackjackPaid, BustTaken, Compared, Result
from tests.support import clause, hand, rules

WIN, LOSE, PUSH = Compared.WIN, Compared.LOSE, Compared.STAND_OFF

STANDING = {17: "Td 7d", 18: "Td 8d", 19: "Td 9d", 20: "Td Qd", 21: "7s 7d 7h"}
PLAYED = {12: "Tc 2c", 16: "Tc 6c", **STANDING}
OVER = {22: "Td 6d 6h", 23: "Td 6d 7d", 24: "5d 6h 4h 9d", 25: "Td 6d 9d", 26: "Td 6d Kd"}
NATURAL = "Ad Kc"


@clause("nobust:winners.1", "nobust:winners.1.a", "nobust:object.2")
def test_natural_against_natural_is_a_push() -> None:
    assert compare(rules("nobust"), hand("Ah Qh"), hand(NATURAL)) == (PUSH, "winners.1.a")
    settled = settle(rules("nobust"), WagerKind.MAIN, 50_00, hand("Ah Qh"), hand(NATURAL))
    assert (settled.result, settled.paid, settled.returned) == (Result.STAND_OFF, 0, 50_00)


@clause("nobust:winners.8", "nobust:object.2", "nobust:winners.1", "nobust:object.1")
@pytest.mark.parametrize("dealer", [*STANDING.values(), *OVER.values()])
def test_a_natural_beats_every_other_hand(dealer: str) -> None:
    assert compare(rules("nobust"), hand("As Kd"), hand(dealer)) == (WIN, "winners.8")


@clause("nobust:winners.8", "nobust:object.2", "nobust:object.1")
@pytest.mark.parametrize("held", [*PLAYED.values(), "6c 5c Tc", "Ac 4c 6c"])
def test_a_natural_of_the_player_dealer_beats_every_other_hand(held: str) -> None:
    assert compare(rules("nobust"), hand(held), hand(NATURAL)) == (LOSE, "winners.8")


@clause("nobust:winners.8", "nobust:Splits b#3", "nobust:Splits c#4")
@pytest.mark.parametrize("held", ["Kd Ac", "Ac Kd"])
def test_a_split_ace_and_ten_lose_to_a_natural_and_tie_21(held: str) -> None:
    split = hand(held, split=True)
    assert compare(rules("nobust"), split, hand(NATURAL)) == (LOSE, "winners.8")
    assert compare(rules("nobust"), split, hand("7s 7d 7h")) == (PUSH, "winners.4")
    won = settle(rules("nobust"), WagerKind.MAIN, 50_00, split, hand("Td Qd"))
    assert won.paid == 50_00


@clause("nobust:winners.8")
def test_a_natural_found_last_takes_doubled_and_split_wagers_in_full() -> None:
    wagers = [
        HandWager(WagerKind.MAIN, 1, 50_00),
        HandWager(WagerKind.DOUBLE, 1, 50_00),
        HandWager(WagerKind.SPLIT, 2, 50_00),
        HandWager(WagerKind.DOUBLE, 2, 20_00),
        HandWager(WagerKind.SPLIT, 3, 50_00, busted=True),
    ]
    settled = settle_against_blackjack(rules("nobust"), wagers)
    assert [(s.result, s.returned) for s in settled] == [(Result.LOSE, 0)] * 5
    assert [s.under for s in settled[:4]] == ["winners.8"] * 4


@clause("nobust:object.3", "nobust:winners.1.pay")
@pytest.mark.parametrize(("stake", "paid"), [(50_00, 60_00), (12_50, 15_00), (30_00, 36_00)])
def test_a_winning_natural_is_paid_6_to_5(stake: int, paid: int) -> None:
    natural = hand("As Kd")
    settled = settle(rules("nobust"), WagerKind.MAIN, stake, natural, hand("7s 7d 7h"))
    assert (settled.result, settled.paid, settled.returned) == (Result.WIN, paid, stake + paid)
    odds = win_odds(rules("nobust"), WagerKind.MAIN, natural)
    assert odds.value == Odds(6, 5)
    assert odds.under == "winners.1.pay"


@clause("nobust:winners.2")
@pytest.mark.parametrize("held", PLAYED.values())
@pytest.mark.parametrize("dealer", OVER.values())
def test_a_player_who_is_not_over_beats_a_player_dealer_who_is(held: str, dealer: str) -> None:
    assert compare(rules("nobust"), hand(held), hand(dealer)) == (WIN, "winners.2")


@clause("nobust:winners.3", "nobust:winners.4", "nobust:object.1", "nobust:dealing.11#1")
@pytest.mark.parametrize("player", PLAYED)
@pytest.mark.parametrize("dealer", STANDING)
def test_below_a_natural_the_higher_total_wins_and_equal_ones_push(
    player: int, dealer: int
) -> None:
    verdict = compare(rules("nobust"), hand(PLAYED[player]), hand(STANDING[dealer]))
    if player > dealer:
        assert verdict == (WIN, "winners.3")
    elif player < dealer:
        assert verdict == (LOSE, "winners.3")
    else:
        assert verdict == (PUSH, "winners.4")


@clause("nobust:winners.3", "nobust:object.1")
def test_21_beats_20_though_both_are_half_a_point_from_a_natural() -> None:
    assert compare(rules("nobust"), hand("7c 7d 7h"), hand("Kc Qc")).result is WIN
    assert compare(rules("nobust"), hand("Kc Qc"), hand("7c 7d 7h")).result is LOSE


@clause("nobust:winners.7", "nobust:winners.5.d")
@pytest.mark.parametrize("held", ["Tc 5c 7c", "Tc 6c 7c", "Tc 6c 9c", "5h 4h 6h 8h"])
@pytest.mark.parametrize("dealer", STANDING.values())
def test_a_player_who_is_over_loses_to_a_player_dealer_who_is_not(held: str, dealer: str) -> None:
    assert compare(rules("nobust"), hand(held), hand(dealer)) == (LOSE, "winners.7")


@clause("nobust:winners.8")
@pytest.mark.parametrize("held", ["Tc 5c 7c", "5h 4h 6h 8h"])
def test_a_player_who_is_over_loses_to_a_natural_as_every_other_hand_does(held: str) -> None:
    assert compare(rules("nobust"), hand(held), hand(NATURAL)) == (LOSE, "winners.8")


@clause("nobust:dealing.11#1")
@pytest.mark.parametrize("kind", [WagerKind.MAIN, WagerKind.SPLIT, WagerKind.DOUBLE])
def test_every_other_win_is_paid_1_to_1(kind: str) -> None:
    settled = settle(rules("nobust"), kind, 50_00, hand("Kc Qc"), hand("Td 9d"))
    assert (settled.result, settled.paid, settled.returned) == (Result.WIN, 50_00, 100_00)
    odds = win_odds(rules("nobust"), kind, hand("Kc Qc"))
    assert odds.value == Odds(1, 1)
    assert odds.under == "dealing.11#1"


@clause("nobust:dealing.11#1")
def test_a_loser_gets_nothing_and_a_push_the_stake() -> None:
    loser = settle(rules("nobust"), WagerKind.MAIN, 50_00, hand("Tc 8c"), hand("Td 9d"))
    assert (loser.result, loser.paid, loser.returned) == (Result.LOSE, 0, 0)
    push = settle(rules("nobust"), WagerKind.MAIN, 50_00, hand("Tc 9c"), hand("Td 9d"))
    assert (push.result, push.paid, push.returned) == (Result.STAND_OFF, 0, 50_00)


@clause("nobust:dealing.8")
def test_the_seats_are_settled_from_the_dealers_right() -> None:
    assert not collects_first(rules("nobust"))
    assert order(rules("nobust"), [1, 4, 7]) == (7, 4, 1)
    assert order(rules("nobust"), [5, 8, 2, 3]) == (8, 5, 3, 2)


@clause("nobust:dealing.8")
@pytest.mark.parametrize("up", ["Ac", "Kd", "5h"])
def test_a_natural_waits_for_the_settlement(up: str) -> None:
    moment = blackjack_is_paid(rules("nobust"), Card(up))
    assert moment == (BlackjackPaid.AT_THE_END, "dealing.8")


@clause("nobust:dealing.8")
def test_a_hand_that_is_over_stays_on_the_felt_until_the_settlement() -> None:
    assert bust_is_collected(rules("nobust")) == (BustTaken.AT_SETTLEMENT, "dealing.8")
