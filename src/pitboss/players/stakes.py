"""Stakes that a book allows, for players who bet in units."""

from __future__ import annotations

from pitboss.rulebooks import TableRules


def main_stake(rules: TableRules) -> int:
    """A legal main wager with exact halves and odds, twice the minimum."""
    return max(10 * rules.limits.minimum.value // 5, rules.limits.minimum.value)


def side_stake(rules: TableRules, kind: str) -> int:
    """A stake the book allows with such a main wager."""
    main, bet = main_stake(rules), rules.side_bet(kind)
    for stake in (main, main // 2, main // 5, main // 10, 1_00):
        if bet.amounts.value.admits(stake):
            return stake
    raise LookupError(f"no stake on {kind} that {rules.book.id} admits")
