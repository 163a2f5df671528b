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


def changes(scenario: f.Scenario, one: f.ScenarioRound, state: TableState) -> Iterator[acts.Act]:
    """The acts by which seats change: to who wagers there seated, from who wagers standing."""
    if scenario.seats is not None:
        return
    standing = _with_role(one, f.BettorRole.STANDING) | _by_acts(one, f.BettorRole.STANDING)
    seated = _seated(one) | _by_acts(one, f.BettorRole.SEATED)
    for box, sits in state.seats.items():
        now = next((player for at, player in seated if at == box), None)
        passes_on = now is not None and (box, sits) not in seated
        if passes_on or (now is None and (box, sits) in standing):
            yield acts.Leave(box=box, player=sits)
    for box, player in seated:
        if (box, state.seats.get(box)) not in seated:
            yield acts.Sit(box=box, player=player)


def _seated(one: f.ScenarioRound) -> dict[tuple[int, str], None]:
    """The boxes and players of the bank and of the main wagers made from a seat."""
    result: dict[tuple[int, str], None] = {}
    if one.bank is not None:
        result[one.bank.box, one.bank.player] = None
    return result | _with_role(one, f.BettorRole.SEATED)


def _with_role(one: f.ScenarioRound, role: f.BettorRole) -> dict[tuple[int, str], None]:
    mains = (w for w in one.wagers if w.kind == WagerKind.MAIN and w.refused is None)
    return {(line.box, line.player): None for line in mains if line.role is role}


def _by_acts(one: f.ScenarioRound, role: f.BettorRole) -> dict[tuple[int, str], None]:
    """The boxes and players of the main wagers placed by acts."""
    result: dict[tuple[int, str], None] = {}
    for entry in one.acts:
        if isinstance(entry, f.ScriptedAct) and entry.kind is acts.Bet and entry.refused is None:
            is_main = entry.given.get("kind", WagerKind.MAIN) == WagerKind.MAIN
            if is_main and entry.role is role and entry.box and entry.player:
                result[entry.box, entry.player] = None
    return result
