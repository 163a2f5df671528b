"""A table that follows a history line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from pitboss.cards import Card, NotACard
from pitboss.law.answers import Refusal
from pitboss.law.shoe import cutting_card_position, has_cutting_card, shuffle_is_due
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.decide import decide, perform_duty
from pitboss.table.evolve import evolve
from pitboss.table.log import read_event
from pitboss.table.procedure.cutting import MISSED, last_cutter, stack_of
from pitboss.table.procedure.duties import Duty, DutyKind, active, next_duty
from pitboss.table.state import Phase, TableState

from .notation import BadHistory, Names, place, read_act, whole_number

WINDOW_ACTS: Final = (
    acts.Insure, acts.TakeEvenMoney, acts.Surrender, acts.PressButton, acts.Bet,
)  # fmt: skip
DEALERS_ACTS: Final = ("close", "change", "passcut", "wait", "shuffle")


def is_quiet(duty: Duty | None) -> bool:
    """Whether the dealer performs it without a card and without waiting for a player."""
    return duty is not None and not duty.needs_card and duty.task is not DutyKind.CLOSE_WINDOW


def place_of(duty: Duty) -> str:
    """Where the card of a duty goes."""
    if duty.task is DutyKind.BURN:
        return "burn"
    return "dealer" if duty.box is None else place(duty.box, duty.hand)


def _loaded(state: TableState) -> e.Event:
    """Load the stack into the shoe."""
    rules, stack = state.rules, stack_of(state)
    position = cutting_card_position(rules, stack) if has_cutting_card(rules) else None
    second = position is not None and rules.equipment.cutting_cards.value > 1
    under = rules.shoe.cutting_card.under
    return e.ShoeLoaded(cards=stack, position=position, second_at_back=second, under=under)


def _cut_card(state: TableState) -> e.Event:
    """Draw the cut card."""
    duty = next_duty(state)
    first = state.phase is Phase.DEALING and state.dealt == 0 and state.shoe.used == 0
    missed = state.shoe.shuffle_after == MISSED
    due = shuffle_is_due(state.rules, first_of_round=first, was_missed=missed)
    turn = active(state)
    box = turn[0].number if turn is not None else None
    if duty is not None and duty.needs_card:
        box = duty.box
    return e.CutCardDrawn(first=first, box=box, under=due.under)


BY_ITSELF: Final[dict[str, Callable[[TableState], e.Event]]] = {
    "load": _loaded,
    "cutcard": _cut_card,
}
"""Shoe events that are not a person's act."""


def cut_by_the_house(state: TableState, depth: int) -> e.Event | None:
    """The house's cut if no player is offered it; None in a book without a cut."""
    cutting = state.rules.cutting
    if cutting is None:
        return None
    return e.ShoeCut(player=last_cutter(state.rules), depth=depth, under=cutting.at_last.under)


class Course:
    """A table and everything that has happened at it."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.events: list[e.Event] = []

    def happen(self, events: Iterable[e.Event], state: TableState | None = None) -> None:
        """Add events, which lead to this state."""
        for event in events:
            self.events.append(event)
            if state is None:
                self.state = evolve(self.state, event)
        if state is not None:
            self.state = state

    def quiet(self) -> int:
        """Perform the duties that need no card and no answer; returns how many there were."""
        done = 0
        while is_quiet(duty := next_duty(self.state)):
            assert duty is not None
            self._carry_out(duty)
            done += 1
        return done

    def _carry_out(self, duty: Duty, card: Card | None = None) -> None:
        decision = perform_duty(self.state, duty, card)
        self.happen(decision.events, decision.state)

    def read(self, line: str, names: Names) -> None:
        """Carry out a line."""
        text = line.strip()
        if text.startswith("!"):
            try:
                self.happen([read_event(text[1:].strip())])
            except msgspec.MsgspecError as error:
                raise BadHistory(f"{line!r} is not an event: {error}") from None
            return
        text = text.split(" #")[0].strip()
        if not text or text.startswith("#"):
            return
        before_all = text.startswith("^")
        words = text.removeprefix("^").split()
        if words[:2] == ["d", "go"]:
            self._go(words)
        elif words[0] == "d" and len(words) > 1 and words[1] not in DEALERS_ACTS:
            self._dealers(words, before_all)
        else:
            self._act(read_act(words, names), line, before_all)

    def _go(self, words: list[str]) -> None:
        for _ in range(whole_number(words[2])):
            duty = next_duty(self.state)
            if duty is None:
                raise BadHistory(f"{' '.join(words)!r}: the dealer has nothing to do")
            self._carry_out(duty)

    def _act(self, act: acts.Act, line: str, before_all: bool) -> None:
        if not before_all:
            self.quiet()
            self._leave_window(act)
        decided = decide(self.state, act)
        if isinstance(decided, Refusal):
            cited = self.state.rules.cite(decided.under)
            raise BadHistory(f"{line!r} is refused: {decided.why} ({cited})")
        self.happen(decided.events, decided.state)

    def _leave_window(self, act: acts.Act | None) -> None:
        duty = next_duty(self.state)
        closes = duty is not None and duty.task is DutyKind.CLOSE_WINDOW
        if duty is not None and closes and not isinstance(act, WINDOW_ACTS):
            self._carry_out(duty)
            self.quiet()

    def _dealers(self, words: list[str], before_all: bool) -> None:
        text = " ".join(words)
        if not before_all:
            self.quiet()
            self._leave_window(None)
        if words[1] in BY_ITSELF and len(words) == 2:
            self.happen([BY_ITSELF[words[1]](self.state)])
        elif words[1] == "cut" and len(words) == 3:
            event = cut_by_the_house(self.state, whole_number(words[2]))
            if event is None:
                raise BadHistory(f"{text!r}: these cards are not cut")
            self.happen([event])
        else:
            self._card(words, text)

    def _card(self, words: list[str], text: str) -> None:
        duty = next_duty(self.state)
        if duty is None or not duty.needs_card:
            raise BadHistory(f"{text!r}: no card is due")
        if place_of(duty) != words[1]:
            raise BadHistory(f"{text!r}: the next card is due to {place_of(duty)}")
        try:
            card = Card(words[2])
        except (NotACard, IndexError):
            raise BadHistory(f"{text!r} names no card") from None
        self._carry_out(duty, card)

    def finish(self) -> None:
        """Finish a round after its last line."""
        number = self.state.round
        self.quiet()
        self._leave_window(None)
        while self.state.round == number and (duty := next_duty(self.state)) is not None:
            if duty.needs_card:
                where = place_of(duty)
                raise BadHistory(f"a card is due to {where}, but the history lists no more")
            self._carry_out(duty)
