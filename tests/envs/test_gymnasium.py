"""Gymnasium's own checker, spaces, seeds, copies, and vector against single environments."""

from __future__ import annotations

import copy
import pickle
import warnings
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode

import pitboss
from pitboss.envs import COLUMNS, BadEnvironment, BlackjackEnv, BlackjackVectorEnv
from pitboss.envs.learning import player
from pitboss.rulebooks import BOOKS

from .shapes import SHAPES, chosen

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_checker_of_gymnasium_has_no_complaint(book: str, shape: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for mode in ("ansi", "rgb_array"):
            env = gym.make(f"pitboss/{book}-v0", render_mode=mode, **shape)
            check_env(env.unwrapped)


@pytest.mark.parametrize("book", ["nz", "nobust"])
def test_a_copy_in_the_middle_of_a_round_plays_on_as_the_original(book: str) -> None:
    made: tuple[Any, ...] = (
        BlackjackEnv(book=book), BlackjackVectorEnv(5, book=book, boxes=2),
        BlackjackEnv(book=book, render_mode="ansi"),
    )  # fmt: skip
    for env in made:
        _, info = env.reset(seed=3)
        random, others = np.random.default_rng(2), [env]
        for n in range(120):
            if n == 7:
                others += [pickle.loads(pickle.dumps(env)), copy.deepcopy(env), copy.copy(env)]
            masks = np.atleast_2d(info["action_mask"])
            acts = np.array([chosen(random, row) for row in masks])
            message = [each.step(acts if len(acts) > 1 else int(acts[0])) for each in others]
            assert all(data_equivalence(one, message[0], exact=True) for one in message[1:])
            info = message[0][4]
            if len(acts) == 1 and message[0][2]:
                infos = [each.reset()[1] for each in others]
                info = infos[0]


def test_tables_that_are_not_reset_stay_where_they_are() -> None:
    env = BlackjackVectorEnv(4, book="nz", autoreset_mode=AutoresetMode.DISABLED)
    seen, _ = env.reset(seed=1)
    flags = np.array([True, False, True, False])
    again, _ = env.reset(options={"reset_mask": flags})
    assert np.array_equal(again["observation"][~flags], seen["observation"][~flags])
    assert not np.array_equal(again["observation"][flags], seen["observation"][flags])
    acts = again["action_mask"].argmax(axis=1)
    other = BlackjackVectorEnv(4, book="nz", autoreset_mode=AutoresetMode.DISABLED)
    other.reset(seed=1)
    other.reset(options={"reset_mask": flags})
    other.reset(seed=9, options={"reset_mask": flags})  # the others keep their shoes
    mine, theirs = env.step(acts)[0], other.step(acts)[0]
    assert np.array_equal(mine["observation"][~flags], theirs["observation"][~flags])


def test_an_act_that_is_not_permitted_is_replaced_or_refused() -> None:
    env = BlackjackEnv(book="leaflet")
    env.reset(seed=1)
    *_, info = env.step(5)
    assert info["illegal"]
    strict = BlackjackEnv(book="leaflet", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(ValueError, match="zap is not permitted now: "):
        strict.step(5)


def test_the_hole_card_is_among_the_unseen() -> None:
    env = BlackjackEnv(book="classic", settings={"decks": 1})
    obs, _ = env.reset(seed=2)
    unseen = obs["observation"][16:26]
    assert unseen.sum() == 52 - 3  # the dealer's first card and two of the player's


def test_a_shoe_lasts_from_episode_to_episode() -> None:
    env = BlackjackEnv(book="nz")
    left = [env.reset(seed=2)[0]["observation"][16:26].sum(dtype=int)]
    for _ in range(3):
        done = False
        while not done:
            _, _, done, _, _ = env.step(0)
        left.append(env.reset()[0]["observation"][16:26].sum(dtype=int))
    assert left == sorted(left, reverse=True) and len(set(left)) == 4
    full = env.reset(options={"shuffle": True})[0]["observation"][16:26].sum(dtype=int)
    assert full == left[0]


def test_options_that_the_book_does_not_admit_are_refused_with_the_clause() -> None:
    with pytest.raises(BadEnvironment, match="zappit does not offer 'perfect_pairs'"):
        BlackjackEnv(book="zappit", side_bets=("perfect_pairs",))
    with pytest.raises(BadEnvironment, match=r"\(nz "):
        BlackjackEnv(book="nz", bets=(1, 10**6))
    with pytest.raises(pitboss.CannotPrice, match="boxes for players"):
        BlackjackEnv(book="nz", boxes=40)


def test_a_book_of_ones_own_is_an_environment_too() -> None:
    own = next((ROOT / "examples" / "books").glob("*.toml"))
    env = gym.make("pitboss/book-v0", book=own)
    obs, _ = env.reset(seed=1)
    assert obs["observation"].shape == (len(COLUMNS),)


def test_the_mean_of_the_best_chart_is_the_value_that_the_solver_finds() -> None:
    for book in ("classic", "zappit"):
        env = BlackjackVectorEnv(4096, book=book, observation="decision", fresh=True)
        best = player(env, "basic")
        env.reset(seed=5)
        rounds, won, squares = 0, 0.0, 0.0
        for _ in range(250):
            _, reward, done, _, info = env.step(best())
            assert not info["illegal"].any()
            rounds, won = rounds + int(done.sum()), won + reward.sum()
            squares += (reward**2).sum()
        error = (squares / rounds - (won / rounds) ** 2) ** 0.5 / rounds**0.5
        exact = pitboss.solve(book, policy="basic").ev
        assert abs(won / rounds - exact) < 3.5 * error
