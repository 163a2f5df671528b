"""Drafts: users' books that the lab prices but does not store.

A draft is kept in memory under a digest of its text. No table can be opened with it, and nothing
calculated for it is stored. To keep it, a supervisor adds it to the books.
"""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256
from typing import Final

from pitboss.rulebooks import Rulebook

PREFIX: Final = "draft-"
MOST: Final = 32
"""The most drafts in memory; the least recently used is dropped first."""

_known: Final[OrderedDict[str, Rulebook]] = OrderedDict()


def is_draft(id: str) -> bool:
    """Whether an id is that of a draft."""
    return id.startswith(PREFIX)


def id_of(text: str) -> str:
    """The id of the draft with this text."""
    return PREFIX + sha256(text.encode()).hexdigest()[:20]


def add(text: str, book: Rulebook) -> str:
    """Keep a book that was read from its text, and return its id."""
    id = id_of(text)
    _known[id] = book
    _known.move_to_end(id)
    while len(_known) > MOST:
        _known.popitem(last=False)
    return id


def find(id: str) -> Rulebook | None:
    """The draft of that id, if it is still in memory."""
    book = _known.get(id)
    if book is not None:
        _known.move_to_end(id)
    return book
