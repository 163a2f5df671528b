"""Open a table in one line."""

from __future__ import annotations

from typing import Any

from pitboss.rulebooks import RulesLike, rules_of
from pitboss.table.sources import CardSource, Rigged, Seeded, Shuffled
from pitboss.table.table import Automation, Table


def open_table(
    book: RulesLike,
    *,
    seed: int | None = None,
    shoe: str | CardSource | None = None,
    automation: Automation = Automation.DEALER,
    **elections: Any,
) -> Table:
    """Open a live table under a book, ready for wagers.

    Cards come shuffled with the operating system's entropy; with ``seed``, reproducibly; with
    ``shoe``, in exactly the order written: ``open_table("nz", shoe="8h 6c 9d Ts")``.
    """
    rules = rules_of(book, **elections)
    source: CardSource
    if shoe is not None:
        source = Rigged(shoe) if isinstance(shoe, str) else shoe
        return Table(rules, source, automation=automation)
    source = Shuffled() if seed is None else Seeded(seed)
    table = Table(rules, source, automation=automation)
    table.prepare()
    return table
