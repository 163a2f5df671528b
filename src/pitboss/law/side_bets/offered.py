"""Which side bets a table offers."""

from __future__ import annotations

from typing import Any

from pitboss.law.wagering import PART_OF_KIND, is_offered
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks import TableRules


def part_of_kind(rules: TableRules, kind: WagerKind) -> Any:
    """The part of the book that governs a side bet, or None where the book has none."""
    return getattr(rules, PART_OF_KIND[kind])


def in_the_book(rules: TableRules) -> tuple[WagerKind, ...]:
    """The side bets that the book knows, at this table or not."""
    return tuple(kind for kind in PART_OF_KIND if part_of_kind(rules, kind) is not None)


def on_offer(rules: TableRules) -> tuple[WagerKind, ...]:
    """The side bets that this table offers."""
    return tuple(kind for kind in PART_OF_KIND if is_offered(rules, kind))
