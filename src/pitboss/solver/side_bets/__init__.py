"""Side bets and insurance, priced exactly: deals are counted, payments asked of the law."""

from __future__ import annotations

from pitboss.law.wagers import WagerKind
from pitboss.rulebooks import TableRules
from pitboss.solver.side_bets.buster import price_buster
from pitboss.solver.side_bets.cards_left import CardsLeft
from pitboss.solver.side_bets.insurance import EvenMoneyPrice, price_even_money, price_insurance
from pitboss.solver.side_bets.prices import SideBetOutcome, SideBetPrice
from pitboss.solver.side_bets.super_sevens import (
    ALWAYS,
    NEVER,
    SevensPolicy,
    gain_of_third_card,
    price_super_sevens,
)
from pitboss.solver.side_bets.two_cards import (
    price_madness_21,
    price_madness_21_after_failure,
    price_over_or_under_13,
    price_perfect_pairs,
    price_player_pair,
)

__all__ = [
    "ALWAYS",
    "NEVER",
    "CardsLeft",
    "EvenMoneyPrice",
    "SevensPolicy",
    "SideBetOutcome",
    "SideBetPrice",
    "gain_of_third_card",
    "price_even_money",
    "price_insurance",
    "price_madness_21_after_failure",
    "price_side_bet",
]


def price_side_bet(
    rules: TableRules,
    kind: WagerKind,
    left: CardsLeft | None = None,
    *,
    sevens: SevensPolicy = ALWAYS,
) -> SideBetPrice:
    """A side bet of the book, on offer or not, off the top of the full shoe or from cards left.

    ``sevens`` says how two sevens are played, which only Super Sevens asks.

    >>> from pitboss.rulebooks import rulebook
    >>> price_side_bet(rulebook("rws").elect(decks=6), WagerKind.PLAYER_PAIR).exact
    '-35/311'
    """
    cards = CardsLeft.in_full(rules) if left is None else left
    match kind:
        case WagerKind.PERFECT_PAIRS:
            return price_perfect_pairs(rules, cards)
        case WagerKind.PLAYER_PAIR:
            return price_player_pair(rules, cards)
        case WagerKind.OVER_13 | WagerKind.UNDER_13:
            return price_over_or_under_13(rules, cards, kind)
        case WagerKind.SUPER_SEVENS:
            return price_super_sevens(rules, cards, sevens)
        case WagerKind.MADNESS_21:
            return price_madness_21(rules, cards)
        case WagerKind.BUSTER:
            return price_buster(rules, cards)
        case _:
            raise ValueError(f"{kind} is not a side bet")
