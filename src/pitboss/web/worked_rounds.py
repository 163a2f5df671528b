"""The worked rounds of a book, played on its table and ready to be shown step by step."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from pitboss.cards import Card
from pitboss.law.shoe import burns_first_card
from pitboss.plain import plain
from pitboss.rulebooks import BOOKS, TableRules
from pitboss.scenarios.comparison import net_of
from pitboss.scenarios.format import Scenario
from pitboss.scenarios.loader import read_text
from pitboss.scenarios.runner import Runner
from pitboss.store.records import Person, TableInfo
from pitboss.table.evolve import evolve
from pitboss.table.state import TableState
from pitboss.web.masking import Happened, shown
from pitboss.web.movements import shows
from pitboss.web.replays import layout_before

_NO_ONE = Person("", "", "auditor", is_guest=True)


@cache
def rounds_of(book: str) -> dict[str, Scenario]:
    """The worked rounds that come with the package, by their ids; an own book has none."""
    found = files("pitboss.scenarios") / "books" / f"{book}.yaml"
    if book not in BOOKS or not found.is_file():
        return {}
    file = read_text(found.name, found.read_text("utf-8"))
    return {scenario.id: scenario for scenario in file.scenarios}


def brief(scenario: Scenario) -> dict[str, Any]:
    """A worked round as a list has it."""
    return {
        "id": scenario.id,
        "title": scenario.title,
        "clauses": list(scenario.clauses),
        "settings": plain(dict(scenario.settings)),
    }


def _command(scenario: Scenario, rules: TableRules) -> str | None:
    """The command that deals these cards at a terminal, where a player alone can play the round."""
    one = scenario.rounds[0]
    boxes = sorted({line.box for line in one.wagers})
    cards = [item.text for item in one.shoe if isinstance(item, Card)]
    alone = boxes == list(range(1, len(boxes) + 1)) and rules.banking is None
    if len(scenario.rounds) > 1 or len(cards) < len(one.shoe) or not alone:
        return None
    burned = ["2c"] if burns_first_card(rules) else []
    settings = "".join(f" --set {key}={value}" for key, value in scenario.settings)
    where = f" --boxes {len(boxes)}" if len(boxes) > 1 else ""
    shoe = " ".join((*burned, *cards))
    return f'pitboss play {scenario.rulebook}{settings}{where} --shoe "{shoe}"'


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
    events = runner.table.log.events
    state = TableState(rules=runner.table.rules)
    for event in events[:begins]:
        state = evolve(state, event)
    info = TableInfo(
        id, scenario.title, book, opened_by="", dealt_by="machine", cards="shoe", bots=0, price="",
        status="closed", sequence=0, hash="", owner=None, address=None, lease=0.0, created=0.0,
    )  # fmt: skip
    before = layout_before(info, state, _NO_ONE)
    told, steps = [], []
    so_far: list[dict[str, int]] = []
    for n, event in enumerate(events[begins:], begins + 1):
        after = evolve(state, event)
        one_shown = shown(Happened(n, event, "", "", 0.0, state, after=after))
        told.append({key: one_shown[key] for key in one_shown if key not in ("hash", "at")})
        steps.append(shows(event, state, after))
        so_far.append(_settled(after) if after.wagers else dict(so_far[-1] if so_far else {}))
        state = after
    return {
        **brief(scenario),
        "book": book,
        "state": before,
        "events": told,
        "shows": steps,
        "so_far": so_far,
        "net": nets,
        "command": _command(scenario, runner.table.rules),
    }
