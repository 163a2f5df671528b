"""What ``solve`` answers: the value of a game, of every hand in it, and how it was played."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
from msgspec import Struct

from pitboss.cards import Rank
from pitboss.compiled.acts import Act
from pitboss.compiled.game import game
from pitboss.compiled.ranks import CLASSES
from pitboss.law.side_bets.registry import on_offer
from pitboss.rulebooks import TableRules

from .chart import Chart
from .distribution import Spread, spread
from .doubling import LessIsMore, better_for_less
from .game_value import Stage
from .hand_list import HandValue, two_card_values
from .notebook import solution_html
from .policy import Policy
from .shoe import Shoe
from .side_bets import (
    CardsLeft,
    SideBetPrice,
    ThirdCardPolicy,
    price_insurance,
    price_side_bet,
)

ONE_DECK: Final = 52
_SEEN_OF_A_SPLIT: Final = 0.004
"""By how much a split cell of ``optimal`` has been seen below the best play, with one deck"""


class Solution(Struct, frozen=True, dict=True):
    """The price of a game under one policy, per unit of the main wager, from the top of a shoe."""

    rules: TableRules
    shoe: Shoe
    policy: Policy
    ev: float
    by_up: dict[Rank, float]
    """The value against each up card there is"""
    given_no_blackjack: bool
    """Whether the values of hands are given that the dealer, who has looked, has no blackjack"""
    chart: Chart | None
    """The chart that was priced, where the policy is basic"""
    stage: Stage
    """The arrays that it all came from"""
    cpu_seconds: float

    @property
    def house_edge(self) -> float:
        """What the house keeps of each unit wagered."""
        return -self.ev

    @property
    def memory_at_most(self) -> float:
        """What a player who remembers all cards of a split box may gain on ``optimal``, at most.

        With one deck a split is taken to be worth at most 0.004 more to such a player, the largest
        gap that was found, though not proven; the more cards there are, the less each of them
        tells. The other policies are worth exactly what they say.
        """
        if self.policy is not Policy.OPTIMAL:
            return 0.0
        splits = np.argwhere(self.stage.two_cards.chosen == Act.SPLIT)
        shoe, size = self.shoe.counts, self.shoe.size
        chance = 0.0
        for rank, _, up in splits.tolist():
            left = shoe[rank] - (rank == up)
            if shoe[up] and left > 1:
                chance += shoe[up] * left * (left - 1) / (size * (size - 1) * (size - 2))
        return _SEEN_OF_A_SPLIT * chance * ONE_DECK / size

    @cached_property
    def hands(self) -> tuple[HandValue, ...]:
        """Every two cards against every up card."""
        return tuple(two_card_values(game(self.rules), self.stage))

    @cached_property
    def spread(self) -> Spread:
        """Average wager, variance and the chance of every result of a round."""
        return spread(game(self.rules), self.stage)

    @cached_property
    def doubled_for_less(self) -> tuple[LessIsMore, ...]:
        """Hands best doubled for less than the wager, where the book lets a player do that."""
        return better_for_less(game(self.rules), self.stage)

    def hand(self, cards: str, up: str) -> HandValue:
        """Two cards against an up card, written as in ``hand("T6", "9")``."""
        return next(each for each in self.hands if (each.cards, each.up) == (cards, up))

    @cached_property
    def insurance(self) -> SideBetPrice | None:
        """Insurance off the top, only the ace being known; None where it is not offered."""
        if not self.rules.insurance.offered.value:
            return None
        return price_insurance(self.rules, self._cards_left())

    @cached_property
    def side_bets(self) -> dict[str, SideBetPrice]:
        """Every side bet on offer, by its name."""
        prices = (self.side_bet(kind) for kind in on_offer(self.rules))
        return {price.name: price for price in prices}

    def side_bet(self, kind: str) -> SideBetPrice:
        """A side bet of the book, on offer or not, the main hand being played by the policy."""
        return price_side_bet(self.rules, kind, self._cards_left(), policy=self._third_cards())

    def _repr_html_(self) -> str:
        return solution_html(self)

    def _cards_left(self) -> CardsLeft:
        return CardsLeft.in_shoe(self.rules, self.shoe)

    def _third_cards(self) -> ThirdCardPolicy:
        """Two cards take a third where the main hand is hit or doubled."""
        drawn: dict[tuple[Rank, Rank], frozenset[Rank]] = {}
        for hand in self.hands:
            first, second = Rank(hand.cards[0]), Rank(hand.cards[1])
            low, high = sorted((first, second), key=CLASSES.index)
            ups = drawn.get((low, high), frozenset())
            drawn[low, high] = ups | {Rank(hand.up)} if _draws(hand.best) else ups
        return ThirdCardPolicy(self.policy.value, frozenset(), drawn)


def _draws(act: str) -> bool:
    return act in ("hit", "double")
