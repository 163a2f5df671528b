"""Group commit: one thread commits all waiting units together, in order of arrival."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from pitboss.store.errors import Because
from pitboss.store.records import Unit
from pitboss.store.store import Store

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
