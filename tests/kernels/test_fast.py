"""The fast kernel against exact values: mean, deviation, wagers and every single result."""

from __future__ import annotations

from math import sqrt
from typing import Any, Final

import numpy as np
import pytest
from benchmarks.yardstick import Yardstick, compiler
from numpy.typing import NDArray

from pitboss.cards import Rank
from pitboss.compiled.errors import CannotPrice
from pitboss.kernels.fast.job import FastJob, fast_job
from pitboss.kernels.jobs import Tally, run_chunks
from pitboss.kernels.rng import state_of
from pitboss.players.bundled_charts import kept_chart, kept_rules
from pitboss.players.function_policies import PolicyHand
from pitboss.players.policies import play_by, solved
from pitboss.rulebooks import BOOKS, rulebook
from pitboss.simulator.run import prepare_run

CHUNKS: Final = 50
"""Twenty million rounds"""


def fresh(book: str, *, seed: int) -> tuple[FastJob, Tally]:
    job = prepare_run(rulebook(book).elect(), seed=seed, fresh=True, side_bets=()).job
    assert isinstance(job, FastJob)
    return job, run_chunks(job, range(CHUNKS))


def spread_of_mean(values: NDArray[Any], counts: NDArray[Any]) -> tuple[float, float]:
    """The mean of counted values, and its standard error."""
    number = counts.sum()
    mean = float((values * counts).sum() / number)
    return mean, sqrt(float((counts * (values - mean) ** 2).sum() / number) / number)


@pytest.mark.parametrize("book", BOOKS)
def test_the_spread_of_a_round_is_the_solvers(book: str) -> None:
    solution = solved(rulebook(book).elect())
    exact = solution.spread
    job, tally = fresh(book, seed=2026)
    net, counts = job.distribution(tally)
    rounds = int(counts.sum())
    assert rounds == tally.rounds == CHUNKS * job.shoes == 20_000_000

    mean, error = spread_of_mean(net, counts)
    assert abs(mean - solution.ev) < 4 * error
    variance, error = spread_of_mean((net - solution.ev) ** 2, counts)
    assert abs(variance - exact.variance) < 4 * error + exact.variance_within
    staked = tally["results"].sum(axis=1)
    wager, error = spread_of_mean(np.arange(len(staked)), staked)
    assert abs(wager - exact.average_wager) < 4 * error
    assert wager == job.staked(tally) / rounds

    result = {round(float(at), 9): int(n) for at, n in zip(net, counts, strict=True) if n}
    chances = {round(at, 9): chance for at, chance in exact.distribution.items()}
    assert result.keys() <= {at for at, chance in chances.items() if chance > 0}
    for at, chance in chances.items():
        error = sqrt(chance * (1 - chance) / rounds)
        assert abs(result.get(at, 0) / rounds - chance) < 4.5 * error + exact.unsure, f"{at:+}"


@pytest.mark.skipif(compiler() is None, reason="no C compiler is found to build the yardstick")
@pytest.mark.parametrize(
    ("book", "settings"),
    [
        *((book, {}) for book in BOOKS if book != "zappit"),  # dealt one card too deep for it
        ("classic", {"hole_card": "none", "dealer_blackjack_takes": "original"}),
        ("classic", {"hole_card": "none", "dealer_blackjack_takes": "busted_plus_one"}),
        ("nz", {"dealer_bj_bust_reading": "cap"}),
    ],
    ids=str,
)
def test_the_yardstick_in_c_comes_to_the_same_numbers(book: str, settings: dict[str, str]) -> None:
    """The benchmark compares two programs that do the same work."""
    job = prepare_run(rulebook(book).elect(**settings), seed=7, side_bets=()).job
    assert isinstance(job, FastJob)
    for ours, theirs in zip(
        job.played(state_of(7, 0)), Yardstick(job).played(state_of(7, 0)), strict=True
    ):
        assert ours.sum() > 0
        np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("number", range(len(list(kept_rules()))))
def test_charts_that_are_kept_are_the_solvers(number: int) -> None:
    """If the law or the solver has changed, write them anew: see ``players.bundled_charts``."""
    rules = list(kept_rules())[number]
    kept, chart = kept_chart(rules), solved(rules).chart
    assert kept is not None
    assert chart is not None
    assert tuple(kept.sections()) == tuple(chart.sections())


def test_other_rules_have_no_kept_chart() -> None:
    rules = rulebook("classic").elect(decks=6)
    assert kept_chart(rules) is not None
    assert kept_chart(rules.but(soft_17="hit")) is None
    assert kept_chart(rules.with_provision("dealer.stands_on", 18)) is None


def test_tens_that_pair_by_rank_are_not_for_the_fast_kernel() -> None:
    def greedy(hand: PolicyHand, up: Rank) -> str:
        if "split" in hand.permitted:
            return "split"
        return "stand" if "stand" in hand.permitted else "hit"

    play = play_by(rulebook("leaflet").elect(), greedy)
    with pytest.raises(CannotPrice, match="pairs tens by rank"):
        fast_job(play.game, play.walk, play.decisions, seed=1)
