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


def one_scale(tables: Iterable[TableRules]) -> Answer:
    """Whether all tables with the wager pay by the same scale, as the house must."""
    parts = [rules.present(rules.perfect_pairs, "perfect_pairs") for rules in tables]
    under = next((part.odds.under for part in parts), "")
    if len({part.odds.value for part in parts if part.offered.value}) > 1:
        return Refusal(under, "two tables pay Perfect Pairs by different scales")
    return Permit(under)


def settle(rules: TableRules, stake: Cents, first: Card, second: Card) -> Settled:
    """A pair pays by its class; anything else loses."""
    part = rules.present(rules.perfect_pairs, "perfect_pairs")
    found = pair(first, second)
    if found is None:
        return not_won(stake, part.otherwise)
    table = part.odds.value
    return won(stake, table[found.value], table.under(found.value, part.odds.under))
