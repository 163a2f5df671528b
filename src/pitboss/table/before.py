"""A table as it was before an act, so that a refusal leaves nothing behind."""

from __future__ import annotations

from collections import deque
from copy import copy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.table.sources import CardSource
    from pitboss.table.table import Table

_OF_THE_TABLE = ("state", "acted", "waits_to_load", "_automated", "_depth", "_apart")
_CONTAINERS = (list, dict, deque)


class Before:
    """Everything about a table that an act may change: its state, its log, and its cards."""

    def __init__(self, table: Table) -> None:
        self._table, self._source = table, table.source
        self._parts = {name: getattr(table, name) for name in _OF_THE_TABLE}
        self._cards = _parts(table.source)
        self._log = table.log.mark()

    def restore(self) -> None:
        """Put the table back, down to the next card in the shoe."""
        for name, part in self._parts.items():
            setattr(self._table, name, part)
        for name, part in self._cards.items():
            setattr(self._source, name, part)
        self._table.log.back_to(self._log)


def _parts(source: CardSource) -> dict[str, Any]:
    """The fields of a source of cards, with copies of those that change in place."""
    names = [name for kind in type(source).__mro__ for name in getattr(kind, "__slots__", ())]
    names += getattr(source, "__dict__", {})
    fields = {name: getattr(source, name) for name in names if hasattr(source, name)}
    return {
        name: copy(field) if isinstance(field, _CONTAINERS) else field
        for name, field in fields.items()
    }
