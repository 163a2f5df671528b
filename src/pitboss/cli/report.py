"""``pitboss report``: write a game's par sheet."""

from __future__ import annotations

import click

from pitboss.cli.common import book_argument, decks_option, pricing, set_option, table_rules
from pitboss.cli.output import output_path, write_output
from pitboss.rulebooks import Rulebook


@click.command()
@book_argument
@click.option(
    "-o", "--output", required=True, metavar="FILE", help="File to write: .html or .json."
)
@decks_option
@set_option
@click.option("--date", metavar="TEXT", help="Date to print on the sheet (default: none).")
def report(
    book: Rulebook, output: str, decks: int | None, settings: dict[str, str], date: str | None
) -> None:
    """Write a game's par sheet: everything a test laboratory needs, in one file.

    The sheet has an identification with a digest of the inputs, the return under three strategies,
    the results of a round, volatility, side bets with combinations, the basic strategy, options
    and rules with their clauses, and checks. The same game gives the same file. Print it on A4.

    \b
    pitboss report nz -o nz.html
    pitboss report classic --decks 8 --set surrender=late -o par.json
    """
    rules = table_rules(book, settings, decks)
    with pricing():
        from pitboss.report.par_sheet import ENDINGS, par_sheet

        path = output_path(output, tuple(ENDINGS))
        sheet = par_sheet(rules, date=date)
        write_output(path, ENDINGS[path.suffix.lower()](sheet))
        disagreeing = [check for check in sheet.checks if not check.agrees]
        if disagreeing:
            raise SystemExit(1)
