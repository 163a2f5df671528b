"""Run a scenario on a table and compare the results with those expected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from pitboss.scenarios import format as f
from pitboss.scenarios.comparison import differences
from pitboss.scenarios.refusals import Stopped
from pitboss.scenarios.runner import Runner


class ScenarioOutcome(Struct, frozen=True):
    """Whether a scenario passed, with its differences."""

    id: str
    title: str
    passed: bool
    differences: tuple[str, ...] = ()


def run_scenario(scenario: f.Scenario) -> ScenarioOutcome:
    """Play a scenario and compare every key of its expectation."""
    try:
        failures = list(_played(scenario, dict(scenario.settings)))
        for i, one in enumerate(scenario.rounds):
            for again in one.expect.net_with or ():
                settings = {**dict(scenario.settings), **dict(again.settings)}
                failures += _net_with(scenario, settings, i, again)
    except Stopped as stopped:
        failures = [str(stopped)]
    return ScenarioOutcome(scenario.id, scenario.title, not failures, tuple(failures))


def _net_with(
    scenario: f.Scenario, settings: dict[str, Any], wanted: int, again: f.NetWith
) -> Iterator[str]:
    table = Runner(scenario, settings)
    elected = ", ".join(f"{k}={v}" for k, v in again.settings)
    try:
        for i, one in enumerate(scenario.rounds):
            table.play(one)
            if i == wanted:
                net = table.net()
                if net != dict(again.net):
                    yield f"net with {elected}: expected {dict(again.net)}, got {net}"
                return
            table.close()
    except Stopped as stopped:
        yield f"with {elected}: {stopped}"


def _played(scenario: f.Scenario, settings: dict[str, Any]) -> Iterator[str]:
    table = Runner(scenario, settings)
    for i, one in enumerate(scenario.rounds, 1):
        where = f"round {i}: " if len(scenario.rounds) > 1 else ""
        try:
            table.play(one)
        except Stopped as stopped:
            yield f"{where}{stopped}"
            return
        yield from (where + text for text in differences(table.table, one, table.left()))
        table.close()
