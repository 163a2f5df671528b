"""Drafts: users' books that the lab prices but does not store.

A draft is kept in memory under a digest of its text. No table can be opened with it, and nothing
calculated for it is stored. To keep it, a supervisor adds it to the books.
"""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256
from typing import Final

from pitboss.rulebooks import Rulebook
from pitboss.rulebooks.loader import read_text
from pitboss.web.shelf import LONGEST, NotShelved

PREFIX: Final = "draft-"
MOST: Final = 32
"""The most drafts in memory; the least recently used is dropped first."""

_known: Final[OrderedDict[str, Rulebook]] = OrderedDict()


def is_draft(id: str) -> bool:
    """Whether an id is that of a draft."""
    return id.startswith(PREFIX)


def add(text: str) -> str:
    """Read a book from its text and return its id; raises ``RulebookError`` or ``NotShelved``."""
    if len(text.encode()) > LONGEST:
        raise NotShelved(f"a book may have at most {LONGEST} bytes")
    id = PREFIX + sha256(text.encode()).hexdigest()[:20]
    if find(id) is None:
        _known[id] = read_text("the book", text)
        while len(_known) > MOST:
            _known.popitem(last=False)
    return id


def find(id: str) -> Rulebook | None:
    """The draft of that id, if it is still in memory."""
    found = _known.get(id)
    if found is not None:
        _known.move_to_end(id)
    return found
