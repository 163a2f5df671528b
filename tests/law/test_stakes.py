"""The law sees totals, even if it is given the handfuls they came in."""

from __future__ import annotations

from pitboss.law.stakes import StakedBet, by_player, circles, highest, most_payable, on_box, payable
from pitboss.law.wagers import WagerKind
from tests.support import clause, rules

MAIN, PAIRS = WagerKind.MAIN, "perfect_pairs"

LAID = (
    StakedBet(1, "Ada", MAIN, 60_00),
    StakedBet(1, "Ben", MAIN, 100_00),
    StakedBet(1, "Ada", MAIN, 40_00),
    StakedBet(2, "Ada", MAIN, 10_00),
    StakedBet(1, "Ada", PAIRS, 5_00),
)


@clause("nobust:dealing.2#2")
def test_a_circle_is_counted_once_for_each_who_has_money_in_it() -> None:
    assert circles(LAID) == {"Ada": 2, "Ben": 1}


@clause("rws:1.26#2")
def test_of_equal_stakes_the_one_whose_first_chips_were_laid_first_is_the_highest() -> None:
    on_one = [b for b in LAID if b.box == 1 and b.kind is MAIN]
    assert by_player(on_one) == {"Ada": 100_00, "Ben": 100_00}
    assert highest(by_player(on_one)) == "Ada"
    assert highest(by_player([*on_one, StakedBet(1, "Ben", MAIN, 1)])) == "Ben"
    assert highest({}) is None


def test_a_stake_is_the_sum_of_its_handfuls() -> None:
    bet = StakedBet(1, "Ada", MAIN, 1_00)
    assert on_box(LAID, bet, MAIN) == (100_00, 200_00)
    assert on_box(LAID, bet, PAIRS) == (5_00, 5_00)


@clause("nz:5.2#1")
def test_the_chips_in_use_make_up_an_amount_or_the_next_below() -> None:
    odd = rules("nz", chips=[5, 12.5])
    assert [payable(odd, a) for a in (5_00, 7_50, 12_50, 17_50, 20_00)] == [1, 0, 1, 1, 1]
    assert [most_payable(odd, a) for a in (4_99, 9_99, 14_00, 17_50)] == [0, 5_00, 12_50, 17_50]
