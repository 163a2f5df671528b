"""The risk of losing a bankroll: ever, within a number of rounds, or before reaching a goal.

The formulas treat the bankroll as a Brownian motion with the win rate and standard deviation of
the game, as in *Blackjack Attack*, chapter 8; they are accurate for bets that are small against
the bankroll. The walks follow the actual distribution of a round.
"""

from __future__ import annotations

from math import ceil, exp, inf, log, pi, sqrt
from statistics import NormalDist
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .moments import Distribution

Floats = NDArray[np.float64]

_PHI: Final = NormalDist().cdf
_SMALL: Final = 1e-12


def risk_of_ruin(bankroll: float, *, ev: float, sd: float) -> float:
    """The risk that endless play loses the bankroll.

    >>> round(risk_of_ruin(100, ev=0.01, sd=1.0), 4)
    0.1353
    """
    _check(bankroll, sd)
    return 1.0 if ev <= 0 else exp(-2 * ev * bankroll / sd**2)


def required_bankroll(risk: float, *, ev: float, sd: float) -> float:
    """The bankroll that endless play loses with that risk.

    >>> round(required_bankroll(0.05, ev=0.01, sd=1.0), 1)
    149.8
    """
    if not 0 < risk <= 1:
        raise ValueError(f"a risk must be above 0 and at most 1, not {risk}")
    return inf if ev <= 0 < 1 - risk else -log(risk) * sd**2 / (2 * ev) if ev > 0 else 0.0


def ruin_within(rounds: float, bankroll: float, *, ev: float, sd: float) -> float:
    """The risk of losing the bankroll within ``rounds`` rounds.

    >>> round(ruin_within(10_000, 100, ev=0.0, sd=1.0), 4)
    0.3173
    """
    _check(bankroll, sd)
    if rounds <= 0:
        return 0.0
    drift, spread = ev * rounds, sd * sqrt(rounds)
    # The exponent is inside the second term, which would otherwise overflow if ev < 0.
    exponent = -2 * ev * bankroll / sd**2
    tail = _PHI((drift - bankroll) / spread)
    reflected = exp(exponent + log(tail)) if tail > 0 else 0.0
    return min(1.0, _PHI((-bankroll - drift) / spread) + reflected)


def bankroll_after(rounds: float, bankroll: float, share: float, *, ev: float, sd: float) -> float:
    """The quantile ``share`` of the bankroll after ``rounds`` rounds; 0 if it is lost by then.

    >>> round(bankroll_after(10_000, 500, 0.5, ev=0.0, sd=1.0), 1), bankroll_after(
    ...     10_000, 100, 0.3, ev=0.0, sd=1.0
    ... )
    (500.0, 0.0)
    """
    _check(bankroll, sd)
    if not 0 < share < 1:
        raise ValueError(f"a share must be between 0 and 1, not {share}")
    if rounds <= 0:
        return bankroll
    drift, spread = ev * rounds, sd * sqrt(rounds)

    def exceeded(amount: float) -> float:
        """The probability of having more than an amount, never having lost everything."""
        tail = _PHI((drift - bankroll - amount) / spread)
        reflected = exp(-2 * ev * bankroll / sd**2 + log(tail)) if tail > 0 else 0.0
        return _PHI((drift + bankroll - amount) / spread) - reflected

    low, high = 0.0, max(bankroll + drift, 0.0) + 10 * spread
    if exceeded(0.0) <= 1 - share:
        return 0.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if exceeded(middle) > 1 - share else (low, middle)
    return low


def ruin_before_goal(
    bankroll: float, goal: float, *, ev: float, sd: float, rounds: float | None = None
) -> float:
    """The risk of losing the bankroll before winning the goal, within ``rounds`` if given.

    >>> ruin_before_goal(50, 150, ev=0.0, sd=1.0)
    0.75
    """
    _check(bankroll, sd)
    _check(goal, sd)
    width = bankroll + goal
    ever = _ruin_before_goal(bankroll, goal, rate=2 * ev / sd**2)
    if rounds is None:
        return ever
    if rounds <= 0:
        return 0.0
    return min(ever, max(0.0, ever - _still_to_come(bankroll, width, ev, sd, rounds)))


def _ruin_before_goal(bankroll: float, goal: float, *, rate: float) -> float:
    if abs(rate) * (bankroll + goal) < _SMALL:
        return goal / (bankroll + goal)
    if rate > 0:
        kept, all_of_it = exp(-rate * bankroll), exp(-rate * (bankroll + goal))
        return (kept - all_of_it) / (1 - all_of_it)
    return 1 - _ruin_before_goal(goal, bankroll, rate=-rate)


def _still_to_come(start: float, width: float, ev: float, sd: float, rounds: float) -> float:
    """The probability of ruin before the goal after more than ``rounds`` rounds (a sine series)."""
    steps = pi * sd / width * sqrt(rounds / 2)
    terms = np.arange(1, max(10, ceil(7 / steps)) + 1, dtype=float)
    rates = ev**2 / (2 * sd**2) + (terms * pi * sd / width) ** 2 / 2
    weights = pi * sd**2 / width**2 * terms * np.sin(terms * pi * start / width)
    # The drift's factor and the decay share one exponent, since each alone may overflow.
    return float(np.sum(weights / rates * np.exp(-ev * start / sd**2 - rates * rounds)))


def _check(bankroll: float, sd: float) -> None:
    if bankroll <= 0 or sd <= 0:
        raise ValueError("a bankroll and a standard deviation must be more than zero")


def ruin_exponent(game: Distribution) -> float:
    """The rate at which ruin falls with the bankroll: the root r of E[exp(-r × win)] = 1.

    A bankroll b is lost with probability exp(-r b) if a round can lose at most one unit, and at
    most that in general (Lundberg's bound). Twice the win rate over the
    variance is its first approximation.

    >>> round(ruin_exponent(Distribution.of({-1: 49, 1: 51})), 6)
    0.040005
    """
    wins = np.array(game.nets, float) / game.per
    chances = np.array(game.counts, float) / game.number
    mean = float(wins @ chances)
    if mean <= 0:
        return 0.0
    if wins.min() >= 0:
        return inf

    def excess(rate: float) -> float:
        # The logarithm of the mean, with its largest power factored out so that it cannot overflow.
        powers = -rate * wins
        top = float(powers.max())
        return top + log(float(chances @ np.exp(powers - top)))

    high = 4 * mean / float(wins**2 @ chances)
    while excess(high) < 0:
        high *= 2
    low = high
    while excess(low) >= 0:
        low /= 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) < 0 else (low, middle)
    return (low + high) / 2


def ruin_of_walk(game: Distribution, bankroll: int, goal: int) -> float:
    """The exact risk of losing a bankroll, in units, before winning the goal."""
    inside = bankroll + goal - 1
    if min(bankroll, goal) < 1:
        raise ValueError("a bankroll and a goal must be at least one unit")
    moves = np.eye(inside)
    lost = np.zeros(inside)
    for net, count in game:
        chance = count / game.number
        at = np.arange(inside)
        to = at + net
        lost += chance * (to < 0)
        stays = (to >= 0) & (to < inside)
        moves[at[stays], to[stays]] -= chance
    return float(np.linalg.solve(moves, lost)[bankroll - 1])


def ruin_of_walk_within(game: Distribution, bankroll: int, rounds: int) -> float:
    """The exact risk of losing a bankroll, in units, within ``rounds`` rounds."""
    chances = np.zeros(game.nets[-1] - game.nets[0] + 1)
    for net, count in game:
        chances[net - game.nets[0]] = count / game.number
    alive, offset = np.ones(1), bankroll  # alive[i]: the probability of having offset + i
    ruined = 0.0
    for _ in range(rounds):
        alive, offset = np.convolve(alive, chances), offset + game.nets[0]
        gone = max(0, 1 - offset)  # nothing left, or less
        ruined += float(alive[:gone].sum())
        alive, offset = alive[gone:], offset + gone
        if not alive.size:
            break
    return ruined


def bankroll_paths(
    game: Distribution, *, rounds: int, paths: int, seed: int, every: int = 1
) -> Floats:
    """[path, step]: winnings at intervals, resampled from a run's own results."""
    rng = np.random.default_rng(seed)
    chances = np.array(game.counts, float) / game.number
    wins = np.array(game.nets, float) / game.per
    edges = np.cumsum(chances)[:-1]
    out = np.zeros((paths, rounds // every + 1))
    for path in range(paths):
        drawn = wins[np.searchsorted(edges, rng.random(rounds), side="right")]
        out[path, 1:] = np.cumsum(drawn)[every - 1 :: every][: rounds // every]
    return out
