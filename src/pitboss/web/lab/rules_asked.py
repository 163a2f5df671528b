"""The rules a worker is asked about: of one of our books, or of a user's own text."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from pitboss.rulebooks import Rulebook, TableRules, rulebook
from pitboss.rulebooks.loader import read_text


@lru_cache(maxsize=16)
def _own(name: str, text: str) -> Rulebook:
    return read_text(name, text)


def rules_of(document: dict[str, Any]) -> TableRules:
    """The rules that a question is about."""
    own = document.get("source")
    book = rulebook(document["book"]) if own is None else _own(document["book"], own)
    return book.elect_all(document["settings"])
