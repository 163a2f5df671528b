"""Sections 6(g), (h)(1), (m), (n) and 10(a): how hands compare, what they pay, in which order."""

from __future__ import annotations

import pytest

from pitboss.cards import Card
from pitboss.law.layout import inscriptions
from pitboss.law.settlement import (
    ComparisonResult,
    HandWager,
    Settled,
    blackjack_is_paid,
    bust_is_collected,
    collects_first,
    compare,
    order,
    settle,
    settle_against_blackjack,
    win_odds,
)
from pitboss.law.timing import Moment
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import BlackjackPaid, BustTaken, Compared, Result
from tests.rulebooks.zappit.helpers import zappit
from tests.support import clause, hand

MAIN, SPLIT, DOUBLE = WagerKind.MAIN, WagerKind.SPLIT, WagerKind.DOUBLE


@clause("zappit:6(g)(1)#1")
def test_a_blackjack_against_the_dealers_gets_its_wager_back() -> None:
    settled = settle(zappit(), MAIN, 20_00, hand("Ah Kd"), hand("As Qh"))
    assert settled == Settled(Result.STAND_OFF, 0, 20_00, "6(g)(1)#1")


@clause("zappit:6(g)(2)")
@pytest.mark.parametrize("held", ["9h 7c", "Kh Qc", "9h 9d"])
def test_any_other_hand_loses_to_a_dealer_blackjack(held: str) -> None:
    assert compare(zappit(), hand(held), hand("As Qh")) == ComparisonResult(
        Compared.LOSE, "6(g)(2)"
    )
    taken = settle_against_blackjack(zappit(), [HandWager(MAIN, 1, 20_00)])
    assert taken == (Settled(Result.LOSE, 0, 0, "6(g)(2)"),)


@clause("zappit:6(g)(2)")
def test_a_dealer_blackjack_takes_every_wager_of_such_a_player() -> None:
    wagers = [HandWager(MAIN, 1, 20_00), HandWager(SPLIT, 2, 20_00)]
    for taken in settle_against_blackjack(zappit(), wagers):
        assert taken == Settled(Result.LOSE, 0, 0, "6(g)(2)")


@clause("zappit:6(h)(1)#1")
@pytest.mark.parametrize("up", ["As", "Td", "6h"])
def test_a_blackjack_is_paid_at_its_turn(up: str) -> None:
    assert blackjack_is_paid(zappit(), Card(up)) == Moment(BlackjackPaid.AT_ITS_TURN, "6(h)(1)#1")


@clause("zappit:6(h)(1)#1", "zappit:10(a)#2")
@pytest.mark.parametrize("dealers", ["Td 8c", "7d 7c 7h", "6d 9c 7h", "Td 6c Th"])
def test_a_blackjack_wins_against_all_but_a_blackjack(dealers: str) -> None:
    settled = settle(zappit(), MAIN, 10_00, hand("Ah Kd"), hand(dealers))
    assert settled == Settled(Result.WIN, 15_00, 25_00, "6(h)(1)#1")


@clause("zappit:10(a)#2")
@pytest.mark.parametrize(("odds", "paid"), [("3:2", 30_00), ("6:5", 24_00)])
def test_a_blackjack_pays_3_to_2_or_6_to_5(odds: str, paid: int) -> None:
    table = zappit(bj_pay=odds)
    settled = settle(table, MAIN, 20_00, hand("Ah Kd"), hand("Td 8c"))
    assert (settled.paid, settled.returned) == (paid, 20_00 + paid)
    assert win_odds(table, MAIN, hand("Ah Kd")).under == "10(a)#2"


@clause("zappit:10(a)#1")
@pytest.mark.parametrize("kind", [MAIN, SPLIT, DOUBLE])
@pytest.mark.parametrize("held", ["Kh Qd", "7h 7d 7c"])
def test_every_other_win_pays_1_to_1(kind: str, held: str) -> None:
    settled = settle(zappit(), kind, 10_00, hand(held), hand("Td 8c"))
    assert (settled.result, settled.paid, settled.returned) == (Result.WIN, 10_00, 20_00)
    assert win_odds(zappit(), kind, hand(held)).under == "10(a)#1"


@clause("zappit:10(a)#1", "zappit:1.Blackjack")
def test_an_ace_and_a_ten_on_a_split_hand_pay_1_to_1() -> None:
    settled = settle(zappit(), MAIN, 10_00, hand("Ah Kd", split=True), hand("Td 8c"))
    assert (settled.result, settled.paid) == (Result.WIN, 10_00)


@clause("zappit:6(m)", "zappit:6(m)(1)", "zappit:6(h)(3)#4")
@pytest.mark.parametrize("kind", [MAIN, SPLIT, DOUBLE])
@pytest.mark.parametrize("held", ["Kh Qd", "7h 7d 7c", "Th 2d"])
def test_a_dealers_22_returns_every_wager_still_in_action(kind: str, held: str) -> None:
    settled = settle(zappit(), kind, 10_00, hand(held), hand("6d 9c 7h"))
    assert settled == Settled(Result.STAND_OFF, 0, 10_00, "6(m)(1)")


@clause("zappit:6(m)(1)", "zappit:6(h)(3)#4")
def test_a_zapped_21_is_returned_by_a_dealers_22_too() -> None:
    settled = settle(zappit(), MAIN, 10_00, hand("Ac Kc", exchanges=1), hand("6d 9c 7h"))
    assert settled == Settled(Result.STAND_OFF, 0, 10_00, "6(m)(1)")


@clause("zappit:6(m)(1)", "zappit:gap.bust")
@pytest.mark.parametrize("dealers", ["Td 8c", "6d 9c 7h", "5d 8c Th", "Td 6c Th"])
def test_a_bust_loses_whatever_the_dealer_has(dealers: str) -> None:
    settled = settle(zappit(), MAIN, 10_00, hand("Tc 6h Th"), hand(dealers))
    assert settled == Settled(Result.LOSE, 0, 0, "gap.bust")


@clause("zappit:gap.bust")
def test_a_bust_is_collected_at_once() -> None:
    assert bust_is_collected(zappit()) == Moment(BustTaken.AT_ONCE, "gap.bust")


@clause("zappit:6(m)", "zappit:6(m)(2)", "zappit:10(a)#1", "zappit:gap.compare")
@pytest.mark.parametrize(
    ("held", "dealers", "result", "returned"),
    [
        ("Tc 9h", "Td 8c", Result.WIN, 20_00),
        ("Tc 6h 5d", "Td Jc", Result.WIN, 20_00),
        ("Tc 8h", "Td 8c", Result.STAND_OFF, 10_00),
        ("Tc 6h 5d", "7d 7c 7h", Result.STAND_OFF, 10_00),
        ("Tc 7h", "Td 8c", Result.LOSE, 0),
        ("Tc 2h", "Td 7c", Result.LOSE, 0),
        ("Tc 2h", "5d 8c Th", Result.WIN, 20_00),
        ("Tc 8h", "Td 6c Th", Result.WIN, 20_00),
    ],
)
def test_the_nearer_to_21_wins_equals_push_and_a_dealer_above_22_pays(
    held: str, dealers: str, result: Result, returned: int
) -> None:
    settled = settle(zappit(), MAIN, 10_00, hand(held), hand(dealers))
    paid = max(0, returned - 10_00)
    under = "10(a)#1" if result is Result.WIN else "6(m)(2)"
    assert settled == Settled(result, paid, returned, under)


@clause("zappit:6(n)", "zappit:6(n)(1)", "zappit:6(n)(2)#1")
def test_the_licensee_takes_all_losers_first_or_settles_seat_by_seat() -> None:
    assert collects_first(zappit(settle_order="collect_then_pay"))
    assert not collects_first(zappit(settle_order="seat_by_seat"))
    assert not collects_first(zappit())
    for table in (zappit(), zappit(settle_order="collect_then_pay")):
        assert order(table, [1, 2, 3, 4]) == (4, 3, 2, 1)


@clause("zappit:10(a)#2", "zappit:10(b)", "zappit:6(l)#1")
@pytest.mark.parametrize(("odds", "text"), [("3:2", "3 to 2"), ("6:5", "6 to 5")])
def test_the_felt_says_what_is_paid_and_how_the_dealer_draws(odds: str, text: str) -> None:
    assert inscriptions(zappit(bj_pay=odds)) == (
        (f"Blackjack pays {text}", "10(a)#2"),
        ("Dealer must draw to 16 and stand on 17", "6(l)#1"),
        ("Insurance pays 2 to 1", "10(b)"),
        ("Hard 15 to 18 may be zapped", "6(h)(2)#1"),
        ("Dealer 22 is a push", "6(m)(1)"),
    )
