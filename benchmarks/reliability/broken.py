"""Servers broken on purpose, to test whether the checker detects them.

``python -m benchmarks.reliability.broken HOUSE serve ...``: ``early`` acknowledges before it
commits; ``two_owners`` lets every process believe that every table is its own.
"""

from __future__ import annotations

import sys
import threading
from typing import Any

from pitboss.store import commits
from pitboss.store.store import Store
from pitboss.web.live.health import Leases
from pitboss.web.live.hub import Hub
from pitboss.web.live.outcomes import CommandOutcome, PendingChange

LATER = 0.4
"""Seconds after which the early server writes what it has acknowledged."""


def early() -> None:
    """Acknowledge first, then write."""

    def commit(
        self: Hub, unit: Any, changes: dict[str, int], one: PendingChange, actor: Any
    ) -> None:
        assert self._writer is not None and self._loop is not None
        nobody = PendingChange(one.look, CommandOutcome(0), None, None, is_ready=False)
        self._waiting[id(unit)] = (nobody, actor, {})
        self.money.moves(changes)
        self.money.moved(changes, posted=True)
        one.stored(None)
        threading.Timer(LATER, self._writer.submit, [unit]).start()
        self._loop.call_soon(actor.publish)

    Hub.commit = commit  # type: ignore[method-assign]


def two_owners() -> None:
    """Take every requested table, whichever process owns it."""
    taken: set[str] = set()

    def take_lease(self: Store, id: str, **message: Any) -> bool:
        taken.add(id)
        return True

    def renew_leases(self: Store, owner: str, *, seconds: float) -> set[str]:
        return taken | {info.id for info in self.tables()}

    write = commits.write

    class Anybody:
        """Rows whose owner is not checked."""

        def __init__(self, rows: Any) -> None:
            self._rows = rows

        def __getattr__(self, name: str) -> Any:
            return getattr(self._rows, name)

        def run_all(self, sql: str, rows: Any) -> int:
            if sql.endswith(" AND owner = ?"):
                sql = sql.removesuffix(" AND owner = ?")
                rows = [row[:-1] for row in rows]
            answer: int = self._rows.run_all(sql, rows)
            return answer

    def write_anyway(rows: Any, units: Any) -> None:
        write(Anybody(rows), units)

    Store.take_lease = take_lease  # type: ignore[method-assign]
    Store.renew_leases = renew_leases  # type: ignore[method-assign]
    Leases.are_sure = property(lambda self: True)  # type: ignore[method-assign,assignment]
    import pitboss.store.store as store

    store.write = write_anyway


if __name__ == "__main__":
    from pitboss.cli.main import run

    house = sys.argv.pop(1)
    {"early": early, "two_owners": two_owners}[house]()
    run()
