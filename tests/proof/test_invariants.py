"""Every broken invariant of a table is detected."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.cards import cards
from pitboss.rulebooks.enumerations import Result
from pitboss.table.quickstart import open_table
from pitboss.table.state import Phase, PlayedHand, TableState
from pitboss.table.table import Table
from tests.rigs.invariants import broken, broken_cards


def dealt() -> Table:
    table = open_table("nz", seed=3)
    table.wager(box=1, chips=10, player="Ada")
    table.deal()
    assert table.state.phase is Phase.PLAY
    assert broken(table) is None
    return table


def with_hand(state: TableState, **changes: Any) -> TableState:
    (box,) = state.boxes
    return replace(state, boxes=(replace(box, hands=(replace(box.hands[0], **changes),)),))


def complaint_of(table: Table, state: TableState) -> str:
    table.state = state
    return broken(table) or ""


def test_a_card_is_not_out_more_often_than_there_are_decks() -> None:
    table = dealt()
    table.state = replace(table.state, shoe=replace(table.state.shoe, rack=cards("9c") * 9))
    assert broken_cards(table) == "9♣ is out 9 times in 6 decks"


def test_no_card_is_lost() -> None:
    table = dealt()
    assert "cards in the shoe" in complaint_of(table, replace(table.state, dealer=()))


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"is_surrendered": True}, "is surrendered, but not over"),
        ({"is_void": True}, "open on a void hand"),
        ({"is_late": True, "is_done": True}, "is over, and waits for a card"),
        ({"exchanged": cards("9c")}, "lost 1 cards in 0 exchanges"),
    ],
)
def test_a_hand_is_either_over_or_in_play(changes: dict[str, Any], wrong: str) -> None:
    table = dealt()
    assert wrong in complaint_of(table, with_hand(table.state, **changes))


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"has_refused": True}, "has refused its card, but is not over"),
        ({"is_split": True}, "is split alone"),
        ({"exchanges": 1}, "is zapped in a book without it"),
        ({"cards": cards("Tc Td 2h")}, "is over the limit and still in play"),
    ],
)
def test_a_hand_is_what_the_book_knows(changes: dict[str, Any], wrong: str) -> None:
    table = dealt()
    hand = replace(table.state.boxes[0].hands[0].hand, **changes)
    assert wrong in complaint_of(table, with_hand(table.state, hand=hand))


def test_a_card_is_owed_to_a_hand_that_is_not_over() -> None:
    table = dealt()
    state = replace(with_hand(table.state, is_done=True), owed=(1, 1, 1))
    assert "is over, and a card is owed to it" in complaint_of(table, state)


def test_every_hand_is_over_when_the_dealer_plays() -> None:
    table = dealt()
    state = replace(table.state, phase=Phase.DEALER)
    assert "is not over in the phase dealer" in complaint_of(table, state)


def test_the_hands_of_a_box_are_numbered_from_one() -> None:
    table = dealt()
    (box,) = table.state.boxes
    second = PlayedHand(3, box.hands[0].hand)
    state = replace(table.state, boxes=(replace(box, hands=(*box.hands, second)),))
    assert "box 1 has the hands [1, 3]" in complaint_of(table, state)


def test_a_settled_wager_stands_in_the_order_of_settlement() -> None:
    table = dealt()
    (wager,) = table.state.wagers
    paid = replace(wager, result=Result.STAND_OFF, returned=wager.stake)
    state = replace(table.state, wagers=(paid,), money={})
    assert "settled, but not in the order of settlement" in complaint_of(table, state)


def test_two_wagers_do_not_share_a_number() -> None:
    table = dealt()
    (wager,) = table.state.wagers
    state = replace(table.state, wagers=(wager, wager), money={"Ada": -2 * wager.stake})
    assert complaint_of(table, state) == "two wagers have the same number"
