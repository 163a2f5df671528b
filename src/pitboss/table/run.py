"""A decision in the making: the events so far and the state they lead to."""

from __future__ import annotations

from pitboss.table.events import Event
from pitboss.table.evolve import evolve
from pitboss.table.state import TableState


class Run:
    """Collects the events of one decision; the state is always that after the last of them."""

    __slots__ = ("events", "state")

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """This has happened."""
        self.state = evolve(self.state, event)
        self.events.append(event)
