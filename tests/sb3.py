"""Stable-Baselines3 with our environments, for real: its checker, short learning, and videos.

    python -m tests.sb3                         two books, in the environment that has SB3
    python -m tests.sb3 --books nz rws --steps 20000

It needs packages that the suite does not install: ``pip install 'pitboss[envs]' stable-baselines3
moviepy``. What can be tried without them is in ``tests/envs``.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

NEEDED = ("stable_baselines3", "moviepy", "gymnasium")


def learn(book: str, steps: int) -> str:
    """Learn with both policies through ``make_vec_env``; returns what was rendered meanwhile."""
    sb3: Any = import_module("stable_baselines3")
    make_vec_env: Any = import_module("stable_baselines3.common.env_util").make_vec_env
    id = f"pitboss/{book}-v0"
    vector = make_vec_env(id, n_envs=4, seed=1, env_kwargs={"observation": "vector"})
    sb3.PPO("MlpPolicy", vector, n_steps=128, seed=1, device="cpu").learn(steps)
    frame = vector.render("rgb_array")
    assert frame.ndim == 3 and frame.dtype == "uint8"
    both = make_vec_env(id, n_envs=2, seed=1)
    sb3.PPO("MultiInputPolicy", both, n_steps=64, seed=1, device="cpu").learn(min(steps, 512))
    return f"{steps} steps of PPO, four tables drawn as {frame.shape[1]} x {frame.shape[0]}"


def record(book: str, folder: Path) -> str:
    """Record two rounds with Gymnasium's wrapper and a stretch with SB3's."""
    import gymnasium
    import numpy as np
    from gymnasium.wrappers import RecordVideo

    make_vec_env: Any = import_module("stable_baselines3.common.env_util").make_vec_env
    recorder: Any = import_module("stable_baselines3.common.vec_env").VecVideoRecorder
    id = f"pitboss/{book}-v0"
    single: Any = RecordVideo(
        gymnasium.make(id, render_mode="rgb_array"), str(folder / "single"),
        episode_trigger=lambda number: number < 2,
    )  # fmt: skip
    for seed in range(2):
        single.reset(seed=seed)
        done = False
        while not done:
            _, _, done, _, _ = single.step(0)
    single.close()
    vector: Any = recorder(
        make_vec_env(id, n_envs=2, seed=1), str(folder / "vector"),
        record_video_trigger=lambda step: step == 0, video_length=8,
    )  # fmt: skip
    vector.reset()
    for _ in range(10):
        vector.step(np.zeros(2, np.int64))
    vector.close()
    videos = sorted(folder.rglob("*.mp4"))
    assert len(videos) == 3 and all(video.stat().st_size > 1000 for video in videos), videos
    return f"{len(videos)} videos, {sum(video.stat().st_size for video in videos):,} bytes"


def main(argv: Sequence[str] | None = None) -> int:
    """Try every book given; returns 2 if a package is missing."""
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    options.add_argument("--books", nargs="+", default=["nz", "zappit"])
    options.add_argument("--steps", type=int, default=2048)
    given = options.parse_args(argv)
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        print(f"tests.sb3 needs {', '.join(missing)}: see the text of {__file__}", file=sys.stderr)
        return 2
    import gymnasium

    import pitboss.envs  # noqa: F401  (registers the environments)

    check_env: Any = import_module("stable_baselines3.common.env_checker").check_env
    for book in given.books:
        check_env(gymnasium.make(f"pitboss/{book}-v0").unwrapped)
        print(f"{book}: the checker of SB3 passes", flush=True)
        print(f"{book}: {learn(book, given.steps)}", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            print(f"{book}: {record(book, Path(folder))}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
