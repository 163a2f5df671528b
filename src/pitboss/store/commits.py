"""Write units: everything they change, in one transaction for all that wait together."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from pitboss.store.database import Rows
from pitboss.store.errors import Because, Rejected
from pitboss.store.journal import START, command_hash, note
from pitboss.store.ledger import by_balance, may_owe
from pitboss.store.records import StoredEvent, Unit

if TYPE_CHECKING:
    from pitboss.store.store import Store


def write(rows: Rows, units: Sequence[Unit]) -> None:
    """Write everything these units change, or raise if one of them conflicts."""
    heads, done = _chained(rows, units)
    moved = rows.run_all(
        "UPDATE tables SET sequence = ?, hash = ?, commands = ?, commands_hash = ? "
        "WHERE id = ? AND sequence = ? AND owner = ?",
        [(u.after, u.hash, *heads[u.table], u.table, u.before, u.owner) for u in units],
    )
    if moved != len(units):
        raise Rejected(Because.STALE)
    for unit in units:
        if unit.status is not None:
            rows.run("UPDATE tables SET status = ? WHERE id = ?", (unit.status, unit.table))
            note(rows, "status", {"table": unit.table, "status": unit.status})
    if noted := [(u.notes, u.table) for u in units if u.notes is not None]:
        rows.run_all("UPDATE tables SET notes = ? WHERE id = ?", noted)
    entries = [(u.table, *entry) for u in units for entry in u.entries]
    if entries:
        rows.run_all("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", entries)
    if done:
        rows.run_all("INSERT INTO commands VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", done)
    _write_rest(rows, units)
    _write_money(rows, units)


def write_entries(rows: Rows, table: str, entries: Sequence[StoredEvent]) -> None:
    """Write the first events of a table."""
    rows.run_all(
        "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(table, *entry) for entry in entries],
    )


def _write_rest(rows: Rows, units: Sequence[Unit]) -> None:
    if ended := [(u.table, *one) for u in units for one in u.rounds]:
        rows.run_all("INSERT INTO rounds VALUES (?, ?, ?, ?, ?)", ended)
    if sealed := [(u.table, *one) for u in units for one in u.secrets]:
        rows.run_all("INSERT INTO secrets VALUES (?, ?, ?)", sealed)
    if kept := [(u.table, u.after, u.snapshot) for u in units if u.snapshot is not None]:
        rows.run_all(
            "INSERT INTO snapshots VALUES (?, ?, ?) "
            "ON CONFLICT (table_id) DO UPDATE SET n = excluded.n, kept = excluded.kept",
            kept,
        )


Done = tuple[str, str, str, str, int, str, float, int, str]
"""A command's row; the last two columns are its place at the table and its hash."""


def _chained(rows: Rows, units: Sequence[Unit]) -> tuple[dict[str, tuple[int, str]], list[Done]]:
    """The last command hash of each table after these units, and the rows of the new commands."""
    tables = sorted({u.table for u in units})
    marks = ", ".join("?" * len(tables))
    heads: dict[str, tuple[int, str]] = dict.fromkeys(tables, (0, START))
    for row in rows.all(
        f"SELECT id, commands, commands_hash FROM tables WHERE id IN ({marks})", tables
    ):
        heads[row[0]] = (int(row[1]), str(row[2]))
    now, done = int(time.time() * 1e6) / 1e6, list[Done]()
    for unit in units:
        if (c := unit.command) is not None:
            place, before = heads[unit.table]
            row = (c.person, c.key, c.body, unit.table, c.sequence, c.answer, now)
            heads[unit.table] = place + 1, command_hash(before, place + 1, row)
            done.append((*row, *heads[unit.table]))
    return heads, done


def _write_money(rows: Rows, units: Sequence[Unit]) -> None:
    lines = [
        (u.table, p.n, line, p.account, p.amount)
        for u in units
        for line, p in enumerate(u.postings)
    ]
    if not lines:
        return
    rows.run_all("INSERT INTO postings VALUES (?, ?, ?, ?, ?)", lines)
    changes = by_balance(posting for u in units for posting in u.postings)
    people = [(a, name, a) for name, a in sorted(changes.items()) if name.startswith("player/")]
    if people:
        changed = rows.run_all(
            "UPDATE accounts SET balance = balance + ? WHERE account = ? AND balance + ? >= 0",
            people,
        )
        if changed != len(people):
            raise Rejected(Because.FUNDS)
    for account, amount in sorted(changes.items()):
        if not account.startswith("player/"):
            _change(rows, account, amount)


def _change(rows: Rows, account: str, amount: int) -> None:
    """Change a balance; a new account begins at zero."""
    if rows.run("UPDATE accounts SET balance = balance + ? WHERE account = ?", (amount, account)):
        return
    rows.run("INSERT INTO accounts VALUES (?, ?, ?)", (account, amount, int(may_owe(account))))


Answer = Because | Exception | None
"""Why a unit was not stored, or None."""

GATHER: Final = 0.01
"""Seconds the writer waits under load to gather more units."""

MOST_AT_ONCE: Final = 512
"""The most units in a transaction; more would make the first of them wait too long."""


class UnitWriter:
    """Commit units from many tables, and report each when it is durable.

    ``deliver`` is called in the writer's thread with all answers of a transaction.
    """

    def __init__(self, store: Store, deliver: Callable[[list[tuple[Unit, Answer]]], None]) -> None:
        self._store, self._deliver = store, deliver
        self._waiting: deque[Unit] = deque()
        self._wake = threading.Condition()
        self._ends = False
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, unit: Unit) -> None:
        """Submit a unit, to be committed after those submitted before it."""
        with self._wake:
            self._waiting.append(unit)
            self._wake.notify()

    def close(self) -> None:
        """Write the waiting units and stop."""
        with self._wake:
            self._ends = True
            self._wake.notify()
        self._thread.join(timeout=10)

    def _run(self) -> None:
        last = 0.0
        while True:
            with self._wake:
                while not self._waiting and not self._ends:
                    self._wake.wait()
                if not self._waiting:
                    return
            # A commit delays every other command, and commits come in bursts: after
            # one, wait to gather more.
            if time.monotonic() - last < 2 * GATHER:
                time.sleep(GATHER)
            with self._wake:
                number = min(len(self._waiting), MOST_AT_ONCE)
                units = [self._waiting.popleft() for _ in range(number)]
            answers: list[Answer]
            try:
                answers = list(self._store.commit(units))
            except Exception as error:  # a full disk or a lost database: no unit is acknowledged
                answers = [error] * len(units)
            last = time.monotonic()
            self._deliver(list(zip(units, answers, strict=True)))
