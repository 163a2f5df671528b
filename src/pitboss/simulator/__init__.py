"""Simulate rounds by the million: runs in chunks, on threads or a cluster, and their results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .run import simulate

__all__ = ["simulate"]


def __getattr__(name: str) -> Any:
    """Import ``simulate`` and its kind on first use: a cluster's worker does not need them."""
    if name == "simulate":
        from .run import simulate

        return simulate
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
