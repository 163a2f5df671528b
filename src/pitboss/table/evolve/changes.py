"""Small changes to a state that several events share."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from pitboss.law.wagering import Bet, decider
from pitboss.table.state import (
    Box,
    PlayedHand,
    TableState,
)

HOUSE: Final = "house"


def bets(state: TableState) -> list[Bet]:
    """The open wagers before the cards, as the law sees them."""
    return [Bet(w.box, w.player, w.kind, w.stake) for w in state.wagers if w.result is None]


def decider_of(state: TableState, box: int) -> str | None:
    """Who decides for a box now."""
    return decider(state.rules, box, on_table=bets(state), seats=state.seats)


def moved(state: TableState, **amounts: int) -> dict[str, int]:
    """The accounts after these amounts were added."""
    money = dict(state.money)
    for name, amount in amounts.items():
        money[name] = money.get(name, 0) + amount
    return money


def with_box(state: TableState, number: int, **changes: Any) -> tuple[Box, ...]:
    """The boxes with one of them changed."""
    return tuple(replace(b, **changes) if b.number == number else b for b in state.boxes)


def with_hand(state: TableState, box: int, number: int, /, **changes: Any) -> tuple[Box, ...]:
    """The boxes with one hand of one of them changed."""
    boxes = list(state.boxes)
    for i, one in enumerate(boxes):
        if one.number == box:
            hands = list(one.hands)
            for k, played in enumerate(hands):
                if played.number == number:
                    hands[k] = replace(played, **changes)
            boxes[i] = replace(one, hands=tuple(hands))
    return tuple(boxes)


def clearable(state: TableState) -> set[tuple[int, int]]:
    """The hands on which nothing is at stake any more, their cards still on the layout."""
    open_hands = {(w.box, w.hand) for w in state.wagers if w.result is None}
    return {
        (box.number, played.number)
        for box in state.boxes
        for played in box.hands
        if played.is_done
        and not played.is_cleared
        and (box.number, played.number) not in open_hands
    }


def the_hand(state: TableState, box: int, hand: int) -> PlayedHand:
    """The hand of that number on a box; ``LookupError`` where there is none."""
    found = state.box(box)
    played = found.hand(hand) if found is not None else None
    if played is None:
        raise LookupError(f"there is no hand {hand} on box {box}")
    return played
