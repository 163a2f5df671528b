"""The ledger of a book held against code and tests."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.rulebooks import Answer, Clause, Rulebook
from pitboss.rulebooks.provisions import number


class Entry(Struct, frozen=True):
    """One clause with everything that answers it."""

    clause: Clause
    provisions: tuple[str, ...]
    witnesses: tuple[str, ...]
    idle: tuple[str, ...] = ()
    """What the row names as its code, and production never enters for it"""

    @property
    def is_witnessed(self) -> bool:
        return bool(self.witnesses) or not self.clause.needs_a_witness

    @property
    def is_located(self) -> bool:
        """Whether code carries the clause out, every piece of it; or a reason says why none can."""
        return self.clause.is_located and not self.idle


class Trace(Struct, frozen=True):
    """How far a book is carried out."""

    book: str
    entries: tuple[Entry, ...]

    def count(self, answer: Answer) -> int:
        """How many clauses software answers in this way, with code that production enters."""
        return sum(entry.clause.answer is answer and entry.is_located for entry in self.entries)

    @property
    def unwitnessed(self) -> tuple[Clause, ...]:
        """Clauses enforced or recorded that no test witnesses."""
        return tuple(entry.clause for entry in self.entries if not entry.is_witnessed)

    @property
    def unlocated(self) -> tuple[Clause, ...]:
        """Clauses that no code carries out, or none that is entered, and no reason why not."""
        return tuple(entry.clause for entry in self.entries if not entry.is_located)

    def to_json(self) -> dict[str, Any]:
        return {
            "book": self.book,
            "clauses": len(self.entries),
            "enforced": self.count(Answer.ENFORCED),
            "recorded": self.count(Answer.RECORDED),
            "displayed": self.count(Answer.DISPLAYED),
            "not_applicable": self.count(Answer.NOT_APPLICABLE),
            "unwitnessed": [clause.id for clause in self.unwitnessed],
            "unlocated": [clause.id for clause in self.unlocated],
            **({"stated": stated} if (stated := self.count(Answer.STATED)) else {}),
        }


@cache
def witness_index() -> Mapping[str, Mapping[str, list[str]]]:
    """The tests that witness each clause, by book; written when the tests were last indexed."""
    text = (files("pitboss.rulebooks") / "witnesses.json").read_text("utf-8")
    found: dict[str, dict[str, list[str]]] = json.loads(text)
    return found


ELECT: Final = "rulebooks.elections.elect"
"""What checks elections: it carries out no clause but those that the book's own words cite."""


class Entered(Struct, frozen=True):
    """The code of a ledger that runs when the house is at work."""

    acting: frozenset[str] = frozenset()
    """Entered from the table, the compiled tables, the store or the web house"""
    showing: frozenset[str] = frozenset()
    """Entered from the terminal or a command, which show things"""

    def has(self, name: str, answer: Answer) -> bool:
        """Whether this code is entered by what can answer a clause in this way."""
        return name in self.acting or (answer is Answer.DISPLAYED and name in self.showing)


@cache
def entered_index() -> Mapping[str, Entered]:
    """The code that production enters, by book; written when it was last watched."""
    text = (files("pitboss.rulebooks") / "entered.json").read_text("utf-8")
    return msgspec.json.decode(text, type=dict[str, Entered])


def entered(book: Rulebook) -> Entered:
    """The code that production enters for a book; for one that is not ours, for any book."""
    known = entered_index()
    if book.id in known and book.based_on is None:
        return known[book.id]
    return Entered(
        frozenset().union(*(one.acting for one in known.values())),
        frozenset().union(*(one.showing for one in known.values())),
    )


def _idle(clause: Clause, runs: Entered, provisions: tuple[str, ...]) -> tuple[str, ...]:
    """What a row names and production never enters; elections count only where they are cited."""
    return tuple(
        name
        for name in clause.by
        if not runs.has(name, clause.answer) or (name == ELECT and not provisions)
    )


def _cited(clause: Clause, citations: Mapping[str, list[str]]) -> tuple[str, ...]:
    """What cites the clause itself, or its number as a whole."""
    named = dict.fromkeys((*citations.get(clause.id, ()), *citations.get(clause.number, ())))
    return tuple(named)


def trace(book: Rulebook) -> Trace:
    """The ledger of the book against its provisions, the code and the tests."""
    provisions: dict[str, list[str]] = {}
    for path, under in book.citations():
        provisions.setdefault(under, []).append(path)
    witnesses = {
        clause: list(tests)
        for origin in (book.based_on, book.id)
        for clause, tests in witness_index().get(origin or "", {}).items()
    }
    runs = entered(book)

    def entry(clause: Clause) -> Entry:
        said = _cited(clause, provisions)
        return Entry(clause, said, _cited(clause, witnesses), _idle(clause, runs, said))

    return Trace(book.id, tuple(entry(clause) for clause in book.ledger))


def locate(name: str) -> object:
    """The code that a ledger names, as in ``law.play.may_hit``; raises ``LookupError``."""
    parts = name.split(".")
    for i in range(len(parts), 0, -1):
        try:
            found: object = import_module(".".join(("pitboss", *parts[:i])))
        except ModuleNotFoundError:
            continue
        for attribute in parts[i:]:
            found = getattr(found, attribute, None)
            if found is None:
                raise LookupError(f"{name} does not name any code: {attribute!r} does not exist")
        return found
    raise LookupError(f"{name} does not name any code")


def code_index(books: tuple[Rulebook, ...]) -> dict[str, list[str]]:
    """For each piece of code, the clauses of all books that it carries out."""
    found: dict[str, list[str]] = {}
    for book in books:
        for clause in book.ledger:
            for name in clause.by:
                found.setdefault(name, []).append(f"{book.id}:{number(clause.id)}")
    return {name: list(dict.fromkeys(clauses)) for name, clauses in sorted(found.items())}
