"""Find rules by a book's id or file, a book, or a book with its elections made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pitboss.frames import data_frame
from pitboss.rulebooks.book import Rulebook
from pitboss.rulebooks.errors import BadElection
from pitboss.rulebooks.loader import BOOKS, rulebook
from pitboss.rulebooks.rules import TableRules

RulesLike = str | Path | Rulebook | TableRules
"""A book's id, the path of a book's file, a book, or rules"""


def rules_of(book: RulesLike, **elections: Any) -> TableRules:
    """The rules of a table: the book with these elections, and the rest at its defaults.

    >>> rules_of("nz", decks=8)
    rulebook('nz').elect(decks=8)
    >>> rules_of(rules_of("nz", decks=8), burn_first=False)
    rulebook('nz').elect(decks=8, burn_first=False)
    """
    if isinstance(book, TableRules):
        return book.but(**elections) if elections else book
    if isinstance(book, str | Path):
        book = rulebook(book)
    if not isinstance(book, Rulebook):
        kind = type(book).__name__
        raise TypeError(f"rules are a book's id, a Rulebook or TableRules, not {kind}")
    return book.elect_all(elections)


def rules_of_each(*books: RulesLike, **elections: Any) -> tuple[TableRules, ...]:
    """The rules of several books; an election applies to every book that has it."""
    opened = [book if isinstance(book, TableRules) else rules_of(book) for book in books]
    for key in elections:
        if not any(key in rules.book.elections for rules in opened):
            names = ", ".join(rules.book.id for rules in opened)
            raise BadElection(f"none of {names} has an election {key!r}")
    return tuple(
        rules_of(
            rules,
            **{key: value for key, value in elections.items() if key in rules.book.elections},
        )
        for rules in opened
    )


class BookList(tuple[Rulebook, ...]):
    """The books that come with pitboss, in order."""

    __slots__ = ()

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for each book."""
        return [
            {
                "id": book.id,
                "title": book.title,
                "jurisdiction": book.jurisdiction,
                "clauses": len(book.ledger),
            }
            for book in self
        ]

    def to_pandas(self) -> Any:
        """The rows of :meth:`to_dicts` as a data frame."""
        return data_frame(self.to_dicts())

    def __repr__(self) -> str:
        return "\n".join(f"{book.id:<8} {book}, {len(book.ledger)} clauses" for book in self)


def books() -> BookList:
    """The books that come with pitboss: id, title, jurisdiction and number of clauses.

    >>> [book.id for book in books()]
    ['nz', 'zappit', 'rws', 'leaflet', 'nobust', 'classic']
    """
    return BookList(rulebook(name) for name in BOOKS)
