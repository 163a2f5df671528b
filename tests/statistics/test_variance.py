"""Variance reduction: the same values with smaller errors, and correct errors."""

from __future__ import annotations

from functools import cache
from math import isclose

import numpy as np
import pytest

from pitboss.kernels.fast.first_cards import FirstCardsJob, first_chances, first_values
from pitboss.kernels.fast.job import fast_job
from pitboss.kernels.jobs import Tally, run_chunk
from pitboss.players.policies import play_by
from pitboss.rulebooks import rulebook
from pitboss.simulator.paired_runs import compare
from pitboss.solver import solve
from pitboss.statistics import Estimate, Moments, Strata, paired_difference

# Three classes of hands with known chances, means and a spread of their own.
CHANCES = np.array([0.05, 0.35, 0.6])
MEANS = np.array([1.4, 0.2, -0.3])
SPREADS = np.array([0.1, 1.0, 0.9])
TRUE = float(CHANCES @ MEANS)


def sample(seed: int, rounds: int = 2000) -> Strata:
    rng = np.random.default_rng(seed)
    drawn = rng.choice(3, size=rounds, p=CHANCES)
    won = np.round(100 * rng.normal(MEANS[drawn], SPREADS[drawn])).astype(int)
    return Strata.of(
        CHANCES,
        numbers=np.bincount(drawn, minlength=3),
        totals=np.bincount(drawn, won, minlength=3),
        squares=np.bincount(drawn, won**2, minlength=3),
        per=100,
    )


def spread_of(estimates: list[Estimate]) -> tuple[float, float, float]:
    """Mean of z, its spread, and how many times smaller the variance is than the plain one."""
    z = np.array([each.z(TRUE) for each in estimates])
    return float(z.mean()), float(z.std()), float(np.mean([each.gain for each in estimates]))


@pytest.mark.parametrize("way", ["poststratified", "controlled"])
def test_errors_are_true(way: str) -> None:
    """Over 600 runs the value is off by one standard error on average, without bias."""
    runs = [sample(seed) for seed in range(600)]
    estimates = [
        run.poststratified() if way == "poststratified" else run.controlled(MEANS) for run in runs
    ]
    mean, spread, gain = spread_of(estimates)
    assert abs(mean) < 4 / np.sqrt(600)
    assert 0.92 < spread < 1.08
    within = float(CHANCES @ SPREADS**2)
    between = float(CHANCES @ MEANS**2) - TRUE**2
    assert isclose(gain, 1 + between / within, rel_tol=0.03)


def test_plain_mean_is_the_mean_of_the_rounds() -> None:
    run = sample(1)
    mean, variance = run.plain
    assert isclose(mean, float(run.totals.sum() / run.numbers.sum()))
    assert isclose(run.poststratified().plain_se, float(np.sqrt(variance / 2000)))


def test_wrong_values_cost_precision_and_shift_nothing() -> None:
    wrong = np.array([-3.0, 5.0, 2.0])
    z = [sample(seed).controlled(wrong).z(TRUE) for seed in range(400)]
    assert abs(float(np.mean(z))) < 4 / np.sqrt(400)
    assert 0.9 < float(np.std(z)) < 1.1


def test_classes_that_came_once_or_never_are_weighed_with_others() -> None:
    run = Strata.of(
        [0.001, 0.0005, 0.4985, 0.5],
        numbers=[1, 0, 500, 499],
        totals=[1, 0, 100, -200],
        squares=[1, 0, 600, 700],
    )
    estimate = run.poststratified()
    assert np.isfinite(estimate.value)
    assert np.isfinite(estimate.se)
    assert abs(estimate.value - run.plain[0]) < 0.01


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="probability zero"):
        Strata.of([0.0, 1.0], numbers=[1, 1], totals=[0, 0], squares=[0, 0])
    with pytest.raises(ValueError, match="do not sum to 1"):
        Strata.of([0.2, 0.7], numbers=[1, 1], totals=[0, 0], squares=[0, 0])
    with pytest.raises(ValueError, match="each possible class"):
        sample(1).controlled([1.0])
    with pytest.raises(ValueError, match="same chunks"):
        paired_difference([Moments(1, 1, 1)], [Moments(1, 1, 1)])


def test_paired_difference_forgets_what_both_share() -> None:
    rng = np.random.default_rng(2)
    shared = rng.integers(-1000, 1000, size=40)
    own = rng.integers(-10, 10, size=40)
    one = [Moments(1000, int(s + 50), 10**6) for s in shared]
    other = [Moments(1000, int(s + o), 10**6) for s, o in zip(shared, own, strict=True)]
    estimate = paired_difference(one, other)
    difference = (50 - own) / 1000
    assert isclose(estimate.value, float(difference.mean()))
    assert isclose(estimate.se, float(difference.std(ddof=1)) / np.sqrt(40))
    assert estimate.gain > 1000


class TestFirstCards:
    def test_chances_are_those_of_dealing_three(self) -> None:
        shoe = np.array([1, 0, 2, 0, 0, 0, 0, 0, 0, 3])
        chances = first_chances(shoe)
        assert isclose(float(chances.sum()), 1.0)
        assert isclose(chances[0, 2, 9], 1 / 6 * 2 / 5 * 3 / 4)
        assert isclose(chances[9, 9, 9], 3 / 6 * 2 / 5 * 1 / 4)
        assert chances[0, 0, 2] == 0

    @pytest.mark.parametrize("book", ["classic", "nz", "zappit", "rws", "leaflet", "nobust"])
    def test_values_by_chance_are_the_value_of_the_game(self, book: str) -> None:
        rules = rulebook(book).elect()
        solution = solve(rules, policy="basic")
        chances = first_chances(np.array(solution.shoe.counts))
        values = np.where(chances > 0, first_values(rules, solution.stage), 0.0)
        assert isclose(float((chances * values).sum()), solution.ev, abs_tol=1e-12)

    @pytest.mark.parametrize("book", ["classic", "nz", "zappit", "rws", "leaflet", "nobust"])
    def test_reduced_values_agree_with_the_solver_and_gain(self, book: str) -> None:
        job, tally = _told(book)
        strata = job.strata(tally)
        exact = solve(rulebook(book).elect(), policy="basic")
        for estimate in (strata.poststratified(), strata.controlled(_values(book))):
            assert abs(estimate.z(exact.ev)) < 4
            assert 1.15 < estimate.gain < 1.3

    def test_rounds_told_apart_are_the_same_game(self) -> None:
        """Class by class the mean is the solver's: most within two errors, none beyond five."""
        job, tally = _told("nz")
        strata = job.strata(tally)
        often = strata.numbers > 200
        means = strata.totals[often] / strata.numbers[often]
        variances = strata.squares[often] / strata.numbers[often] - means**2
        errors = np.sqrt(np.maximum(variances, 1e-4) / strata.numbers[often])
        z = (means - _values("nz")[often]) / errors
        assert np.abs(z).max() < 5
        assert (np.abs(z) < 2).mean() > 0.92

    def test_moments_are_of_all_rounds(self) -> None:
        job, tally = _told("nz")
        moments = job.moments(tally)
        assert moments.number == tally.rounds == 1_000_000
        assert isclose(moments.mean, job.strata(tally).plain[0])


@cache
def _told(book: str) -> tuple[FirstCardsJob, Tally]:
    play = play_by(rulebook(book).elect())
    flat = fast_job(
        play.game,
        play.walk,
        play.decisions,
        seed=5,
        is_fresh=True,
        takes_even_money=play.takes_even_money,
    )
    job = FirstCardsJob(flat, 5, 1_000_000)
    return job, run_chunk(job, 0)


@cache
def _values(book: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    rules = rulebook(book).elect()
    solution = solve(rules, policy="basic")
    chances = first_chances(np.array(solution.shoe.counts)).ravel()
    return first_values(rules, solution.stage).ravel()[chances > 0]


class TestInStep:
    def test_difference_is_the_solvers_with_far_less_error(self) -> None:
        book = rulebook("classic")
        stand, hit = (book.elect(decks=6, soft_17=which) for which in ("stand", "hit"))
        estimate = compare(stand, hit, rounds=1_000_000, seed=3)
        exact = solve(stand, policy="basic").ev - solve(hit, policy="basic").ev
        assert abs(estimate.z(exact)) < 4
        assert estimate.gain > 20

    def test_same_setting_does_not_differ_at_all(self) -> None:
        rules = rulebook("nz").elect()
        estimate = compare(rules, rules, rounds=100_000)
        assert (estimate.value, estimate.se) == (0.0, 0.0)
