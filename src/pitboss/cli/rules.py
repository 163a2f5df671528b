"""``pitboss rules``: show what a book provides, clause by clause, and what it leaves open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.audit.clauses import clause_data, reading_data, said_by, value_data
from pitboss.audit.trace import ClauseTrace, sources_in_words, trace
from pitboss.cli.common import book_argument, json_option, print_json, set_option, show
from pitboss.jsonable import plain
from pitboss.rulebooks import Answer, Reading, Rulebook, TableRules
from pitboss.rulebooks.data import allowed_data, as_data
from pitboss.rulebooks.labels import part_title
from pitboss.rulebooks.provisions import number
from pitboss.rulebooks.schema import PARTS


@click.command()
@book_argument
@click.argument("clause", required=False)
@click.option("--options", is_flag=True, help="List the house options and their ranges.")
@set_option
@json_option
def rules(
    book: Rulebook, clause: str | None, options: bool, settings: dict[str, str], as_json: bool
) -> None:
    """Show a book, one of its clauses, or its house options.

    BOOK is a book's id or the path of your own book file. CLAUSE is a number as the document
    prints it, such as 12.4 or "12.4(b)"; its subclauses are shown too.

    \b
    pitboss rules nz               every provision with its clause
    pitboss rules nz 12.4          a clause, the code that carries it out, the tests that cover it
    pitboss rules rws --options    the house options, their ranges and clauses
    """
    elected = book.elect_all(settings)
    if clause is not None:
        entries = _entries(book, clause)
        readings = _readings(book, entries)
        if as_json:
            print_json(
                {
                    "book": book.id,
                    "clauses": [clause_data(entry, elected) for entry in entries],
                    "readings": [reading_data(reading) for reading in readings],
                }
            )
        else:
            show(*_shown_clauses(entries, readings, elected))
    elif options:
        if as_json:
            print_json({"book": book.id, "options": list(_options_json(book))})
        else:
            show(_shown_options(book))
    elif as_json:
        print_json(_book_json(book, elected))
    else:
        show(*_shown_book(book, elected))


def _entries(book: Rulebook, clause: str) -> tuple[ClauseTrace, ...]:
    wanted = {clause.id for clause in book[clause]}
    return tuple(entry for entry in trace(book).entries if entry.clause.id in wanted)


def _readings(book: Rulebook, entries: tuple[ClauseTrace, ...]) -> tuple[Reading, ...]:
    numbers = {entry.clause.number for entry in entries}
    return tuple(reading for reading in book.readings if numbers & set(reading.about))


def _shown_clauses(
    entries: tuple[ClauseTrace, ...], readings: tuple[Reading, ...], rules: TableRules
) -> Iterator[RenderableType]:
    for entry in entries:
        clause = entry.clause
        origin = rules.book.ledger.origin(clause.id)
        name = clause.id if origin == rules.book.id else f"{origin} {clause.id}"
        head = Text.assemble((name, "bold"), f"  {clause.kind.value}, {clause.answer.value}")
        yield head
        yield Padding(Text(clause.gist), (0, 0, 0, 2), expand=False)
        notes = [text for path in entry.provisions if (text := said_by(path, rules))]
        if clause.why_not:
            notes.append(f"why not: {clause.why_not}")
        elif clause.by:
            notes.append("carried out by " + ", ".join(clause.by))
        elif clause.answer is Answer.STATED:
            notes.append("no provision of the book cites it, so nothing carries it out")
        else:
            notes.append("not carried out yet")
        if entry.witnesses:
            tests = len(entry.witnesses)
            first = entry.witnesses[0].rpartition("/")[2]
            more = f" and {tests - 1} more" if tests > 1 else ""
            notes.append(f"tested by {first}{more}")
        elif clause.needs_a_witness:
            notes.append("no test covers it yet")
        for note in notes:
            yield Padding(Text(note, style="dim"), (0, 0, 0, 4), expand=False)
        yield Text()
    for reading in readings:
        yield Text.assemble(("Reading ", "bold"), (reading.id, "bold"), f"  {reading.question}")
        yield Padding(Text(reading.we_take), (0, 0, 0, 2), expand=False)
        yield Padding(Text(f"Because: {reading.why}", style="dim"), (0, 0, 0, 4), expand=False)
        if reading.otherwise:
            yield Padding(
                Text(f"Otherwise: {reading.otherwise}", style="dim"), (0, 0, 0, 4), expand=False
            )
        yield Text()


def _options_json(book: Rulebook) -> Iterator[dict[str, Any]]:
    for election in book.open_elections.values():
        yield {
            "key": election.key,
            "says": election.says,
            "range": election.range,
            "allowed": plain(allowed_data(election.domain)),
            "default": plain(as_data(election.domain, election.default)),
            "clause": number(election.under),
            "document": book.ledger.origin(election.under),
            "reading": election.reading,
            "why": election.why,
        }


def _shown_options(book: Rulebook) -> RenderableType:
    shown: list[RenderableType] = []
    for election in book.open_elections.values():
        clause = book.ledger.short(election.under)
        shown.append(Text.assemble((election.key, "bold"), f"  {election.says}"))
        notes = [f"{election.range}; default {election.shown_default} ({clause})"]
        if election.reading:
            notes.append(f"reading {election.reading}: {election.why}")
        shown += [Padding(Text(note, style="dim"), (0, 0, 0, 4), expand=False) for note in notes]
    return Group(*shown)


def _book_json(book: Rulebook, rules: TableRules) -> dict[str, Any]:
    provisions = {
        place.path: {
            "value": value_data(place.path, rules),
            "under": rules.provision(place.path).under,
            "source": book.source_of(place.path).value,
            "document": book.ledger.origin(rules.provision(place.path).under),
        }
        for part in rules.parts
        for place in rules.slots(part)
    }
    return {
        "book": book.id,
        "title": book.title,
        "jurisdiction": book.jurisdiction,
        "settings": {
            key: plain(as_data(book.elections[key].domain, value)) for key, value in rules.elected
        },
        "provisions": provisions,
        "absent": book.absent,
    }


def _shown_book(book: Rulebook, rules: TableRules) -> Iterator[RenderableType]:
    yield Text.assemble((book.title, "bold"), f", {book.jurisdiction}")
    yield Text(f"{book.document}; {len(book.ledger)} clauses in the ledger")
    short = book.ledger.short
    if book.based_on is not None:
        yield Text(f"{sources_in_words(book)}; a clause with another book's id is that book's")
    for part in (*PARTS, *(part for part in rules.parts if part not in PARTS)):
        yield Text()
        if part in book.absent:
            yield Text(f"{part_title(part)}: none ({short(book.absent[part])})", style="dim")
            continue
        table = Table(box=None, pad_edge=False, show_header=False, title=None, padding=(0, 2, 0, 0))
        table.add_column(ratio=3)
        table.add_column(ratio=2)
        table.add_column(no_wrap=True, style="dim")
        for place in rules.slots(part):
            provision = rules.provision(place.path)
            table.add_row(
                place.question, place.domain.show(provision.value), short(provision.under)
            )
        yield Text(part_title(part), style="bold")
        yield table
