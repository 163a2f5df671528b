"""Compare a book's ledger with the code and tests."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.audit.side_bet_rounds import side_bet_rounds
from pitboss.rulebooks import Answer, Clause, Rulebook
from pitboss.rulebooks.book import Source
from pitboss.rulebooks.provisions import number


class ClauseTrace(Struct, frozen=True):
    """One clause with everything that answers it."""

    clause: Clause
    provisions: tuple[str, ...]
    witnesses: tuple[str, ...]
    idle: tuple[str, ...] = ()
    """The code the row names but production never enters"""

    @property
    def is_witnessed(self) -> bool:
        return bool(self.witnesses) or not self.clause.needs_a_witness

    @property
    def is_located(self) -> bool:
        """Whether all of the clause's code is entered, or a reason explains why it has none."""
        return self.clause.is_located and not self.idle


class Trace(Struct, frozen=True):
    """How each clause of a book is answered."""

    book: str
    entries: tuple[ClauseTrace, ...]
    origins: Mapping[str, str] = {}
    """The book that a clause is inherited from, for each that is"""
    provisions: Mapping[str, int] = {}
    """How many provisions the document states, leaves unsaid, or inherits from a base"""

    def count(self, answer: Answer, *, of: str | None = None) -> int:
        """How many clauses, those ``of`` one document if given, are answered in this way.

        Only clauses whose code production enters are counted.
        """
        entries = self.entries if of is None else self.of(of)
        return sum(entry.clause.answer is answer and entry.is_located for entry in entries)

    def of(self, book: str) -> tuple[ClauseTrace, ...]:
        """The clauses of one document: the book's own, or those of a base."""
        return tuple(e for e in self.entries if self.origins.get(e.clause.id, self.book) == book)

    @property
    def documents(self) -> tuple[str, ...]:
        """The book itself, then each base whose clauses it inherits."""
        return (self.book, *dict.fromkeys(self.origins.values()))

    @property
    def unwitnessed(self) -> tuple[Clause, ...]:
        """Enforced or recorded clauses that no test covers."""
        return tuple(entry.clause for entry in self.entries if not entry.is_witnessed)

    @property
    def unlocated(self) -> tuple[Clause, ...]:
        """Clauses without a reason and without code that production enters."""
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
            **(self._by_document() if self.origins else {}),
        }

    def _by_document(self) -> dict[str, Any]:
        """What is the book's own, and what it inherits."""
        return {
            "provisions": dict(self.provisions),
            "documents": {
                book: {
                    "clauses": len(self.of(book)),
                    **{
                        answer.value.replace(" ", "_"): self.count(answer, of=book)
                        for answer in Answer
                    },
                }
                for book in self.documents
            },
        }


@cache
def witness_index() -> Mapping[str, Mapping[str, list[str]]]:
    """The tests that cover each clause, by book, as of the last indexing."""
    text = (files("pitboss.rulebooks") / "witnesses.json").read_text("utf-8")
    texts: dict[str, dict[str, list[str]]] = json.loads(text)
    return texts


ELECT: Final = "rulebooks.elections.elect"
"""The code that checks elections, which counts only for clauses the book's options cite."""


class Entered(Struct, frozen=True):
    """The code in a ledger that production runs."""

    acting: frozenset[str] = frozenset()
    """Entered from the table, the compiled tables, the store or the web server"""
    showing: frozenset[str] = frozenset()
    """Entered from the terminal or a command, which only display"""

    def has(self, name: str, answer: Answer) -> bool:
        """Whether this code is entered from a place that can answer a clause in this way."""
        return name in self.acting or (answer is Answer.DISPLAYED and name in self.showing)


@cache
def entered_index() -> Mapping[str, Entered]:
    """The code that production enters, by book, as of the last recording."""
    text = (files("pitboss.rulebooks") / "entered.json").read_text("utf-8")
    return msgspec.json.decode(text, type=dict[str, Entered])


def entered(book: Rulebook) -> Entered:
    """The code that production enters for a book, or for any book if it is not ours."""
    known = entered_index()
    if book.id in known and book.based_on is None:
        return known[book.id]
    return Entered(
        frozenset().union(*(one.acting for one in known.values())),
        frozenset().union(*(one.showing for one in known.values())),
    )


def _idle(clause: Clause, runs: Entered, provisions: tuple[str, ...]) -> tuple[str, ...]:
    """The code a row names but production never enters; elections count only if cited."""
    return tuple(
        name
        for name in clause.by
        if not runs.has(name, clause.answer) or (name == ELECT and not provisions)
    )


def _cited(clause: Clause, citations: Mapping[str, list[str]]) -> tuple[str, ...]:
    """The provisions that cite the clause itself or its whole number."""
    named = dict.fromkeys((*citations.get(clause.id, ()), *citations.get(clause.number, ())))
    return tuple(named)


def _generated(book: Rulebook, known: Container[str]) -> Iterator[tuple[str, str]]:
    """The clauses of a user's own side bets, each with a round that shows its row paid."""
    rules = book.default_rules
    for bet in rules.side_bets.bets:
        if any(row.under not in known for row in bet.rows.value.rows):
            yield from ((r.under, r.name) for r in side_bet_rounds(rules, bet.id) if r.is_right)


def trace(book: Rulebook, rounds: Mapping[str, Sequence[str]] | None = None) -> Trace:
    """Compare the ledger of a book with its provisions, the code and the tests.

    ``rounds`` names, for each clause, the worked rounds of the user that cite it and pass.
    """
    provisions: dict[str, list[str]] = {}
    for path, under in book.citations():
        provisions.setdefault(under, []).append(path)
    witnesses = {
        clause: list(tests)
        for origin in (book.based_on, book.id)
        for clause, tests in witness_index().get(origin or "", {}).items()
    }
    if book.id not in witness_index():
        for under, played in list(_generated(book, witnesses)):
            witnesses.setdefault(under, []).append(played)
    for under, names in (rounds or {}).items():
        witnesses[under] = [*witnesses.get(under, []), *names]
    runs = entered(book)

    def entry(clause: Clause) -> ClauseTrace:
        texts = _cited(clause, provisions)
        return ClauseTrace(clause, texts, _cited(clause, witnesses), _idle(clause, runs, texts))

    return Trace(
        book.id,
        tuple(entry(clause) for clause in book.ledger),
        book.ledger.origins,
        Counter(book.source_of(path).value for path in book.statements),
    )


def sources_in_words(book: Rulebook) -> str:
    """How many provisions the document states, leaves unsaid, or inherits from its base."""
    number = Counter(book.source_of(path) for path in book.statements)
    return (
        f"{sum(number.values())} provisions: {number[Source.DOCUMENT]} from its document, "
        f"{number[Source.SILENT]} not in the text, {number[Source.BASE]} from {book.based_on}"
    )


def locate(name: str) -> object:
    """Find the code a ledger names, such as ``law.play.may_hit``, or raise ``LookupError``."""
    parts = name.split(".")
    for i in range(len(parts), 0, -1):
        try:
            value: object = import_module(".".join(("pitboss", *parts[:i])))
        except ModuleNotFoundError:
            continue
        for attribute in parts[i:]:
            value = getattr(value, attribute, None)
            if value is None:
                raise LookupError(f"{name} does not name any code: {attribute!r} does not exist")
        return value
    raise LookupError(f"{name} does not name any code")


def code_index(books: tuple[Rulebook, ...]) -> dict[str, list[str]]:
    """The clauses of all books that each piece of code carries out."""
    texts: dict[str, list[str]] = {}
    for book in books:
        for clause in book.ledger:
            for name in clause.by:
                texts.setdefault(name, []).append(f"{book.id}:{number(clause.id)}")
    return {name: list(dict.fromkeys(clauses)) for name, clauses in sorted(texts.items())}
