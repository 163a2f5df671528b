"""Exact prices: the value of every hand, the best play, and the side bets as fractions."""

from __future__ import annotations

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
