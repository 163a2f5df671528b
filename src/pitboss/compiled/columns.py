"""Neighbouring columns of a row as one value, for kernels.

A kernel says once what it does to a row, and the row stays in registers; a loop over its columns
would not be put into registers, and columns written out one by one are long and slow to compile.
Arrays are taken as flat: ``at`` counts from their first element.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.extending import intrinsic, models, register_model
from numpy.typing import NDArray

_FUSED: Final = ("contract",)
"""A product may be fused with the sum it is added to, but sums are never reordered."""
_DOUBLE: Final = ir.DoubleType()
_ALIGNED: Final = 8


class ColumnsType(types.Type):
    """A number of neighbouring columns of doubles."""

    def __init__(self, width: int) -> None:
        self.width = width
        super().__init__(name=f"Columns({width})")


def _registers(width: int) -> Any:
    """The columns as vectors of four, and the last two."""
    sizes = [4] * (width // 4) + [2] * (width % 4 // 2)
    assert sum(sizes) == width, "columns come in pairs"
    return ir.LiteralStructType([ir.VectorType(_DOUBLE, size) for size in sizes])


@register_model(ColumnsType)
class _Held(models.PrimitiveModel):
    def __init__(self, manager: Any, columns: ColumnsType) -> None:
        super().__init__(manager, columns, _registers(columns.width))  # type: ignore[no-untyped-call]


def _each(build: Any, width: int, make: Callable[[Any, int], Any]) -> Any:
    """Columns made register by register, from their type and number."""
    kind = _registers(width)
    made = ir.Constant(kind, ir.Undefined)
    for i, register in enumerate(kind.elements):
        made = build.insert_value(made, make(register, i), i)
    return made


def _place(context: Any, build: Any, array_type: Any, array: Any, at: Any, register: int) -> Any:
    """A pointer to the columns of one register."""
    data = context.make_array(array_type)(context, build, array).data
    return build.gep(data, [build.add(at, ir.Constant(at.type, 4 * register))])


def _alike(build: Any, number: Any, register: Any) -> Any:
    """One number in every column."""
    lanes = ir.VectorType(ir.IntType(32), register.count)
    none = ir.Constant(register, ir.Undefined)
    first = build.insert_element(none, number, ir.Constant(ir.IntType(32), 0))
    return build.shuffle_vector(first, none, ir.Constant(lanes, [0] * register.count))


def _fused(build: Any, sums: Any, weight: Any, columns: Any) -> Any:
    return build.fadd(sums, build.fmul(weight, columns, flags=_FUSED), flags=_FUSED)


def _load(_: Any, array: Any, at: Any, width: Any) -> Any:
    assert array.layout == "C", "columns are neighbours in memory"
    columns = width.literal_value

    def code(context: Any, build: Any, signature: Any, args: Any) -> Any:
        def register(kind: Any, i: int) -> Any:
            place = _place(context, build, signature.args[0], args[0], args[1], i)
            loaded = build.load(build.bitcast(place, kind.as_pointer()))
            loaded.align = _ALIGNED
            return loaded

        return _each(build, columns, register)

    return ColumnsType(columns)(array, types.intp, width), code


def _save(_: Any, array: Any, at: Any, columns: Any) -> Any:
    assert array.layout == "C", "columns are neighbours in memory"

    def code(context: Any, build: Any, signature: Any, args: Any) -> Any:
        for i, kind in enumerate(_registers(columns.width).elements):
            place = _place(context, build, signature.args[0], args[0], args[1], i)
            saved = build.extract_value(args[2], i)
            build.store(saved, build.bitcast(place, kind.as_pointer())).align = _ALIGNED
        return context.get_dummy_value()

    return types.void(array, types.intp, columns), code


def _entry(_: Any, array: Any, at: Any) -> Any:
    assert array.layout == "C", "entries are neighbours in memory"

    def code(context: Any, build: Any, signature: Any, args: Any) -> Any:
        return build.load(_place(context, build, signature.args[0], args[0], args[1], 0))

    return array.dtype(array, types.intp), code


def _put(_: Any, array: Any, at: Any, number: Any) -> Any:
    assert array.layout == "C", "entries are neighbours in memory"

    def code(context: Any, build: Any, signature: Any, args: Any) -> Any:
        build.store(args[2], _place(context, build, signature.args[0], args[0], args[1], 0))
        return context.get_dummy_value()

    return types.void(array, types.intp, array.dtype), code


def _nothing(_: Any, width: Any) -> Any:
    columns = width.literal_value

    def code(context: Any, build: Any, signature: Any, args: Any) -> Any:
        return _each(build, columns, lambda kind, i: ir.Constant(kind, [0.0] * kind.count))

    return ColumnsType(columns)(width), code


def _times(_: Any, weight: Any, columns: Any) -> Any:
    def code(context: Any, build: Any, signature: Any, args: Any) -> Any:
        def register(kind: Any, i: int) -> Any:
            of = build.extract_value(args[1], i)
            return build.fmul(_alike(build, args[0], kind), of, flags=_FUSED)

        return _each(build, columns.width, register)

    return columns(types.float64, columns), code


def _plus(_: Any, sums: Any, columns: Any) -> Any:
    def code(context: Any, build: Any, signature: Any, args: Any) -> Any:
        def register(kind: Any, i: int) -> Any:
            # A product is not fused with a sum that does not say it may be.
            return build.fadd(*(build.extract_value(a, i) for a in args))

        return _each(build, sums.width, register)

    return sums(sums, sums), code


def _plus_times(_: Any, sums: Any, weight: Any, columns: Any) -> Any:
    def code(context: Any, build: Any, signature: Any, args: Any) -> Any:
        def register(kind: Any, i: int) -> Any:
            into, of = build.extract_value(args[0], i), build.extract_value(args[2], i)
            return _fused(build, into, _alike(build, args[1], kind), of)

        return _each(build, columns.width, register)

    return columns(columns, types.float64, columns), code


def _plus_product(_: Any, sums: Any, one: Any, other: Any) -> Any:
    def code(context: Any, build: Any, signature: Any, args: Any) -> Any:
        def register(kind: Any, i: int) -> Any:
            return _fused(build, *(build.extract_value(a, i) for a in args))

        return _each(build, sums.width, register)

    return sums(sums, sums, sums), code


def _product(_: Any, one: Any, other: Any) -> Any:
    def code(context: Any, build: Any, signature: Any, args: Any) -> Any:
        def register(kind: Any, i: int) -> Any:
            return build.fmul(*(build.extract_value(a, i) for a in args), flags=_FUSED)

        return _each(build, one.width, register)

    return one(one, one), code


def _less(_: Any, columns: Any, number: Any) -> Any:
    def code(context: Any, build: Any, signature: Any, args: Any) -> Any:
        def register(kind: Any, i: int) -> Any:
            of = build.extract_value(args[0], i)
            rest = build.fsub(of, _alike(build, args[1], kind))
            none = ir.Constant(kind, [0.0] * kind.count)
            return build.select(build.fcmp_ordered(">", rest, none), rest, none)

        return _each(build, columns.width, register)

    return columns(columns, types.float64), code


_Floats = NDArray[np.float64]
_by_code: Any = intrinsic

load: Final[Callable[[_Floats, int, int], ColumnsType]] = _by_code(prefer_literal=True)(_load)
"""``load(array, at, width)``: the columns from a place on"""
save: Final[Callable[[_Floats, int, ColumnsType], None]] = _by_code(_save)
"""``save(array, at, columns)``: put them back"""
entry: Final[Callable[[Any, int], Any]] = _by_code(_entry)
"""``entry(array, at)``: one number of an array; its place is never counted from the end"""
put: Final[Callable[[Any, int, Any], None]] = _by_code(_put)
"""``put(array, at, number)``: store a number at a place, likewise"""
nothing: Final[Callable[[int], ColumnsType]] = _by_code(prefer_literal=True)(_nothing)
"""``nothing(width)``: zero in every column"""
times: Final[Callable[[float, ColumnsType], ColumnsType]] = _by_code(_times)
"""``times(weight, columns)``: each times one number"""
plus: Final[Callable[[ColumnsType, ColumnsType], ColumnsType]] = _by_code(_plus)
"""``plus(sums, columns)``: the sums plus each column; a product is rounded before it is added"""
plus_times: Final[Callable[[ColumnsType, float, ColumnsType], ColumnsType]] = _by_code(_plus_times)
"""``plus_times(sums, weight, columns)``: the sums plus each column times one number"""
plus_product: Final[Callable[[ColumnsType, ColumnsType, ColumnsType], ColumnsType]] = _by_code(
    _plus_product
)
"""``plus_product(sums, one, other)``: the sums plus the product, column by column"""
product: Final[Callable[[ColumnsType, ColumnsType], ColumnsType]] = _by_code(_product)
"""``product(one, other)``: column by column"""
less: Final[Callable[[ColumnsType, float], ColumnsType]] = _by_code(_less)
"""``less(columns, number)``: each less one number, but no less than zero"""
