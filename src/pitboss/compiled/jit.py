"""How kernels are compiled: once per change of their sources, kept in the user's cache."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from typing import Any, Final, ParamSpec, TypeVar

# Two neighbouring columns in one register: off by default, and twice as fast here. Loop
# vectorisation gets in its way.
os.environ.setdefault("NUMBA_SLP_VECTORIZE", "1")
os.environ.setdefault("NUMBA_LOOP_VECTORIZE", "0")

import numba

from .cache import PACKAGE, kept_folder

P = ParamSpec("P")
T = TypeVar("T")


ROOMS: Final = ("compiled", "solve", "simulate")
"""Where kernels are; each room calls those of the rooms before it"""


@cache
def sources_digest(room: str) -> str:
    """A digest of every module that may hold a kernel which this room's kernels call.

    Numba looks only at the file of the function called, not at the functions that one calls, so a
    kept kernel could outlive a change elsewhere. No rule is in a kernel, but a mended mistake
    must be mended everywhere.
    """
    digest = hashlib.sha256(f"{sys.version}{numba.__version__}".encode())
    for before in ROOMS[: ROOMS.index(room) + 1]:
        for module in sorted((PACKAGE / before).rglob("*.py")):
            text = module.read_bytes()
            if b"kernel" in text or b"jit" in text:
                digest.update(text)
    return digest.hexdigest()[:16]


@cache
def _kept(room: str) -> str | None:
    try:
        return str(kept_folder("kernels", sources_digest(room)))
    except OSError:
        return None  # a read-only home compiles anew each time


def kept_kernel(function: Callable[P, T], **options: Any) -> Callable[P, T]:
    """Compile a function with options of its own, and keep it between runs."""
    room = function.__module__.split(".")[1]
    kept = _kept(room) if room in ROOMS else None
    if kept is not None:
        numba.config.CACHE_DIR = kept  # type: ignore[attr-defined]
    compiled: Any = numba.njit(cache=kept is not None, **options)(function)
    return compiled  # type: ignore[no-any-return]


def kernel(function: Callable[P, T]) -> Callable[P, T]:
    """Compile a function over arrays; sums may be fused, but never reordered."""
    return kept_kernel(function, fastmath={"contract"}, boundscheck=False, nogil=True)


def inner(function: Callable[P, T]) -> Callable[P, T]:
    """Compile a function that only kernels call."""
    compiled: Any = numba.njit(fastmath={"contract"}, boundscheck=False, nogil=True)(function)
    return compiled  # type: ignore[no-any-return]


def lean_kernel(function: Callable[P, T]) -> Callable[P, T]:
    """Compile a kernel that makes no array of its own: references to arrays are not counted.

    Counting them at every call took most of the time of a kernel that is made of many functions.
    """
    return kept_kernel(function, **_LEAN)


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
