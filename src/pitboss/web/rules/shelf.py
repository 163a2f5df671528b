"""The books of this server: ours, and those that its operator has added.

A book that was added stays as it is, and under its id: tables, prices and pages refer to it. A log
has the text of its book in any case.
"""

from __future__ import annotations

import re
from typing import Final

from pitboss.rulebooks import BOOKS, Rulebook, rulebook
from pitboss.rulebooks.loader import read_text
from pitboss.store.store import Store

LONGEST: Final = 64 * 1024
"""The most bytes in an added book."""

_ID: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_KEY: Final = "book/"

_own: Final[dict[str, Rulebook]] = {}
"""The added books by id, in order of addition."""


class NotShelved(ValueError):
    """A book cannot be added; the text says why."""


def on_the_shelf() -> list[Rulebook]:
    """Every book, ours first."""
    return [*(rulebook(id) for id in BOOKS), *_own.values()]


def find(id: str) -> Rulebook | None:
    """The book of that id."""
    return rulebook(id) if id in BOOKS else _own.get(id)


def names() -> str:
    """The ids of all books, for people."""
    return ", ".join((*BOOKS, *_own))


def source_of(id: str) -> str | None:
    """The text of a book that was added; None for ours."""
    book = _own.get(id)
    return None if book is None else book.source


def check_length(text: str) -> None:
    """Refuse a text that is too long to be read at all; raises ``NotShelved``."""
    if len(text.encode("utf-8", "replace")) > LONGEST:
        raise NotShelved(f"a book may have at most {LONGEST} bytes")


def add(store: Store, book: Rulebook, *, by: str) -> Rulebook:
    """Add a book that was read from its text; raises ``NotShelved``."""
    assert book.source is not None, "our own books are not added"
    check_length(book.source)
    if not _ID.fullmatch(book.id):
        raise NotShelved(
            f"the id {book.id!r} must have at most 40 characters: a-z, 0-9, hyphens, underscores"
        )
    load(store)
    before = _own.get(book.id)
    if before is not None and before.source != book.source:
        raise NotShelved(f"there is a book {book.id!r} already; give yours another id")
    if before is None:
        store.shelve(f"{_KEY}{book.id}", book.source, by=by)
        _own[book.id] = book
    return _own[book.id]


def load(store: Store) -> None:
    """Load the books added in this process or another."""
    for key, text in store.kept_under(_KEY):
        id = key.removeprefix(_KEY)
        if id not in _own:
            _own[id] = read_text(id, text)
