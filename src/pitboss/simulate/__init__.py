"""Rounds by the million: kernels that walk compiled tables, and what their tallies mean.

The package may be called: ``pitboss.simulate(rules)`` is ``pitboss.simulate.simulate(rules)``.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .results import Result
    from .simulating import simulate

__all__ = ["simulate"]


def __getattr__(name: str) -> Any:
    """What runs simulations, loaded when it is first asked for: a worker does without it."""
    if name == "simulate":
        from .simulating import simulate

        return simulate
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


class _Callable(ModuleType):
    """The package under the name of what it does, so that ``pitboss.simulate`` need not choose."""

    def __call__(self, *arguments: Any, **settings: Any) -> Result:
        from .simulating import simulate

        return simulate(*arguments, **settings)


sys.modules[__name__].__class__ = _Callable
