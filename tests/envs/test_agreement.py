"""Environments and the table of the book agree: the same money to the cent, the same masks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pitboss.envs import BlackjackEnv, Disagreement
from pitboss.kernels.record import copy_of
from pitboss.kernels.steps import codes

from .shapes import DEEP, TABLES, chosen

OF_HAND = {"stand", "hit", "double", "split", "zap", "surrender"}
BEFORE_PLAY = {"insure", "even_money", "surrender"}


def compared(env: BlackjackEnv, obs: dict[str, Any]) -> bool:
    """Whether there was a mask to compare, which must be what the table permits."""
    phase, box = obs["observation"][8], int(obs["observation"][26])
    mine = {env.actions[n] for n in np.flatnonzero(obs["action_mask"])} - {"pass"}
    assert env.replay is not None
    theirs = env.replay.may(box)
    if phase == codes.PLAY:
        assert mine == theirs & OF_HAND, env.render()
    elif phase == codes.WINDOW:
        # A late surrender may be among the acts after the window.
        assert mine | {"surrender"} == theirs & BEFORE_PLAY | {"surrender"}, env.render()
    return phase in (codes.PLAY, codes.WINDOW)


def play(env: BlackjackEnv, episodes: int, *, seed: int = 11) -> tuple[int, int]:
    """Random acts; how many decisions were compared, and how often discards were shuffled."""
    random = np.random.default_rng(seed)
    obs, _ = env.reset(seed=seed)
    decisions = again = 0
    for _ in range(episodes):
        done = False
        while not done:
            decisions += compared(env, obs)
            # A step raises if the table's money differs.
            obs, _, done, _, _ = env.step(chosen(random, obs["action_mask"]))
            again += codes.DISCARDS in env.played.traced
        obs, _ = env.reset()
    return decisions, again


@pytest.mark.parametrize(("book", "shape"), TABLES)
def test_the_table_pays_and_permits_the_same(book: str, shape: dict[str, Any]) -> None:
    env = BlackjackEnv(book=book, illegal="raise", render_mode="ansi", **shape)
    episodes = 3 if shape.get("episode") == "shoe" else 60
    decisions, _ = play(env, episodes)
    assert decisions > 40


@pytest.mark.parametrize(("book", "shape"), DEEP)
def test_discards_are_shuffled_where_the_table_shuffles_them(
    book: str, shape: dict[str, Any]
) -> None:
    env = BlackjackEnv(book=book, illegal="raise", render_mode="ansi", **shape)
    _, again = play(env, 120)
    assert again > 2


def broken(env: BlackjackEnv, **changed: Any) -> None:
    """Change a table that the kernel reads, for this environment only."""
    env.played.made = env.made._replace(book=env.made.book._replace(**changed))
    env.played._fix()


def test_a_wrong_payment_is_caught() -> None:
    env = BlackjackEnv(book="nz", render_mode="ansi")
    game = copy_of(env.made.book.game)
    game.natural_wins += 1
    broken(env, game=game)
    with pytest.raises(Disagreement, match="the environment pays"):
        play(env, 200)


def test_a_wrong_shuffle_is_caught() -> None:
    env = BlackjackEnv(book="nz", render_mode="ansi")
    game = copy_of(env.made.book.game)
    game.begins_above[len(env.made.cards)] += 4
    broken(env, game=game)
    with pytest.raises(Disagreement, match="the table"):
        play(env, 200)


def test_a_wrong_mask_is_caught() -> None:
    env = BlackjackEnv(book="leaflet", render_mode="ansi")
    state, up = env.made.state_of([9, 5]), 9
    acts = env.made.book.acts.copy()
    acts[up * len(env.made.walk.hands) + state] ^= 1 << codes.DOUBLE
    broken(env, acts=acts)
    with pytest.raises((AssertionError, Exception), match=r"double|16"):
        play(env, 400)


def test_a_round_is_told_with_its_clauses() -> None:
    env = BlackjackEnv(book="zappit", render_mode="ansi")
    env.reset(seed=4)
    done = False
    while not done:
        _, _, done, _, _ = env.step(0)
    text = env.render()
    assert text is not None
    assert "(zappit " in text and "Player 1" in text
    assert all(line.endswith(")") for line in text.splitlines())
