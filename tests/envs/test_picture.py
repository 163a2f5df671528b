"""Pictures of a round, and what other packages do with them."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.wrappers import AddRenderObservation, RenderCollection

from pitboss.envs import BlackjackEnv
from pitboss.envs.picture import HEIGHT, WIDTH
from pitboss.rulebooks import BOOKS

from .shapes import TABLES, chosen

SIZE = (HEIGHT, WIDTH, 3)
PAPER = (252, 251, 246)


def cards_shown(frame: Any) -> int:
    """How many pixels have the colour of a card's face."""
    return int((frame == np.array(PAPER, np.uint8)).all(axis=2).sum())


@pytest.mark.parametrize(("book", "shape"), [(book, {}) for book in BOOKS] + list(TABLES[1::5]))
def test_every_step_has_a_picture_and_cards_come_and_go(book: str, shape: dict[str, Any]) -> None:
    env = BlackjackEnv(book=book, render_mode="rgb_array", **shape)
    with pytest.raises(ResetNeeded):
        env.render()
    obs, _ = env.reset(seed=3)
    random, seen = np.random.default_rng(1), set()
    for _ in range(25):
        frame = env.render()
        assert frame.shape == SIZE and frame.dtype == np.uint8
        has_cards = obs["observation"][8] in (1, 2, 3, 4)
        assert (cards_shown(frame) > 2000) == has_cards
        seen.add(frame.tobytes())
        obs, _, done, _, _ = env.step(chosen(random, obs["action_mask"]))
        if done:
            assert cards_shown(env.render()) > 2000, "the last cards stay until the next round"
            obs, _ = env.reset()
    assert len(seen) > 8


def test_a_card_more_is_a_card_more_in_the_picture() -> None:
    env = BlackjackEnv(book="nz", render_mode="rgb_array")
    obs, _ = env.reset(seed=1)
    while obs["observation"][8] != 2 or obs["observation"][0] > 11:
        obs, _ = env.reset(options={"shuffle": True})
    before = env.render()
    env.step(1)
    assert cards_shown(env.render()) > cards_shown(before) * 1.2


def test_pictures_change_nothing() -> None:
    """The same cards and rewards with and without pictures, also in a round that is broken off."""
    envs = [BlackjackEnv(book="rws", render_mode=mode) for mode in (None, "rgb_array")]
    for env in envs:
        env.reset(seed=4)
    random = np.random.default_rng(3)
    for n in range(120):
        act = chosen(random, envs[0].action_masks())
        steps = [env.step(act) for env in envs]
        assert np.array_equal(steps[0][0]["observation"], steps[1][0]["observation"])
        assert steps[0][1:3] == steps[1][1:3]
        if n % 7 == 0:
            assert envs[1].render().shape == SIZE
        if steps[0][2] or n % 11 == 0:
            after = [env.reset()[0]["observation"] for env in envs]
            assert np.array_equal(*after)


def test_fresh_rounds_are_drawn_as_they_are_observed() -> None:
    env = BlackjackEnv(book="classic", fresh=True, render_mode="rgb_array")
    env.reset(seed=1)
    assert cards_shown(env.render()) > 2000


def test_the_wrappers_of_gymnasium_take_the_pictures() -> None:
    collected = RenderCollection(gym.make("pitboss/nz-v0", render_mode="rgb_array"))
    collected.reset(seed=1)
    collected.step(0)
    frames: Any = collected.render()
    assert len(frames) == 2 and frames[0].shape == SIZE
    pixels = AddRenderObservation(gym.make("pitboss/zappit-v0", render_mode="rgb_array"))
    obs, _ = pixels.reset(seed=1)
    assert obs.shape == SIZE and obs in pixels.observation_space
    vector = gym.make_vec(
        "pitboss/nz-v0", num_envs=2, vectorization_mode="sync", render_mode="rgb_array"
    )
    vector.reset(seed=1)
    shown: Any = vector.render()
    assert len(shown) == 2 and shown[0].shape == SIZE
