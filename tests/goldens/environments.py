"""What environments show, allow and pay, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np

from pitboss.envs.aec import BlackjackAEC
from pitboss.rulebooks import BOOKS
from tests.envs.shapes import DEEP, SHAPES, TABLES, chosen

from . import Case, plain

SEVERAL: tuple[tuple[str, dict[str, Any]], ...] = (
    ("nz", {"boxes": {"player_1": 1, "player_2": 1, "player_3": 2}, "rounds": 3}),
    ("rws", {"boxes": {"player_1": 1, "player_2": 1}, "rounds": 3, "side_bets": None}),
    ("nobust", {"players": 3, "rounds": 4, "banks": (2, 10, 100)}),
    ("zappit", {"players": 4, "rounds": 2}),
    ("leaflet", {"players": 2, "rounds": 2}),
    ("classic", {"players": 5, "rounds": 2}),
    ("nz", {"players": 2, "rounds": 2, "side_bets": None, "settings": {"layout": 3}}),
)


def environments() -> Iterator[Case]:
    """Single tables, many in an array, and several players."""
    every = (*((book, shape) for book in BOOKS for shape in SHAPES), *TABLES, *DEEP)
    for n, (book, shape) in enumerate(every):
        yield f"single {n} {book}", list(_single(book, shape, n))
        if shape.get("boxes", 1) == 1:
            yield f"vector {n} {book}", list(_vector(book, shape, n))
    for n, (book, shape) in enumerate(SEVERAL):
        yield f"several {n} {book}", list(_several(book, shape, n))


def _line(*values: Any) -> str:
    return plain([_plain(value) for value in values])


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return [str(value.dtype), _plain(value.tolist())]
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value


def _single(book: str, shape: dict[str, Any], seed: int) -> Iterator[str]:
    env: Any = gymnasium.make(
        f"pitboss/{book}-v0", render_mode="ansi", disable_env_checker=True, **shape
    )
    random = np.random.default_rng(seed)
    yield f"{env.observation_space} {env.action_space}"
    seen, info = env.reset(seed=seed)
    yield _line(seen, info)
    for step in range(40):
        seen, reward, over, cut, info = env.step(chosen(random, info["action_mask"]))
        yield _line(seen, reward, over, cut, info)
        if step % 5 == 0:
            yield str(env.render())
        if over or cut:
            seen, info = env.reset()
            yield _line(seen, info)
    env.close()


def _vector(book: str, shape: dict[str, Any], seed: int) -> Iterator[str]:
    env: Any = gymnasium.make_vec(f"pitboss/{book}-v0", num_envs=5, **shape)
    random = np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    for _ in range(25):
        acts = np.array([chosen(random, mask) for mask in info["action_mask"]])
        seen, reward, over, cut, info = env.step(acts)
        yield _line(seen, reward, over, cut, info)
    env.close()


def _several(book: str, shape: dict[str, Any], seed: int) -> Iterator[str]:
    env = BlackjackAEC(book, render_mode="ansi", **shape)
    random = np.random.default_rng(seed)
    env.reset(seed=seed)
    for agent in env.agent_iter(400):
        seen, reward, over, cut, info = env.last()
        yield _line(agent, seen, reward, over, cut, info)
        env.step(None if over or cut else chosen(random, seen["action_mask"]))
    yield str(env.render())
