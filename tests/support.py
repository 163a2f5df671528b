"""What the tests share: the clause marker, and helpers for a table's rules and a hand."""

from __future__ import annotations

import os
from typing import Any

import pytest

from pitboss.law.hands import Hand
from pitboss.rulebooks import TableRules, rulebook

clause = pytest.mark.clause
"""Marks a test as the witness of clauses: ``@clause("nz:12.4(b)#2", "nz:13.1(c)")``."""


def rules(book: str, **elections: Any) -> TableRules:
    """The rules of a table; call this inside the test, so that a changed book is noticed."""
    return rulebook(book).elect(**elections)


def hand(text: str, **done: Any) -> Hand:
    """A hand: ``hand("8h 8s", split=True)``."""
    return Hand.of(text, **done)


def by_night(usual: int) -> int:
    """So many, or as many times more as ``PITBOSS_NIGHT`` says: a night has time for more."""
    return usual * int(os.environ.get("PITBOSS_NIGHT", "1"))
