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
    for name, said in raw.items():
        if isinstance(said, str):
            clauses[name] = said
            continue
        if not isinstance(said, dict) or set(said) != {"under", "says", "remedy"}:
            raise ValueError(
                f"{name} must be a clause, or a table of says, remedy and under, not {said!r}"
            )
        if not all(isinstance(text, str) and text for text in said.values()):
            raise ValueError(f"{name} must give says, remedy and under as texts")
        if said["remedy"] not in OWN_REMEDIES:
            known = ", ".join(OWN_REMEDIES)
            raise ValueError(f"{name} has the unknown remedy {said['remedy']!r}; known: {known}")
        clauses[name] = said["under"]
        own[name] = OwnIrregularity(said["says"], said["remedy"])
    return clauses, own
