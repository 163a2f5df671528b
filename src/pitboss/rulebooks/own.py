"""Irregularities that a user's book adds, each with a remedy that a table supports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

OWN_REMEDIES: Final = (
    "noted",
    "next_card",
    "offered",
    "next_card_and_choice",
    "choice",
    "void_hand",
    "void_round",
    "void_unless_decided",
    "shuffle_after",
    "replace_card",
)
"""The remedies that a book may name for an irregularity of its own."""


class OwnIrregularity(Struct, frozen=True):
    """An irregularity in the book's words, and its remedy."""

    says: str
    remedy: str


def read_remedies(raw: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, OwnIrregularity]]:
    """The clause of each remedy, and the book's own irregularities; raises ``ValueError``."""
    clauses: dict[str, str] = {}
    own: dict[str, OwnIrregularity] = {}
    for name, statement in raw.items():
        if isinstance(statement, str):
            clauses[name] = statement
            continue
        if not isinstance(statement, dict) or set(statement) != {"under", "says", "remedy"}:
            raise ValueError(
                f"{name} must be a clause, or a table of says, remedy and under, not {statement!r}"
            )
        if not all(isinstance(text, str) and text for text in statement.values()):
            raise ValueError(f"{name} must give says, remedy and under as texts")
        if statement["remedy"] not in OWN_REMEDIES:
            known = ", ".join(OWN_REMEDIES)
            raise ValueError(
                f"{name} has the unknown remedy {statement['remedy']!r}; known: {known}"
            )
        clauses[name] = statement["under"]
        own[name] = OwnIrregularity(statement["says"], statement["remedy"])
    return clauses, own
