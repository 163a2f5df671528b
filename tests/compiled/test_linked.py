"""Kernels made of parts: linked in any order of calls, and finished once."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numba
import numpy as np
import pytest
from numba.core.registry import cpu_target

from pitboss.compiled import linked
from pitboss.compiled.linked import ApartCompiler, PartCompiler, Plain, WholeCompiler, uncollected
from pitboss.kernels.full.game import GameRecord
from pitboss.kernels.full.memory import Memory
from pitboss.kernels.full.shoe import shuffle_all
from pitboss.kernels.record import fill, new

P = ParamSpec("P")
T = TypeVar("T")


def _compiled(function: Callable[P, T], by: Any, **options: Any) -> Callable[P, T]:
    njit: Any = numba.njit
    compiled: Callable[P, T] = njit(pipeline_class=by, **options)(function)
    return compiled


def apart(function: Callable[P, T]) -> Callable[P, T]:
    return _compiled(function, ApartCompiler, no_cpython_wrapper=True, forceinline=False)


def merged(function: Callable[P, T]) -> Callable[P, T]:
    return _compiled(function, PartCompiler, no_cpython_wrapper=True, forceinline=True)


def whole(function: Callable[P, T]) -> Callable[P, T]:
    return _compiled(function, WholeCompiler)


@apart
def lowest(number: int) -> int:
    return number * 3


@merged
def calls_lowest(number: int) -> int:
    return lowest(number) + 1


@apart
def calls_both(number: int) -> int:
    return calls_lowest(number) - lowest(number + 1)


@apart
def calls_everything(number: int) -> int:
    return calls_both(number) + calls_lowest(number) * lowest(number)


@whole
def kernel(number: int) -> int:
    total = 0
    for each in range(number):
        # What is called first is also called by what is called last.
        total += lowest(each) + calls_everything(each) + calls_both(each) + calls_lowest(each)
    return total


def _expected(number: int) -> int:
    total = 0
    for each in range(number):
        low, both = 3 * each, (3 * each + 1) - 3 * (each + 1)
        total += low + (both + (3 * each + 1) * low) + both + (3 * each + 1)
    return total


@pytest.mark.parametrize("number", [0, 1, 7, 1000])
def test_parts_that_share_a_part_are_all_linked(number: int) -> None:
    assert kernel(number) == _expected(number)


def _made(function: Any) -> Any:
    (made,) = function.overloads.values()
    return made


def _is_finished(function: Any) -> bool:
    target: Any = cpu_target.target_context
    engine = target.codegen()._engine
    return bool(engine.is_symbol_defined(_made(function).fndesc.mangled_name))


def test_a_part_is_not_finished_by_itself() -> None:
    kernel(1)
    assert _is_finished(kernel)
    assert not _is_finished(calls_lowest)


def test_a_part_stays_apart_unless_it_is_to_be_merged() -> None:
    kernel(1)
    names = {function.name for function in _made(kernel).library.get_defined_functions()}

    def is_among_them(function: Any) -> bool:
        return _made(function).fndesc.mangled_name in names

    assert is_among_them(lowest) and is_among_them(calls_everything)
    assert not is_among_them(calls_lowest)


def test_garbage_is_looked_for_again_after_a_kernel_was_compiled() -> None:
    assert gc.isenabled()
    with uncollected():
        assert not gc.isenabled()
        with uncollected():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()

    def broken(number: int) -> int:
        return number + len(gc.callbacks)

    with pytest.raises(numba.TypingError):
        _compiled(broken, Plain)(1)
    assert gc.isenabled()


@pytest.fixture
def another_numba(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A version of Numba whose libraries lack something that linking needs."""
    monkeypatch.setattr(linked, "_OF_LIBRARIES", (*linked._OF_LIBRARIES, "_renamed"))
    linked.can_link.cache_clear()
    yield
    linked.can_link.cache_clear()


@pytest.mark.usefixtures("another_numba")
def test_without_the_insides_of_numba_kernels_are_compiled_in_the_ordinary_way() -> None:
    @apart
    def one_part(number: int) -> int:
        return number * 3

    @merged
    def other_part(number: int) -> int:
        return one_part(number) + 1

    @whole
    def other_kernel(number: int) -> int:
        return one_part(number) - other_part(number + 1)

    assert other_kernel(5) == 3 * 5 - (3 * 6 + 1)
    assert _is_finished(other_kernel)
    assert _is_finished(other_part)


_WITHOUT_LIBRARIES = """
from numba.core import codegen
del codegen.JITCodeLibrary
import numpy as np
from pitboss.kernels.full.game import GameRecord
from pitboss.kernels.full.memory import Memory
from pitboss.kernels.full.shoe import shuffle_all
from pitboss.kernels.record import fill, new
room = new(Memory)
fill(room, cards=np.arange(52, dtype=np.uint8), generator=np.arange(1, 5, dtype=np.uint64))
shuffle_all(new(GameRecord), room, 52)
print(*room.cards[:52])
"""


def test_a_kernel_needs_no_libraries_of_its_own_kind(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT_LIBRARIES],
        env={**os.environ, "PITBOSS_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    room = new(Memory)
    fill(room, cards=np.arange(52, dtype=np.uint8), generator=np.arange(1, 5, dtype=np.uint64))
    shuffle_all(new(GameRecord), room, 52)
    assert done.stdout.split() == [str(card) for card in room.cards[:52]], done.stderr
