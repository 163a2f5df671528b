"""How kernels are compiled: once per change of their sources, kept in the user's cache."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

# Two neighbouring columns in one register: off by default, and twice as fast here. Loop
# vectorisation gets in its way.
os.environ.setdefault("NUMBA_SLP_VECTORIZE", "1")
os.environ.setdefault("NUMBA_LOOP_VECTORIZE", "0")

import numba

P = ParamSpec("P")
T = TypeVar("T")

_PACKAGE: Final = Path(__file__).parent.parent
_A_WEEK: Final = 7 * 24 * 3600


def sources_digest() -> str:
    """A digest of every module that may hold a kernel.

    Numba looks only at the file of the function called, not at the functions that one calls, so a
    kept kernel could outlive a change elsewhere. No rule is in a kernel, but a mended mistake
    must be mended everywhere.
    """
    digest = hashlib.sha256(f"{sys.version}{numba.__version__}".encode())
    for room in ("compiled", "solve", "simulate"):
        for module in sorted((_PACKAGE / room).rglob("*.py")):
            text = module.read_bytes()
            if b"kernel" in text:
                digest.update(text)
    return digest.hexdigest()[:16]


def _cache_home() -> Path:
    base = os.environ.get("PITBOSS_CACHE") or os.environ.get("XDG_CACHE_HOME")
    return Path(base) if base else Path.home() / ".cache"


def _kept_here() -> Path:
    home = _cache_home() / "pitboss"
    kept = home / f"kernels-{sources_digest()}"
    for old in home.glob("kernels-*"):
        # Another version may be at work just now; one that nobody has used for a week is not.
        if old != kept and time.time() - old.stat().st_mtime > _A_WEEK:
            shutil.rmtree(old, ignore_errors=True)
    return kept


try:
    _KEPT = _kept_here()
    _KEPT.mkdir(parents=True, exist_ok=True)
    numba.config.CACHE_DIR = str(_KEPT)  # type: ignore[attr-defined]
    _CACHED = True
except OSError:
    _CACHED = False  # a read-only home compiles anew each time


def kernel(function: Callable[P, T]) -> Callable[P, T]:
    """Compile a function over arrays; sums may be fused, but never reordered."""
    compiled: Any = numba.njit(cache=_CACHED, fastmath={"contract"}, boundscheck=False, nogil=True)(
        function
    )
    return compiled  # type: ignore[no-any-return]


def inner(function: Callable[P, T]) -> Callable[P, T]:
    """Compile a function that only kernels call."""
    compiled: Any = numba.njit(fastmath={"contract"}, boundscheck=False, nogil=True)(function)
    return compiled  # type: ignore[no-any-return]


def lean_kernel(function: Callable[P, T]) -> Callable[P, T]:
    """Compile a kernel that makes no array of its own: references to arrays are not counted.

    Counting them at every call took most of the time of a kernel that is made of many functions.
    """
    compiled: Any = numba.njit(cache=_CACHED, **_LEAN)(function)
    return compiled  # type: ignore[no-any-return]


def lean(function: Callable[P, T]) -> Callable[P, T]:
    """Compile a function that only lean kernels call."""
    compiled: Any = numba.njit(**_LEAN)(function)
    return compiled  # type: ignore[no-any-return]


def woven(function: Callable[P, T]) -> Callable[P, T]:
    """Compile a function into the lean kernel that calls it, as if it were written there."""
    compiled: Any = numba.njit(**_LEAN, forceinline=True)(function)
    return compiled  # type: ignore[no-any-return]


_LEAN: Final[dict[str, Any]] = {
    "fastmath": {"contract"}, "boundscheck": False, "nogil": True, "_nrt": False
}  # fmt: skip


def spliced(function: Callable[P, T]) -> Callable[P, T]:
    """Compile a short function into each place of a kernel from which it is called."""
    compiled: Any = numba.njit(
        fastmath={"contract"}, boundscheck=False, nogil=True, inline="always"
    )(function)
    return compiled  # type: ignore[no-any-return]


@inner
def in_use(*arrays: object) -> None:
    """Does nothing, but in a kernel that calls it last its arrays cost nothing to hand over.

    An array that is last used inside a loop is let go on each way out of it, and then the counting
    of references, which takes longer than a short loop, is not optimised away.
    """
