"""The yardstick in C, compiled if there is a compiler, and run on the simulator's tables."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.kernels.fast.job import FastJob
from pitboss.kernels.fast.splits import MOST_HANDS
from pitboss.kernels.jobs import Counts
from pitboss.kernels.rng import State

SOURCE: Final = Path(__file__).with_name("yardstick.c")
FLAGS: Final = ("-O3", "-march=native", "-shared", "-fPIC")

_TABLES: Final = ("hands", "acts", "dealer", "against", "single")
_NUMBERS: Final = (
    "states", "contexts", "columns", "per", "gives_back_busts", "size", "burned", "ends",
    "most_units",
)  # fmt: skip


class _Game(ctypes.Structure):
    _fields_ = [
        *((name, ctypes.c_void_p) for name in ("table", "splits", *_TABLES)),
        *((name, ctypes.c_int64) for name in _NUMBERS),
    ]


def compiler() -> str | None:
    """The C compiler of this machine, if it has one."""
    return shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


class Yardstick:
    """A job of the simulator, played in C."""

    def __init__(self, job: FastJob) -> None:
        result = compiler()
        if result is None:
            raise FileNotFoundError("no C compiler is found")
        assert not job.is_fresh, "the yardstick deals whole shoes"
        assert not job.is_deep, "the yardstick deals shoes that cannot run out"
        self.job = job
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder) / "yardstick.so"
            subprocess.run([result, *FLAGS, str(SOURCE), "-o", str(library)], check=True)
            self._play = ctypes.CDLL(str(library)).play_shoes
        self._kept: list[NDArray[Any]] = [job.rounds.table, job.rounds.splits]
        self._kept += [np.ascontiguousarray(getattr(job.split_box, name)) for name in _TABLES]
        box = job.split_box
        numbers = (
            box.hands.shape[0], box.acts.shape[1], box.hands.shape[1], box.per,
            box.gives_back_busts, len(job.cards), job.depths.burned,
            job.depths.begins_above[-1] + 1, job.most_units,
        )  # fmt: skip
        pointers = (each.ctypes.data for each in self._kept)
        self._game = _Game(*pointers, *(int(number) for number in numbers))

    def played(self, state: State) -> tuple[Counts, Counts]:
        """As :meth:`FastJob.played`."""
        job = self.job
        hist = np.zeros(len(job.rounds.ends) + 1, np.int64)
        split_hist = np.zeros((2 * MOST_HANDS + 1, 2 * job.most_units + 1), np.int64)
        words, cards = state.copy(), job.cards.copy()
        self._play(
            ctypes.byref(self._game),
            ctypes.c_void_p(cards.ctypes.data),
            ctypes.c_int64(job.shoes),
            ctypes.c_void_p(words.ctypes.data),
            ctypes.c_void_p(hist.ctypes.data),
            ctypes.c_void_p(split_hist.ctypes.data),
        )
        return hist, split_hist
