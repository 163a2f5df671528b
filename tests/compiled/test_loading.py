"""A kernel that was compiled by another process is loaded and runs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

MODULE = """
import numpy as np
from pitboss.compiled.jit import kernel

@kernel
def doubled(numbers):
    made = np.zeros(numbers.shape[0])
    for i in range(numbers.shape[0]):
        made[i] = 2.0 * numbers[i]
    return made
"""
ASK = """
import numpy as np
from doubling import doubled
made = doubled(np.arange(1000.0))
told = made.sum(), sum(doubled.stats.cache_hits.values())
print(*told, doubled(np.arange(3)).sum())
"""


def test_a_loaded_kernel_makes_arrays_and_can_be_compiled_for_other_types(tmp_path: Path) -> None:
    (tmp_path / "doubling.py").write_text(MODULE)
    path = os.pathsep.join([str(tmp_path), *sys.path])
    env = {**os.environ, "PYTHONPATH": path, "PITBOSS_CACHE": str(tmp_path)}
    texts = [
        subprocess.run(
            [sys.executable, "-c", text], env=env, capture_output=True, text=True, check=True
        ).stdout.strip()
        for text in (ASK.replace("doubled(np.arange(3)).sum()", "0"), ASK)
    ]
    assert texts == ["999000.0 0 0", "999000.0 1 6.0"]
