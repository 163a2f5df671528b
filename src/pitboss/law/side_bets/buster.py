"""Buster: the dealer's hand goes over, paid by its number of cards."""

from __future__ import annotations

from pitboss.cards import Card
from pitboss.law.counting import is_bust
from pitboss.law.settlement import Settled, not_won, won
from pitboss.money import Cents
from pitboss.rulebooks import TableRules


def settle(rules: TableRules, stake: Cents, dealer: tuple[Card, ...]) -> Settled:
    """A completed dealer's hand over 21 pays by its number of cards; any other loses."""
    part = rules.present(rules.buster, "buster")
    if not is_bust(rules, dealer):
        return not_won(stake, part.otherwise)
    table = part.odds.value
    row = str(min(len(dealer), max(int(name) for name, _ in table.rows)))
    return won(stake, table[row], table.under(row, part.odds.under))
