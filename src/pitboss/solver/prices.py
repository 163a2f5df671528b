"""A game priced part by part: each part is calculated when it is first requested."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

from pitboss.rulebooks import RulesLike, rules_of
from pitboss.solver.chart import Chart
from pitboss.solver.distribution import ResultSpread
from pitboss.solver.hand_list import HandValue
from pitboss.solver.policy import Policy
from pitboss.solver.pricing import solved
from pitboss.solver.shared_work import SharedWork
from pitboss.solver.shoe import Shoe
from pitboss.solver.side_bets import SideBetPrice
from pitboss.solver.solution import Solution

PARTS: Final = ("main", "hands", "insurance", "side_bets", "by_chart", "chart", "spread")
"""The parts in the order of the time they take"""


class Prices:
    """The prices of a game from one shoe, full or any other.

    >>> prices = Prices("classic", decks=6)
    >>> f"{prices.main.house_edge:.4%}", len(prices.hands), prices.insurance.exact
    ('0.4029%', 550, '-23/311')
    >>> prices.known_parts
    ('main', 'hands', 'insurance')
    """

    def __init__(
        self,
        book: RulesLike,
        *,
        shoe: Shoe | str | None = None,
        policy: Policy | str = Policy.OPTIMAL,
        **elections: Any,
    ) -> None:
        self.rules = rules_of(book, **elections)
        self.policy = Policy(policy)
        self.shoe = Shoe.parse(shoe) if isinstance(shoe, str) else shoe
        self._known = SharedWork()
        self._solved: dict[Policy, Solution] = {}

    @cached_property
    def main(self) -> Solution:
        """The main game, on which all other parts are based."""
        return self.by(self.policy)

    def by(self, policy: Policy | str) -> Solution:
        """The game played by any policy; the dealer's chances are calculated once for all."""
        policy = Policy(policy)
        if policy not in self._solved:
            self._solved[policy] = solved(self.rules, policy, self.shoe, self._known)
        return self._solved[policy]

    @cached_property
    def hands(self) -> tuple[HandValue, ...]:
        """Every two cards against every up card."""
        return self.main.hands

    @cached_property
    def insurance(self) -> SideBetPrice | None:
        """Insurance off the top."""
        return self.main.insurance

    @cached_property
    def side_bets(self) -> dict[str, SideBetPrice]:
        """Every side bet offered."""
        return self.main.side_bets

    @cached_property
    def by_chart(self) -> Solution:
        """The game played by the best chart."""
        return self.by(Policy.BASIC)

    @cached_property
    def chart(self) -> Chart:
        """The best strategy by totals."""
        chart = self.by_chart.chart
        assert chart is not None
        return chart

    @cached_property
    def spread(self) -> ResultSpread:
        """The average wager, the variance and the chance of every result."""
        return self.main.spread

    @property
    def known_parts(self) -> tuple[str, ...]:
        """The parts that have been calculated."""
        return tuple(part for part in PARTS if part in self.__dict__)
