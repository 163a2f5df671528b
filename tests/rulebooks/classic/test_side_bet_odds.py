"""Side bets: what they pay."""

from __future__ import annotations

from collections import Counter

import pytest

from pitboss.cards import Card, cards
from pitboss.law.dealer import AtStake, next_card_is_due
from tests.side_bets import (
    buster,
    madness_21,
    over_under_13,
    perfect_pairs,
    player_pair,
    super_sevens,
    total_for,
)
from tests.support import clause, hand, rules


@clause("classic:side.2")
@pytest.mark.parametrize(
    ("first", "second", "paid"),
    [
        ("8s", "8s", 50_00),
        ("8s", "8c", 24_00),
        ("8h", "8d", 24_00),
        ("8s", "8h", 12_00),
        ("Kh", "Qh", 0),
        ("Th", "Kh", 0),
    ],
)
def test_perfect_pairs_pays_25_or_12_or_6_to_1(first: str, second: str, paid: int) -> None:
    table = rules("classic", side_bets="perfect_pairs")
    settled = perfect_pairs.settle(table, 2_00, Card(first), Card(second))
    assert (settled.paid, settled.returned) == (paid, paid + 2_00 if paid else 0)
    assert settled.under == "side.2"


@clause("classic:side.3")
@pytest.mark.parametrize(
    ("first", "second", "paid"), [("8s", "8s", 22_00), ("8s", "8h", 22_00), ("Kh", "Qh", 0)]
)
def test_player_pair_pays_11_to_1(first: str, second: str, paid: int) -> None:
    table = rules("classic", side_bets="player_pair")
    settled = player_pair.settle(table, 2_00, Card(first), Card(second))
    assert (settled.paid, settled.returned) == (paid, paid + 2_00 if paid else 0)
    assert settled.under == "side.3"


@clause("classic:side.4")
@pytest.mark.parametrize(
    ("two", "over", "under"),
    [
        ("Kh 4d", True, False),
        ("9h 5d", True, False),
        ("Kh 3d", False, False),
        ("7h 6d", False, False),
        ("Kh 2d", False, True),
        ("As Kd", False, True),
        ("As Ad", False, True),
        ("As 9d", False, True),
    ],
)
def test_over_and_under_13_pay_even_money_aces_counting_one(
    two: str, over: bool, under: bool
) -> None:
    table = rules("classic", side_bets="over_under_13")
    first, second = cards(two)
    for kind, wins in (("over_13", over), ("under_13", under)):
        settled = over_under_13.settle(table, kind, 2_00, first, second)
        assert (settled.paid, settled.returned) == ((2_00, 4_00) if wins else (0, 0))
        assert settled.under == "side.4"


@clause("classic:side.4")
def test_an_ace_and_a_queen_make_eleven() -> None:
    table = rules("classic", side_bets="over_under_13")
    assert total_for(table, "over_13", cards("As Qd")) == 11


@clause("classic:side.5")
@pytest.mark.parametrize(
    ("sevens", "paid", "stage"),
    [
        ("8s", 0, "first_card"),
        ("8s 7s 7s", 0, "first_card"),
        ("7s 8s", 6_00, "second_card"),
        ("7s 7h 8s", 100_00, "third_card"),
        ("7s 7s 8s", 200_00, "third_card"),
        ("7s 7h 7s", 1000_00, "third_card"),
        ("7s 7s 7h", 1000_00, "third_card"),
        ("7s 7s 7s", 10000_00, "third_card"),
    ],
)
def test_super_sevens_pays_for_sevens_from_the_first_card_on(
    sevens: str, paid: int, stage: str
) -> None:
    table = rules("classic", side_bets="super_sevens")
    decided = super_sevens.settle(table, 2_00, cards(sevens))
    assert decided is not None
    assert (decided.settled.paid, decided.stage) == (paid, stage)
    assert decided.settled.returned == (paid + 2_00 if paid else 0)
    assert decided.settled.under == "side.5"


@clause("classic:side.5")
@pytest.mark.parametrize(("sevens", "paid"), [("7s 7h", 100_00), ("7s 7s", 200_00)])
def test_two_sevens_wait_unless_they_are_split_or_stand(sevens: str, paid: int) -> None:
    table = rules("classic", side_bets="super_sevens")
    assert super_sevens.settle(table, 2_00, cards("7s")) is None
    assert super_sevens.settle(table, 2_00, cards(sevens)) is None
    split = super_sevens.settle(table, 2_00, cards(sevens), is_split=True)
    stands = super_sevens.settle(table, 2_00, cards(sevens), is_closed=True)
    assert split is not None
    assert stands is not None
    assert (split.settled.paid, split.stage) == (paid, "split")
    assert (stands.settled.paid, stands.stage) == (paid, "stand")


PRIZES = {
    1000_00: 1,
    100_00: 10,
    50_00: 25,
    40_00: 50,
    35_00: 60,
    30_00: 70,
    25_00: 105,
    24_00: 108,
    23_00: 110,
    22_00: 112,
    21_00: 115,
    20_00: 134,
    15_00: 150,
    14_00: 175,
    13_00: 200,
    12_00: 250,
    11_00: 350,
    10_00: 400,
    9_00: 225,
    8_00: 260,
    7_00: 270,
    6_00: 280,
    5_00: 290,
    4_00: 0,
}


@clause("classic:side.6")
def test_madness_21_draws_one_of_3750_prizes() -> None:
    table = rules("classic", side_bets="madness_21")
    drawn = Counter(madness_21.prize(table, draw) for draw in range(3750))
    assert drawn == Counter(PRIZES)
    with pytest.raises(IndexError):
        madness_21.prize(table, 3750)


@clause("classic:side.6")
def test_a_blackjack_wins_the_prize_and_keeps_the_stake() -> None:
    table = rules("classic", side_bets="madness_21")
    won = madness_21.settle(table, 2_00, hand("As Kd"), prize_per_dollar=40_00)
    assert (won.result, won.paid, won.returned, won.under) == ("win", 80_00, 82_00, "side.6")
    lost = madness_21.settle(table, 2_00, hand("7c 7d 7h"), prize_per_dollar=40_00)
    assert (lost.result, lost.returned, lost.under) == ("lose", 0, "side.6")


@clause("classic:side.6")
def test_if_the_drawing_fails_a_blackjack_wins_25_dollars() -> None:
    table = rules("classic", side_bets="madness_21")
    won = madness_21.settle_after_failure(table, 2_00, hand("As Kd"))
    assert (won.paid, won.returned, won.under) == (25_00, 27_00, "side.6")
    assert madness_21.settle_after_failure(table, 2_00, hand("Ts Kd")).returned == 0


@clause("classic:side.6")
def test_the_player_of_the_box_draws() -> None:
    table = rules("classic", side_bets="madness_21")
    assert madness_21.may_press(table, "P1", controller="P1", bettors={"P1"})
    answer = madness_21.may_press(table, "P2", controller="P1", bettors={"P1"})
    assert not answer
    assert answer.under == "side.6"


@clause("classic:side.7")
@pytest.mark.parametrize(
    ("dealer", "paid"),
    [
        ("9h 7c 5d", 0),
        ("9h 7c 6d", 2_00),
        ("9h 2c 5d 6s", 6_00),
        ("9h 2c 2d 3s 6h", 10_00),
        ("2h 2c 2d 3s 7h 6c", 50_00),
        ("2h 2c 2d 3s 3h 4c 6d", 200_00),
        ("2h 2c 2d 2s 3h 3c 2d 6s", 1000_00),
        ("2h 2c 2d 2s Ah Ac 2d 4s 6c", 1000_00),
    ],
)
def test_buster_pays_by_the_cards_of_the_dealers_busted_hand(dealer: str, paid: int) -> None:
    table = rules("classic", side_bets="buster")
    settled = buster.settle(table, 2_00, cards(dealer))
    assert (settled.paid, settled.returned) == (paid, paid + 2_00 if paid else 0)
    assert settled.under == "side.7"


@clause("classic:side.7")
def test_the_dealers_hand_is_completed_for_it() -> None:
    table = rules("classic", side_bets="buster")
    answer = next_card_is_due(table, cards("6h Td"), AtStake(side_bet="buster"))
    assert answer
    assert answer.under == "side.7"
    assert next_card_is_due(table, cards("6h 2d 3c"), AtStake(side_bet="buster"))
    assert not next_card_is_due(table, cards("7h Td"), AtStake(side_bet="buster"))
