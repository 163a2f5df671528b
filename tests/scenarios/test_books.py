"""The worked rounds of the books, played to the last card and the last cent."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.scenarios.format import Scenario
from pitboss.scenarios.loader import read_scenarios
from pitboss.scenarios.outcome import run_scenario
from tests.witnesses import scenario_files, scenarios

ALL = [
    pytest.param(path, one, id=f"{path.parent.name}/{path.stem}-{one.id}")
    for path in scenario_files()
    for one in scenarios(path)
]


@pytest.mark.parametrize(("path", "scenario"), ALL)
def test_every_worked_round_comes_out_as_written(path: Path, scenario: Scenario) -> None:
    outcome = run_scenario(scenario)
    assert outcome.passed, f"{path.name}: " + "\n".join(outcome.differences)


@pytest.mark.parametrize("path", scenario_files(), ids=lambda path: path.stem)
def test_the_package_reads_a_file_as_the_suite_does(path: Path) -> None:
    assert tuple(read_scenarios(str(path)).scenarios) == scenarios(path)


def test_every_book_of_a_document_ships_worked_rounds() -> None:
    shipped = {path.stem for path in scenario_files() if path.parent.name == "books"}
    assert shipped >= {"nz", "zappit", "rws", "leaflet", "nobust"}
