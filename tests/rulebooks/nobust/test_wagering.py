"""The circles: who may wager where, how much, and until when."""

from __future__ import annotations

import pytest

from pitboss.law.stakes import StakedBet
from pitboss.law.wagering import may_still_bet, may_wager
from tests.rulebooks.nobust.helpers import buster, game, pairs
from tests.support import clause, rules

SEATS = {1: "Ann", 3: "Bob", 8: "Cy"}


@clause("nobust:table.2")
@pytest.mark.parametrize("circle", [1, 2, 3, 4, 5, 6, 7, 8])
def test_the_table_has_eight_circles(circle: int) -> None:
    assert may_wager(rules("nobust"), game(circle, "Ann", 20_00))


@clause("nobust:table.2")
@pytest.mark.parametrize("circle", [0, 9])
def test_it_has_no_other(circle: int) -> None:
    answer = may_wager(rules("nobust"), game(circle, "Ann", 20_00))
    assert not answer
    assert answer.under == "table.2"


@clause("nobust:table.5")
@pytest.mark.parametrize("stake", [10_00, 10_01, 299_99, 300_00])
def test_a_game_wager_lies_within_the_limits_on_the_sign(stake: int) -> None:
    assert may_wager(rules("nobust"), game(1, "Ann", stake))


@clause("nobust:table.5")
@pytest.mark.parametrize("stake", [1, 9_99, 300_01, 400_00])
def test_a_game_wager_outside_them_is_refused(stake: int) -> None:
    answer = may_wager(rules("nobust"), game(1, "Ann", stake))
    assert not answer
    assert answer.under == "table.5"


@clause("nobust:table.5")
def test_the_card_room_sets_both_limits() -> None:
    table = rules("nobust", min=25, max=1000)
    assert may_wager(table, game(1, "Ann", 25_00))
    assert may_wager(table, game(1, "Ann", 1000_00))
    assert not may_wager(table, game(1, "Ann", 24_99))
    assert not may_wager(table, game(1, "Ann", 1000_01))


@clause("nobust:dealing.2#1")
def test_a_player_bets_in_the_own_circle_and_in_any_that_nobody_occupies() -> None:
    own = game(1, "Ann", 20_00)
    assert may_wager(rules("nobust"), own, seats=SEATS)
    for circle in (2, 4, 5, 6, 7):
        assert may_wager(rules("nobust"), game(circle, "Ann", 20_00), on_table=[own], seats=SEATS)


@clause("nobust:dealing.2#1")
def test_a_player_may_bet_in_all_free_circles_at_once() -> None:
    on_table: list[StakedBet] = []
    for circle in range(1, 9):
        bet = game(circle, "Ann", 20_00)
        assert may_wager(rules("nobust"), bet, on_table=on_table, seats={1: "Ann"})
        on_table.append(bet)


@clause("nobust:dealing.2#1")
def test_a_circle_where_another_sits_is_not_free() -> None:
    answer = may_wager(rules("nobust"), game(3, "Ann", 20_00), seats=SEATS)
    assert not answer
    assert answer.under == "dealing.2#1"


@clause("nobust:dealing.2#1")
def test_the_player_dealer_does_not_bet() -> None:
    assert may_wager(rules("nobust"), game(3, "Bob", 20_00), seats=SEATS, banker="Cy")
    for bet in (game(8, "Cy", 20_00), game(5, "Cy", 20_00)):
        answer = may_wager(rules("nobust"), bet, seats=SEATS, banker="Cy")
        assert not answer
        assert answer.under == "dealing.2#1"


@clause("nobust:dealing.13")
def test_nobody_bets_behind_another_player() -> None:
    answer = may_wager(
        rules("nobust"), game(1, "Cy", 20_00), on_table=[game(1, "Ann", 50_00)], seats=SEATS
    )
    assert not answer
    assert answer.under == "dealing.13"


@clause("nobust:dealing.13")
def test_one_player_may_add_to_the_own_wager() -> None:
    on_table = [game(1, "Ann", 50_00)]
    assert may_wager(rules("nobust"), game(1, "Ann", 20_00), on_table=on_table, seats=SEATS)


@clause("nobust:dealing.13", "nobust:Buster 2", "nobust:Perfect Pairs 6")
def test_nobody_bets_a_bonus_behind_another_player() -> None:
    on_table = [game(1, "Ann", 50_00)]
    for bet, under in (
        (buster(1, "Cy", 5_00), "Buster 2"),
        (pairs(1, "Cy", 5_00), "Perfect Pairs 6"),
    ):
        answer = may_wager(rules("nobust"), bet, on_table=on_table, seats=SEATS)
        assert not answer
        assert answer.under == under


@clause("nobust:dealing.3", "nobust:Buster 1#2", "nobust:Perfect Pairs 5")
@pytest.mark.parametrize(
    ("kind", "under"),
    [("main", "dealing.3"), ("buster", "Buster 1#2"), ("perfect_pairs", "Perfect Pairs 5")],
)
def test_wagers_are_made_before_the_fees_are_taken_and_the_cards_dealt(
    kind: str, under: str
) -> None:
    assert may_still_bet(rules("nobust"), called=False, first_card_out=False, kind=kind)
    for out in (False, True):
        answer = may_still_bet(rules("nobust"), called=True, first_card_out=out, kind=kind)
        assert not answer
        assert answer.under == under
