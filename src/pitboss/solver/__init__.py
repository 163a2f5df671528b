"""Exact prices: the value of every hand, the best play, and the side bets as fractions."""

from __future__ import annotations

from pitboss.solver.prices import Prices

from .chart import Chart, Letter
from .dealer_chances import DealerChances, dealer_chances
from .errors import BadShoe, CannotPrice
from .hand_list import HandValue
from .hand_notation import BadHand
from .hand_query import HandAnswer
from .policy import Policy
from .pricing import chart, solve
from .shoe import Shoe
from .solution import Solution

__all__ = [
    "BadHand",
    "BadShoe",
    "CannotPrice",
    "Chart",
    "DealerChances",
    "HandAnswer",
    "HandValue",
    "Letter",
    "Policy",
    "Prices",
    "Shoe",
    "Solution",
    "chart",
    "dealer_chances",
    "solve",
]
