"""How the parts of the full kernel are compiled: what is hot into one function, the rest apart.

A function that is called is compiled again with everything that calls it, and so on up to the
kernel; so the parts of the hot way are put into the kernel's own source before it is compiled at
all, and whatever is rare is a function that is called and has no way in from Python.
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
    "error_model": "numpy",  # a division that could raise slows down everything around it
    "_nrt": False,  # nothing here makes an array, so references to arrays are not counted
}

_NO_WAY_IN: Final[dict[str, Any]] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def entry(function: Callable[P, T]) -> Callable[P, T]:
    """Compile a kernel that is called from Python, and keep it."""
    return jit.kept_kernel(function, **_OPTIONS)


def hot(function: Callable[P, T]) -> Callable[P, T]:
    """Put a function into the source of whatever calls it."""
    compiled: Any = numba.njit(inline="always", **_OPTIONS)(function)
    return compiled  # type: ignore[no-any-return]


def rare(function: Callable[P, T]) -> Callable[P, T]:
    """Compile a function that is called by kernels only."""
    compiled: Any = numba.njit(**_OPTIONS, **_NO_WAY_IN)(function)
    return compiled  # type: ignore[no-any-return]
