"""What a kernel is compiled from: its code, and the code and values that it can reach.

Numba keys a stored kernel by the text of the file that defines it. A kernel also takes in the
functions that it calls, the constants that it names and the fields of the tuples handed to it,
wherever these are written, and the text on disk may be newer than the code that was imported. So
everything is read from the live objects that the compiler is about to read.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterable, Iterator
from enum import Enum
from hashlib import sha256
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

import llvmlite
import numba
import numpy as np
from numba.core.dispatcher import Dispatcher
from numba.core.extending import _Intrinsic

_SETTINGS: Final = (
    "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "CPU_NAME", "CPU_FEATURES", "ENABLE_AVX",
    "BOUNDSCHECK", "DISABLE_JIT",
)  # fmt: skip
_PLAIN: Final = (int, float, complex, str, bytes, bool, type(None), type(Ellipsis))


def toolchain() -> str:
    """The versions and settings of everything that turns a function into machine code."""
    set_to: Any = numba.config
    settings = [(name, str(getattr(set_to, name, None))) for name in _SETTINGS]
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    return repr((versions, platform.machine(), settings))


def reach_digest(kernel: Any) -> str:
    """A digest of a compiled function and everything it can reach, as it is in memory now."""
    return sha256("\n".join([toolchain(), *_Reach().of(kernel)]).encode()).hexdigest()


def fields_of(types: Iterable[Any]) -> tuple[str, ...]:
    """The fields, in their order, of every named tuple among the types of a call."""
    texts: list[str] = []
    for each in types:
        kind = getattr(each, "instance_class", None)
        if kind is not None and hasattr(kind, "_fields"):
            texts.append(f"{kind.__module__}.{kind.__qualname__}{kind._fields}")
        texts += fields_of(getattr(each, "types", ()))
    return tuple(texts)


class _Reach:
    """Walks from a function to what it names, each function once."""

    def __init__(self) -> None:
        self.walked: dict[int, int] = {}

    def of(self, value: Any) -> Iterator[str]:
        """Lines that differ wherever the machine code might."""
        if isinstance(value, Dispatcher):
            yield f"options {sorted(map(repr, value.targetoptions.items()))}"
            made_by: Any = value
            yield f"compiler {made_by._compiler.pipeline_class.__qualname__}"
            yield from self._function(value.py_func)
        elif isinstance(value, FunctionType):
            yield from self._function(value)
        elif isinstance(value, _Intrinsic):
            yield from self._function(value._defn)
        elif isinstance(value, Enum):
            yield f"{type(value).__qualname__}.{value.name}={value.value!r}"
        elif isinstance(value, _PLAIN):
            yield f"{type(value).__name__} {value!r}"
        elif isinstance(value, np.ndarray | np.generic):
            digest = sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
            yield f"array {value.dtype} {value.shape} {digest}"
        elif isinstance(value, tuple | list | frozenset | set):
            parts = list(value) if isinstance(value, tuple | list) else sorted(value, key=repr)
            yield f"{type(value).__qualname__} of {len(parts)}"
            for part in parts:
                yield from self.of(part)
        elif isinstance(value, dict):
            for key, part in value.items():
                yield f"key {key!r}"
                yield from self.of(part)
        elif isinstance(value, type):
            yield f"type {value.__module__}.{value.__qualname__}{getattr(value, '_fields', '')}"
        elif isinstance(value, ModuleType):
            yield f"module {value.__name__}"
        else:
            # A type of numba or the like: its name identifies it, and its version is in the
            # toolchain.
            yield f"{type(value).__qualname__} {getattr(value, '__name__', '')}"

    def _function(self, function: FunctionType) -> Iterator[str]:
        known = id(function) in self.walked
        place = self.walked.setdefault(id(function), len(self.walked))
        yield f"function {function.__module__}.{function.__qualname__} {place}"
        if known:
            return
        yield from self._code(function.__code__, function.__globals__)
        yield from self.of(function.__defaults__)
        for cell in function.__closure__ or ():
            yield from self.of(cell.cell_contents)

    def _code(self, code: CodeType, names: dict[str, Any]) -> Iterator[str]:
        yield f"code {code.co_code.hex()} {code.co_varnames} {code.co_names} {code.co_freevars}"
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                yield from self._code(constant, names)
            else:
                yield from self.of(constant)
        for name in code.co_names:
            if name not in names:
                continue  # an attribute, or a builtin
            yield f"name {name}"
            yield from self.of(names[name])
            if isinstance(names[name], ModuleType):
                # An attribute of a module is among the other names.
                for attribute in code.co_names:
                    request = getattr(names[name], attribute, None)
                    if isinstance(request, (*_PLAIN, Dispatcher)) and request is not None:
                        yield f"{names[name].__name__}.{attribute}"
                        yield from self.of(request)
