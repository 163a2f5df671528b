"""Small changes to a state that several events share."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.law.stakes import StakedBet
from pitboss.table.state import (
    BackBettorsDue,
    Box,
    PlayedHand,
    TableState,
)

HOUSE: Final = "house"


def bets(state: TableState) -> list[StakedBet]:
    """The open wagers before the cards, as the law sees them."""
    return [StakedBet(w.box, w.player, w.kind, w.stake) for w in state.wagers if w.result is None]


def moved(state: TableState, *amounts: tuple[str, int]) -> dict[str, int]:
    """The accounts after these amounts were added, each to the account of that name."""
    money = dict(state.money)
    for name, amount in amounts:
        money[name] = money.get(name, 0) + amount
    return money


def with_box(state: TableState, number: int, **changes: Any) -> tuple[Box, ...]:
    """The boxes with one of them changed."""
    return tuple(replace(b, **changes) if b.number == number else b for b in state.boxes)


def with_hand(state: TableState, box: int, number: int, /, **changes: Any) -> tuple[Box, ...]:
    """The boxes with one hand of one of them changed."""
    for i, one in enumerate(state.boxes):
        if one.number == box:
            for k, played in enumerate(one.hands):
                if played.number == number:
                    return _with_hand_at(state, i, k, replace(played, **changes))
    return state.boxes


def with_card(state: TableState, box: int, number: int, card: Card) -> tuple[Box, ...]:
    """The boxes with one more card on a hand; ``LookupError`` if it does not exist."""
    for i, one in enumerate(state.boxes):
        if one.number == box:
            for k, played in enumerate(one.hands):
                if played.number == number:
                    taken = replace(played, hand=played.hand.with_card(card))
                    return _with_hand_at(state, i, k, taken)
    raise _no_hand(number, box)


def answered(state: TableState, player: str) -> TableState:
    """The state once ``player`` has answered; then a hand on which no bettor is left is void.

    The bettor who split may have taken every bet back while others were still asked (rws 5.7), and
    one of them may yet follow onto the new hand.
    """
    back_bettors = state.asked
    if back_bettors is None:
        return state
    after = replace(state, asked=back_bettors.without(player))
    if after.asked is not None:
        return after
    for number in unbacked(after, back_bettors):
        boxes = with_hand(
            after, back_bettors.box, number, is_done=True, is_void=True, is_late=False
        )
        owed = after.owed
        if owed is not None and owed[:2] == (back_bettors.box, number):
            owed = None
        after = replace(after, boxes=boxes, owed=owed)
    return after


def unbacked(state: TableState, back_bettors: BackBettorsDue) -> tuple[int, ...]:
    """The hands of a split that have no open wager."""
    backed = {w.hand for w in state.wagers if w.box == back_bettors.box and w.result is None}
    both = (back_bettors.hand, back_bettors.new_hand) if back_bettors.new_hand is not None else ()
    return tuple(number for number in both if number not in backed)


def _with_hand_at(state: TableState, i: int, k: int, played: PlayedHand) -> tuple[Box, ...]:
    boxes = state.boxes
    hands = boxes[i].hands
    changed = replace(boxes[i], hands=(*hands[:k], played, *hands[k + 1 :]))
    return (*boxes[:i], changed, *boxes[i + 1 :])


def _no_hand(hand: int, box: int) -> LookupError:
    return LookupError(f"box {box} has no hand {hand}")


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
    """The hand of that number on a box; ``LookupError`` if there is none."""
    found_box = state.box(box)
    played = found_box.hand(hand) if found_box is not None else None
    if played is None:
        raise _no_hand(hand, box)
    return played
