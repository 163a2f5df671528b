"""Perfect Pairs: the first two cards a pair of one suit, one colour, or neither."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum, unique

from pitboss.cards import Card
from pitboss.law.answers import Answer, Permit, Refusal
from pitboss.law.settlement import Settled, not_won, won
from pitboss.money import Cents
from pitboss.rulebooks import TableRules


@unique
class Pair(StrEnum):
    """How alike two cards of one rank are."""

    PERFECT = "perfect"
    COLOURED = "coloured"
    MIXED = "mixed"


def pair(first: Card, second: Card) -> Pair | None:
    """The class of a pair by rank; a king and a queen are none."""
    if first.rank is not second.rank:
        return None
    if first.suit is second.suit:
        return Pair.PERFECT
    return Pair.COLOURED if first.colour is second.colour else Pair.MIXED


def one_scale(rules: TableRules, others: Iterable[TableRules]) -> Answer:
    """Whether a table may open beside others: all that offer the wager pay by one scale.

    Only tables under the same book count, and only where that book says so.
    """
    part, under = rules.perfect_pairs, rules.book.cites.get("one_pair_scale")
    if part is None or under is None or not part.offered.value:
        return Permit(under or rules.equipment.boxes.under)
    for other in others:
        theirs = other.perfect_pairs if other.book.id == rules.book.id else None
        if theirs is not None and theirs.offered.value and theirs.odds.value != part.odds.value:
            return Refusal(under, f"the tables that are open pay Perfect Pairs {theirs.odds.value}")
    return Permit(under)


def settle(rules: TableRules, stake: Cents, first: Card, second: Card) -> Settled:
    """A pair pays by its class; anything else loses."""
    part = rules.present(rules.perfect_pairs, "perfect_pairs")
    found = pair(first, second)
    if found is None:
        return not_won(stake, part.otherwise)
    table = part.odds.value
    return won(stake, table[found.value], table.under(found.value, part.odds.under))
