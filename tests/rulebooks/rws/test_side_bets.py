"""Paragraphs 1.18, 1.21, 1.35, 3.9 and 3.13: Player Pair, Under 13 and Over 13."""

from __future__ import annotations

import pytest

from pitboss.cards import Card, cards
from pitboss.law.counting import count
from pitboss.law.settlement import lost
from pitboss.law.settlement import settle as settle_hand
from pitboss.law.wagering import may_wager
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import Result, SideSettled
from tests.rulebooks.rws.helpers import bet, refused
from tests.side_bets import over_under_13, player_pair, total_for
from tests.support import clause, hand, rules

PAIR, OVER, UNDER = "player_pair", "over_13", "under_13"


@clause("rws:1.21", "rws:3.13.1#1", "rws:3.13.1#2", "rws:4.1.1.playerpair")
@pytest.mark.parametrize("pair", ["7d 7c", "Kc Kh", "Th Td", "As As"])
def test_two_cards_of_one_rank_win_player_pair_eleven_to_one(pair: str) -> None:
    won = player_pair.settle(rules("rws"), 10_00, *cards(pair))
    assert (won.result, won.paid, won.returned) == (Result.WIN, 110_00, 120_00)
    assert won.under == "4.1.1.playerpair"


@clause("rws:1.21", "rws:3.13.1#1")
@pytest.mark.parametrize("two", ["Kc Qh", "Tc Kh", "Jd Kd", "7d 8d"])
def test_other_cards_lose_player_pair(two: str) -> None:
    lost = player_pair.settle(rules("rws"), 10_00, *cards(two))
    assert (lost.result, lost.returned) == (Result.LOSE, 0)


@clause("rws:3.13.1#3")
def test_player_pair_and_the_hand_are_settled_apart() -> None:
    first, second = cards("8c 8d")
    assert player_pair.settle(rules("rws"), 10_00, first, second).paid == 110_00
    main = settle_hand(rules("rws"), WagerKind.MAIN, 100_00, hand("8c 8d"), hand("Tc 7d"))
    assert (main.result, main.returned) == (Result.LOSE, 0)


@clause("rws:3.13.2.e")
def test_over_13_and_the_hand_are_settled_apart() -> None:
    lost = over_under_13.settle(rules("rws"), OVER, 50_00, *cards("Ac Kd"))
    assert (lost.result, lost.returned) == (Result.LOSE, 0)
    main = settle_hand(rules("rws"), WagerKind.MAIN, 100_00, hand("Ac Kd"), hand("Tc 7d"))
    assert (main.result, main.paid) == (Result.WIN, 150_00)


@clause("rws:3.13.2.a", "rws:3.13.2.c", "rws:1.35", "rws:4.1.1.under13")
@pytest.mark.parametrize("two", ["5c 7d", "2h 2d", "Tc 2s", "Ac Kd", "Ac Ad"])
def test_less_than_13_wins_under_13_one_to_one(two: str) -> None:
    won = over_under_13.settle(rules("rws"), UNDER, 50_00, *cards(two))
    assert (won.result, won.paid, won.returned) == (Result.WIN, 50_00, 100_00)
    assert won.under == "4.1.1.under13"
    assert over_under_13.settle(rules("rws"), OVER, 50_00, *cards(two)).result is Result.LOSE


@clause("rws:3.13.2.b", "rws:3.13.2.c", "rws:1.18", "rws:4.1.1.over13")
@pytest.mark.parametrize("two", ["Kc 4d", "Kc Kh", "7c 7d", "5c 9d"])
def test_more_than_13_wins_over_13_one_to_one(two: str) -> None:
    won = over_under_13.settle(rules("rws"), OVER, 100_00, *cards(two))
    assert (won.result, won.paid, won.returned) == (Result.WIN, 100_00, 200_00)
    assert won.under == "4.1.1.over13"
    assert over_under_13.settle(rules("rws"), UNDER, 100_00, *cards(two)).result is Result.LOSE


@clause("rws:3.13.2.c", "rws:1.18", "rws:1.35")
@pytest.mark.parametrize("kind", [OVER, UNDER])
@pytest.mark.parametrize("two", ["6c 7d", "Kc 3d", "9h 4s"])
def test_the_house_wins_on_exactly_13(kind: str, two: str) -> None:
    lost = over_under_13.settle(rules("rws"), kind, 50_00, *cards(two))
    assert (lost.result, lost.returned, lost.under) == (Result.LOSE, 0, "3.13.2.c")


@clause("rws:3.13.2#1")
def test_later_cards_do_not_change_under_13() -> None:
    first, second, third = cards("6c 4d Th")
    assert count(rules("rws"), (first, second, third)).total == 20
    assert over_under_13.settle(rules("rws"), UNDER, 50_00, first, second).result is Result.WIN


@clause("rws:3.13.2#2", "rws:3.13.2#3")
@pytest.mark.parametrize(
    ("two", "total"), [("Ah Kd", 11), ("Ah Ad", 2), ("Ah 9c", 10), ("Qc Jd", 20), ("Tc As", 11)]
)
def test_every_ace_is_one_and_every_picture_ten_for_these_bets(two: str, total: int) -> None:
    table = rules("rws")
    assert total_for(table, "over_13", cards(two)) == total


@clause("rws:3.13.2#3")
@pytest.mark.parametrize("ten", ["Td", "Jd", "Qd", "Kd"])
def test_a_blackjack_is_under_13(ten: str) -> None:
    ace = Card("Ah")
    assert over_under_13.settle(rules("rws"), UNDER, 50_00, ace, Card(ten)).result is Result.WIN
    assert over_under_13.settle(rules("rws"), OVER, 50_00, ace, Card(ten)).result is Result.LOSE


@clause("rws:3.9")
@pytest.mark.parametrize("kind", [PAIR, OVER, UNDER])
@pytest.mark.parametrize("player", ["Ann", "Bob"])
def test_anybody_may_bet_beside_an_initial_bet(kind: str, player: str) -> None:
    beside = bet(player, 20_00, kind=kind)
    assert may_wager(rules("rws"), beside, on_table=[bet("Ann", 100_00)])


@clause("rws:3.9")
@pytest.mark.parametrize("kind", [PAIR, OVER, UNDER])
def test_nobody_may_bet_beside_no_initial_bet(kind: str) -> None:
    beside = bet("Bob", 20_00, kind=kind)
    assert refused(may_wager(rules("rws"), beside)) == "3.9"
    elsewhere = [bet("Bob", 100_00, box=2)]
    assert refused(may_wager(rules("rws"), beside, on_table=elsewhere)) == "3.9"


@clause("rws:3.4", "rws:3.5")
@pytest.mark.parametrize("kind", [PAIR, OVER, UNDER])
@pytest.mark.parametrize(
    ("stake", "under"),
    [(9_99, "3.4"), (10_00, None), (10_01, None), (500_00, None), (500_01, "3.4")],
)
def test_a_side_bet_keeps_to_the_limits_shown(kind: str, stake: int, under: str | None) -> None:
    beside = bet("Ann", stake, kind=kind)
    assert refused(may_wager(rules("rws"), beside, on_table=[bet("Ann", 800_00)])) == under


@clause("rws:3.4")
@pytest.mark.parametrize(
    ("stake", "under"), [(4_99, "3.4"), (5_00, None), (20_00, None), (20_01, "3.4")]
)
def test_the_house_sets_the_limits_of_side_bets(stake: int, under: str | None) -> None:
    elected = rules("rws", side_min=5, side_max=20)
    beside = bet("Ann", stake, kind=PAIR)
    assert refused(may_wager(elected, beside, on_table=[bet("Ann", 800_00)])) == under


@clause("rws:3.13.2.d")
@pytest.mark.parametrize("kind", [OVER, UNDER])
@pytest.mark.parametrize("player", ["Ann", "Bob", "Cy"])
def test_over_and_under_13_do_not_exceed_the_initial_bets_of_the_box(
    kind: str, player: str
) -> None:
    box = [bet("Ann", 60_00), bet("Bob", 50_00)]
    assert may_wager(rules("rws"), bet(player, 110_00, kind=kind), on_table=box)
    above = may_wager(rules("rws"), bet(player, 110_01, kind=kind), on_table=box)
    assert refused(above) == "3.13.2.d"


@clause("rws:3.13.2.d")
def test_the_cap_holds_for_each_bettor_and_each_bet_by_itself() -> None:
    box = [bet("Ann", 100_00), bet("Ann", 70_00, kind=OVER)]
    assert may_wager(rules("rws"), bet("Ann", 30_00, kind=OVER), on_table=box)
    above = may_wager(rules("rws"), bet("Ann", 30_01, kind=OVER), on_table=box)
    assert refused(above) == "3.13.2.d"
    assert may_wager(rules("rws"), bet("Ann", 100_00, kind=UNDER), on_table=box)
    assert may_wager(rules("rws"), bet("Bob", 100_00, kind=OVER), on_table=box)


@clause("rws:3.13.2.d")
def test_player_pair_may_exceed_the_initial_bet() -> None:
    beside = bet("Ann", 101_00, kind=PAIR)
    assert may_wager(rules("rws"), beside, on_table=[bet("Ann", 100_00)])


@clause("rws:3.13")
@pytest.mark.parametrize("bet", [PAIR, OVER, UNDER])
def test_side_bets_are_settled_after_the_deal(bet: str) -> None:
    provision = rules("rws").side_bet(bet).settled
    assert (provision.value, provision.under) == (SideSettled.AFTER_THE_DEAL, "3.13")


@clause("rws:3.13.2.a", "rws:3.13.2.b")
def test_a_total_on_the_other_side_of_13_loses_by_the_rule_it_does_not_meet() -> None:
    for kind, two, under in ((OVER, "5c 7d", "3.13.2.b"), (UNDER, "Kc 8d", "3.13.2.a")):
        settled = over_under_13.settle(rules("rws"), kind, 50_00, *cards(two))
        assert settled == lost(under)
