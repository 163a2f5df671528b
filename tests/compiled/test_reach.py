"""Cached kernels are used only while everything that they were compiled from is unchanged."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any, NamedTuple

import numba
import pytest
from numba.core.extending import intrinsic

from pitboss.compiled import cache, reach

ASK = """
import sys
sys.path.insert(0, sys.argv[1])
import numpy as np
{before}
from pitboss.compiled.multisets import multisets
from pitboss.solver.split_sums import follow_ends
{after}
tables = multisets(busts=(), aces_draw=True)
hands, rows = tables.hands, len(tables.rows)
from pitboss.compiled.game import Payoffs
floats = np.zeros(10)
over = np.zeros(rows + 1, bool)
over[rows] = True
payoffs = Payoffs(np.zeros((rows + 1, 1)), np.zeros(rows + 1), over, floats, floats,
                  np.zeros(10, np.int64))
bits = np.full(rows + 1, 3, np.uint8)
wish = np.ones((11, rows + 1, 10), np.uint8)
come, found = np.zeros((rows + 1, 10)), np.zeros((rows + 1, 10))
sums = np.zeros((9, 40, 10))
follow_ends(np.full(10, 4.0), hands, payoffs, 7, bits, wish, 0, come, found, sums, sums, False,
            False)
(sig,) = follow_ends.signatures
print(int(found.sum()), sum(follow_ends.stats.cache_hits.values()))
"""
"""Play after a split of eights, by a kernel of one module with tables and constants of others."""


class Told(NamedTuple):
    """What a process found, and how many kernels it took from the cache."""

    found: int
    hits: int


class Package:
    """A copy of the package, to be edited, with its own cache."""

    def __init__(self, at: Path) -> None:
        self.at = at
        shutil.copytree(
            cache.PACKAGE,
            at / "src" / "pitboss",
            ignore=shutil.ignore_patterns("__pycache__", "static", "web", "store"),
        )

    def ask(self, *, before: str = "", after: str = "") -> Told:
        """Run the kernel in a new process."""
        env = {**os.environ, "PITBOSS_CACHE": str(self.at / "cache"), "PYTHONPATH": ""}
        texts = [sys.executable, "-c", ASK.format(before=before, after=after)]
        done = subprocess.run(
            [*texts, str(self.at / "src")], env=env, capture_output=True, text=True, check=True
        )
        text, hits = done.stdout.split()
        return Told(int(text), int(hits))

    def edit(self, name: str, old: str, new: str) -> None:
        """Change a module on disk."""
        module = self.at / "src" / "pitboss" / name
        text = module.read_text()
        assert old in text
        module.write_text(text.replace(old, new))

    def exchange(self) -> None:
        """Exchange two constants of another module, which the kernel has compiled in."""
        self.edit("compiled/permissions.py", "HIT: Final = 2", "HIT: Final = 1")
        self.edit("compiled/permissions.py", "STAND: Final = 1", "STAND: Final = 2")


@pytest.fixture(scope="module")
def exchanged(tmp_path_factory: pytest.TempPathFactory) -> int:
    """What the kernel finds with the constants exchanged, compiled from nothing."""
    package = Package(tmp_path_factory.mktemp("exchanged"))
    package.exchange()
    return package.ask().found


def test_a_stored_kernel_is_used_until_anything_it_reaches_is_edited(
    tmp_path: Path, exchanged: int
) -> None:
    package = Package(tmp_path)
    first = package.ask()
    assert first.hits == 0
    assert package.ask() == Told(first.found, 1), "stored by one process, used by the next"
    package.exchange()
    assert package.ask().found == exchanged != first.found
    # The order of the fields of a tuple that is handed to it.
    package.edit(
        "compiled/multisets.py",
        '    counts: Ints\n    """[hand, class]"""\n    low: Ints\n    size: Ints\n',
        '    counts: Ints\n    """[hand, class]"""\n    size: Ints\n    low: Ints\n',
    )
    assert package.ask().found == exchanged


def test_an_edit_during_the_import_is_not_taken_for_what_runs(
    tmp_path: Path, exchanged: int
) -> None:
    package = Package(tmp_path)
    module = tmp_path / "src" / "pitboss" / "compiled" / "permissions.py"
    edit = (
        f"from pathlib import Path\nfile = Path({str(module)!r})\ntext = file.read_text()\n"
        "text = text.replace('HIT: Final = 2', 'HIT: Final = 1')\n"
        "file.write_text(text.replace('STAND: Final = 1', 'STAND: Final = 2'))\n"
    )
    ran = package.ask(before="import pitboss.compiled.permissions\n" + edit)
    assert package.ask().found == exchanged != ran.found


def _compiled(body: str, **names: Any) -> Any:
    scope: dict[str, Any] = dict(names)
    exec(f"def kernel(x):\n    return {body}\n", scope)
    function = scope["kernel"]
    assert isinstance(function, FunctionType)
    return numba.njit(function)


def _written(more: int) -> Any:
    """A function given as machine code, as those of :mod:`pitboss.compiled.columns` are."""

    def add(typing: Any, x: Any) -> Any:
        def code(context: Any, build: Any, signature: Any, args: Any) -> Any:
            return build.add(args[0], args[0].type(more))

        return x(x), code

    return intrinsic(add)


CALLED: Callable[[int], int] = numba.njit(lambda x: x + 1)
OTHER: Callable[[int], int] = numba.njit(lambda x: x + 2)


@pytest.mark.parametrize(
    "one, other",
    [
        (_compiled("x + 1"), _compiled("x + 2")),
        (_compiled("x + A", A=1), _compiled("x + A", A=2)),
        (_compiled("x + A", A=1), _compiled("x + A", A=1.0)),
        (_compiled("x + A[0]", A=(1, 2)), _compiled("x + A[0]", A=(2, 1))),
        (_compiled("f(x)", f=CALLED), _compiled("f(x)", f=OTHER)),
        (_compiled("f(x)", f=_compiled("g(x)", g=CALLED)), _compiled("f(x)", f=OTHER)),
        (_compiled("f(x)", f=_written(1)), _compiled("f(x)", f=_written(2))),
    ],
)
def test_whatever_a_kernel_names_is_in_its_digest(one: Any, other: Any) -> None:
    assert reach.reach_digest(one) == reach.reach_digest(one)
    assert reach.reach_digest(one) != reach.reach_digest(other)


@pytest.mark.parametrize("tool", ["numba", "llvmlite", "np"])
def test_the_versions_of_the_compiler_are_in_every_digest(
    tool: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = _compiled("x + 1")
    before = reach.reach_digest(one)
    real = getattr(reach, tool)
    named = {name: getattr(real, name) for name in ("config", "ndarray", "generic") if
             hasattr(real, name)}  # fmt: skip
    monkeypatch.setattr(reach, tool, SimpleNamespace(**{**named, "__version__": "0"}))
    assert reach.reach_digest(one) != before


def test_the_processor_is_in_the_key_of_every_stored_kernel() -> None:
    from pitboss.compiled.jit import in_use, kept_kernel

    def double(x: int) -> int:
        in_use(x)
        return 2 * x

    kernel: Any = kept_kernel(double)
    codegen = kernel.targetctx.codegen()
    key = kernel._cache._stored._index_key((numba.int64,), codegen)
    assert codegen.magic_tuple() in key
    assert codegen._get_host_cpu_features() in codegen.magic_tuple()
