"""Processes that need the same kernel at once: one compiles it, the others wait and load it."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pitboss.compiled import jit
from pitboss.compiled.turns import Turn

MODULE = """
from pitboss.compiled.jit import kernel

@kernel
def twice(number):
    return 2 * number
"""
ASK = """
from twice_as_much import twice
print("here", flush=True)
print(twice(21), sum(twice.stats.cache_hits.values()))
"""


def test_a_kernel_is_compiled_by_one_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "twice_as_much.py").write_text(MODULE)
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    monkeypatch.setattr(jit, "_folder", jit._folder.__wrapped__)
    monkeypatch.syspath_prepend(str(tmp_path))
    twice = importlib.import_module("twice_as_much").twice
    twice._cache._stored.turn.take()
    path = os.pathsep.join([str(tmp_path), *sys.path])
    with subprocess.Popen(
        [sys.executable, "-c", ASK],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "here\n"
        with pytest.raises(subprocess.TimeoutExpired):
            other.wait(timeout=0.5)
        assert twice(21) == 42
        assert other.stdout.read() == "42 1\n"


def test_whoever_waits_too_long_goes_without(tmp_path: Path) -> None:
    one, two = Turn(tmp_path / "turn"), Turn(tmp_path / "turn")
    one.take()
    began = time.monotonic()
    two.take(patience=0.1)
    assert time.monotonic() - began >= 0.1
    two.give_back()
    one.give_back()
    began = time.monotonic()
    two.take(patience=100)
    assert time.monotonic() - began < 50
    two.give_back()
