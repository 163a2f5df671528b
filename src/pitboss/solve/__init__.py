"""Exact prices: the value of every hand, the best play, and the side bets as fractions.

The package may be called: ``pitboss.solve(rules)`` is ``pitboss.solve.solve(rules)``.
"""

from __future__ import annotations

import sys
from types import ModuleType

from pitboss.rulebooks import TableRules

from .chart import Chart, Letter
from .dealer_chances import DealerChances, dealer_chances
from .errors import BadShoe, CannotPrice
from .hand_list import HandValue
from .policy import Policy
from .pricing import solve
from .shoe import Shoe
from .solution import Solution

__all__ = [
    "BadShoe",
    "CannotPrice",
    "Chart",
    "DealerChances",
    "HandValue",
    "Letter",
    "Policy",
    "Shoe",
    "Solution",
    "dealer_chances",
    "solve",
]


class _Callable(ModuleType):
    """The package under the name of what it does, so that ``pitboss.solve`` need not choose."""

    def __call__(
        self,
        rules: TableRules,
        *,
        policy: Policy | str = Policy.OPTIMAL,
        shoe: Shoe | None = None,
    ) -> Solution:
        return solve(rules, policy=policy, shoe=shoe)


sys.modules[__name__].__class__ = _Callable
