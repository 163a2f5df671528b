"""Under which clause people come to the table and sit down, where a book says so at all."""

from __future__ import annotations

from pitboss.rulebooks import TableRules
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT


def arrived_under(rules: TableRules) -> str:
    """The clause by which a player comes to the table."""
    return rules.book.cites.get("arrival", NOT_IN_THE_TEXT)


def seated_under(rules: TableRules) -> str:
    """The clause by which a seat is taken, kept and left."""
    return rules.book.cites.get("seat", NOT_IN_THE_TEXT)
