"""``pitboss check``: run scenario files and compare the results."""

from __future__ import annotations

import sys

import click

from pitboss.cli.common import json_option, print_json
from pitboss.scenarios.loader import BadScenario, read_scenarios
from pitboss.scenarios.outcome import Outcome, run_scenario


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@json_option
def check(files: tuple[str, ...], as_json: bool) -> None:
    """Run scenario files and compare the results with those expected.

    Prints a line for each scenario, the differences in each that failed, and the totals. The
    format is described in docs/reference/scenarios.md.
    """
    try:
        read = [read_scenarios(path) for path in files]
        outcomes = [run_scenario(scenario) for one in read for scenario in one.scenarios]
    except BadScenario as error:
        raise click.UsageError(str(error)) from None
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
            for told in outcome.differences:
                click.echo(f"       {told}")
        click.echo(f"{len(outcomes) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


def _as_json(outcome: Outcome) -> dict[str, object]:
    return {
        "id": outcome.id,
        "passed": outcome.passed,
        "differences": list(outcome.differences),
    }
