"""Whatever is passed to an environment, it answers with a result or a sentence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from pitboss.envs import BadArgument, BadEnvironment, BlackjackEnv, BlackjackVectorEnv

ROOT = Path(__file__).parents[2]


def in_a_process(*command: str, seconds: float) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own, which may die of a signal."""
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, capture_output=True, text=True, timeout=seconds,
        check=False,
    )  # fmt: skip


def test_anything_gets_a_result_or_a_sentence() -> None:
    done = in_a_process("-m", "tests.envs.fuzz", "--cases", "240", "--seed", "7", seconds=300)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "calls done" in done.stdout


@pytest.mark.parametrize(
    "acts",
    [
        "np.zeros(100_000, np.int64)", "np.zeros(3, np.int64)", "np.zeros((8, 1), np.int64)",
        "np.full(8, 0.7)", "np.full(8, 99)", "np.full(8, -1)", "np.ones(8, bool)", "[1] * 7", "3",
        "np.full(8, np.nan)", "None", "range(10**12)", "np.full(8, 2**64 - 1, np.uint64)",
    ],
)  # fmt: skip
def test_wrong_acts_end_no_process(acts: str) -> None:
    env = BlackjackVectorEnv(8, book="nz")
    env.reset(seed=1)
    before = env.played.room.tables.copy()
    with pytest.raises(BadArgument, match=r"^(acts must be 8 whole numbers|an act is a whole)"):
        env.step(eval(acts, {"np": np}))
    assert np.array_equal(env.played.room.tables, before)
    env.step(np.zeros(8, np.int64))


@pytest.mark.parametrize(
    "mask",
    [
        np.ones(100_000, bool), np.ones(3, bool), np.ones((4, 1), bool), np.ones(4, np.int64),
        [True] * 4, np.zeros(4, bool), "yes",
    ],
)  # fmt: skip
def test_a_wrong_reset_mask_is_refused(mask: Any) -> None:
    env = BlackjackVectorEnv(4, book="nz")
    env.reset(seed=1)
    before = env.played.room.tables.copy()
    with pytest.raises(BadArgument, match="reset_mask must be an array of 4 booleans"):
        env.reset(seed=2, options={"reset_mask": mask})
    assert np.array_equal(env.played.room.tables, before)


def test_strange_layouts_of_right_acts_play_the_same() -> None:
    acts = np.array([1, 0, 1, 0], np.int64)
    spaced = np.zeros(8, np.int64)
    spaced[::2] = acts
    memory = np.zeros(33, np.uint8)
    memory[1:] = np.frombuffer(acts.tobytes(), np.uint8)
    fixed = acts.copy()
    fixed.flags.writeable = False
    layouts: tuple[Any, ...] = (
        spaced[::2], memory[1:].view(np.int64), acts.astype(">i4"), acts.astype(np.uint8), fixed,
        acts.tolist(), tuple(acts), np.ma.masked_array(acts),
    )  # fmt: skip
    rewards = []
    for each in (acts, *layouts):
        env = BlackjackVectorEnv(4, book="nz")
        env.reset(seed=5)
        rewards.append([env.step(each)[1].tolist() for _ in range(20)])
    assert all(reward == rewards[0] for reward in rewards[1:])


def test_seeds_are_checked() -> None:
    env = BlackjackVectorEnv(3, book="nz")
    for seed in (-1, [1, 2], [1, 2, -3], "7", [1, 2, 3, 4], 1.5, [None, 1, "x"], True):
        with pytest.raises(BadArgument, match="seed"):
            env.reset(seed=seed)  # type: ignore[arg-type]
    one, _ = env.reset(seed=[4, 5, 6])
    other, _ = env.reset(seed=4)
    assert np.array_equal(one["observation"], other["observation"])
    env.reset(seed=np.array([1, 2, 3]))  # type: ignore[arg-type]
    with pytest.raises(BadArgument, match="the first reset must begin at every table"):
        mask = np.array([True, False, True])
        BlackjackVectorEnv(3, book="nz").reset(options={"reset_mask": mask})


def test_steps_before_a_reset_and_after_the_end_need_a_reset() -> None:
    with pytest.raises(ResetNeeded, match="before the first step"):
        BlackjackVectorEnv(2, book="nz").step(np.zeros(2, np.int64))
    env = BlackjackEnv(book="nz")
    with pytest.raises(ResetNeeded, match="before the first step"):
        env.step(0)
    env.reset(seed=1)
    done = False
    while not done:
        _, _, done, _, _ = env.step(0)
    for _ in range(2):
        with pytest.raises(ResetNeeded, match="the episode is over"):
            env.step(0)
    env.reset()
    env.step(0)


@pytest.mark.parametrize("act", [1.0, "hit", None, -1, 9, 2**70, True, np.array([1]), np.nan])
def test_an_act_of_one_table_is_a_number_of_an_act(act: Any) -> None:
    env = BlackjackEnv(book="nz")
    env.reset(seed=1)
    with pytest.raises(BadArgument, match="an act is a whole number from 0 to 8, not "):
        env.step(act)
    env.step(np.int64(0))


def test_options_are_checked_in_one_sentence() -> None:
    wrong: tuple[tuple[str, Any, str], ...] = (
        ("bets", 5, "bets must be a list of whole units"),
        ("bets", (1, 1.5), "a bet must be a whole number from 1 to"),
        ("boxes", 1.5, "boxes must be a whole number"),
        ("bank", float("nan"), "bank must be a number of units above 0"),
        ("side_bets", "perfect_pairs", "side_bets must be a list of names"),
        ("fresh", "yes", "fresh must be True or False"),
        ("observation", "picture", "observation must be 'dict', 'vector' or 'decision'"),
        ("settings", "decks=6", "settings must be a dictionary"),
    )
    for name, value, sentence in wrong:
        for kind in (BlackjackEnv, BlackjackVectorEnv):
            with pytest.raises(BadEnvironment, match=sentence):
                kind(book="nz", **{name: value})
    for number in (0, -1, 2.0, 10**12, True, None):
        with pytest.raises(BadEnvironment, match="num_envs must be a whole number from 1 to"):
            BlackjackVectorEnv(number, book="nz")  # type: ignore[arg-type]
    with pytest.raises(BadEnvironment, match="vectorization_mode='sync'"):
        BlackjackVectorEnv(2, book="nz", render_mode="rgb_array")
    with pytest.raises(BadEnvironment, match="autoreset_mode must be one of"):
        BlackjackVectorEnv(2, book="nz", autoreset_mode="now")
