"""Import paths of before, which keep working: each leads to where the thing is now.

``pitboss.solve`` and ``pitboss.simulate`` were packages and are functions. What was imported from
them is found on the functions, so that importing an old path never hides the function.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Final

FUNCTIONS: Final[Mapping[str, str]] = {
    "pitboss.solve": "pitboss.solver",
    "pitboss.simulate": "pitboss.simulator",
}
"""Packages whose name is a function's now, and where that is"""

MODULES: Final[Mapping[str, str]] = {
    "pitboss.report.comparing": "pitboss.report.comparison",
    "pitboss.report.quoting": "pitboss.report.price_list",
    "pitboss.simulate.chart_files": "pitboss.players.charts",
    "pitboss.simulate.comparing": "pitboss.simulator.paired_runs",
    "pitboss.simulate.countability": "pitboss.statistics.countability",
    "pitboss.simulate.counts": "pitboss.players.counts",
    "pitboss.simulate.deviations": "pitboss.players.deviations",
    "pitboss.simulate.first_cards": "pitboss.kernels.fast.first_cards",
    "pitboss.simulate.functions": "pitboss.players.function_policies",
    "pitboss.simulate.policies": "pitboss.players.policies",
    "pitboss.simulate.running": "pitboss.simulator.chunks",
    "pitboss.simulate.simulating": "pitboss.simulator.run",
    "pitboss.simulate.spreads": "pitboss.players.spreads",
    "pitboss.simulate.statistics": "pitboss.statistics",
    "pitboss.solve.rendering": "pitboss.solver.notebook",
    "pitboss.solve.spread": "pitboss.solver.distribution",
    "pitboss.solve.whole": "pitboss.solver.game_value",
    "pitboss.table.duties": "pitboss.table.procedure.duties",
    "pitboss.table.live": "pitboss.table.quickstart",
    "pitboss.table.transcript": "pitboss.table.words.transcript",
}
"""Modules by the names they had before, where more than the package's name has changed"""

_MOVED: Final = {**FUNCTIONS, **MODULES}


def now(old: str) -> str | None:
    """Where a module of before is now; None for any other name.

    >>> now("pitboss.simulate.counts"), now("pitboss.solve.side_bets.prices")
    ('pitboss.players.counts', 'pitboss.solver.side_bets.prices')
    """
    package, rest = old, ""
    while "." in package:
        if package in _MOVED:
            return _MOVED[package] + rest
        package, _, last = package.rpartition(".")
        rest = f".{last}{rest}"
    return None


class _Alias(Loader):
    """Puts what is there now under the old name."""

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        name, spec = module.__name__, module.__spec__
        there: Any = import_module(now(name) or name)
        if name in FUNCTIONS:
            there = _with_names(there, name.rpartition(".")[2], spec)
        sys.modules[name] = there


def _with_names(package: ModuleType, called: str, spec: ModuleSpec | None) -> Any:
    """The function, with everything that could be imported from the package of its name."""
    function = getattr(package, called)
    for name in package.__all__:
        setattr(function, name, getattr(package, name))
    # What the import system asks of a package, so that modules can be imported from it.
    function.__path__, function.__spec__ = [], spec
    return function


class _Finder(MetaPathFinder):
    """Finds old names that no module of the package has any more."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        is_old = fullname.startswith("pitboss.") and now(fullname) is not None
        return ModuleSpec(fullname, _Alias(), is_package=True) if is_old else None


def install() -> None:
    """Let old names be imported.

    The finder is asked first: a package that has moved would give a second copy of its modules.
    """
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
