"""What cannot be priced."""

from __future__ import annotations


class CannotPrice(ValueError):
    """Raised for rules or a shoe that the mathematics here does not cover; says which."""
