"""Recall: the last fifty rounds of a table, complete, however long its log."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from tests.web.serving import Server

from benchmarks.reliability.figures import Figure, milliseconds, quantile
from benchmarks.reliability.startup import with_a_past

ROUNDS = 50


def recall(*, requests: int, tables: int, events: int) -> Figure:
    """Request the last rounds of tables of every book this many times."""
    with tempfile.TemporaryDirectory(prefix="pitboss-recall-") as folder:
        url = f"sqlite:///{Path(folder) / 'house.sqlite3'}"
        ids = with_a_past(url, tables=tables, events=events)
        took, complete = [], 0
        with Server(url) as server:
            visitor = server.guest()
            for number in range(requests):
                path = f"/tables/{ids[number % len(ids)]}/rounds?last={ROUNDS}"
                began = time.monotonic()
                message = visitor.http.get(path)
                took.append(time.monotonic() - began)
                complete += _is_complete(message.json()["rounds"])
    slow = quantile(took, 0.99)
    seen = (
        f"{requests} times the last {ROUNDS} rounds, {complete} complete with cards, acts, wagers, "
        f"payments and clauses: p50 {milliseconds(quantile(took, 0.5))}, p99 {milliseconds(slow)}"
    )
    return Figure(seen, complete == requests and slow <= 0.2)


def _is_complete(rounds: list[dict[str, object]]) -> bool:
    if len(rounds) != ROUNDS:
        return False
    for one in rounds:
        events = one["events"]
        assert isinstance(events, list)
        kinds = {event["event"] for event in events}
        if not {"WagerPlaced", "CardDealt", "WagerSettled", "RoundClosed"} <= kinds:
            return False
        if not all(event["clause"] and event["actor"] for event in events):
            return False
    return True
