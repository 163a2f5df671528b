"""The best bets by the count: Kelly's, within limits, in chips, and in no more sizes than asked.

What is best is what grows fastest for a player with Kelly's utility or a fraction of it: the bets
b that make the sum of f (b e − b² v / 2kB) greatest, where f is how often a count comes, e and v
are edge and variance there for one unit, B the bankroll and k the fraction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import floor, sqrt
from typing import Final, NamedTuple

from msgspec import Struct

from .buckets import Bucket, Buckets, edge_slope
from .worth import Worth

_FEW: Final = 1000
"""So many rounds say little of the variance; that of all rounds is taken instead."""
_GOLDEN: Final = (sqrt(5) - 1) / 2


class Spot(NamedTuple):
    """A count as one who bets sees it: how often it comes, and what a unit wins there."""

    at: float
    share: float
    edge: float
    variance: float


Spots = tuple[Spot, ...]


def spots(buckets: Buckets, *, smooth: bool = True) -> Spots:
    """The counts at which a bet is to be chosen, from the results of a run.

    Rare counts have wild edges, and the best bets would chase them. Smoothed, each edge is drawn
    to the straight line through all of them, the more so the less certain it is (as far as the
    edges of the run bend away from a line by more than their errors, they keep their own).
    """
    known = [each for each in buckets.buckets if each.wagered and each.rounds > 1]
    every = sum(each.rounds for each in known)
    pooled = sum(each.rounds * each.variance_per_unit for each in known) / every
    edges = [each.edge for each in known]
    if smooth and len(known) > 2:
        start, slope, _ = edge_slope(buckets)
        line = [start + slope * each.at for each in known]
        bend = _bend([e - on for e, on in zip(edges, line, strict=True)], known)
        edges = [
            on + (each.edge - on) * bend / (bend + each.edge_se**2) if each.edge_se else each.edge
            for each, on in zip(known, line, strict=True)
        ]
    return tuple(
        Spot(
            each.at,
            each.rounds / buckets.rounds,
            edge,
            each.variance_per_unit if each.rounds >= _FEW else pooled,
        )
        for each, edge in zip(known, edges, strict=True)
    )


def _bend(off: Sequence[float], known: Sequence[Bucket]) -> float:
    """How far the true edges lie off the line, squared: what the errors alone do not explain."""
    weights = [1 / each.edge_se**2 for each in known]
    beyond = sum(w * far**2 for w, far in zip(weights, off, strict=True)) - (len(known) - 2)
    return max(0.0, beyond / sum(weights))


class Ramp(Struct, frozen=True):
    """A bet for each count, and what betting so comes to for each round seen."""

    at: tuple[float, ...]
    bets: tuple[float, ...]
    worth: Worth
    average_bet: float

    def bet(self, at: float) -> float:
        """The bet at a count: that of the nearest one below it, or of the lowest."""
        below = [bet for place, bet in zip(self.at, self.bets, strict=True) if place <= at]
        return below[-1] if below else self.bets[0]

    @property
    def spread(self) -> float:
        """The highest bet in units of the lowest that is made at all."""
        made = [bet for bet in self.bets if bet > 0]
        return max(made) / min(made) if made else 0.0


def ramp_worth(seen: Spots, bets: Sequence[float]) -> Ramp:
    """What a bet at each count comes to, over all rounds seen."""
    ev = square = average = 0.0
    for spot, bet in zip(seen, bets, strict=True):
        won = bet * spot.edge
        ev += spot.share * won
        square += spot.share * (bet**2 * spot.variance + won**2)
        average += spot.share * bet
    sd = sqrt(max(0.0, square - ev**2))
    return Ramp(tuple(spot.at for spot in seen), tuple(map(float, bets)), Worth(ev, sd), average)


def best_ramp(
    seen: Spots,
    *,
    bankroll: float,
    fraction: float = 1.0,
    least: float = 0.0,
    most: float | None = None,
    chip: float = 0.0,
    sizes: int | None = None,
    may_sit_out: bool = False,
) -> Ramp:
    """The bets that grow a bankroll fastest between the least and the most that may be bet.

    ``fraction`` of Kelly; bets in whole ``chip``s; at most so many ``sizes`` of bet; a player who
    ``may_sit_out`` bets nothing where that is better.
    """
    if bankroll <= 0 or fraction <= 0:
        raise ValueError("a bankroll and a fraction of Kelly are more than nothing")
    if most is not None and most < least:
        raise ValueError("the most that may be bet is not below the least")
    wealth = fraction * bankroll
    groups: list[list[Spot]] = [[spot] for spot in seen]

    def best(group: Sequence[Spot]) -> float:
        return _best_bet(group, wealth, least=least, most=most, chip=chip, sit_out=may_sit_out)

    if sizes is not None:
        groups = _groups(seen, sizes, lambda group: _gain(group, best(group), wealth))
    bets = {spot.at: best(group) for group in groups for spot in group}
    return ramp_worth(seen, [bets[spot.at] for spot in seen])


def ramp_of_spread(seen: Spots, spread: float, *, bankroll: float, fraction: float = 1.0) -> Ramp:
    """The best ramp whose highest bet is so many times its lowest, and with it the best unit."""
    if spread < 1:
        raise ValueError("a spread is at least 1")
    wealth = fraction * bankroll

    def bets(unit: float) -> list[float]:
        return [
            _best_bet([each], wealth, least=unit, most=spread * unit, chip=0, sit_out=False)
            for each in seen
        ]

    def gain(unit: float) -> float:
        made = zip(seen, bets(unit), strict=True)
        return sum(_gain([spot], bet, wealth) for spot, bet in made)

    unit = _highest(gain, 0.0, max(0.0, *(_ideal([spot], wealth) for spot in seen)))
    return ramp_worth(seen, bets(unit))


def best_unit(
    seen: Spots, pattern: Sequence[float], *, bankroll: float, fraction: float = 1.0
) -> float:
    """The size of a unit that is best for bets in a given pattern of units."""
    worth = ramp_worth(seen, pattern).worth
    # Kelly's formula is in squares of wins, not in their variance; for a round that is the same
    # but for a ten-thousandth, and the variance is what every formula of ruin asks for.
    return worth.kelly_scale(bankroll, fraction=fraction)


def _ideal(group: Sequence[Spot], wealth: float) -> float:
    edge = sum(spot.share * spot.edge for spot in group)
    return wealth * edge / sum(spot.share * spot.variance for spot in group)


def _gain(group: Sequence[Spot], bet: float, wealth: float) -> float:
    """The certainty equivalent of betting so, for each round seen."""
    return sum(
        spot.share * (bet * spot.edge - bet**2 * spot.variance / (2 * wealth)) for spot in group
    )


def _best_bet(
    group: Sequence[Spot],
    wealth: float,
    *,
    least: float,
    most: float | None,
    chip: float,
    sit_out: bool,
) -> float:
    ideal = max(least, _ideal(group, wealth))
    if most is not None:
        ideal = min(most, ideal)
    choices = [ideal]
    if chip:
        # The gain is a parabola in the bet, so that the best whole number is next to its top.
        below = floor(ideal / chip + 1e-9) * chip
        allowed = (bet for bet in (below, below + chip) if least <= bet)
        choices = [bet for bet in allowed if most is None or bet <= most] or [ideal]
    if sit_out:
        choices.append(0.0)
    return max(choices, key=lambda bet: _gain(group, bet, wealth))


def _groups(seen: Spots, sizes: int, value: Callable[[Sequence[Spot]], float]) -> list[list[Spot]]:
    """Neighbours in edge over variance taken together, in at most so many groups, best of all."""
    if sizes < 1:
        raise ValueError("there is at least one size of bet")
    ordered = sorted(seen, key=lambda spot: spot.edge / spot.variance)
    many = len(ordered)
    # best[j]: the value and the cuts of the first j counts in the groups allowed so far
    best: list[tuple[float, list[int]]] = [(0.0, []), *((float("-inf"), []) for _ in range(many))]
    for _ in range(sizes):
        step = list(best)
        for end in range(1, many + 1):
            for start in range(end):
                held = best[start][0] + value(ordered[start:end])
                if held > step[end][0]:
                    step[end] = (held, [*best[start][1], start])
        best = step
    cuts = [*best[many][1], many]
    return [ordered[a:b] for a, b in pairwise(cuts)]


def _highest(value: Callable[[float], float], low: float, high: float) -> float:
    """Where a function with one top is highest (golden section)."""
    one, two = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_one, at_two = value(one), value(two)
    for _ in range(100):
        if at_one > at_two:
            high, two, at_two = two, one, at_one
            one = high - _GOLDEN * (high - low)
            at_one = value(one)
        else:
            low, one, at_one = one, two, at_two
            two = low + _GOLDEN * (high - low)
            at_two = value(two)
    return (low + high) / 2
