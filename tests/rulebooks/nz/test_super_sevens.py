"""Section 15: Super Sevens wagers."""

from __future__ import annotations

import pytest

from pitboss.cards import cards
from pitboss.law.layout import spots
from pitboss.law.settlement import Settled
from pitboss.law.stakes import StakedBet
from pitboss.law.wagering import may_wager
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import Result
from tests.rulebooks.nz.helpers import main, side_bet
from tests.side_bets import DecidingStage, Sevens, super_sevens
from tests.support import clause, rules

SEVENS = "super_sevens"


@clause("nz:15.2#1")
def test_it_is_placed_beside_ones_own_wager_on_the_layout_that_has_it() -> None:
    assert side_bet(rules("nz", layout=2), SEVENS, 1_00)
    answer = side_bet(rules("nz"), SEVENS, 1_00)
    assert not answer
    assert answer.under == "15.2#1"


@clause("nz:15.2#1")
def test_it_is_never_placed_without_ones_own_wager() -> None:
    table = rules("nz", layout=2)
    others = [main(1, "P1", 10_00)]
    for here in ([], others):
        answer = may_wager(table, StakedBet(1, "P2", SEVENS, 1_00), on_table=here)
        assert not answer
        assert answer.under == "15.2#1"
    both = [*others, main(1, "P2", 10_00)]
    assert may_wager(table, StakedBet(1, "P2", SEVENS, 1_00), on_table=both)


@clause("nz:15.2#2")
def test_each_box_has_a_spot_for_it() -> None:
    assert spots(rules("nz", layout=2)) == (WagerKind.MAIN, WagerKind.INSURANCE, SEVENS)


@clause("nz:15.3")
@pytest.mark.parametrize("stake", [1_00, 2_00, 25_00])
def test_its_amounts_are_those_on_the_sign(stake: int) -> None:
    assert side_bet(rules("nz", layout=2), SEVENS, stake)


@clause("nz:15.3")
@pytest.mark.parametrize("stake", [0, 50, 1_50, 26_00])
def test_other_amounts_are_refused(stake: int) -> None:
    answer = side_bet(rules("nz", layout=2), SEVENS, stake)
    assert not answer
    assert answer.under == "15.3"


@clause("nz:15.4(a)", "nz:15.6#1")
@pytest.mark.parametrize("hand", ["7c 9d", "7h Ah", "7s 8s"])
def test_one_seven_pays_3_to_1_at_the_second_card(hand: str) -> None:
    paid = Settled(Result.WIN, paid=3_00, returned=4_00, under="15.4(a)")
    assert super_sevens.settle(rules("nz"), 1_00, cards(hand)) == Sevens(
        paid, DecidingStage.SECOND_CARD
    )


@clause("nz:15.4(a)", "nz:15.6#1")
def test_a_first_seven_waits_for_the_second_card() -> None:
    assert super_sevens.settle(rules("nz"), 1_00, cards("7c")) is None


@clause("nz:15.4(b)", "nz:15.6#1")
@pytest.mark.parametrize("hand", ["7h 7c Kh", "7h 7d 2c", "7s 7c 6h As", "7h 7c 9d 8s"])
def test_two_sevens_of_unlike_suits_pay_50_to_1(hand: str) -> None:
    paid = Settled(Result.WIN, paid=50_00, returned=51_00, under="15.4(b)")
    assert super_sevens.settle(rules("nz"), 1_00, cards(hand)) == Sevens(
        paid, DecidingStage.THIRD_CARD
    )


@clause("nz:15.4(b)", "nz:15.6#1")
def test_without_a_third_card_they_are_paid_when_the_hand_closes() -> None:
    pair = cards("7h 7d")
    assert super_sevens.settle(rules("nz"), 2_00, pair) is None
    paid = Settled(Result.WIN, paid=100_00, returned=102_00, under="15.4(b)")
    assert super_sevens.settle(rules("nz"), 2_00, pair, is_closed=True) == Sevens(
        paid, DecidingStage.STAND
    )


@clause("nz:15.4(c)", "nz:15.6#1")
def test_two_sevens_of_one_suit_pay_100_to_1() -> None:
    paid = Settled(Result.WIN, paid=100_00, returned=101_00, under="15.4(c)")
    assert super_sevens.settle(rules("nz"), 1_00, cards("7d 7d 2h")) == Sevens(
        paid, DecidingStage.THIRD_CARD
    )
    assert super_sevens.settle(rules("nz"), 1_00, cards("7d 7d"), is_closed=True) == Sevens(
        paid, DecidingStage.STAND
    )
    assert super_sevens.settle(rules("nz"), 1_00, cards("7d 7d")) is None


@clause("nz:15.4(d)")
@pytest.mark.parametrize("hand", ["7c 7d 7h", "7c 7c 7d", "7d 7c 7c"])
def test_three_sevens_not_all_of_one_suit_pay_500_to_1(hand: str) -> None:
    paid = Settled(Result.WIN, paid=500_00, returned=501_00, under="15.4(d)")
    assert super_sevens.settle(rules("nz"), 1_00, cards(hand)) == Sevens(
        paid, DecidingStage.THIRD_CARD
    )


@clause("nz:15.4(e)")
def test_three_sevens_of_one_suit_pay_5000_to_1() -> None:
    paid = Settled(Result.WIN, paid=5000_00, returned=5001_00, under="15.4(e)")
    assert super_sevens.settle(rules("nz"), 1_00, cards("7s 7s 7s")) == Sevens(
        paid, DecidingStage.THIRD_CARD
    )


@clause("nz:15.4(f)", "nz:15.6#1")
@pytest.mark.parametrize("hand", ["Ks", "8d 7d", "6h 7c 7s", "As 7c 7d 7h"])
def test_anything_else_loses_at_the_first_card(hand: str) -> None:
    lost = Settled(Result.LOSE, paid=0, returned=0, under="15.4(f)")
    assert super_sevens.settle(rules("nz"), 1_00, cards(hand)) == Sevens(
        lost, DecidingStage.FIRST_CARD
    )


@clause("nz:15.5", "nz:15.6#1")
@pytest.mark.parametrize(
    ("hand", "paid"),
    [
        ("7h 7d", 50_00),
        ("7h 7h", 100_00),
        ("7h 7d 7c", 50_00),
        ("7h 7h 7h", 100_00),
        ("7h 7h Kd", 100_00),
    ],
)
def test_splitting_the_sevens_pays_them_at_once_whatever_follows(hand: str, paid: int) -> None:
    settled = Settled(Result.WIN, paid=paid, returned=paid + 1_00, under="15.5")
    assert super_sevens.settle(rules("nz"), 1_00, cards(hand), is_split=True) == Sevens(
        settled, DecidingStage.SPLIT
    )
