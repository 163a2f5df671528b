"""The best bets by the count: against Kelly's formula, by search, and within limits."""

from __future__ import annotations

from itertools import product
from math import isclose, sqrt

import numpy as np
import pytest

from pitboss.statistics import (
    Buckets,
    Spot,
    best_ramp,
    best_unit,
    edge_slope,
    ramp_of_spread,
    ramp_worth,
    spots,
)

# Six decks, Hi-Lo, much as every book prints it: half a per cent of edge for each true count.
SHARES = (0.02, 0.05, 0.12, 0.24, 0.2, 0.16, 0.1, 0.06, 0.03, 0.02)
COUNTS = tuple(
    Spot(float(at), share, -0.005 + 0.0052 * at, 1.3)
    for at, share in zip(range(-4, 6), SHARES, strict=True)
)


def growth(bets: tuple[float, ...], wealth: float) -> float:
    return sum(
        spot.share * (bet * spot.edge - bet**2 * spot.variance / (2 * wealth))
        for spot, bet in zip(COUNTS, bets, strict=True)
    )


def test_kelly_bets_are_edge_over_variance() -> None:
    ramp = best_ramp(COUNTS, bankroll=10_000)
    for spot, bet in zip(COUNTS, ramp.bets, strict=True):
        assert isclose(bet, max(0.0, 10_000 * spot.edge / 1.3))


def test_half_kelly_bets_half() -> None:
    whole, half = (
        best_ramp(COUNTS, bankroll=10_000),
        best_ramp(COUNTS, bankroll=10_000, fraction=0.5),
    )
    assert half.bets == tuple(bet / 2 for bet in whole.bets)
    assert isclose(half.worth.ev, whole.worth.ev / 2)


def test_bets_stay_within_the_limits() -> None:
    ramp = best_ramp(COUNTS, bankroll=10_000, least=10, most=100)
    assert min(ramp.bets) == 10
    assert max(ramp.bets) == 100
    assert ramp.spread == 10
    assert ramp.bet(-7) == 10
    assert ramp.bet(3.5) == ramp.bets[7]
    assert ramp.bet(12) == 100


def test_who_may_sit_out_does_so_without_an_edge() -> None:
    ramp = best_ramp(COUNTS, bankroll=10_000, least=10, may_sit_out=True)
    for spot, bet in zip(COUNTS, ramp.bets, strict=True):
        assert (bet == 0) == (spot.edge < 10 * 1.3 / 2 / 10_000)


def test_chips_are_whole_and_the_best_of_them() -> None:
    ramp = best_ramp(COUNTS, bankroll=2_000, least=5, most=60, chip=5)
    assert all(bet % 5 == 0 for bet in ramp.bets)
    value = growth(ramp.bets, 2_000)
    for i in range(len(COUNTS)):
        for other in range(5, 65, 5):
            bets = (*ramp.bets[:i], float(other), *ramp.bets[i + 1 :])
            assert growth(bets, 2_000) <= value + 1e-12


@pytest.mark.parametrize("sizes", [1, 2, 3])
def test_few_sizes_are_the_best_few(sizes: int) -> None:
    ramp = best_ramp(COUNTS, bankroll=2_000, least=5, most=60, chip=5, sizes=sizes)
    assert len(set(ramp.bets)) <= sizes
    best = max(
        sum(
            max(spot.share * (b * spot.edge - b * b * spot.variance / 4_000) for b in chosen)
            for spot in COUNTS
        )
        for chosen in product(range(5, 65, 5), repeat=sizes)
    )
    assert isclose(growth(ramp.bets, 2_000), best, rel_tol=1e-9)


def test_spread_is_kept_and_no_unit_is_better() -> None:
    ramp = ramp_of_spread(COUNTS, 12, bankroll=10_000)
    assert isclose(ramp.spread, 12)
    unit = min(ramp.bets)

    def at_unit(size: float) -> float:
        bets = tuple(min(12 * size, max(size, 10_000 * s.edge / s.variance)) for s in COUNTS)
        return growth(bets, 10_000)

    assert at_unit(unit) >= max(at_unit(unit * 0.99), at_unit(unit * 1.01))
    # A wider spread is worth more; a flat bet on a losing game is worth nothing.
    scores = [ramp_of_spread(COUNTS, s, bankroll=10_000).worth.score for s in (2, 4, 8, 16)]
    assert scores == sorted(scores)


def test_score_does_not_hang_on_the_bankroll() -> None:
    small, large = (ramp_of_spread(COUNTS, 10, bankroll=b).worth.score for b in (1_000, 50_000))
    assert isclose(small, large, rel_tol=1e-6)


def test_best_unit_of_a_pattern_is_kellys() -> None:
    pattern = [1, 1, 1, 1, 1, 2, 4, 6, 8, 10]
    worth = ramp_worth(COUNTS, pattern).worth
    unit = best_unit(COUNTS, pattern, bankroll=10_000)
    assert isclose(unit, 10_000 * worth.ev / worth.variance)
    bets = [unit * bet for bet in pattern]
    assert isclose(ramp_worth(COUNTS, bets).worth.risk_of_ruin(10_000), np.exp(-2))


def test_worth_is_that_of_the_mixture() -> None:
    """Mean and variance over counts: variance within, and between the means."""
    bets = [1.0, 1, 1, 1, 2, 3, 4, 5, 6, 8]
    ramp = ramp_worth(COUNTS, bets)
    means = np.array([b * s.edge for b, s in zip(bets, COUNTS, strict=True)])
    shares = np.array(SHARES)
    within = float(shares @ [b * b * 1.3 for b in bets])
    between = float(shares @ means**2 - (shares @ means) ** 2)
    assert isclose(ramp.worth.ev, float(shares @ means))
    assert isclose(ramp.worth.sd, sqrt(within + between), rel_tol=1e-9)
    assert isclose(ramp.average_bet, float(shares @ bets))


def simulated(seed: int, *, bend: float = 0.0) -> Buckets:
    """A run whose rare counts are few and wild."""
    rng = np.random.default_rng(seed)
    at = np.arange(-8, 9)
    rounds = np.maximum((3e6 * np.exp(-np.abs(at) / 1.1)).astype(int), 20)
    edges = -0.005 + 0.0052 * at + bend * (np.abs(at) == 3)
    noise = rng.normal(size=at.size) * np.sqrt(1.3 / rounds)
    return Buckets.of_arrays(
        "true count",
        at.tolist(),
        rounds=rounds,
        wagered=1000 * rounds,
        totals=np.round(1000 * rounds * (edges + noise)).astype(int),
        squares=np.round(1e6 * rounds * 1.3).astype(int),
        per=1000,
    )


@pytest.mark.parametrize("seed", range(5))
def test_smoothed_edges_do_not_chase_rare_counts(seed: int) -> None:
    run = simulated(seed)
    rough, smooth = spots(run, smooth=False), spots(run)
    true = [-0.005 + 0.0052 * spot.at for spot in smooth]
    off = max(abs(spot.edge - edge) for spot, edge in zip(smooth, true, strict=True))
    wild = max(abs(spot.edge - edge) for spot, edge in zip(rough, true, strict=True))
    assert off < 0.01 < wild
    assert max(best_ramp(smooth, bankroll=1000).bets[:8]) == 0


def test_edges_that_bend_for_certain_keep_their_own() -> None:
    run = simulated(1, bend=0.02)
    start, slope, _ = edge_slope(run)
    at_three = next(spot for spot in spots(run) if spot.at == 3)
    seen = next(spot for spot in spots(run, smooth=False) if spot.at == 3)
    off_line = seen.edge - (start + slope * 3)
    assert off_line > 0.01
    assert abs(at_three.edge - seen.edge) < 0.4 * off_line


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="bankroll"):
        best_ramp(COUNTS, bankroll=0)
    with pytest.raises(ValueError, match="at least the minimum"):
        best_ramp(COUNTS, bankroll=100, least=10, most=5)
    with pytest.raises(ValueError, match="bet size"):
        best_ramp(COUNTS, bankroll=100, sizes=0)
    with pytest.raises(ValueError, match="at least 1"):
        ramp_of_spread(COUNTS, 0.5, bankroll=100)
