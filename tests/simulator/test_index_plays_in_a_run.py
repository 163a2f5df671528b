"""Index plays in a run: worth more than the same bets without them."""

from __future__ import annotations

import tomllib

from pitboss.players.index_plays import index_plays
from pitboss.players.spreads import spread_of
from pitboss.rulebooks import rulebook
from pitboss.simulator.run import simulate


def test_a_run_with_these_deviations_beats_one_without() -> None:
    """By more than three errors; the same seed, the same bets."""
    rules = rulebook("classic").elect(decks=2)
    document = tomllib.loads(index_plays(rules).to_toml(100))
    bets = {"bets": {"-10": 1, "2": 8}}
    runs = [
        simulate(rules, rounds=6_000_000, seed=5, count="hi-lo", spread=spread_of(document))
        for document in (document | bets, bets)
    ]
    error = (runs[0].se ** 2 + runs[1].se ** 2) ** 0.5
    assert runs[0].ev - runs[1].ev > 3 * error
