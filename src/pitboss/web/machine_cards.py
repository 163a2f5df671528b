"""How an automatic table prepares its cards: the machine does each step, and the log names it."""

from __future__ import annotations

from pitboss.rulebooks.preparation import Step
from pitboss.table import acts
from pitboss.table.procedure.card_preparation import next_step, open_steps
from pitboss.table.state import TableState
from pitboss.table.table import Table


def step_for_the_machine(state: TableState, *, shows: bool) -> tuple[int, Step] | None:
    """The next step of the preparation, unless it waits for a player to whom cards are shown."""
    due = next_step(state)
    return None if due is None or (due[1].by == "player" and not shows) else due


def prepare(table: Table, *, shows: bool) -> None:
    """Do the steps that the cards need, and show them to the players if ``shows``."""
    while (due := step_for_the_machine(table.state, shows=shows)) is not None:
        batch, step = due
        # Under the name of the office, since no person does it.
        table.do(acts.PrepareCards(step=step.step, by=step.by, role=step.by, batch=batch))


def players_may_ask(state: TableState) -> bool:
    """Whether a player may still ask to see the cards, or to have them prepared at the table."""
    return any(step.optional for _, step in open_steps(state))
