"""Statistics of a run: edges and errors, ruin and bankrolls, counts and bets."""

from __future__ import annotations

from .buckets import Bucket, Buckets, edge_slope, merged
from .moments import Distribution, Moments, further_rounds
from .ramp import Ramp, Spot, best_ramp, best_unit, ramp_of_spread, ramp_worth, spots
from .ruin import (
    bankroll_after,
    required_bankroll,
    risk_of_ruin,
    ruin_before_goal,
    ruin_within,
)
from .variance_reduction import Estimate, Strata, paired_difference
from .worth import Worth

__all__ = [
    "Bucket",
    "Buckets",
    "Distribution",
    "Estimate",
    "Moments",
    "Ramp",
    "Spot",
    "Strata",
    "Worth",
    "bankroll_after",
    "best_ramp",
    "best_unit",
    "edge_slope",
    "further_rounds",
    "merged",
    "paired_difference",
    "ramp_of_spread",
    "ramp_worth",
    "required_bankroll",
    "risk_of_ruin",
    "ruin_before_goal",
    "ruin_within",
    "spots",
]
