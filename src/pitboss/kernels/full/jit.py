"""Compile the full kernel: hot parts into one function, rare parts separately.

Numba compiles a called function again with each of its callers. So hot parts are inlined into the
kernel's source before compilation, and rare parts are functions without a Python entry point.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, ParamSpec, TypeVar

import numba

from pitboss.compiled import jit

P = ParamSpec("P")
T = TypeVar("T")

_OPTIONS: Final[dict[str, Any]] = {
    "fastmath": {"contract"},
    "boundscheck": False,
    "nogil": True,
    "error_model": "numpy",  # a division that could raise an error slows down everything around it
    "_nrt": False,  # nothing here makes an array, so references to arrays are not counted
}

_NO_WAY_IN: Final[dict[str, Any]] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def entry(function: Callable[P, T]) -> Callable[P, T]:
    """Compile a kernel that is called from Python, and cache it."""
    return jit.kept_kernel(function, **_OPTIONS)


def hot(function: Callable[P, T]) -> Callable[P, T]:
    """Inline a function into the source of its callers."""
    compiled: Any = numba.njit(inline="always", **_OPTIONS)(function)
    return compiled  # type: ignore[no-any-return]


def rare(function: Callable[P, T]) -> Callable[P, T]:
    """Compile a function that only kernels call."""
    compiled: Any = numba.njit(**_OPTIONS, **_NO_WAY_IN)(function)
    return compiled  # type: ignore[no-any-return]
