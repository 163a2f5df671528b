"""What a table automates, as a named set."""

from __future__ import annotations

from enum import Flag, auto
from typing import Final, NamedTuple

from pitboss.table.procedure.duties import DutyKind


class Automation(Flag):
    """The duties that the table automates; a person does the others by hand."""

    NONE = 0
    CARDS = auto()
    """Deal every card that is due."""
    SETTLEMENT = auto()
    """Settle side bets, blackjacks and the round, and collect the cards."""
    WINDOW = auto()
    """Close insurance and surrender after the deal without waiting for a player."""
    PLAY = auto()
    """Begin play at a player's decision, even if a person performs the other duties."""
    DEALER = CARDS | SETTLEMENT
    """Everything a dealer does; the players make the decisions."""
    EVERYTHING = DEALER | WINDOW

    @property
    def leaves_duties_to_a_person(self) -> bool:
        """Whether a person is the dealer, for whose duties every decision waits."""
        return not self & (Automation.SETTLEMENT | Automation.PLAY)

    @property
    def tasks(self) -> frozenset[DutyKind]:
        """The automated duties."""
        return frozenset(task for part, tasks in _TASKS.items() if part in self for task in tasks)


class Supervision(NamedTuple):
    """What is demanded at a table besides the rounds."""

    strict: bool = False
    """A void needs a reason and a second approval, and people prepare the cards."""
    by_the_book: bool | None = None
    """Every step of the opening is done, by people or by the machine; None if as strict."""
    machine: bool = False
    """A machine deals, so that what its log does not have did not happen."""


_TASKS: Final[dict[Automation, frozenset[DutyKind]]] = {
    Automation.CARDS: frozenset({DutyKind.DEAL, DutyKind.BURN}),
    Automation.WINDOW: frozenset({DutyKind.CLOSE_WINDOW}),
    Automation.PLAY: frozenset(),
    Automation.SETTLEMENT: frozenset(DutyKind)
    - {DutyKind.DEAL, DutyKind.BURN, DutyKind.CLOSE_WINDOW},
}
