"""Sections 6, 7(e) and 8(a) at a live table: the clause of each event, and the order of payment."""

from __future__ import annotations

import pytest

from pitboss.cards import cards
from pitboss.table import acts
from pitboss.table import events as e
from tests.support import clause
from tests.table.helpers import bet, close_window, dealt, of, rigged, stand


@clause("zappit:6(e)(1)", "zappit:6(e)(2)", "zappit:6(e)(3)", "zappit:6(e)(4)")
def test_each_card_of_the_deal_stands_under_its_own_clause() -> None:
    table = dealt("zappit", "Th 9h 7s 9c 8c Td", {1: 10, 2: 10})
    message = [(c.box, c.face_up, c.under) for c in of(e.CardDealt, table.log.events)]
    assert message == [
        (1, True, "6(e)(1)"),
        (2, True, "6(e)(1)"),
        (None, True, "6(e)(2)"),
        (1, True, "6(e)(3)"),
        (2, True, "6(e)(3)"),
        (None, False, "6(e)(4)"),
    ]


@clause("zappit:6(h)(4)", "zappit:6(i)", "zappit:6(j)", "zappit:6(k)", "zappit:6(o)")
def test_decisions_and_what_follows_stand_under_their_clauses() -> None:
    table = dealt("zappit", "5h 7s 6c Td 2d", {1: 10})
    close_window(table)
    hit = table.do(acts.Hit(box=1))
    assert [(type(event).__name__, event.under) for event in hit] == [
        ("HandHit", "6(j)"),
        ("CardDealt", "6(i)"),
    ]
    done = stand(table, 1)
    assert of(e.HandStood, done)[0].under == "6(h)(4)"
    assert of(e.HoleCardRevealed, done)[0].under == "6(k)"
    assert of(e.CardsCollected, done)[0].under == "6(o)"


@clause("zappit:8(a)(1)", "zappit:8(a)(2)")
@pytest.mark.parametrize(
    ("first", "second", "under"),
    [
        ("5h", "4c", "8(a)(1)"),
        ("6h", "4c", "8(a)(1)"),
        ("6h", "5c", "8(a)(1)"),
        ("5h", "3c", "8(a)(2)"),
        ("7h", "5c", "8(a)(2)"),
        ("Ah", "9c", "8(a)(2)"),  # a soft 20
    ],
)
def test_a_double_on_hard_nine_to_eleven_has_a_clause_of_its_own(
    first: str, second: str, under: str
) -> None:
    table = dealt("zappit", f"{first} 7s {second} Td 2d", {1: 10})
    close_window(table)
    done = table.do(acts.Double(box=1))
    assert of(e.HandDoubled, done)[0].under == under
    assert of(e.WagerPlaced, done)[0].under == under


@clause("zappit:6(h)(1)#2", "zappit:7(e)#2")
def test_the_cards_of_a_paid_blackjack_lie_in_the_rack_while_others_play() -> None:
    table = dealt("zappit", "Ah 9h 7s Kc 8c Td", {1: 10, 2: 10})
    close_window(table)
    away = of(e.CardsTakenAway, table.log.events)
    assert [(a.box, a.cards, a.under) for a in away] == [(1, ("Ah", "Kc"), "6(h)(1)#2")]
    assert table.state.shoe.rack == cards("Ah Kc")
    assert "cards taken away" in str(table)
    assert "A♥" not in str(table)
    assert of(e.CardsCollected, stand(table, 2))[0].cards == ("9h", "8c", "7s", "Td")

    even = dealt("zappit", "Ah 9h As Kc 8c 5d Td", {1: 10, 2: 10})
    taken = of(e.CardsTakenAway, even.do(acts.TakeEvenMoney(box=1)))[0]
    assert (taken.cards, taken.under) == (("Ah", "Kc"), "7(e)#2")
    assert even.state.shoe.rack == cards("Ah Kc")


@clause("zappit:6(n)(1)", "zappit:6(n)(2)#1")
@pytest.mark.parametrize(
    ("procedure", "expected"),
    [
        # Box 1 has split: its first hand wins and its second loses. Box 2 wins, box 3 loses.
        (
            "collect_then_pay",
            [(3, 1, "lose"), (1, 2, "lose"), (2, 1, "win"), (1, 1, "win")],
        ),
        (
            "seat_by_seat",
            [(3, 1, "lose"), (2, 1, "win"), (1, 1, "win"), (1, 2, "lose")],
        ),
    ],
)
def test_all_that_loses_is_collected_before_anything_is_paid(
    procedure: str, expected: list[tuple[int, int, str]]
) -> None:
    table = rigged("zappit", "8h Th 9s 7s 8c 9c 7d Td Kh 5c", settle_order=procedure)
    for box in (1, 2, 3):
        bet(table, box, f"P{box}", 10)
    table.do(acts.CloseBets())
    close_window(table)
    table.do(acts.Split(box=1))
    stand(table, 1, 1)
    stand(table, 1, 2)
    stand(table, 2)
    done = stand(table, 3)
    message = []
    for one in of(e.WagerSettled, done):
        where = next(w for w in of(e.WagerPlaced, table.log.events) if w.wager == one.wager)
        message.append((where.box, where.hand, one.result))
    assert message == expected
