"""One table is at least as fast as Gymnasium's own Blackjack-v1, both measured in one run."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import gymnasium as gym

import pitboss.envs  # noqa: F401  (registers the environments)

STEPS = 1500


def player(id: str) -> Callable[[], float]:
    """A function that plays a stretch by alternating stand and hit; returns its CPU seconds."""
    env: Any = gym.make(id)
    env.reset(seed=1)

    def stretch() -> float:
        began = time.process_time()
        for n in range(STEPS):
            _, _, over, cut, _ = env.step(n & 1)
            if over or cut:
                env.reset()
        return time.process_time() - began

    return stretch


def test_one_table_is_at_least_as_fast_as_gymnasiums() -> None:
    players = {id: player(id) for id in ("pitboss/nz-v0", "Blackjack-v1")}
    best = dict.fromkeys(players, float("inf"))
    for _ in range(8):
        for id, stretch in players.items():  # in turn, so that both meet the same load
            best[id] = min(best[id], stretch())
    assert best["pitboss/nz-v0"] <= best["Blackjack-v1"], best
