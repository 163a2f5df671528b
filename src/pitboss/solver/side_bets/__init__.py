"""Side bets and insurance, priced exactly: deals are counted, and the law settles each."""

from __future__ import annotations

from pitboss.law.side_bets.registry import decisive
from pitboss.law.wagers import is_side_bet
from pitboss.rulebooks import TableRules
from pitboss.solver.side_bets.cards_left import CardsLeft
from pitboss.solver.side_bets.insurance import EvenMoneyPrice, price_even_money, price_insurance
from pitboss.solver.side_bets.on_a_third_card import (
    ALWAYS,
    NEVER,
    ThirdCardPolicy,
    gain_of_third_card,
    price_on_a_third_card,
)
from pitboss.solver.side_bets.on_the_deal import price_after_failure, price_on_the_deal
from pitboss.solver.side_bets.on_the_dealers_cards import price_on_the_dealers_cards
from pitboss.solver.side_bets.prices import SideBetOutcome, SideBetPrice

__all__ = [
    "ALWAYS",
    "NEVER",
    "CardsLeft",
    "EvenMoneyPrice",
    "SideBetOutcome",
    "SideBetPrice",
    "ThirdCardPolicy",
    "gain_of_third_card",
    "price_after_failure",
    "price_even_money",
    "price_insurance",
    "price_side_bet",
]


def price_side_bet(
    rules: TableRules,
    kind: str,
    left: CardsLeft | None = None,
    *,
    policy: ThirdCardPolicy = ALWAYS,
) -> SideBetPrice:
    """A side bet of the book, on offer or not, off the top of the full shoe or from cards left.

    ``policy`` says when two cards take a third; only a bet on three cards depends on it.

    >>> from pitboss.rulebooks import rulebook
    >>> price_side_bet(rulebook("rws").elect(decks=6), "player_pair").exact
    '-35/311'
    """
    if not is_side_bet(kind):
        raise ValueError(f"{kind} is not a side bet")
    bet = rules.side_bet(kind)
    cards = CardsLeft.in_full(rules) if left is None else left
    decided_by = decisive(bet)
    if decided_by.dealers:
        return price_on_the_dealers_cards(rules, bet, cards)
    if decided_by.third_card:
        return price_on_a_third_card(rules, bet, cards, policy)
    return price_on_the_deal(rules, bet, cards)
