"""Over 13 and Under 13: the first two cards, aces counting low."""

from __future__ import annotations

from pitboss.cards import Card
from pitboss.law.counting import points
from pitboss.law.settlement import Settled, lost, won
from pitboss.law.wagers import WagerKind
from pitboss.money import Cents
from pitboss.rulebooks import TableRules


def low_total(rules: TableRules, first: Card, second: Card) -> int:
    """The total of two cards for these bets, in which a blackjack is eleven."""
    part = rules.present(rules.over_under_13, "over_under_13")
    return sum(part.ace.value if card.is_ace else points(rules, card) for card in (first, second))


def settle(rules: TableRules, kind: WagerKind, stake: Cents, first: Card, second: Card) -> Settled:
    """Over wins above thirteen, under below; exactly thirteen loses both."""
    part = rules.present(rules.over_under_13, "over_under_13")
    total = low_total(rules, first, second)
    pivot = part.pivot.value
    if total == pivot:
        return lost(part.pivot.under)
    over = kind is WagerKind.OVER_13
    odds = part.over_odds if over else part.under_odds
    return won(stake, odds.value, odds.under) if (total > pivot) == over else lost(odds.under)
