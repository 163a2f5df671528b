"""``pitboss chart``: print the basic-strategy chart, or write it to a file."""

from __future__ import annotations

import click

from pitboss.cli.common import (
    json_option,
    pricing,
    print_json,
    read_shoe,
    shoe_option,
    show,
    with_rules,
)
from pitboss.cli.output import output_path, write_output
from pitboss.cli.waiting import waiting
from pitboss.rulebooks import TableRules


@click.command()
@with_rules
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="File to write: .html, .svg, .png or .csv (default: the terminal).",
)
@shoe_option
@json_option
def chart(
    rules: TableRules,
    output: str | None,
    shoe: str | None,
    as_json: bool,
) -> None:
    """Print the basic-strategy chart for exactly these rules.

    Charts hard hands, soft hands and pairs against the dealer's up card, 2 to A, and the hands
    for an act of the book's own.

    \b
    pitboss chart nobust
    pitboss chart zappit --decks 8 -o zappit.svg
    pitboss chart classic --set soft_17=hit --set surrender=late -o chart.html
    """
    with pricing():
        from pitboss.report.charts import ENDINGS, TerminalChart, chart_data, chart_file, page_of
        from pitboss.solver import solve

        path = None if output is None else output_path(output, ENDINGS)
        with waiting(f"pricing {rules.book.id}"):
            solution = solve(rules, policy="basic", shoe=read_shoe(shoe))
            page = page_of(solution)
        if path is not None:
            write_output(path, chart_file(page, path.suffix.lower()))
        if as_json:
            print_json(chart_data(solution))
        elif path is None:
            show(TerminalChart(page))
