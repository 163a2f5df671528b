"""Index numbers: near the published ones for the generic game, and worth money in a run."""

from __future__ import annotations

import tomllib

import pytest

from pitboss.players.counts import count_system
from pitboss.players.index_numbers import IndexNumbers, index_numbers, likeliest_shoe
from pitboss.players.spreads import spread_of
from pitboss.rulebooks import rulebook
from pitboss.simulator.run import simulate
from pitboss.solver import Shoe

ILLUSTRIOUS = {
    ("16", "T", "stand"): 0, ("15", "T", "stand"): 4, ("T,T", "5", "split"): 5,
    ("T,T", "6", "split"): 4, ("10", "T", "double"): 4, ("12", "3", "stand"): 2,
    ("12", "2", "stand"): 3, ("11", "A", "double"): 1, ("9", "2", "double"): 1,
    ("10", "A", "double"): 4, ("9", "7", "double"): 3, ("16", "9", "stand"): 5,
    ("13", "2", "stand"): -1, ("12", "4", "stand"): 0, ("12", "5", "stand"): -2,
    ("12", "6", "stand"): -1, ("13", "3", "stand"): -2,
}  # fmt: skip
"""Hi-Lo, several decks, dealer stands on soft 17 (Schlesinger, *Blackjack Attack*): the counts
from which the act is right. Ours are of two-card hands at one depth: they may be one off."""


def of(depth: float = 0.5, **elections: object) -> IndexNumbers:
    rules = rulebook("classic").elect(**elections)
    *_, found = index_numbers(rules, count_system("hi-lo"), depth=depth)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def generic() -> IndexNumbers:
    return of(decks=6)


def test_the_published_numbers_are_met_within_one(generic: IndexNumbers) -> None:
    assert generic.insure_at == 3
    known = {(ladder.hand, ladder.up): ladder for ladder in generic.ladders}
    for (hand, up, act), published in ILLUSTRIOUS.items():
        steps = {step.act: step.from_ for step in known[hand, up].steps}
        found = steps[act]
        assert found is not None and abs(found - published) <= 1, (hand, up, act, found)


def test_ladders_are_sorted_by_gain_and_are_a_file_for_a_run(generic: IndexNumbers) -> None:
    gains = [ladder.gain for ladder in generic.ladders]
    assert gains == sorted(gains, reverse=True) and gains[-1] > 0
    spread = spread_of(tomllib.loads(generic.toml()))
    assert spread.insure_at == 3
    assert ("16", "T") in {(each.hand, each.up) for each in spread.deviations}


def test_the_likeliest_shoe_has_the_count_that_is_asked_for() -> None:
    full, tags = Shoe.of_decks(6), [-1, 1, 1, 1, 1, 1, 0, 0, 0, -1]
    left = likeliest_shoe(full, tags, true=4, depth=0.5)
    assert sum(left) == pytest.approx(156)
    seen = [n - each for n, each in zip(full.counts, left, strict=True)]
    assert sum(t * n for t, n in zip(tags, seen, strict=True)) == pytest.approx(4 * 3)


def test_a_run_with_these_deviations_beats_one_without() -> None:
    """By more than three errors; the same seed, the same bets."""
    rules = rulebook("classic").elect(decks=2)
    said = tomllib.loads(of(decks=2).toml())
    bets = {"bets": {"-10": 1, "2": 8}}
    runs = [
        simulate(rules, rounds=6_000_000, seed=5, count="hi-lo", spread=spread_of(told))
        for told in (said | bets, bets)
    ]
    error = (runs[0].se ** 2 + runs[1].se ** 2) ** 0.5
    assert runs[0].ev - runs[1].ev > 3 * error
