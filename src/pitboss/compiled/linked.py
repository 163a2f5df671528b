"""Compile a kernel of many functions once, as a whole.

Numba optimises every function on its own, with everything it calls, generates machine code for it,
and does both again for each caller. A function that only kernels call needs neither: here its code
is linked into the kernel as it is, and only the kernel is optimised.

All this depends on the internals of Numba. If these differ (see :func:`can_link`), every function
is compiled in the ordinary way.
"""

from __future__ import annotations

import gc
import inspect
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

from numba.core import codegen
from numba.core.compiler import Compiler, Flags

_Library: Final[Any] = getattr(codegen, "JITCodeLibrary", object)
_Compiler: Final[Any] = Compiler
_NumbaFlags: Final[Any] = Flags

_OF_LIBRARIES: Final = (
    "_codegen", "_final_module", "_finalized", "_linking_libraries", "_optimize_final_module",
    "_recorded_timings", "enable_object_caching", "finalize",
)  # fmt: skip
_NOT_NEEDED: Final = {
    "DumpParforDiagnostics", "FindLiterallyCalls", "InlineClosureLikes", "InlineOverloads",
    "LiteralPropagationSubPipelinePass", "LiteralUnroll", "MakeFunctionToJitFunction",
    "NoPythonSupportedFeatureValidation", "NopythonRewrites", "RewriteDynamicRaises",
    "WithLifting",
}  # fmt: skip
"""Passes for closures, literals, exceptions and whole arrays, which no part of a kernel has."""


@cache
def can_link(target: Any) -> bool:
    """Whether Numba has the internals that linking needs; its next version may not.

    Without them each function is compiled in the ordinary way, which takes longer.
    """
    try:
        made = target.codegen().create_library("probe")
        known = list(inspect.signature(_Library).parameters) == ["codegen", "name"]
        known &= all(hasattr(made, name) for name in _OF_LIBRARIES)
        known &= hasattr(made._codegen, "_module_pass_manager")
        known &= hasattr(made._codegen, "set_env")
        known &= _NumbaFlags(_NumbaFlags())._values == {}
        return known and isinstance(made, _Library) and isinstance(made._linking_libraries, list)
    except (AttributeError, TypeError, ValueError):
        return False


@contextmanager
def uncollected() -> Iterator[None]:
    """Suspend garbage collection: most of what a compiler allocates stays alive."""
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
        result: dict[Any, None] = {}
        _last_first(self._linking_libraries, result, set())
        self._linking_libraries = list(reversed(result))
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Optimise once: Numba's cheaper pass before it only removes reference counting."""
        passes, builder = self._codegen._module_pass_manager()
        with self._recorded_timings.record("whole", builder):
            passes.run(self._final_module, builder)


def _last_first(libraries: Iterable[Any], result: dict[Any, None], seen: set[Any]) -> None:
    """Collect all libraries to link, each after those it calls."""
    for library in libraries:
        if library not in seen:
            seen.add(library)
            if isinstance(library, _Part):
                _last_first(library._linking_libraries, result, seen)
            result[library] = None


class Plain(_Compiler):  # type: ignore[misc]
    """Numba's own compiler, without garbage collection."""

    def compile_extra(self, func: Any) -> Any:
        """Compile a function."""
        with uncollected():
            return super().compile_extra(func)


class _Flags(_NumbaFlags):  # type: ignore[misc]
    """Numba's flags, which it compares some ten thousand times, compared quickly."""

    def __hash__(self) -> int:
        return _HASH

    def __eq__(self, other: object) -> bool:
        if isinstance(other, _Flags) and self._values == other._values:
            return True
        return bool(super().__eq__(other))


_HASH: Final = hash(_NumbaFlags())  # Numba's own depends on the names of the flags alone


class _Linking(Plain):
    """Compiles a kernel or a part of one into a library of its own kind."""

    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        self._links = can_link(target)
        if self._links and library is None:
            library = self.library(target.codegen())
        if self._links:
            rest = tuple(_Flags(each) if type(each) is _NumbaFlags else each for each in rest)
        super().__init__(typing, target, library, *rest)

    def library(self, codegen: Any) -> Any:
        """Where the compiled code goes."""
        raise NotImplementedError

    def define_pipelines(self) -> Any:
        """Numba's passes, without those that are not needed."""
        pipelines = super().define_pipelines()
        if self._links:
            for each in pipelines:
                each.passes = [one for one in each.passes if one[0].__name__ not in _NOT_NEEDED]
                each.finalize()
        return pipelines


class PartCompiler(_Linking):
    """Compiles a part of a kernel, ready to be linked."""

    def library(self, codegen: Any) -> Any:
        """Code that is left unfinished."""
        return _Part(codegen, "part")


class ApartCompiler(_Linking):
    """Compiles a part that is not inlined."""

    def library(self, codegen: Any) -> Any:
        """Code that is left unfinished and apart."""
        return _Apart(codegen, "apart")


class WholeCompiler(_Linking):
    """Compiles a kernel with its parts."""

    def library(self, codegen: Any) -> Any:
        """Code that is finished with all its parts, and can be cached."""
        library = _Whole(codegen, "whole")
        library.enable_object_caching()
        return library
