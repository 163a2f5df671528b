"""Moments and distributions, ruin and worth: against closed forms and published figures."""

from __future__ import annotations

from math import exp, inf, isclose, sqrt
from statistics import NormalDist, fmean, stdev

import numpy as np
import pytest

from pitboss.statistics import (
    Bucket,
    Buckets,
    Distribution,
    Moments,
    Worth,
    edge_slope,
    further_rounds,
    merged,
    required_bankroll,
    risk_of_ruin,
    ruin_before_goal,
    ruin_within,
)
from pitboss.statistics.ruin import bankroll_paths, ruin_exponent, ruin_of_walk, ruin_of_walk_within

COIN = Distribution.of({-1: 49, 1: 51})
FAIR = Distribution.of({-1: 1, 1: 1})
BLACKJACK = Distribution.of(
    {-16: 1, -4: 420, -2: 43400, -1: 60, 0: 8800, 2: 34600, 3: 4500, 4: 6000, 8: 90}, per=2
)


class TestMoments:
    def test_are_those_of_the_results_themselves(self) -> None:
        results = [3, -2, -2, 0, 4, 2, 2, -8]
        moments = Moments(len(results), sum(results), sum(r * r for r in results), per=2)
        assert isclose(moments.mean, fmean(results) / 2)
        assert isclose(moments.sd, stdev(results) / 2)
        assert isclose(moments.se, stdev(results) / 2 / sqrt(8))

    def test_add_up_exactly_whatever_their_size(self) -> None:
        part = Moments(10**12, -5 * 10**9 + 1, 13 * 10**11 + 7, per=2)
        assert part + part == Moments(2 * 10**12, -(10**10) + 2, 26 * 10**11 + 14, per=2)
        # Sums of squares near 2**63 would lose this spread as floating point numbers.
        narrow = Moments(10**9, 10**18, 10**27 + 10**9)
        assert isclose(narrow.sd, 1.0, rel_tol=1e-6)

    def test_of_different_units_do_not_add_up(self) -> None:
        with pytest.raises(ValueError, match="units"):
            Moments(1, 1, 1, per=2) + Moments(1, 1, 1, per=10)

    def test_interval_holds_the_confidence(self) -> None:
        low, high = Moments(100, 0, 100).interval(0.95)
        assert isclose(high, 1.959964 * sqrt(100 / 99) / 10, rel_tol=1e-6)
        assert low == -high

    def test_z_counts_standard_errors(self) -> None:
        moments = Moments(100, 10, 100)
        assert isclose(moments.z(0.0), moments.mean / moments.se)

    def test_distribution_tells_the_same_moments(self) -> None:
        drawn = [net for net, count in BLACKJACK for _ in range(count)]
        assert BLACKJACK.moments == Moments(
            len(drawn), sum(drawn), sum(net * net for net in drawn), per=2
        )
        values = np.array(drawn) / 2
        skewed = fmean(((values - values.mean()) / values.std(ddof=1)) ** 3)
        assert isclose(BLACKJACK.skewness, skewed)
        assert isclose(BLACKJACK.share(0), drawn.count(0) / len(drawn))

    def test_distribution_leaves_out_what_never_came_and_adds_what_came_twice(self) -> None:
        distribution = Distribution.of([(1, 3), (2, 0), (1, 4), (-1, 1)])
        assert (distribution.nets, distribution.counts) == ((-1, 1), (1, 7))

    def test_further_rounds_reach_the_error_and_not_a_round_more(self) -> None:
        needed = further_rounds(1.15, 1e-3)
        assert 1.15 / sqrt(needed) <= 1e-3 < 1.15 / sqrt(needed - 1)
        assert further_rounds(1.0, 0.1, done=100) == 0
        assert further_rounds(1.0, 0.1, done=60) == 40
        with pytest.raises(ValueError, match="more than zero"):
            further_rounds(1.0, 0.0)


class TestRuin:
    def test_of_a_coin_is_the_gamblers(self) -> None:
        """(q/p)**b: a walk that loses one unit at most has the exponent's risk exactly."""
        odds = 49 / 51
        assert isclose(exp(-ruin_exponent(COIN) * 30), odds**30, rel_tol=1e-9)
        assert isclose(ruin_of_walk(COIN, 30, 3000), odds**30, rel_tol=1e-6)

    def test_before_a_goal_of_a_coin_is_the_gamblers(self) -> None:
        odds = 49 / 51
        known = (odds**20 - odds**50) / (1 - odds**50)
        assert isclose(ruin_of_walk(COIN, 20, 30), known, rel_tol=1e-9)
        assert isclose(ruin_of_walk(FAIR, 20, 30), 30 / 50, rel_tol=1e-9)

    def test_formulas_come_near_the_walk_of_a_real_game(self) -> None:
        """With a bankroll of many bets the Brownian formulas hold to a few per cent of the risk."""
        won = Distribution.of({-2: 49500, 0: 8800, 2: 40000, 3: 4500, 4: 2000}, per=2)
        ev, sd = won.moments.mean, won.moments.sd
        assert ev > 0
        formula = ruin_before_goal(60, 60, ev=ev, sd=sd)
        assert isclose(ruin_of_walk(won, 120, 120), formula, rel_tol=0.02)
        within = ruin_within(2000, 60, ev=ev, sd=sd)
        assert isclose(ruin_of_walk_within(won, 120, 2000), within, rel_tol=0.05)
        assert isclose(ruin_exponent(won), 2 * ev / sd**2, rel_tol=0.01)

    def test_within_n_rounds_of_a_fair_coin_is_the_reflection(self) -> None:
        """P(ruin by n) = P(S_n <= -b) + P(S_n < -b), by the reflection principle."""
        n, b = 40, 6
        tails = [0.0] * (n + 1)
        chance = 0.5**n
        for heads in range(n + 1):
            tails[heads] = chance
            chance = chance * (n - heads) / (heads + 1)
        at_or_below = sum(p for heads, p in enumerate(tails) if 2 * heads - n <= -b)
        below = sum(p for heads, p in enumerate(tails) if 2 * heads - n < -b)
        assert isclose(ruin_of_walk_within(FAIR, b, n), at_or_below + below, rel_tol=1e-9)

    def test_in_time_grows_into_ruin_at_all(self) -> None:
        game = {"ev": 0.01, "sd": 1.1}
        assert ruin_within(0, 50, **game) == 0
        chances = [ruin_within(n, 50, **game) for n in (100, 1000, 10_000, 10**7)]
        assert chances == sorted(chances)
        assert isclose(chances[-1], risk_of_ruin(50, **game), rel_tol=1e-9)

    def test_that_is_sure_is_no_overflow(self) -> None:
        assert isclose(ruin_within(10**6, 1000, ev=-0.02, sd=1.0), 1.0, rel_tol=1e-6)
        assert risk_of_ruin(1000, ev=-0.02, sd=1.0) == 1.0
        assert isclose(ruin_before_goal(1000, 1000, ev=-0.02, sd=1.0), 1.0, rel_tol=1e-9)

    def test_before_a_goal_in_time_lies_between_what_it_must(self) -> None:
        game = {"ev": 0.02, "sd": 1.2}
        ever = ruin_before_goal(50, 80, **game)
        values = [ruin_before_goal(50, 80, rounds=n, **game) for n in (10, 500, 3000, 10**6)]
        assert values == sorted(values)
        assert values[0] < 1e-9
        assert isclose(values[-1], ever, rel_tol=1e-9)
        # A goal too far away to reach in time makes no difference.
        far = ruin_before_goal(50, 5000, rounds=3000, **game)
        assert isclose(far, ruin_within(3000, 50, **game), rel_tol=1e-6)

    def test_before_a_goal_in_time_is_that_of_sampled_courses(self) -> None:
        won = Distribution.of({-1: 490, 1: 510})
        courses = bankroll_paths(won, rounds=900, paths=4000, seed=5)
        lost = (courses <= -30).argmax(axis=1) + np.where((courses <= -30).any(axis=1), 0, 10**6)
        goal = (courses >= 40).argmax(axis=1) + np.where((courses >= 40).any(axis=1), 0, 10**6)
        share = float((lost < goal).mean())
        formula = ruin_before_goal(30, 40, ev=0.02, sd=sqrt(1 - 0.0004), rounds=900)
        assert abs(share - formula) < 4 * sqrt(formula * (1 - formula) / 4000)

    def test_required_bankroll_is_ruin_turned_round(self) -> None:
        for risk in (0.5, 0.05, 0.001):
            needed = required_bankroll(risk, ev=0.015, sd=1.9)
            assert isclose(risk_of_ruin(needed, ev=0.015, sd=1.9), risk)
        assert required_bankroll(0.05, ev=-0.01, sd=1.0) == inf
        assert required_bankroll(1.0, ev=-0.01, sd=1.0) == 0
        with pytest.raises(ValueError, match="risk"):
            required_bankroll(0.0, ev=0.01, sd=1.0)

    def test_no_bankroll_is_refused(self) -> None:
        with pytest.raises(ValueError, match="more than zero"):
            risk_of_ruin(0, ev=0.01, sd=1.0)

    def test_exponent_knows_games_without_ruin(self) -> None:
        assert ruin_exponent(Distribution.of({-1: 51, 1: 49})) == 0
        assert ruin_exponent(Distribution.of({0: 51, 1: 49})) == inf

    def test_courses_have_the_mean_and_spread_of_the_game(self) -> None:
        ends = bankroll_paths(BLACKJACK, rounds=400, paths=2000, seed=3, every=20)
        assert ends.shape == (2000, 21)
        moments = BLACKJACK.moments
        assert abs(ends[:, -1].mean() - 400 * moments.mean) < 4 * moments.sd * 20 / sqrt(2000)
        assert isclose(float(ends[:, -1].std()), 20 * moments.sd, rel_tol=0.07)


class TestPublished:
    def test_hall_doubling_300_units(self) -> None:
        """M. Hall, Risk of Ruin, blackjackreview.com: win 0.0151 a hand, mean square 3.887: 9.0 %.

        He works with a coin whose odds he rounds to 1.0153, which is worth 0.15 points here.
        """
        sd = sqrt(3.887 - 0.0151**2)
        assert abs(ruin_before_goal(300, 300, ev=0.0151, sd=sd) - 0.090) < 0.002
        step = sqrt(3.887)
        odds = (step - 0.0151) / (step + 0.0151)
        coin = (1 - odds ** (300 / step)) / (1 - odds ** (600 / step))
        assert isclose(1 - coin, ruin_before_goal(300, 300, ev=0.0151, sd=sd), rel_tol=1e-4)

    def test_wattenberger_one_game_three_bankrolls(self) -> None:
        """N. Wattenberger, blackjackincolor.com, chapter 8: 82 %, 2.75 % and about 1.8 %.

        Risks of $1,000, $18,000 and $20,000 in one game: one of them fixes the other two.
        """
        bankroll = 18_000
        ev, sd = 1.0, sqrt(2 * bankroll / -np.log(0.0275))
        assert round(risk_of_ruin(1_000, ev=ev, sd=sd), 2) == 0.82
        assert round(risk_of_ruin(20_000, ev=ev, sd=sd), 3) == 0.018

    def test_score_is_a_win_rate(self) -> None:
        """qfit.com, Modern Blackjack p. 99: the win of 100 hands with $10,000 at 13.5 % ruin."""
        game = Worth(ev=0.013, sd=2.7)
        unit = game.kelly_scale(10_000)
        assert isclose(100 * unit * game.ev, game.score)
        assert round(risk_of_ruin(10_000, ev=unit * game.ev, sd=unit * game.sd), 3) == 0.135

    def test_score_by_bankroll_hands_and_fraction(self) -> None:
        """blackjack.debourgogne.net: win = SCORE × N/100 × B/10000 × k; DI = 1000 win / sd."""
        game = Worth(ev=0.02, sd=3.1)
        assert isclose(game.di, 1000 * 0.02 / 3.1)
        win = 80 * game.ev * game.kelly_scale(25_000, fraction=0.5)
        assert isclose(win, game.score * 80 / 100 * 25_000 / 10_000 * 0.5)


class TestWorth:
    def test_n0_is_where_the_win_is_one_deviation(self) -> None:
        game = Worth(ev=0.02, sd=3.0)
        win, deviation = game.win(game.n0)
        assert isclose(win, deviation)
        assert isclose(game.n0, 1e6 / game.score)

    def test_losing_game_scores_nothing_and_is_not_bet_on(self) -> None:
        game = Worth(ev=-0.005, sd=1.15)
        assert game.score == 0
        assert game.di < 0
        assert game.kelly_scale(10_000) == 0
        assert Worth(ev=0.0, sd=1.0).n0 == inf

    def test_kelly_of_a_coin_is_its_edge(self) -> None:
        """Kelly 1956: on a coin that wins with p, bet 2p − 1 of what you have."""
        coin = Distribution.of({-1: 48, 1: 52})
        chance = 0.52
        kelly = Worth.of(coin.moments).kelly_scale(1.0)
        assert isclose(kelly, 2 * chance - 1, rel_tol=0.02)
        # The growth rate itself, by search.
        parts = np.linspace(0.001, 0.2, 2000)
        growth = chance * np.log1p(parts) + (1 - chance) * np.log1p(-parts)
        assert isclose(float(parts[growth.argmax()]), kelly, rel_tol=0.01)

    def test_certainty_equivalent_of_kelly_is_half_the_win(self) -> None:
        game = Worth(ev=0.013, sd=2.7)
        scale = game.kelly_scale(5_000)
        bet = Worth(scale * game.ev, scale * game.sd)
        assert isclose(bet.certainty_equivalent(5_000), bet.ev / 2)

    def test_ruin_at_kelly_is_e_to_the_minus_two(self) -> None:
        game = Worth(ev=0.013, sd=2.7)
        for fraction in (1.0, 0.5, 0.25):
            scale = game.kelly_scale(5_000, fraction=fraction)
            bet = Worth(scale * game.ev, scale * game.sd)
            assert isclose(bet.risk_of_ruin(5_000), Worth.kelly_ruin(fraction))
            assert isclose(bet.required_bankroll(Worth.kelly_ruin(fraction)), 5_000)


def buckets(edges: dict[float, float], *, rounds: int = 10**6, bet: int = 1) -> Buckets:
    """Counts with exactly these edges and a variance of 1.3 for one unit, two units a wager."""
    return Buckets(
        "true count",
        tuple(
            Bucket(
                at,
                Moments(
                    rounds,
                    round(2 * bet * edge * rounds),
                    round(4 * bet**2 * (1.3 + edge**2) * rounds),
                    per=2,
                ),
                2 * bet * rounds,
            )
            for at, edge in edges.items()
        ),
    )


class TestBuckets:
    def test_edge_is_for_one_unit_whatever_is_bet(self) -> None:
        for bet in (1, 8):
            (bucket,) = buckets({3.0: 0.012}, bet=bet).buckets
            assert isclose(bucket.edge, 0.012, rel_tol=1e-5)
            assert isclose(bucket.variance_per_unit, 1.3, rel_tol=1e-5)
            assert isclose(bucket.average_bet, bet)
            assert isclose(bucket.edge_se, sqrt(1.3 / 10**6), rel_tol=1e-5)

    def test_line_goes_through_edges_on_a_line(self) -> None:
        start, slope, error = edge_slope(buckets({at: -0.005 + 0.0052 * at for at in range(-3, 4)}))
        assert isclose(start, -0.005, rel_tol=1e-4)
        assert isclose(slope, 0.0052, rel_tol=1e-4)
        assert isclose(error, sqrt(1.3 / 10**6 / 28), rel_tol=1e-3)

    def test_rare_ends_are_put_with_their_neighbours(self) -> None:
        columns = {"rounds": [1, 2, 900, 97], "wagered": [1, 2, 900, 97]}
        buckets = Buckets.of_arrays(
            "true count", [-2, -1, 0, 1], totals=[1, 1, -9, 2], squares=[1, 2, 900, 97], per=1,
            **columns,
        )  # fmt: skip
        ends = merged(buckets, least_share=0.01)
        assert [bucket.at for bucket in ends.buckets] == [0, 1]
        assert ends.buckets[0].rounds == 903
        assert ends.moments == buckets.moments

    def test_empty_places_are_left_out(self) -> None:
        buckets = Buckets.of_arrays(
            "depth",
            [0.1, 0.2],
            rounds=[0, 5],
            wagered=[0, 10],
            totals=[0, 1],
            squares=[0, 5],
            per=2,
        )
        assert [bucket.at for bucket in buckets.buckets] == [0.2]
        assert buckets.frequency(buckets.buckets[0]) == 1


def test_normal_distribution_is_the_one_of_the_library() -> None:
    """The reflected term at no drift doubles the tail."""
    assert isclose(ruin_within(100, 10, ev=0.0, sd=1.0), 2 * NormalDist().cdf(-1.0))
