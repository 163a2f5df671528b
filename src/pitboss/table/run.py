"""A decision in progress: its steps so far and the state after them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from pitboss.table.events import Event
from pitboss.table.evolve import AFTER
from pitboss.table.state import TableState


class TableStep(Struct, frozen=True, gc=False):
    """An event with the state before it and the state after it, which is calculated only here."""

    event: Event
    before: TableState
    after: TableState
    actor: str = ""
    """Who caused it, where the table is told"""


def steps_of(events: Sequence[Event], states: Sequence[TableState]) -> list[TableStep]:
    """The steps through these states, of which there is one more than events."""
    return list(map(TableStep, events, states, states[1:]))


class RunningDecision:
    """Collects the events of one decision; ``state`` is the state after the last."""

    __slots__ = ("events", "state", "states")

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.events: list[Event] = []
        self.states = [state]
        """The state before the first event, and after every one"""

    @property
    def steps(self) -> list[TableStep]:
        """Every event with the states before and after it."""
        return steps_of(self.events, self.states)

    def emit(self, event: Event) -> None:
        """Record an event and apply it to the state."""
        self.state = state = AFTER[type(event)](self.state, event)  # evolve, without its call
        self.events.append(event)
        self.states.append(state)

    def take_back(self, events: int) -> None:
        """Drop every event after the first ``events``."""
        del self.events[events:], self.states[events + 1 :]
        self.state = self.states[-1]
