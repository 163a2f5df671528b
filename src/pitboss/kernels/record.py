"""Records for kernels: named fields, each at a fixed place in one block of memory.

A record is declared as a class, so that its fields have names, types and docstrings. A kernel
receives one pointer and reads a field like an array element at a constant index.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeVar, cast, get_type_hints

import numpy as np
from numpy.typing import NDArray

Whole = Annotated[Any, np.int64]
"""A field that is a whole number."""
Real = Annotated[Any, np.float64]

R = TypeVar("R", bound="RecordLayout")

_DTYPES: Final[dict[type[RecordLayout], np.dtype[Any]]] = {}


class RecordLayout:
    """A declaration: its annotations give the kind and number of each field."""


def dtype_of(record: type[RecordLayout]) -> np.dtype[Any]:
    """The record as memory, every field aligned."""
    if record not in _DTYPES:
        _DTYPES[record] = _laid_out(record)
    return _DTYPES[record]


def _laid_out(record: type[RecordLayout]) -> np.dtype[Any]:
    fields: list[tuple[Any, ...]] = []
    for name, hint in get_type_hints(record, include_extras=True).items():
        if hasattr(np.void, name):
            raise TypeError(f"{record.__name__}.{name}: numpy has an attribute of that name")
        kind, *shape = getattr(hint, "__metadata__", (hint,))
        is_record = isinstance(kind, type) and issubclass(kind, RecordLayout)
        plain = dtype_of(kind) if is_record else np.dtype(kind)
        fields.append((name, plain, tuple(shape)) if shape else (name, plain))
    return np.dtype((np.record, np.dtype(fields, align=True)))


def new(record: type[R]) -> R:
    """A record of zeros."""
    return cast(R, np.zeros(1, dtype_of(record))[0])


def copy_of(record: R) -> R:
    """A copy of a record."""
    given: Any = record
    made = np.zeros(1, given.dtype)
    made[0] = given
    return cast(R, made[0])


def rows_of(record: RecordLayout) -> NDArray[Any]:
    """An array of one row with a record's values, whose type Numba recognises much sooner."""
    return np.asarray(cast(Any, record)).reshape(1)


def fill(record: RecordLayout, **values: Any) -> None:
    """Write fields by name; a table shorter than its field leaves the rest at zero."""
    for name, value in values.items():
        if isinstance(value, np.ndarray):
            field = getattr(record, name)
            if value.size > field.size:
                raise ValueError(f"{name} has room for {field.size} entries, not {value.size}")
            if field.ndim == 1:
                field[: value.size] = value.ravel()
            else:
                field[...] = value
        else:
            setattr(record, name, value)
