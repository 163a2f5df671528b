"""Mutate the book, not the code: every provision has neighbours, and a test must notice each.

python -m tests.neighbours nz      list the neighbours that no marked test notices
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time
from typing import Any, NamedTuple

import pytest
from msgspec import structs

from pitboss.rulebooks import Rulebook, rulebook
from pitboss.rulebooks.book import Statement
from pitboss.rulebooks.domains import Among, WholeNumber, YesNo
from pitboss.rulebooks.elections import Election
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT, number
from pitboss.rulebooks.schema import slot
from tests.witnesses import Witness, witnesses

EQUIVALENT = {
    (
        "nobust",
        "side_bets.perfect_pairs.needs",
    ): "a circle has one bettor, who is anybody",
    ("nobust", "side_bets.buster.needs"): "a circle has one bettor, who is anybody",
    ("classic", "drawing.must_draw_below"): "no hand totals nothing",
}
"""Provisions whose neighbour no table could distinguish, each with the reason; keep it short."""


class Neighbour(NamedTuple):
    """One change to a book: where, what it says now, what it would say, under which clauses."""

    path: str
    now: str
    then: str
    clauses: tuple[str, ...]
    change: Callable[[Rulebook], None]

    def __str__(self) -> str:
        return f"{self.path}: {self.now} -> {self.then} ({', '.join(self.clauses)})"


def neighbours(book: Rulebook) -> Iterator[Neighbour]:
    """Every cited provision and every election, swapped for each of its neighbours."""
    for path, statement in book.statements.items():
        if statement.under != NOT_IN_THE_TEXT:
            yield from _of_provision(book, path, statement)
    for key, election in book.elections.items():
        if election.under != NOT_IN_THE_TEXT:
            yield from _of_election(key, election)


def _of_provision(book: Rulebook, path: str, statement: Statement) -> Iterator[Neighbour]:
    domain = slot(path).domain
    now = book.default_rules.provision(path).value
    rows = tuple(under for _, under in getattr(now, "clauses", ()))
    rows += tuple(row.under for row in statement.rows)
    for value in domain.neighbours(now):

        def change(target: Rulebook, value: Any = value) -> None:
            target.statements[path] = Statement(under=statement.under, fixed=value)

        yield Neighbour(
            path, domain.show(now), domain.show(value), (statement.under, *rows), change
        )


def _of_election(key: str, election: Election) -> Iterator[Neighbour]:
    def swapped(what: str, now: str, then: str, **changes: Any) -> Neighbour:
        def change(target: Rulebook) -> None:
            target.elections[key] = structs.replace(election, **changes)

        return Neighbour(f"elections.{key} ({what})", now, then, (election.under,), change)

    domain = election.domain
    for default in domain.neighbours(election.default)[:1]:
        yield swapped("default", election.shown_default, domain.show(default), default=default)
    for narrower in _narrower(domain):
        yield swapped("range", domain.allowed, narrower.allowed, domain=narrower)


def _narrower(domain: Any) -> Iterator[Any]:
    match domain:
        case WholeNumber(least, most):
            yield WholeNumber(least + 1, most)
            yield WholeNumber(least, most - 1)
            yield WholeNumber(least, most + 1)
        case Among(choices):
            for dropped in choices:
                yield Among(tuple(choice for choice in choices if choice != dropped))
        case YesNo():
            pass


@contextmanager
def changed(book: Rulebook, neighbour: Neighbour) -> Iterator[None]:
    """The book with one change, put back afterwards."""
    statements, elections = dict(book.statements), dict(book.elections)
    book.__dict__.pop("default_rules", None)
    try:
        neighbour.change(book)
        yield
    finally:
        book.statements, book.elections = statements, elections
        book.__dict__.pop("default_rules", None)


def is_noticed(book: Rulebook, neighbour: Neighbour, tests: list[Witness]) -> bool:
    """Whether some test marked with one of the clauses fails under the change."""
    cited = {(book.id, number(clause)) for clause in neighbour.clauses}
    for test in tests:
        marked = {(c.partition(":")[0], number(c.partition(":")[2])) for c in test.clauses}
        if not marked & cited:
            continue
        with changed(book, neighbour):
            if _fails(test):
                return True
    return False


def _fails(test: Witness) -> bool:
    for run in test.runs():
        try:
            run()
        except (Exception, pytest.fail.Exception):
            return True
    return False


def unnoticed(book: Rulebook) -> list[Neighbour]:
    """The changes that no marked test notices."""
    mine = [w for w in witnesses() if any(c.startswith(f"{book.id}:") for c in w.clauses)]
    # A test that fails on the book as it is would seem to notice everything.
    seconds: dict[Witness, float] = {}
    for witness in mine:
        began = process_time()
        if not _fails(witness):
            seconds[witness] = process_time() - began
    tests = sorted(seconds, key=seconds.__getitem__)  # a quick one may notice it as well
    return [
        neighbour
        for neighbour in list(neighbours(book))
        if (book.id, neighbour.path) not in EQUIVALENT and not is_noticed(book, neighbour, tests)
    ]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        missed = unnoticed(rulebook(name))
        for neighbour in missed:
            print(neighbour)
        print(f"{name}: {len(missed)} of {len(list(neighbours(rulebook(name))))} unnoticed")
