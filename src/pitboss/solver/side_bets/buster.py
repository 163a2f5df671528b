"""Buster: the dealer's hand drawn to its end, paid by the cards of a bust."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from pitboss.cards import Card, cards
from pitboss.law.counting import is_bust
from pitboss.law.dealer import AtStake, card_would_matter
from pitboss.law.side_bets.buster import settle
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks import TableRules
from pitboss.solver.errors import CannotPrice
from pitboss.solver.side_bets.cards_left import CardsLeft
from pitboss.solver.side_bets.dealers_hands import chances
from pitboss.solver.side_bets.prices import Ending, SideBetPrice, whole_stake

_TWO_CARDS = cards("2s 3s")


def price_buster(rules: TableRules, left: CardsLeft) -> SideBetPrice:
    """Buster, where the dealer completes the hand for it whatever the players have done."""
    part = rules.present(rules.buster, "buster")
    completes = card_would_matter(rules, _TWO_CARDS, AtStake(buster=True))
    if not completes:
        raise CannotPrice(
            "Buster has no price of its own where the dealer's hand is not completed for it "
            f"({rules.cite(completes.under)})"
        )
    stake = whole_stake(part)
    most = max(int(row) for row, _ in part.odds.value.rows)

    def label(hand: tuple[Card, ...]) -> str:
        if not is_bust(rules, hand):
            return "no bust"
        return f"{len(hand)} cards" if len(hand) < most else f"{most} or more cards"

    ends: defaultdict[Ending, Fraction] = defaultdict(Fraction)
    for hand, chance in chances(rules, left).items():
        ends[Ending(label(hand.cards), settle(rules, stake, hand.cards))] += chance
    return SideBetPrice.of_chances(WagerKind.BUSTER, ends, stake=stake)
