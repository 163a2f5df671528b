"""What the dealer has to do now, as gestures: derived from the duties and events of the table.

No rule is written here. A duty of the table, and the events that it will lead to, say what is due
and under which clause; where a clause orders one thing before another there are groups, and within
a group the order is free.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum, unique
from itertools import groupby
from typing import Final

from msgspec import Struct

from pitboss.acts import HandAct
from pitboss.law.banking import COLLECTED
from pitboss.law.settlement import collects_first
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.enumerations import Result
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT
from pitboss.school.gestures import AT_WAGERS, Do, Gesture
from pitboss.table import events as e
from pitboss.table.events.base import HandEvent
from pitboss.table.state import TableState, Wager


@unique
class Skill(StrEnum):
    """What a gesture is about, and so what is wrong if it is another one."""

    MONEY = "money"
    """A wrong result or amount"""
    ORDER = "order"
    """Something done before what a clause puts first"""
    LEFT_OUT = "left_out"
    TARGET = "target"
    """A card to the wrong hand"""
    FACE = "face"
    """A card up that belongs down, or the reverse"""
    CALL = "call"
    MOMENT = "moment"
    """The right thing at the wrong time: a card drawn to a finished hand"""
    HANDLING = "handling"
    MISSED_BET = "missed_bet"
    """A bet that may not be accepted and was"""


class Step(Struct, frozen=True):
    """One gesture that is due, and the clause under which it is."""

    gesture: Gesture
    under: str
    skill: Skill
    depths: tuple[int, int] | None = None
    """The depths of a cut that are allowed"""
    any_words: bool = False
    """Whether no clause says what is to be called here"""
    in_part: bool = False
    """Whether only a part is taken, so that the amount must be stated"""

    def is_done_by(self, gesture: Gesture) -> bool:
        """Whether this gesture does it."""
        due = self.gesture
        if (gesture.do, gesture.box, gesture.hand, gesture.who) != (
            due.do, due.box, due.hand, due.who
        ):  # fmt: skip
            return False
        if gesture.wager is not None and gesture.wager != due.wager:
            return False
        if self.depths is not None:
            return gesture.depth is not None and (self.depths[0] <= gesture.depth <= self.depths[1])
        return self._has_amount(gesture) and self._has_words(gesture)

    def _has_amount(self, gesture: Gesture) -> bool:
        due = self.gesture.amount
        if gesture.amount is None:
            return due is None or not (self.in_part or gesture.do is Do.PAY)
        return gesture.amount == due

    def _has_words(self, gesture: Gesture) -> bool:
        if self.any_words:
            return True
        return plain(gesture.words) == plain(self.gesture.words)

    def is_at(self, gesture: Gesture) -> bool:
        """Whether the gesture ends the same wager, rightly or not."""
        due = self.gesture
        return (
            gesture.do in AT_WAGERS
            and due.do in AT_WAGERS
            and (gesture.box, gesture.hand, gesture.who) == (due.box, due.hand, due.who)
            and gesture.wager in (None, due.wager)
        )


class Group(Struct, frozen=True):
    """Steps that may be done in any order; ``under`` orders them after the group before."""

    steps: tuple[Step, ...]
    under: str = NOT_IN_THE_TEXT


def plain(words: str) -> str:
    """Words as they are compared: in small letters, without punctuation."""
    kept = "".join(letter if letter.isalnum() or letter == "½" else " " for letter in words.lower())
    return " ".join(kept.split())


_ENDS: Final = {
    Result.WIN: Do.PAY,
    Result.LOSE: Do.TAKE,
    Result.STAND_OFF: Do.LEAVE,
}
"""What is done with a wager by its result; one without a result is returned."""


def of_settlement(state: TableState, event: e.WagerSettled) -> Step:
    """The gesture that ends a wager as the book decides it."""
    wager = state.wager(event.wager)
    do = _ENDS.get(Result(event.result), Do.RETURN)
    taken = wager.stake - event.returned
    amounts = {Do.PAY: event.paid, Do.TAKE: taken, Do.LEAVE: None, Do.RETURN: event.returned}
    return Step(
        Gesture(do, wager.box, wager.hand or 1, wager.id, amounts[do]),
        event.under,
        Skill.MONEY,
        in_part=do is Do.TAKE and taken != wager.stake,
    )


def groups_of(rules: TableRules, state: TableState, events: Sequence[e.Event]) -> list[Group]:
    """The settlement of wagers, in groups that follow each other where a clause orders it.

    Where the document does not say in which direction the dealer settles, all of it is one group.
    """
    settled = [event for event in events if isinstance(event, e.WagerSettled)]
    if not settled:
        return []
    under = rules.settlement.order.under
    if under == NOT_IN_THE_TEXT:
        return [Group(tuple(of_settlement(state, event) for event in settled))]
    first = collects_first(rules)

    def place(event: e.WagerSettled) -> tuple[bool, int]:
        collected = first and Result(event.result) in COLLECTED
        return collected, state.wager(event.wager).box

    return [
        Group(tuple(of_settlement(state, event) for event in together), under)
        for _, together in groupby(settled, key=place)
    ]


_TAKEN_OFF: Final = (e.CardsTakenAway, e.OF_PLAY[HandAct.EXCHANGE])
"""The cards of a hand leave the layout, for good or for two new ones"""


def after(state: TableState, events: Iterable[e.Event]) -> Iterator[Step]:
    """What the dealer does about things that have just happened at the table."""
    for event in events:
        match event:
            case e.WagerSettled():
                yield of_settlement(state, event)
            case HandEvent() if isinstance(event, _TAKEN_OFF):
                yield Step(Gesture(Do.RACK, event.box, event.hand), event.under, Skill.HANDLING)
            case e.HandDoubled():
                yield _accepted(Do.SIDEWAYS, state, event, event.hand)
            case e.HandSplit():
                yield _accepted(Do.PART, state, event, event.new_hand)


def _accepted(do: Do, state: TableState, event: HandEvent, on: int) -> Step:
    """Count the chips of a double or a split, of every bettor who joins."""
    chips = sum(wager.stake for wager in _latest(state, event.box, on, do))
    return Step(
        Gesture(do, event.box, event.hand, amount=chips or None), event.under, Skill.HANDLING
    )


def _latest(state: TableState, box: int, hand: int, do: Do) -> list[Wager]:
    kind = "double" if do is Do.SIDEWAYS else "split"
    return [w for w in state.wagers if (w.box, w.hand, str(w.kind)) == (box, hand, kind)]
