"""``pitboss check``: run scenario files and compare the results."""

from __future__ import annotations

import sys

import click

from pitboss.cli.common import json_option, print_json
from pitboss.scenarios.loader import BadScenario, read_scenarios
from pitboss.scenarios.outcome import ScenarioOutcome, run_scenario


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@json_option
def check(files: tuple[str, ...], as_json: bool) -> None:
    """Run scenario files and compare the results with those expected.

    Prints a line for each scenario, the differences in each that failed, and the totals. One that
    cannot be read fails, and the others still run. The format is described in
    docs/reference/scenarios.md.
    """
    unreadable: list[BadScenario] = []
    try:
        read = [read_scenarios(path, unreadable) for path in files]
    except BadScenario as error:
        raise click.UsageError(str(error)) from None
    outcomes = [run_scenario(scenario) for one in read for scenario in one.scenarios]
    if outcomes:
        _print([*outcomes, *map(_unread, unreadable)], as_json=as_json)
    if unreadable:
        raise click.UsageError("; ".join(str(error) for error in unreadable))
    sys.exit(0 if all(outcome.passed for outcome in outcomes) else 1)


def _unread(error: BadScenario) -> ScenarioOutcome:
    return ScenarioOutcome(
        error.scenario, "cannot be read", passed=False, differences=(str(error),)
    )


def _print(outcomes: list[ScenarioOutcome], *, as_json: bool) -> None:
    failed = sum(not outcome.passed for outcome in outcomes)
    if as_json:
        print_json(
            {
                "passed": len(outcomes) - failed,
                "failed": failed,
                "scenarios": [_as_json(outcome) for outcome in outcomes],
            }
        )
    else:
        for outcome in outcomes:
            click.echo(f"{'ok  ' if outcome.passed else 'FAIL'} {outcome.id}  {outcome.title}")
            for text in outcome.differences:
                click.echo(f"       {text}")
        click.echo(f"{len(outcomes) - failed} passed, {failed} failed")


def _as_json(outcome: ScenarioOutcome) -> dict[str, object]:
    return {
        "id": outcome.id,
        "passed": outcome.passed,
        "differences": list(outcome.differences),
    }
