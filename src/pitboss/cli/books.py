"""``pitboss books``: list the books, one line each."""

from __future__ import annotations

import click
from rich.table import Table

from pitboss.cli.common import json_option, print_json, show
from pitboss.rulebooks import BOOKS, rulebook


@click.command()
@json_option
def books(as_json: bool) -> None:
    """List the books: id, title, jurisdiction and clause count."""
    books = [rulebook(name) for name in BOOKS]
    if as_json:
        print_json(
            [
                {
                    "id": book.id,
                    "title": book.title,
                    "jurisdiction": book.jurisdiction,
                    "clauses": len(book.ledger),
                }
                for book in books
            ]
        )
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("id", "title", "jurisdiction"):
        table.add_column(heading)
    table.add_column("clauses", justify="right")
    for book in books:
        table.add_row(book.id, book.title, book.jurisdiction, str(len(book.ledger)))
    show(table)
