"""Section 11: doubling down."""

from __future__ import annotations

import pytest

from pitboss.law.play import closed_under, is_closed, may_double, may_hit
from pitboss.law.settlement import HandWager, Settled, settle, settle_against_blackjack
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import Result
from tests.rulebooks.nz.helpers import objection
from tests.support import clause, hand, rules


@clause("nz:11.1#1", "nz:11.1#3")
@pytest.mark.parametrize("cards", ["2c 2d", "2h 3d", "6c 5d", "Td 6c", "9s 9h", "Ks Td"])
def test_any_two_cards_without_an_ace_may_be_doubled(cards: str) -> None:
    assert may_double(rules("nz"), hand(cards))


@clause("nz:11.1#1")
@pytest.mark.parametrize("cards", ["4h 5d 2s", "2c 2d 3h 4s"])
def test_more_than_two_cards_may_not(cards: str) -> None:
    answer = may_double(rules("nz"), hand(cards))
    assert not answer
    assert answer.under == "11.1#1"


@clause("nz:11.1#2")
@pytest.mark.parametrize("cards", ["8h 3c", "2h 2c", "Kh Qc"])
def test_the_first_two_cards_of_a_split_hand_may_be_doubled(cards: str) -> None:
    assert may_double(rules("nz"), hand(cards, split=True))


@clause("nz:11.1#3")
@pytest.mark.parametrize("split", [False, True])
@pytest.mark.parametrize("cards", ["7s Ad", "8h Ac", "2c Ah"])
def test_a_hand_with_an_ace_may_not_be_doubled(cards: str, split: bool) -> None:
    answer = may_double(rules("nz"), hand(cards, split=split))
    assert not answer
    assert answer.under == "11.1#3"


@clause("nz:11.2", "nz:11.2(a)")
@pytest.mark.parametrize("amount", [5_00, 10_00, 30_00])
def test_a_double_goes_up_to_the_wager(amount: int) -> None:
    answer = may_double(rules("nz"), hand("6c 5d"), wager=30_00, amount=amount)
    assert answer
    assert answer.under == "11.2(a)"


@clause("nz:11.2", "nz:11.2(a)")
@pytest.mark.parametrize("amount", [30_01, 35_00])
def test_a_double_is_never_more_than_the_wager(amount: int) -> None:
    answer = may_double(rules("nz"), hand("6c 5d"), wager=30_00, amount=amount)
    assert not answer
    assert answer.under == "11.2(a)"


@clause("nz:11.2(b)")
@pytest.mark.parametrize("amount", [2_50, 4_99])
def test_a_double_is_never_less_than_the_increment(amount: int) -> None:
    answer = may_double(rules("nz"), hand("6c 5d"), wager=30_00, amount=amount)
    assert not answer
    assert answer.under == "11.2(b)"


@clause("nz:11.2(b)")
def test_a_double_need_not_be_a_multiple_of_the_increment() -> None:
    assert may_double(rules("nz"), hand("6c 5d"), wager=30_00, amount=7_50)


@clause("nz:11.2(b)")
def test_the_operator_may_hold_doubles_to_multiples() -> None:
    strict = rules("nz", double_multiple_of_increment=True)
    for amount in (5_00, 10_00, 30_00):
        assert may_double(strict, hand("6c 5d"), wager=30_00, amount=amount)
    answer = may_double(strict, hand("6c 5d"), wager=30_00, amount=7_50)
    assert not answer
    assert answer.under == "11.2(b)"


@clause("nz:11.2(b)")
def test_the_operator_chooses_the_increment() -> None:
    ten = rules("nz", increment=10)
    assert may_double(ten, hand("6c 5d"), wager=30_00, amount=10_00)
    assert not may_double(ten, hand("6c 5d"), wager=30_00, amount=9_99)
    assert objection(increment="0.01") == ""
    assert "nz 11.2(b) allows" in objection(increment=0)


@clause("nz:11.3#1", "nz:13.1(b)")
def test_a_doubled_hand_takes_one_card_and_is_closed() -> None:
    waiting, complete = hand("6h 5d", doubled=True), hand("6h 5d 2c", doubled=True)
    assert not is_closed(rules("nz"), waiting)
    assert is_closed(rules("nz"), complete)
    assert closed_under(rules("nz"), complete) == "13.1(b)"
    for again in (may_hit(rules("nz"), complete), may_double(rules("nz"), complete)):
        assert not again
        assert again.under == "13.1(b)"


@clause("nz:11.4")
@pytest.mark.parametrize(
    ("dealer", "result", "paid", "returned", "under"),
    [
        ("Td 8c", Result.WIN, (20_00, 5_00), (40_00, 10_00), "5.1(b)"),
        ("Td 6c Kh", Result.WIN, (20_00, 5_00), (40_00, 10_00), "5.1(a)"),
        ("Td Qc", Result.STAND_OFF, (0, 0), (20_00, 5_00), "5.1(e)"),
        ("Td 5c 6h", Result.LOSE, (0, 0), (0, 0), "5.1(g)"),
    ],
)
def test_both_wagers_of_a_doubled_hand_share_its_result_at_one_to_one(
    dealer: str, result: Result, paid: tuple[int, int], returned: tuple[int, int], under: str
) -> None:
    twenty = hand("6c 5d 9h", doubled=True)
    main = settle(rules("nz"), WagerKind.MAIN, 20_00, twenty, hand(dealer))
    double = settle(rules("nz"), WagerKind.DOUBLE, 5_00, twenty, hand(dealer))
    assert main == Settled(result, paid[0], returned[0], under)
    assert double == Settled(result, paid[1], returned[1], under)


@clause("nz:11.5")
def test_a_dealer_blackjack_takes_the_original_wager_and_spares_the_double() -> None:
    main, double = settle_against_blackjack(
        rules("nz"), [HandWager(WagerKind.MAIN, 1, 20_00), HandWager(WagerKind.DOUBLE, 1, 15_00)]
    )
    assert main == Settled(Result.LOSE, 0, 0, "5.1(g)")
    assert double == Settled(Result.RETURNED, 0, 15_00, "11.5")


@clause("nz:11.5")
def test_a_doubled_hand_that_has_bust_stays_lost() -> None:
    settled = settle_against_blackjack(
        rules("nz"),
        [
            HandWager(WagerKind.MAIN, 1, 20_00, busted=True),
            HandWager(WagerKind.DOUBLE, 1, 20_00, busted=True),
        ],
    )
    assert settled == (Settled(Result.LOSE, 0, 0, "5.1(f)"),) * 2


@clause("nz:12.4(b)#2")
def test_a_split_ace_is_not_doubled() -> None:
    answer = may_double(rules("nz"), hand("Ac 9d", split=True))
    assert not answer
    assert answer.under == "12.4(b)#2"
