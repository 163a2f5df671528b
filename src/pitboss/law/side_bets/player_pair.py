"""Player Pair: the first two cards of one rank, whatever their suits."""

from __future__ import annotations

from pitboss.cards import Card
from pitboss.law.settlement import Settled, not_won, won
from pitboss.money import Cents
from pitboss.rulebooks import TableRules


def settle(rules: TableRules, stake: Cents, first: Card, second: Card) -> Settled:
    """Two cards of one rank win; a king and a queen do not."""
    part = rules.present(rules.player_pair, "player_pair")
    if first.rank is second.rank:
        return won(stake, part.odds.value, part.odds.under)
    return not_won(stake, part.otherwise)
