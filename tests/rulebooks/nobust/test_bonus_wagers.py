"""Who may make a Buster or a Perfect Pairs wager, and how much."""

from __future__ import annotations

import pytest

from pitboss.law.layout import spots
from pitboss.law.wagering import may_wager
from tests.rulebooks.nobust.helpers import buster, game, pairs
from tests.support import clause, rules


@clause("nobust:Buster 1#1", "nobust:Perfect Pairs 2#1")
@pytest.mark.parametrize("kind", ["buster", "perfect_pairs"])
def test_each_seat_has_one_spot_for_each_bonus_wager(kind: str) -> None:
    assert spots(rules("nobust")).count(kind) == 1


@clause("nobust:Buster 1#2")
def test_a_buster_wager_lies_beside_a_game_wager() -> None:
    assert may_wager(rules("nobust"), buster(1, "Ann", 5_00), on_table=[game(1, "Ann", 20_00)])


@clause("nobust:Buster 1#2")
def test_a_buster_wager_alone_is_refused() -> None:
    elsewhere = [game(2, "Ann", 20_00), game(3, "Bob", 20_00)]
    for on_table in ([], elsewhere):
        answer = may_wager(rules("nobust"), buster(1, "Ann", 5_00), on_table=on_table)
        assert not answer
        assert answer.under == "Buster 1#2"


@clause("nobust:Buster 2")
def test_nobody_bets_on_the_buster_spot_of_another() -> None:
    on_table = [game(1, "Ann", 20_00), game(2, "Cy", 20_00)]
    answer = may_wager(rules("nobust"), buster(1, "Cy", 5_00), on_table=on_table)
    assert not answer
    assert answer.under == "Buster 2"


@clause("nobust:Buster 3")
@pytest.mark.parametrize("stake", [1_00, 5_00, 10_00, 20_00, 300_00, 400_00, 5000_00])
def test_a_buster_wager_may_be_below_at_or_above_the_table_limit(stake: int) -> None:
    assert may_wager(rules("nobust"), buster(1, "Ann", stake), on_table=[game(1, "Ann", 10_00)])


@clause("nobust:Buster 3")
def test_the_card_room_sets_the_smallest_and_the_largest_buster_wager() -> None:
    on_table = [game(1, "Ann", 20_00)]
    answer = may_wager(rules("nobust"), buster(1, "Ann", 99), on_table=on_table)
    assert not answer
    assert answer.under == "Buster 3"
    table = rules("nobust", buster_min=5, buster_max=25)
    for stake in (5_00, 25_00):
        assert may_wager(table, buster(1, "Ann", stake), on_table=on_table)
    for stake in (4_99, 25_01):
        answer = may_wager(table, buster(1, "Ann", stake), on_table=on_table)
        assert not answer
        assert answer.under == "Buster 3"


@clause("nobust:Perfect Pairs 3#1")
def test_whoever_has_a_game_wager_may_add_a_pairs_wager() -> None:
    answer = may_wager(rules("nobust"), pairs(1, "Ann", 5_00), on_table=[game(1, "Ann", 20_00)])
    assert answer
    assert answer.under == "Perfect Pairs 3#1"


@clause("nobust:Perfect Pairs 3#2")
def test_each_game_wager_carries_its_own_pairs_wager() -> None:
    on_table = [game(1, "Ann", 20_00), pairs(1, "Ann", 20_00), game(5, "Ann", 30_00)]
    assert may_wager(rules("nobust"), pairs(5, "Ann", 30_00), on_table=on_table)
    assert not may_wager(rules("nobust"), pairs(1, "Ann", 1_00), on_table=on_table)
    assert not may_wager(rules("nobust"), pairs(6, "Ann", 1_00), on_table=on_table)


@clause("nobust:Perfect Pairs 4")
def test_a_pairs_wager_without_a_game_wager_is_refused() -> None:
    elsewhere = [game(2, "Ann", 20_00), game(3, "Bob", 20_00)]
    for on_table in ([], elsewhere):
        answer = may_wager(rules("nobust"), pairs(1, "Ann", 5_00), on_table=on_table)
        assert not answer
        assert answer.under == "Perfect Pairs 4"


@clause("nobust:Perfect Pairs 6")
def test_nobody_bets_on_the_pairs_circle_of_another() -> None:
    on_table = [game(1, "Ann", 20_00), game(2, "Cy", 20_00)]
    answer = may_wager(rules("nobust"), pairs(1, "Cy", 5_00), on_table=on_table)
    assert not answer
    assert answer.under == "Perfect Pairs 6"


@clause("nobust:Perfect Pairs 7")
def test_a_pairs_wager_is_never_larger_than_the_game_wager() -> None:
    on_table = [game(1, "Ann", 20_00)]
    for stake in (1, 5_00, 19_99, 20_00):
        assert may_wager(rules("nobust"), pairs(1, "Ann", stake), on_table=on_table)
    for stake in (20_01, 25_00):
        answer = may_wager(rules("nobust"), pairs(1, "Ann", stake), on_table=on_table)
        assert not answer
        assert answer.under == "Perfect Pairs 7"
