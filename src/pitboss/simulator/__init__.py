"""Rounds by the million: jobs in chunks, on threads or a cluster, and their results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .run import simulate

__all__ = ["simulate"]


def __getattr__(name: str) -> Any:
    """What runs simulations, loaded when it is first asked for: a worker does without it."""
    if name == "simulate":
        from .run import simulate

        return simulate
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
