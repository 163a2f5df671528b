"""A decision in progress: its events so far and the state after them."""

from __future__ import annotations

from pitboss.table.events import Event
from pitboss.table.evolve import AFTER
from pitboss.table.state import TableState


class Run:
    """Collects the events of one decision; ``state`` is the state after the last."""

    __slots__ = ("events", "state")

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Record an event and apply it to the state."""
        self.state = AFTER[type(event)](self.state, event)  # evolve, without its call
        self.events.append(event)
