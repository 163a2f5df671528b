"""The native vector environment gives what Gymnasium's ``SyncVectorEnv`` gives, key by key."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from numpy.typing import NDArray

from pitboss.envs import BlackjackVectorEnv

from .shapes import TABLES, chosen

MODES = list(AutoresetMode)


def both(book: str, mode: AutoresetMode, many: int, **shape: Any) -> tuple[Any, Any]:
    """Our vector, and single environments in Gymnasium's."""
    id = f"pitboss/{book}-v0"
    ours = gym.make_vec(id, num_envs=many, autoreset_mode=mode, **shape)
    theirs = gym.make_vec(
        id,
        num_envs=many,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": mode},
        **shape,
    )
    assert isinstance(ours, BlackjackVectorEnv)
    return ours, theirs


def same(ours: Any, theirs: Any) -> bool:
    """Whether two observations or values are equal; object arrays are compared item by item."""
    if isinstance(theirs, dict):
        return ours.keys() == theirs.keys() and all(same(ours[k], theirs[k]) for k in theirs)
    if isinstance(theirs, np.ndarray) and theirs.dtype == object:
        return ours.dtype == object and all(map(same, ours, theirs))
    if isinstance(theirs, np.ndarray):
        return np.array_equal(ours, theirs) and ours.dtype == theirs.dtype
    return bool(ours == theirs)


def same_infos(ours: dict[str, Any], theirs: dict[str, Any], many: int) -> None:
    """Every key has the same mask, and the same value where the mask is set."""
    nothing = np.zeros(many, np.bool_)
    for key in {key.removeprefix("_") for key in (*ours, *theirs)}:
        mask: NDArray[np.bool_] = theirs.get(f"_{key}", nothing)
        assert np.array_equal(ours.get(f"_{key}", nothing), mask), key
        if key == "final_info" and key in theirs:
            same_infos(ours[key], theirs[key], many)
        elif key in theirs:
            assert ours[key].dtype == theirs[key].dtype, key
            assert all(map(same, ours[key][mask], theirs[key][mask])), key


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("observation", ["dict", "vector", "decision"])
@pytest.mark.parametrize(("book", "shape"), TABLES[1::4])
def test_every_value_is_that_of_gymnasiums_vector(
    book: str, shape: dict[str, Any], observation: str, mode: AutoresetMode
) -> None:
    many = 3
    ours, theirs = both(book, mode, many, observation=observation, **shape)
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.metadata["autoreset_mode"] is theirs.metadata["autoreset_mode"] is mode
    mine, other = ours.reset(seed=7), theirs.reset(seed=7)
    random, ended = np.random.default_rng(1), 0
    for _ in range(400 if shape.get("episode") == "shoe" else 60):
        assert same(mine[0], other[0]) and mine[0] in ours.observation_space
        same_infos(mine[1], other[1], many)
        acts = np.array([chosen(random, row) for row in ours.action_masks()])
        mine, other = ours.step(acts), theirs.step(acts)
        for got, expected in zip(mine[1:4], other[1:4], strict=True):
            assert np.array_equal(got, expected) and got.dtype == expected.dtype
        assert same(mine[0], other[0])
        same_infos(mine[4], other[4], many)
        done = mine[2]
        ended += int(done.sum())
        mine, other = (mine[0], mine[4]), (other[0], other[4])
        if mode is AutoresetMode.DISABLED and done.any():
            mine = ours.reset(options={"reset_mask": done.copy()})
            other = theirs.reset(options={"reset_mask": done.copy()})
            assert np.array_equal(mine[1]["_decision"], other[1]["_decision"])
    assert ended > 2


def test_the_default_is_gymnasiums() -> None:
    env = gym.make_vec("pitboss/nz-v0", num_envs=2)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert BlackjackVectorEnv.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    other = gym.make_vec("Blackjack-v1", num_envs=2, vectorization_mode="sync")
    assert other.metadata["autoreset_mode"] is env.metadata["autoreset_mode"]


def test_a_step_that_only_begins_a_round_is_not_called_illegal() -> None:
    env = BlackjackVectorEnv(1, book="nz")
    env.reset(seed=1)
    done = np.zeros(1, np.bool_)
    while not done[0]:
        _, _, done, _, _ = env.step(np.zeros(1, np.int64))
    _, reward, done, _, info = env.step(np.full(1, env.actions.index("zap")))
    assert reward[0] == 0 and not done[0]
    assert not info["illegal"][0] and not info["_illegal"][0]


def test_statistics_of_episodes_are_recorded_by_gymnasiums_wrapper() -> None:
    for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
        env = RecordEpisodeStatistics(BlackjackVectorEnv(4, book="nz", autoreset_mode=mode))
        env.reset(seed=2)
        won, recorded, episodes = 0.0, 0.0, 0
        for _ in range(80):
            _, reward, _, _, info = env.step(np.zeros(4, np.int64))
            message = info.get("final_info", {}).get("episode") or info.get("episode")
            if message is not None:
                recorded += float(message["r"].sum())
                episodes += int((message["l"] > 0).sum())
            won += float(reward.sum())
        assert episodes > 40
        assert recorded == pytest.approx(won)


def test_a_table_whose_episode_is_over_must_be_reset_where_nothing_resets_it() -> None:
    env = BlackjackVectorEnv(3, book="nz", autoreset_mode="Disabled")
    env.reset(seed=1)
    done = np.zeros(3, np.bool_)
    while not done.any():
        seen, _, done, _, _ = env.step(np.zeros(3, np.int64))
    table = int(done.argmax())
    with pytest.raises(ResetNeeded, match=f"the episode at table {table} is over"):
        env.step(np.zeros(3, np.int64))
    again, _ = env.reset(options={"reset_mask": done})
    stayed = ~done
    assert np.array_equal(again["observation"][stayed], seen["observation"][stayed])
    env.step(np.zeros(3, np.int64))
