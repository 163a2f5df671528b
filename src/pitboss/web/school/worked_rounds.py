"""The worked rounds of a book, played at its table and prepared for display step by step."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Final

from pitboss.cards import Card
from pitboss.jsonable import plain
from pitboss.rulebooks import BOOKS
from pitboss.scenarios.comparison import net_of
from pitboss.scenarios.format import Scenario, ScriptedAct
from pitboss.scenarios.loader import read_text
from pitboss.scenarios.runner import Runner
from pitboss.store.records import Person, TableInfo
from pitboss.table import acts
from pitboss.table.evolve import evolve
from pitboss.table.run import TableStep
from pitboss.table.state import TableState
from pitboss.table.table import Table
from pitboss.web.school.replays import layout_before
from pitboss.web.wire.masking import StoredStep, shown
from pitboss.web.wire.movements import shows

_NO_ONE = Person("", "", "auditor", is_guest=True)

_REHEARSED: Final = (
    *acts.OF_PLAY.values(),
    acts.Insure,
    acts.TakeEvenMoney,
    acts.Decline,
    acts.TakeBank,
    acts.DeclineBank,
)
"""The acts that may occur in a round that can be rehearsed."""


@cache
def rounds_of(book: str) -> dict[str, Scenario]:
    """The worked rounds that come with the package, by id; a user's own book has none."""
    resource = files("pitboss.scenarios") / "books" / f"{book}.yaml"
    if book not in BOOKS or not resource.is_file():
        return {}
    file = read_text(resource.name, resource.read_text("utf-8"))
    return {scenario.id: scenario for scenario in file.scenarios}


def brief(scenario: Scenario) -> dict[str, Any]:
    """A worked round for a list."""
    return {
        "id": scenario.id,
        "title": scenario.title,
        "clauses": list(scenario.clauses),
        "settings": plain(dict(scenario.settings)),
    }


def _settled(state: TableState) -> dict[str, int]:
    """What each player's settled wagers have won or lost."""
    net: dict[str, int] = {}
    for wager in state.wagers:
        if wager.result is not None:
            net[wager.player] = net.get(wager.player, 0) + wager.returned - wager.stake
    return net


@cache
def played(book: str, id: str) -> dict[str, Any]:
    """A worked round with the layout before it, its events, and what each of them shows."""
    scenario = rounds_of(book)[id]
    runner = Runner(scenario, dict(scenario.settings))
    begins, nets = runner.table.log.length, []
    for one in scenario.rounds:
        runner.play(one)
        nets.append(net_of(runner.table.state))
        runner.close()
    return {
        **brief(scenario),
        "book": book,
        **steps_of(scenario, runner.table, begins),
        "net": nets,
        "may_be_rehearsed": may_be_rehearsed(scenario),
    }


def may_be_rehearsed(scenario: Scenario) -> bool:
    """Whether a round can be rehearsed: a single one without markers in which only players act."""
    one = scenario.rounds[0]
    cards = all(isinstance(item, Card) for item in one.shoe)
    played = all(isinstance(entry, ScriptedAct) and entry.kind in _REHEARSED for entry in one.acts)
    return len(scenario.rounds) == 1 and bool(one.wagers) and cards and played


def steps_of(scenario: Scenario, table: Table, begins: int) -> dict[str, Any]:
    """The layout before the event with which a round begins, its events, and what each shows."""
    events = table.log.events
    state = TableState(rules=table.rules)
    for event in events[:begins]:
        state = evolve(state, event)
    info = TableInfo(
        scenario.id, scenario.title, scenario.rulebook, opened_by="", dealt_by="machine",
        cards="shoe", bots=0, price="", status="closed", sequence=0, hash="", owner=None,
        address=None, lease=0.0, created=0.0,
    )  # fmt: skip
    before = layout_before(info, state, _NO_ONE)
    views, steps = [], []
    so_far: list[dict[str, int]] = []
    for n, event in enumerate(events[begins:], begins + 1):
        step = TableStep(event, state, evolve(state, event))
        one_shown, after = shown(StoredStep(step, n, "", 0.0)), step.after
        views.append({key: one_shown[key] for key in one_shown if key not in ("hash", "at")})
        steps.append(shows(step))
        so_far.append(_settled(after) if after.wagers else dict(so_far[-1] if so_far else {}))
        state = after
    return {"state": before, "events": views, "shows": steps, "so_far": so_far}
