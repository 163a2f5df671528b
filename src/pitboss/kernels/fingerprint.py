"""What a tally depends on besides its job: the code that plays it, and how it is compiled.

A job is numbers and arrays, and its tally whole numbers; so the same code gives the same tally on
every machine. Machines that play one job together compare fingerprints first, because the sum of
chunks from different code is a wrong result that nothing else would notice.
"""

from __future__ import annotations

import platform
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import llvmlite
import numba
import numpy as np
from numba.core.registry import cpu_target

import pitboss

_PLAYED_BY: Final = ("acts.py", "cards.py", "compiled", "kernels")
"""The parts of the package that a worker runs"""


def _sources() -> str:
    """A digest of the text of everything that plays a chunk, with any line endings."""
    package, digest = Path(__file__).parents[1], sha256()
    for part in _PLAYED_BY:
        place = package / part
        for file in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            text = file.read_bytes().replace(b"\r\n", b"\n")
            digest.update(f"{file.relative_to(package).as_posix()} {len(text)}\n".encode() + text)
    return digest.hexdigest()[:16]


SOURCES: Final = _sources()
"""Read when the kernels are imported: later the files may be newer than the code that runs."""


@cache
def fingerprint() -> Mapping[str, str]:
    """Everything that must be the same wherever chunks of one job are played, by name.

    Of the processor only one feature matters: whether a product and a sum are rounded once (FMA),
    which decides how a true count is rounded. Everything else that kernels calculate is whole.
    """
    settings: Any = numba.config
    return {
        "pitboss": pitboss.__version__,
        "kernel sources": SOURCES,
        "Numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "NumPy": np.__version__,
        "fused multiply-add": "yes" if _fuses() else "no",
        "compiled": "no" if settings.DISABLE_JIT else "yes",
    }


def _fuses() -> bool:
    if platform.machine().lower() not in ("x86_64", "amd64", "i386", "i686"):
        return True
    _, _, features = cpu_target.target_context.codegen().magic_tuple()
    return "+fma" in features.split(",")


def differences(theirs: Mapping[str, str], ours: Mapping[str, str]) -> str:
    """How a fingerprint differs from ours, in words; empty if it does not."""
    return ", ".join(
        f"{name} {theirs.get(name, 'unknown')} (here {ours.get(name, 'unknown')})"
        for name in (*ours, *(name for name in theirs if name not in ours))
        if theirs.get(name) != ours.get(name)
    )
