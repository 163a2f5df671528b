"""Environments of several players can be copied and pickled in the middle of a round."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from pitboss.envs import BadArgument, BadEnvironment
from pitboss.envs.aec import BlackjackAEC, BlackjackParallel

from .shapes import chosen

COPIES: tuple[Callable[[Any], Any], ...] = (
    lambda env: pickle.loads(pickle.dumps(env)), copy.deepcopy, copy.copy,
)  # fmt: skip
SHAPES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("nz", {"boxes": {"Ada": 1, "Ben": 1, "Cleo": 2}, "rounds": 3}),
    ("nobust", {"players": 3, "rounds": 4, "banks": (2, 10)}),
    ("rws", {"players": 2, "rounds": 2, "side_bets": None}),
)


def view(env: BlackjackAEC) -> tuple[Any, ...]:
    """Everything that a player can see of an environment."""
    shown = env.observe(env.agent_selection)
    rewards = (dict(env.rewards), dict(env._cumulative_rewards), dict(env.terminations))
    cells = (shown["observation"].tolist(), shown["action_mask"].tolist())
    return (env.agent_selection, *cells, *rewards, list(env.agents), dict(env.infos))


@pytest.mark.parametrize(("book", "shape"), SHAPES)
def test_a_copy_of_a_live_table_plays_on_as_the_original(book: str, shape: dict[str, Any]) -> None:
    env = BlackjackAEC(book, **shape)
    assert not copy.deepcopy(env).agents, "a copy before the first reset"
    env.reset(seed=6)
    random, copied = np.random.default_rng(2), 0
    for n in range(60):
        if env.terminations[env.agent_selection]:
            break
        if n % 9 == 4:
            others = [make(env) for make in COPIES]
            copied += 1
            follow = np.random.default_rng(n)
            for _ in range(6):
                assert all(view(other) == view(others[0]) for other in others)
                if others[0].terminations[others[0].agent_selection]:
                    break
                act = chosen(follow, others[0].observe(others[0].agent_selection)["action_mask"])
                for other in others:
                    other.step(act)
            assert len({other.game.table.log.hash for other in others}) == 1
        before = view(env)
        assert before == view(env)
        env.step(chosen(random, env.observe(env.agent_selection)["action_mask"]))
    assert copied > 1


def test_a_copy_leaves_the_original_alone() -> None:
    env = BlackjackAEC("nz")
    env.reset(seed=1)
    other = copy.copy(env)
    before = view(env)
    other.step(int(other.observe(other.agent_selection)["action_mask"].argmax()))
    assert view(env) == before and view(other) != before


def test_a_parallel_environment_is_copied_too() -> None:
    env = BlackjackParallel("nz", players=2, rounds=2)
    seen, _ = env.reset(seed=4)
    bet = dict.fromkeys(env.agents, env.actions.index("bet_1"))
    env.step(bet)
    others = [make(env) for make in COPIES[:2]]
    for _ in range(10):
        if not env.agents:
            break
        acts = {agent: int(mask["action_mask"].argmax()) for agent, mask in env._seen().items()}
        steps = [each.step(acts) for each in (env, *others)]
        seen, won, over, *_ = steps[0]
        for theirs, their_won, their_over, *_ in steps[1:]:
            assert (won, over) == (their_won, their_over)
            for agent in seen:
                assert np.array_equal(theirs[agent]["observation"], seen[agent]["observation"])


@pytest.mark.parametrize("act", [None, 1.7, "hit", -1, 10**6, True, np.array([1, 2])])
def test_acts_of_players_are_checked(act: Any) -> None:
    env = BlackjackAEC("nz")
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    before = view(env)
    with pytest.raises(BadArgument, match="an act is a whole number from 0 to"):
        env.step(act)
    assert view(env) == before
    parallel = BlackjackParallel("nz")
    with pytest.raises(ResetNeeded):
        parallel.step({})
    parallel.reset(seed=1)
    for acts in ({"player_1": act, "player_2": act}, {"player_1": 15}, act):
        with pytest.raises(BadArgument, match="act"):
            parallel.step(acts)


def test_options_of_several_players_are_checked() -> None:
    shapes: tuple[dict[str, Any], ...] = (
        {"rounds": 0}, {"players": 0}, {"players": 1.5}, {"boxes": {"Ada": "1"}},
    )  # fmt: skip
    for shape in shapes:
        with pytest.raises(BadEnvironment, match="must be a whole number from 1"):
            BlackjackAEC("nz", **shape)
