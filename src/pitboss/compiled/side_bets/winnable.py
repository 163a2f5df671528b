"""Rows of a side bet that no deal can win, because those above take all their deals."""

from __future__ import annotations

import numpy as np

from pitboss.cards import Card
from pitboss.compiled.side_bets.dealers import dealers_hands, rows_left_by
from pitboss.compiled.side_bets.deals import THE_DEAL, THREE_CARDS, TWO_CARDS, rows_left, rows_won
from pitboss.law.dealer import must_draw
from pitboss.law.side_bets.registry import decisive
from pitboss.rulebooks import TableRules
from pitboss.rulebooks.schema import SideBet


def rows_never_won(rules: TableRules, bet: SideBet) -> tuple[int, ...]:
    """The numbers of the rows that can never win, whatever is dealt from a large shoe."""
    won = _rows_won(rules, bet)
    return tuple(row for row in range(len(bet.rows.value.rows)) if row not in won)


def _rows_won(rules: TableRules, bet: SideBet) -> set[int]:
    decided_by = decisive(bet)
    if decided_by.dealers:
        return _by_dealers(rules, bet)
    if decided_by.third_card:
        closed = rows_won(rules, bet, TWO_CARDS, frozenset(TWO_CARDS))
        both = np.append(rows_won(rules, bet, THREE_CARDS), closed)
    else:
        both = rows_won(rules, bet, THE_DEAL if decided_by.up_card else TWO_CARDS)
    return {int(row) for row in np.unique(both)}


def _by_dealers(rules: TableRules, bet: SideBet) -> set[int]:
    left: dict[int, int] = {}

    def ending(cards: tuple[Card, ...]) -> int:
        if len(cards) < 2 or must_draw(rules, cards):
            return 0
        return left.setdefault(rows_left_by(rules, bet, cards), len(left) + 1)

    dealers_hands(rules, [bet], ending)
    groups = {int(rows) for rows in np.unique(rows_left(rules, bet))}
    both = (group & dealers for group in groups for dealers in left)
    return {(rows & -rows).bit_length() - 1 for rows in both}
