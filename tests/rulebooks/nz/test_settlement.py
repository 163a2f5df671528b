"""Section 5: which wagers win, lose or stand off, and what they pay."""

from __future__ import annotations

import pytest

from pitboss.cards import cards
from pitboss.law.settlement import Settled, compare, order, settle
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import Result
from tests.side_bets import madness_21, perfect_pairs, super_sevens
from tests.support import clause, hand, rules


@clause("nz:5.1(a)")
@pytest.mark.parametrize("player", ["2h 3d 4c", "Th 6d", "7c 7d 7h"])
@pytest.mark.parametrize("dealer", ["Td 6c 6h", "Td 6c 7h", "6d Jc Qh"])
def test_21_or_less_wins_when_the_dealer_goes_over(player: str, dealer: str) -> None:
    assert compare(rules("nz"), hand(player), hand(dealer)) == ("win", "5.1(a)")


@clause("nz:5.1(b)")
@pytest.mark.parametrize(
    ("player", "dealer"), [("Kh 8d", "Td 7c"), ("7h 4d Kc", "Td Qc"), ("Ah 8d", "9c 9h")]
)
def test_the_higher_total_wins_for_the_player(player: str, dealer: str) -> None:
    assert compare(rules("nz"), hand(player), hand(dealer)) == ("win", "5.1(b)")


@clause("nz:5.1(c)")
def test_a_blackjack_beats_a_drawn_21() -> None:
    assert compare(rules("nz"), hand("Ah Qc"), hand("Ts 5h 6d")) == ("win", "5.1(c)")


@clause("nz:5.1(d)")
@pytest.mark.parametrize("split", [False, True])
@pytest.mark.parametrize("dealer", ["Kd As", "As Kd"])
def test_a_dealer_blackjack_beats_a_21_that_is_none(split: bool, dealer: str) -> None:
    player = hand("Kh Ac", split=True) if split else hand("7c 4d Kh")
    assert compare(rules("nz"), player, hand(dealer)) == ("lose", "5.1(d)")


@clause("nz:5.1(g)")
def test_a_dealer_blackjack_beats_a_lower_hand_as_any_higher_total_does() -> None:
    assert compare(rules("nz"), hand("Tc Kh"), hand("As Kd")) == ("lose", "5.1(g)")


@clause("nz:5.1(a)", "nz:5.1(b)")
@pytest.mark.parametrize(("dealer", "under"), [("Td 8c", "5.1(b)"), ("Td 6c Kh", "5.1(a)")])
def test_a_blackjack_beats_a_lower_hand_and_a_bust_by_the_clauses_on_any_hand(
    dealer: str, under: str
) -> None:
    assert compare(rules("nz"), hand("Ah Qc"), hand(dealer)) == ("win", under)


@clause("nz:5.1(e)")
@pytest.mark.parametrize(
    ("player", "dealer"), [("9c 8h", "6s As"), ("As Qh", "Kd Ac"), ("7c 4d Kh", "Ts 5h 6d")]
)
def test_equal_totals_and_two_blackjacks_stand_off(player: str, dealer: str) -> None:
    assert compare(rules("nz"), hand(player), hand(dealer)) == ("standoff", "5.1(e)")
    settled = settle(rules("nz"), WagerKind.MAIN, 20_00, hand(player), hand(dealer))
    assert settled == Settled(Result.STAND_OFF, 0, 20_00, "5.1(e)")


@clause("nz:5.1(e)")
def test_a_split_21_stands_off_with_a_drawn_one() -> None:
    split = hand("Kh Ac", split=True)
    assert compare(rules("nz"), split, hand("Ts 5h 6d")) == ("standoff", "5.1(e)")


@clause("nz:5.1(f)")
@pytest.mark.parametrize("player", ["Td 6c 6h", "Td 6c 8h"])
@pytest.mark.parametrize("dealer", ["Td 7c", "6d Jc Qh", "As Kd"])
def test_a_hand_over_21_loses_whatever_the_dealer_makes(player: str, dealer: str) -> None:
    settled = settle(rules("nz"), WagerKind.MAIN, 10_00, hand(player), hand(dealer))
    assert settled == Settled(Result.LOSE, 0, 0, "5.1(f)")


@clause("nz:5.1(f)")
def test_21_itself_is_not_over() -> None:
    assert compare(rules("nz"), hand("Td 6c 5h"), hand("Tc Kd")).result == "win"


@clause("nz:5.1(g)")
@pytest.mark.parametrize(
    ("player", "dealer"), [("Td 6c", "9h 8c"), ("Td Qc", "Ts 5h 6d"), ("2h 3d 4c", "9h 8c")]
)
def test_the_higher_total_wins_for_the_dealer(player: str, dealer: str) -> None:
    settled = settle(rules("nz"), WagerKind.MAIN, 15_00, hand(player), hand(dealer))
    assert settled == Settled(Result.LOSE, 0, 0, "5.1(g)")


@clause("nz:5.4#1")
@pytest.mark.parametrize("kind", [WagerKind.MAIN, WagerKind.SPLIT, WagerKind.DOUBLE])
def test_a_win_pays_one_to_one(kind: str) -> None:
    settled = settle(rules("nz"), kind, 15_00, hand("Kh 8d"), hand("Td 7c"))
    assert settled == Settled(Result.WIN, 15_00, 30_00, "5.1(b)")


@clause("nz:5.4#1")
def test_a_21_that_is_no_blackjack_pays_one_to_one() -> None:
    split = hand("Kh Ac", split=True)
    assert settle(rules("nz"), WagerKind.MAIN, 10_00, split, hand("Td 7c")).paid == 10_00
    assert settle(rules("nz"), WagerKind.MAIN, 10_00, hand("7c 4d Kh"), hand("Td 7c")).paid == 10_00


@clause("nz:5.4#2")
@pytest.mark.parametrize(("stake", "paid"), [(20_00, 30_00), (15_00, 22_50), (5_00, 7_50)])
def test_a_blackjack_pays_three_to_two_to_the_cent(stake: int, paid: int) -> None:
    settled = settle(rules("nz"), WagerKind.MAIN, stake, hand("Ah Qc"), hand("Ts 5h 6d"))
    assert settled == Settled(Result.WIN, paid, stake + paid, "5.1(c)")


@clause("nz:5.4#3")
def test_super_sevens_pays_by_its_own_section() -> None:
    table = rules("nz", layout=2)
    first = super_sevens.settle(table, 1_00, cards("7h 8c"))
    assert first is not None
    assert (first.settled.paid, first.settled.under) == (3_00, "15.4(a)")
    split = super_sevens.settle(table, 1_00, cards("7h 7h"), is_split=True)
    assert split is not None
    assert (split.settled.paid, split.settled.under) == (100_00, "15.5")


@clause("nz:5.4#4")
def test_madness_21_pays_by_its_own_section() -> None:
    table = rules("nz", layout=3)
    won = madness_21.settle(table, 1_00, hand("As Kd"), prize_per_dollar=24_00)
    assert (won.paid, won.under) == (24_00, "15A.6#2")
    assert madness_21.settle(table, 1_00, hand("As 9d"), prize_per_dollar=24_00).returned == 0


@clause("nz:5.4#5")
def test_perfect_pairs_pays_by_its_own_section() -> None:
    first, second = cards("Kh Kh")
    won = perfect_pairs.settle(rules("nz", layout=4), 5_00, first, second)
    assert (won.paid, won.under) == (150_00, "15B.7#1")


@pytest.mark.parametrize(
    ("choice", "boxes"), [({}, (6, 4, 1)), ({"settlement_direction": "1-7"}, (1, 4, 6))]
)
def test_boxes_are_settled_from_the_last_to_the_first_unless_chosen_otherwise(
    choice: dict[str, str], boxes: tuple[int, ...]
) -> None:
    """The document names no direction, so no clause is witnessed here."""
    assert order(rules("nz", **choice), [4, 1, 6]) == boxes
