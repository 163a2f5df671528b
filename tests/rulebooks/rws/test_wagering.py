"""Paragraphs 1.14, 1.32, 3.5 to 3.7, 3.10, 5.1, 5.2 and 5.8: Initial Bets."""

from __future__ import annotations

import pytest

from pitboss.law.settlement import settle
from pitboss.law.wagering import may_still_bet, may_wager, may_withdraw, pro_rata
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import Result
from tests.rulebooks.rws.helpers import bet, refused
from tests.support import clause, hand, rules


@clause("rws:3.5", "rws:5.1#1", "rws:5.2")
@pytest.mark.parametrize(
    ("stake", "under"),
    [(49_99, "5.2"), (50_00, None), (1000_00, None), (1000_01, "5.1#1"), (20_00, "5.2")],
)
def test_an_initial_bet_keeps_to_the_limits_shown(stake: int, under: str | None) -> None:
    assert refused(may_wager(rules("rws"), bet("Ann", stake))) == under


@clause("rws:3.5", "rws:5.1#1", "rws:5.2")
@pytest.mark.parametrize(
    ("stake", "under"), [(24_99, "5.2"), (25_00, None), (300_00, None), (300_01, "5.1#1")]
)
def test_the_limits_are_those_the_house_has_set(stake: int, under: str | None) -> None:
    assert refused(may_wager(rules("rws", min=25, max=300), bet("Ann", stake))) == under


@clause("rws:5.1#1")
@pytest.mark.parametrize(("stake", "under"), [(100_00, None), (100_01, "5.1#1"), (200_00, "5.1#1")])
def test_the_maximum_is_that_of_all_bets_on_the_box(stake: int, under: str | None) -> None:
    on_table = [bet("Ann", 900_00), bet("Cy", 1000_00, box=2)]
    answer = may_wager(rules("rws"), bet("Bob", stake), on_table=on_table, seats={1: "Ann"})
    assert refused(answer) == under


@clause("rws:3.6", "rws:1.32")
def test_standing_players_may_take_up_what_a_seated_one_leaves() -> None:
    answer = may_wager(
        rules("rws"), bet("Bob", 700_00), on_table=[bet("Ann", 300_00)], seats={1: "Ann"}
    )
    assert answer


@clause("rws:3.6")
def test_any_number_of_players_may_share_a_box() -> None:
    others = [bet(f"P{n}", 50_00) for n in range(1, 30)]
    assert may_wager(rules("rws", max=5000), bet("P30", 50_00), on_table=others)


@clause("rws:3.7")
def test_a_player_may_bet_on_boxes_that_lie_apart() -> None:
    assert may_wager(rules("rws"), bet("Ann", 50_00, box=5), on_table=[bet("Ann", 50_00)])


@clause("rws:3.7")
def test_a_player_may_bet_on_every_box() -> None:
    eight = [bet("Ann", 50_00, box=box) for box in range(1, 9)]
    assert may_wager(rules("rws", boxes=9), bet("Ann", 50_00, box=9), on_table=eight)


@clause("rws:2.1.1.a#2")
@pytest.mark.parametrize(
    ("box", "under"), [(0, "2.1.1.a#2"), (1, None), (7, None), (8, "2.1.1.a#2")]
)
def test_there_are_no_more_boxes_than_the_layout_shows(box: int, under: str | None) -> None:
    assert refused(may_wager(rules("rws"), bet("Ann", 50_00, box=box))) == under


@clause("rws:1.14")
def test_a_side_bet_is_no_initial_bet() -> None:
    pair = bet("Ann", 100_00, kind="player_pair")
    under = bet("Ann", 50_00, kind="under_13")
    assert refused(may_wager(rules("rws"), under, on_table=[pair])) == "3.9"


@clause("rws:1.14")
def test_a_side_bet_does_not_count_towards_the_maximum() -> None:
    pair = bet("Bob", 500_00, kind="player_pair")
    assert may_wager(rules("rws"), bet("Bob", 900_00), on_table=[bet("Ann", 100_00), pair])


@clause("rws:3.10", "rws:5.8")
def test_no_bet_is_taken_after_the_call() -> None:
    assert may_still_bet(rules("rws"), called=False, first_card_out=False)
    late = may_still_bet(rules("rws"), called=True, first_card_out=False)
    assert refused(late) == "5.8"


@clause("rws:5.8")
def test_no_bet_is_withdrawn_after_the_call() -> None:
    assert may_withdraw(rules("rws"), bets_are_closed=False)
    assert refused(may_withdraw(rules("rws"), bets_are_closed=True)) == "5.8"


@clause("rws:5.2")
def test_a_bet_below_the_minimum_may_be_raised_or_withdrawn() -> None:
    short = [bet("Ann", 30_00)]
    assert may_wager(rules("rws"), bet("Ann", 20_00), on_table=short)
    assert refused(may_wager(rules("rws"), bet("Ann", 19_99), on_table=short)) == "5.2"
    assert may_withdraw(rules("rws"), bets_are_closed=False)


@clause("rws:5.2.1")
def test_an_unseen_bet_below_the_minimum_plays_as_it_stands() -> None:
    assert pro_rata(rules("rws"), (30_00,)) == (30_00,)
    won = settle(rules("rws"), WagerKind.MAIN, 30_00, hand("Tc Td"), hand("Tc 9d"))
    assert (won.result, won.paid) == (Result.WIN, 30_00)


@clause("rws:5.1.1#1")
@pytest.mark.parametrize(
    ("stakes", "effective"),
    [
        ((900_00, 600_00), (600_00, 400_00)),
        ((1500_00,), (1000_00,)),
        ((1000_00, 500_00, 500_00), (500_00, 250_00, 250_00)),
        ((600_00, 400_00), (600_00, 400_00)),
        ((400_00, 400_00, 400_00), (333_34, 333_33, 333_33)),
    ],
)
def test_unseen_bets_above_the_maximum_share_it_in_proportion(
    stakes: tuple[int, ...], effective: tuple[int, ...]
) -> None:
    assert pro_rata(rules("rws"), stakes) == effective


@clause("rws:5.1.1#2")
@pytest.mark.parametrize(
    ("stakes", "effective"),
    [
        ((1900_00, 100_00), (900_00, 100_00)),
        ((1900_00, 100_00, 100_00), (800_00, 100_00, 100_00)),
        ((1000_00, 500_00, 120_00), (600_00, 300_00, 100_00)),
    ],
)
def test_the_sharing_leaves_nobody_below_the_minimum(
    stakes: tuple[int, ...], effective: tuple[int, ...]
) -> None:
    assert pro_rata(rules("rws", min=100, max=1000), stakes) == effective


@clause("rws:5.1.2")
@pytest.mark.parametrize(
    ("stakes", "effective"),
    [((1300_00, 40_00), (960_00, 40_00)), ((1200_00, 720_00, 40_00), (600_00, 360_00, 40_00))],
)
def test_a_bet_below_the_minimum_stays_whole(
    stakes: tuple[int, ...], effective: tuple[int, ...]
) -> None:
    assert pro_rata(rules("rws"), stakes) == effective
