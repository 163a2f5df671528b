"""Effects of removal of each card, and how well counting systems follow them.

The effect of removal of a card is how much the value of the game changes when one card of its class
is taken out of the shoe. A count is good for betting if its tags are in proportion to the effects:
their correlation over the cards of a deck is the betting correlation (Griffin, *The Theory of
Blackjack*, chapter 4), and that with the effects on insurance the insurance correlation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from pitboss.cards import DECK
from pitboss.compiled.ranks import CLASSES
from pitboss.jsonable import plain
from pitboss.rulebooks import RulesLike, TableRules, rules_of
from pitboss.solver import Policy, Shoe, Solution, solve

from .counts import SYSTEMS, CountSystem


class Correlation(NamedTuple):
    """How well a counting system follows the cards."""

    system: str
    betting: float
    insurance: float | None
    """None if the book has no insurance"""


class ClassEffects(NamedTuple):
    """The effects of removal of every class of cards that the shoe has."""

    rules: TableRules
    shoe: Shoe
    policy: Policy
    ev: float
    by_card: dict[str, float]
    """By class, A, 2 to 9 and T: the value without one such card, less the value with it"""
    insurance: dict[str, float] | None
    """The same for insurance, per unit staked on it; None if it is not offered"""
    correlations: tuple[Correlation, ...]
    """For every well-known system, the best for betting first"""

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for each class of cards."""
        insured = self.insurance or {}
        return [
            {"card": card, "effect": effect, "insurance": insured.get(card)}
            for card, effect in self.by_card.items()
        ]

    def to_json(self) -> dict[str, Any]:
        """The effects as one document."""
        return {
            "book": self.rules.book.id,
            "settings": plain(self.rules.settings),
            "policy": self.policy.value,
            "shoe": str(self.shoe),
            "ev": self.ev,
            "effects": self.to_dicts(),
            "correlations": [
                {"count": each.system, "betting": each.betting, "insurance": each.insurance}
                for each in self.correlations
            ],
        }


def effects(
    book: RulesLike,
    *,
    shoe: Shoe | str | None = None,
    policy: Policy | str = Policy.OPTIMAL,
    counts: Sequence[CountSystem] = tuple(SYSTEMS.values()),
    **elections: Any,
) -> ClassEffects:
    """Price the game with each card gone in turn, and correlate the counts with that.

    >>> told = effects("classic", policy="cdz", decks=6)
    >>> max(told.by_card, key=told.by_card.get), f"{told.by_card['5']:.4%}"
    ('5', '0.1263%')
    """
    rules = rules_of(book, **elections)
    full = Shoe.of_decks(rules.equipment.decks.value)
    cards = Shoe.parse(shoe) if isinstance(shoe, str) else shoe or full
    base = solve(rules, shoe=cards, policy=policy)
    without = {
        str(rank): solve(rules, shoe=cards.without(rank), policy=policy)
        for rank, number in zip(CLASSES, cards.counts, strict=True)
        if number
    }
    by_card = {card: solution.ev - base.ev for card, solution in without.items()}
    insurance = None
    if base.insurance is not None:
        start = base.insurance.ev
        insurance = {card: float(_insured(each) - start) for card, each in without.items()}
    correlations = (
        Correlation(
            system.name,
            correlation(system, by_card),
            None if insurance is None else correlation(system, insurance),
        )
        for system in counts
    )
    best_first = sorted(correlations, key=lambda each: -each.betting)
    return ClassEffects(
        rules, cards, Policy(policy), base.ev, by_card, insurance, tuple(best_first)
    )


def _insured(solution: Solution) -> Any:
    assert solution.insurance is not None
    return solution.insurance.ev


def correlation(system: CountSystem, by_card: dict[str, float]) -> float:
    """The correlation of a system's tags with these effects, over the cards of a deck."""
    tags, worth = [], []
    for card, tag in zip(DECK, system.tags, strict=True):
        name = str(CLASSES[min(card.pips or (1 if card.is_ace else 10), 10) - 1])
        if name in by_card:
            tags.append(float(tag))
            worth.append(by_card[name])
    return float(np.corrcoef(tags, worth)[0, 1])
