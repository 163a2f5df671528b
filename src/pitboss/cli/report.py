"""``pitboss report``: write a game's par sheet."""

from __future__ import annotations

import click

from pitboss.cli.common import json_option, pricing, print_json, with_rules
from pitboss.cli.output import output_path, write_output
from pitboss.cli.waiting import waiting
from pitboss.rulebooks import TableRules


@click.command(short_help="Write a game's par sheet for a test laboratory.")
@with_rules
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="File to write: .html or .json; required without --json.",
)
@click.option("--date", metavar="TEXT", help="Date to print on the sheet (default: none).")
@json_option
def report(
    rules: TableRules,
    output: str | None,
    date: str | None,
    as_json: bool,
) -> None:
    """Write a game's par sheet: everything a test laboratory needs, in one file.

    The sheet has an identification with a digest of the inputs, the return under three strategies,
    the results of a round, volatility, side bets with combinations, the basic strategy, options
    and rules with their clauses, and checks. The same game gives the same file. Print it on A4.

    \b
    pitboss report nz -o nz.html
    pitboss report classic --decks 8 --set surrender=late -o par.json
    """
    if output is None and not as_json:
        raise click.UsageError(
            "name the file to write with -o FILE (.html or .json), or add --json"
        )
    with pricing():
        from pitboss.report.par_sheet import ENDINGS, par_sheet

        path = None if output is None else output_path(output, tuple(ENDINGS))
        with waiting(f"pricing {rules.book.id}"):
            sheet = par_sheet(rules, date=date)
        if path is not None:
            write_output(path, ENDINGS[path.suffix.lower()](sheet))
        if as_json:
            print_json(sheet.to_json())
        disagreeing = [check for check in sheet.checks if not check.agrees]
        if disagreeing:
            raise SystemExit(1)
