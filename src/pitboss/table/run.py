"""A decision in the making: the events so far and the state they lead to."""

from __future__ import annotations

from pitboss.table.events import Event
from pitboss.table.evolve import AFTER
from pitboss.table.state import TableState


class Run:
    """Collects the events of one decision; the state is always that after the last of them."""

    __slots__ = ("events", "state")

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """This has happened."""
        self.state = AFTER[type(event)](self.state, event)  # evolve, without its call
        self.events.append(event)
