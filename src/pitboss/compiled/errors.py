"""Errors of pricing."""

from __future__ import annotations

from pitboss.rulebooks import TableRules
from pitboss.rulebooks.supported import unsupported


class CannotPrice(ValueError):
    """Rules or a shoe that the mathematics here does not cover; the message says which."""


def check_supported(rules: TableRules) -> None:
    """Refuse unsupported rules, with the same sentence everywhere."""
    refused = unsupported(rules)
    if refused is not None:
        raise CannotPrice(refused)
