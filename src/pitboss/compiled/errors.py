"""What cannot be priced."""

from __future__ import annotations

from pitboss.rulebooks import TableRules
from pitboss.rulebooks.supported import unsupported


class CannotPrice(ValueError):
    """Raised for rules or a shoe that the mathematics here does not cover; says which."""


def check_supported(rules: TableRules) -> None:
    """Refuse rules that are not carried out, with the sentence by which all refuse them."""
    refused = unsupported(rules)
    if refused is not None:
        raise CannotPrice(refused)
