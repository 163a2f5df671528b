"""Compile the full kernel: hot parts into one function, rare parts separately.

Short hot functions are inlined into the kernel's source before compilation. Long ones are compiled
on their own and merged into its code afterwards, because each line of a larger function takes
longer to compile. Rare parts remain functions, without a Python entry point. All are linked into
the kernel before it is optimised (see :mod:`pitboss.compiled.linked`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, ParamSpec, TypeVar

import numba

from pitboss.compiled import jit
from pitboss.compiled.linked import ApartCompiler, PartCompiler, WholeCompiler

P = ParamSpec("P")
T = TypeVar("T")

_OPTIONS: Final[dict[str, Any]] = {
    "fastmath": {"contract"},
    "boundscheck": False,
    "nogil": True,
    "error_model": "numpy",  # a division that could raise an error slows down everything around it
    "_nrt": False,  # nothing here makes an array, so references to arrays are not counted
}

_NO_WAY_IN: Final[dict[str, Any]] = {
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}


def entry(function: Callable[P, T]) -> Callable[P, T]:
    """Compile a kernel that is called from Python, and cache it."""
    return jit.kept_kernel(function, pipeline_class=WholeCompiler, **_OPTIONS)


def hot(function: Callable[P, T]) -> Callable[P, T]:
    """Inline a function into the source of its callers."""
    compiled: Any = numba.njit(inline="always", **_OPTIONS)(function)
    return compiled  # type: ignore[no-any-return]


def rare(function: Callable[P, T]) -> Callable[P, T]:
    """Compile a function that only kernels call."""
    compiled: Any = numba.njit(
        pipeline_class=ApartCompiler, forceinline=False, **_OPTIONS, **_NO_WAY_IN
    )(function)
    return compiled  # type: ignore[no-any-return]


def merged(function: Callable[P, T]) -> Callable[P, T]:
    """Compile a long function on its own, and inline its code into the kernel that calls it."""
    compiled: Any = numba.njit(
        pipeline_class=PartCompiler, forceinline=True, **_OPTIONS, **_NO_WAY_IN
    )(function)
    return compiled  # type: ignore[no-any-return]
