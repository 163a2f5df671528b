"""Who sits where in a worked round: as the scenario says, or everyone with a seated main wager."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.law.wagers import WagerKind
from pitboss.scenarios import format as f
from pitboss.table import acts
from pitboss.table.state import TableState


def seats_at_first(scenario: f.Scenario) -> dict[int, str]:
    """The seats before the first round; a banker sits where the round says, listed or not."""
    seats: dict[int, str] = dict(scenario.seats or ())
    for one in scenario.rounds:
        if scenario.seats is None:
            for box, player in _seated(one):
                seats.setdefault(box, player)
        elif one.bank is not None and one.bank.player not in seats.values():
            seats.setdefault(one.bank.box, one.bank.player)
    return dict(sorted(seats.items()))


def changes(scenario: f.Scenario, one: f.Round, state: TableState) -> Iterator[acts.Act]:
    """The acts by which a seat passes on to the player who now wagers there seated."""
    if scenario.seats is not None:
        return
    for box, player in _seated(one):
        sits = state.seats.get(box)
        if sits is not None and sits != player and (box, sits) not in _seated(one):
            yield acts.Leave(box=box, player=sits)
            yield acts.Sit(box=box, player=player)


def _seated(one: f.Round) -> dict[tuple[int, str], None]:
    """The boxes and players of the bank and of the main wagers made from a seat."""
    found: dict[tuple[int, str], None] = {}
    if one.bank is not None:
        found[one.bank.box, one.bank.player] = None
    for line in one.wagers:
        if line.role is f.Role.SEATED and line.kind == WagerKind.MAIN and line.refused is None:
            found[line.box, line.player] = None
    return found
