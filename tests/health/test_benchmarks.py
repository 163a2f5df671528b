"""The benchmarks say what they need where it is missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["rule_space", "table", "reliability"])
def test_a_benchmark_without_its_packages_says_what_it_needs(name: str) -> None:
    # -S leaves the packages of the environment out: a Python without pitboss.
    ran = subprocess.run(
        [sys.executable, "-S", "-m", f"benchmarks.{name}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": ""},
    )
    assert ran.returncode == 1
    assert ran.stderr.count("\n") == 1
    assert "pitboss" in ran.stderr
    assert "'./pitboss test --version' in the checkout once" in ran.stderr
