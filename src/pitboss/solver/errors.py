"""Errors of the solver."""

from __future__ import annotations

from pitboss.compiled.errors import CannotPrice

__all__ = ["BadShoe", "CannotPrice"]


class BadShoe(ValueError):
    """Text or numbers that do not describe a shoe."""
