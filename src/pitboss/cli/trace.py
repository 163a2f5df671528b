"""``pitboss trace``: check a book's clause ledger against the code and tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import click
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from pitboss.audit.trace import Entry, Trace
from pitboss.audit.trace import trace as trace_of
from pitboss.cli.common import book_argument, json_option, print_json, show
from pitboss.rulebooks import Answer, Rulebook


@click.command()
@book_argument
@click.option("--missing", is_flag=True, help="Show only clauses that lack code or a test.")
@json_option
def trace(book: Rulebook, missing: bool, as_json: bool) -> None:
    """Check a book's clause ledger against the code and tests.

    Each clause is counted once by how software answers it: enforced, recorded, displayed, or not
    applicable with a reason; a sentence of your own book that none of its provisions cites is only
    stated. An UNLOCATED clause has no code that production enters (table, compiled tables, store or
    server); an UNWITNESSED one has no test.
    """
    found = trace_of(book)
    if as_json:
        print_json(found.to_json())
        return
    show(*_shown(found, missing))


_NOBODY: Final = {Answer.STATED: "no provision cites it"}


def _shown(found: Trace, missing: bool) -> Iterator[RenderableType]:
    unlocated = {clause.id for clause in found.unlocated}
    unwitnessed = {clause.id for clause in found.unwitnessed}
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("clause", no_wrap=True)
    table.add_column("answer", no_wrap=True)
    table.add_column("what it requires", ratio=3)
    table.add_column("carried out by", ratio=2, overflow="fold")
    table.add_column("tests", justify="right")
    for entry in found.entries:
        clause = entry.clause
        if missing and clause.id not in unlocated | unwitnessed:
            continue
        by = ", ".join(clause.by) or clause.why_not or _NOBODY.get(clause.answer, "UNLOCATED")
        tests = "UNWITNESSED" if clause.id in unwitnessed else str(len(entry.witnesses) or "")
        table.add_row(clause.id, clause.answer.value, clause.gist, _running(entry) or by, tests)
    if table.row_count:
        yield table
        yield Text()
    counts = ", ".join(
        f"{found.count(answer)} {answer.value}"
        for answer in Answer
        if answer is not Answer.STATED or found.count(answer)
    )
    yield Text(f"{found.book}: {len(found.entries)} clauses: {counts}")
    yield Text(f"{len(unlocated)} unlocated, {len(unwitnessed)} unwitnessed")


def _running(entry: Entry) -> str:
    """A note on code that the entry names but that production never enters."""
    return f"UNLOCATED: {', '.join(entry.idle)} is never entered" if entry.idle else ""
