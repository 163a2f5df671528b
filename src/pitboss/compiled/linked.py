"""Compile a kernel of many functions once, as a whole.

Numba optimises every function on its own, with everything it calls, generates machine code for it,
and does both again for each caller. A function that only kernels call needs neither: here its code
is linked into the kernel as it is, and only the kernel is optimised.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

_Library: Final[Any] = JITCodeLibrary
_Compiler: Final[Any] = Compiler


@contextmanager
def uncollected() -> Iterator[None]:
    """Collect no garbage meanwhile: most of what a compiler allocates stays alive."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class _Codegen:
    """Numba's code generator, for functions without machine code of their own."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, env: Any) -> None:
        """Do nothing: a function that is not in memory has no Python objects to find."""


class _Part(_Library):  # type: ignore[misc]
    """The code of a function that is only linked into kernels."""

    @property
    def codegen(self) -> Any:
        return _Codegen(self._codegen)

    def finalize(self) -> None:
        """Leave it as it is; the kernel is optimised with all its parts."""
        self._finalized = True


class _Apart(_Part):
    """A part that is not inlined, which keeps its callers short."""

    def finalize(self) -> None:
        """Forbid inlining."""
        for function in self._final_module.functions:
            if not function.is_declaration:
                function.add_function_attribute("noinline")
        super().finalize()


class _Whole(_Library):  # type: ignore[misc]
    """The code of a kernel with all its parts."""

    _linking_libraries: list[Any]

    def finalize(self) -> None:
        """Link every part after its callers, and optimise the whole.

        The linker leaves out a function that nothing has called so far.
        """
        found: dict[Any, None] = {}
        _last_first(self._linking_libraries, found, set())
        self._linking_libraries = list(reversed(found))
        super().finalize()


def _last_first(libraries: Iterable[Any], found: dict[Any, None], seen: set[Any]) -> None:
    """Collect all libraries to link, each after those it calls."""
    for library in libraries:
        if library not in seen:
            seen.add(library)
            if isinstance(library, _Part):
                _last_first(library._linking_libraries, found, seen)
            found[library] = None


class Plain(_Compiler):  # type: ignore[misc]
    """Numba's own compiler, without garbage collection."""

    def compile_extra(self, func: Any) -> Any:
        """Compile a function."""
        with uncollected():
            return super().compile_extra(func)


class PartCompiler(_Compiler):  # type: ignore[misc]
    """Compiles a part of a kernel, ready to be linked."""

    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        given = _Part(target.codegen(), "part") if library is None else library
        super().__init__(typing, target, given, *rest)


class ApartCompiler(_Compiler):  # type: ignore[misc]
    """Compiles a part that is not inlined."""

    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        given = _Apart(target.codegen(), "apart") if library is None else library
        super().__init__(typing, target, given, *rest)


class WholeCompiler(Plain):
    """Compiles a kernel with its parts."""

    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        if library is None:
            library = _Whole(target.codegen(), "whole")
            library.enable_object_caching()
        super().__init__(typing, target, library, *rest)
