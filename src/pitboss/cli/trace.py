"""``pitboss trace``: check a book's clause ledger against the code and tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import click
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from pitboss.audit.acting import ROOMS, acting_json, acts_in, only_in_worked_rounds
from pitboss.audit.trace import ClauseTrace, Trace
from pitboss.audit.trace import trace as trace_of
from pitboss.cli.common import book_argument, json_option, print_json, show
from pitboss.rulebooks import Answer, Rulebook, rulebook
from pitboss.rulebooks.book import Source
from pitboss.scenarios.citations import Cited, cited_by, worked_rounds
from pitboss.scenarios.format import Scenario
from pitboss.scenarios.loader import BadScenario, read_scenarios
from pitboss.scenarios.outcome import run_scenario


@click.command()
@book_argument
@click.option("--missing", is_flag=True, help="Show only clauses that lack code or a test.")
@click.option(
    "--rounds",
    "files",
    multiple=True,
    metavar="FILE",
    help="Worked rounds of your own: one that passes is a test of the clauses it lists.",
)
@json_option
def trace(book: Rulebook, missing: bool, files: tuple[str, ...], as_json: bool) -> None:
    """Check a book's clause ledger against the code and tests.

    Each clause is counted once by how software answers it: enforced, recorded, displayed, or not
    applicable with a reason; a sentence of your own book that none of its provisions cites is only
    stated. An UNLOCATED clause has no code that production enters (table, compiled tables, store or
    server); an UNWITNESSED one has no test. A clause that your book inherits is shown with the id
    of its base.

    The worked rounds are played too: each citation of an event or a refusal must be true of what
    happened, by the cited clause's own condition, and is counted.

    "acts in" is where events and refusals cite a clause: in law (the code is entered at all), in
    worked rounds, and in the house, at a table of a running server. What nothing ever cites, such
    as a definition, acts where its code is entered.
    """
    trace = trace_of(book, _witnesses(book, files))
    cited = cited_by(_played(book, files))
    if as_json:
        print_json({**trace.to_json(), **acting_json(trace), **cited.to_json()})
        return
    show(*_shown(trace, missing, cited))


def _played(book: Rulebook, files: tuple[str, ...]) -> Iterator[Scenario]:
    """The worked rounds of the book, and those of the user."""
    yield from worked_rounds(book)
    for file in files:
        yield from read_scenarios(file).scenarios


def _witnesses(book: Rulebook, files: tuple[str, ...]) -> dict[str, list[str]]:
    """The worked rounds that pass, by each clause of this book that they list.

    A round names clauses by the document's numbers. If the ledger enters a number in parts, it is
    unknown which of them the round covers, so it witnesses none of them.
    """
    parts = {clause.id for clause in book.ledger}
    rounds: dict[str, list[str]] = {}
    for file in files:
        try:
            scenarios = read_scenarios(file).scenarios
        except BadScenario as error:
            raise click.UsageError(str(error)) from None
        for scenario in scenarios:
            played = rulebook(scenario.rulebook)
            if played.id != book.id:
                raise click.UsageError(f"{file}: its rounds are of {played.id}, not of {book.id}")
            outcome = run_scenario(scenario)
            if not outcome.passed:
                raise click.UsageError(
                    f"{file}: {scenario.id} fails ({outcome.differences[0]}); a round that fails "
                    f"is no test: 'pitboss check {file}' shows every difference"
                )
            for cited in dict.fromkeys(map(str, scenario.clauses)):
                if cited in parts and f"{cited}#2" not in parts:
                    rounds.setdefault(cited, []).append(f"{file}::{scenario.id}")
    return rounds


_NOBODY: Final = {Answer.STATED: "no provision cites it"}


def _shown(trace: Trace, missing: bool, cited: Cited) -> Iterator[RenderableType]:
    unlocated = {clause.id for clause in trace.unlocated}
    unwitnessed = {clause.id for clause in trace.unwitnessed}
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("clause", no_wrap=True)
    table.add_column("answer", no_wrap=True)
    table.add_column("what it requires", ratio=3)
    table.add_column("carried out by", ratio=2, overflow="fold")
    table.add_column("tests", justify="right")
    table.add_column("cited", justify="right")
    table.add_column("acts in", no_wrap=True)
    rooms = acts_in(trace)
    for entry in trace.entries:
        clause = entry.clause
        if missing and clause.id not in unlocated | unwitnessed:
            continue
        by = ", ".join(clause.by) or clause.why_not or _NOBODY.get(clause.answer, "UNLOCATED")
        tests = "UNWITNESSED" if clause.id in unwitnessed else str(len(entry.witnesses) or "")
        origin = trace.origins.get(clause.id, trace.book)
        name = clause.id if origin == trace.book else f"{origin} {clause.id}"
        times = str(cited.times(clause) or "")
        code, where = _running(entry) or by, _where(rooms[clause.id])
        table.add_row(name, clause.answer.value, clause.gist, code, tests, times, where)
    if table.row_count:
        yield table
        yield Text()
    for origin in trace.documents:
        clauses = len(trace.of(origin))
        counts = ", ".join(
            f"{number} {answer.value}"
            for answer in Answer
            if (number := trace.count(answer, of=origin)) or answer is not Answer.STATED
        )
        inherited = "" if origin == trace.book else ", inherited"
        yield Text(f"{origin}: {clauses} clauses{inherited}: {counts}")
    if len(trace.documents) > 1:
        stated, silent, base = (trace.provisions.get(source.value, 0) for source in Source)
        yield Text(f"provisions: {stated} from the document, {silent} not in it, {base} inherited")
    yield Text(f"{len(unlocated)} unlocated, {len(unwitnessed)} unwitnessed")
    counts = ", ".join(f"{room} {sum(room in w for w in rooms.values())}" for room in ROOMS)
    alone = sum(only_in_worked_rounds(where) for where in rooms.values())
    yield Text(f"acts in: {counts} (L, W and H above); {alone} in worked rounds only")
    yield from map(Text, cited.in_words())


def _where(rooms: tuple[str, ...]) -> str:
    """Where a clause acts, by the first letter of each room."""
    return " ".join(room[0].upper() for room in rooms)


def _running(entry: ClauseTrace) -> str:
    """A note on code that the entry names but that production never enters."""
    return f"UNLOCATED: {', '.join(entry.idle)} is never entered" if entry.idle else ""
