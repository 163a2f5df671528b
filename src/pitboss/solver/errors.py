"""What the solver cannot answer, said in one sentence."""

from __future__ import annotations

from pitboss.compiled.errors import CannotPrice

__all__ = ["BadShoe", "CannotPrice"]


class BadShoe(ValueError):
    """Raised for text or numbers that do not say what is in a shoe."""
