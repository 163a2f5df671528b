"""Compile kernels and cache them for the user, keyed by everything they can reach."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

import numba
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    _Cache,
)
from numba.core.runtime.nrt import rtsys

from .cache import is_old, kept_folder, note_unwritable
from .linked import Plain
from .reach import fields_of, reach_digest, toolchain
from .turns import Turn

P = ParamSpec("P")
T = TypeVar("T")


class _StoredForms(FunctionCache):
    """A kernel's compiled forms on disk, each keyed by everything it was compiled from."""

    def __init__(self, compiled: Any, folder: Path) -> None:
        self._digest = reach_digest(compiled)
        self._folder = folder
        function = compiled.py_func
        self._name, self._py_func = repr(function), function
        self._impl = CompileResultCacheImpl.__new__(CompileResultCacheImpl)
        self._impl._lineno = function.__code__.co_firstlineno
        self._impl._locator = self
        self._py_file = function.__code__.co_filename
        self._cache_path = str(folder)
        named = f"{function.__module__}.{function.__qualname__}-{self._digest[:16]}"
        self._impl._filename_base = named
        for used in folder.glob(f"{named}.*"):
            with suppress(OSError):  # a cache that can only be read
                used.touch()
        files: Any = IndexDataCacheFile
        self._cache_file = files(self._cache_path, named, self._digest)
        self._enabled = True
        self.turn = Turn(folder / f"{named}.turn")

    def ensure_cache_path(self) -> None:
        """Make the cache folder, which Numba requests before it writes."""
        self._folder.mkdir(parents=True, exist_ok=True)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled form for these types.

        Numba's own version first prepares to compile, which takes longer than loading all kernels
        of a command and is done by compiling anyway. A loaded kernel needs only the allocator of
        arrays.
        """
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return super()._load_overload(sig, target_context)  # type: ignore[no-untyped-call]

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        # The processor and its features are in the magic tuple.
        types = tuple(getattr(sig, "args", sig))
        return str(types), fields_of(types), codegen.magic_tuple(), self._digest


class _WhenCalled(_Cache):
    """The cached forms of a kernel, looked up when it is first called.

    A kernel may use names its module defines later, so what it reaches is not known before.
    """

    def __init__(self, compiled: Any) -> None:
        self._compiled = compiled
        self._on = True

    @cached_property
    def _stored(self) -> Any:
        try:
            return _StoredForms(self._compiled, _folder())
        except OSError as error:
            note_unwritable(error)
            return None  # compile again each time

    @property
    def cache_path(self) -> str | None:
        """Where the compiled forms are."""
        return None if self._stored is None else str(self._stored.cache_path)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled form for these types; if none is cached, it is our turn to compile it."""
        if not self._on or self._stored is None:
            _COMPILING.add(id(self))
            return None
        result = self._stored.load_overload(sig, target_context)
        if result is None:
            self._stored.turn.take()
            result = self._stored.load_overload(sig, target_context)  # others may have compiled it
            if result is not None:
                self._stored.turn.give_back()
            else:
                _COMPILING.add(id(self))
        return result

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store a compiled form, also for the processes that wait for it."""
        _COMPILING.discard(id(self))
        if self._on and self._stored is not None:
            try:
                self._stored.save_overload(sig, data)
            except OSError as error:  # a full disk, or a cache that can only be read
                note_unwritable(error)
            finally:
                self._stored.turn.give_back()

    def enable(self) -> None:
        """Load and store from now on."""
        self._on = True

    def disable(self) -> None:
        """Compile each time from now on."""
        self._on = False

    def flush(self) -> None:
        """Forget every stored form."""
        if self._stored is not None:
            self._stored.flush()


_COMPILING: Final[set[int]] = set()
"""The kernels that are being compiled now."""


def is_compiling() -> bool:
    """Whether a kernel is being compiled now, which takes longer than anything cached."""
    return bool(_COMPILING)


@cache
def _folder() -> Path:
    """The folder for this compiler, after removing kernels unused for a week."""
    folder = kept_folder("kernels", sha256(toolchain().encode()).hexdigest()[:16])
    for file in folder.iterdir():
        with suppress(OSError):  # another process may be removing them too
            if is_old(file):
                file.unlink()
    return folder


def kept_kernel(function: Callable[P, T], **options: Any) -> Callable[P, T]:
    """Compile a function with its own options, and cache it between runs."""
    compiled: Any = numba.njit(**{"pipeline_class": Plain, **options})(function)
    compiled._cache = _WhenCalled(compiled)
    return compiled  # type: ignore[no-any-return]


def kernel(function: Callable[P, T]) -> Callable[P, T]:
    """Compile a function over arrays; sums may be fused, but never reordered."""
    return kept_kernel(function, fastmath={"contract"}, boundscheck=False, nogil=True)


def inner(function: Callable[P, T]) -> Callable[P, T]:
    """Compile a function that only kernels call."""
    compiled: Any = numba.njit(fastmath={"contract"}, boundscheck=False, nogil=True)(function)
    return compiled  # type: ignore[no-any-return]


def inner_unfused(function: Callable[P, T]) -> Callable[P, T]:
    """Compile a function that only kernels call and that rounds every product."""
    compiled: Any = numba.njit(boundscheck=False, nogil=True)(function)
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
    """Do nothing; called last in a kernel, this makes passing its arrays free.

    An array last used inside a loop is released on each way out of it, and the reference counting,
    which takes longer than a short loop, is then not optimised away.
    """
