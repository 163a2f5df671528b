"""How soon a server with a long log serves again after it was killed."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from tests.web.serving import Server, signed_store

from benchmarks.reliability import history
from benchmarks.reliability.figures import Figure, processor_seconds, progress
from pitboss.rulebooks import BOOKS, rulebook
from pitboss.store import Store, open_database


def with_a_past(url: str, *, tables: int, events: int) -> list[str]:
    """A database of this many tables, every book in turn, with this many events in total."""
    store = signed_store(url)
    history.welcome(store)
    ids = []
    for number in range(tables):
        rules = rulebook(BOOKS[number % len(BOOKS)]).elect()
        live = history.opened(store, rules, f"Table {number + 1}")
        history.play(store, live, events=events // tables)
        ids.append(live.info.id)
        if number % 20 == 19:
            progress(f"{number + 1} tables have a past")
    store.close()
    return ids


def startup(*, tables: int, events: int, kept: str = "") -> Figure:
    """Kill the server and restart it: seconds until it answers, and until it has every table.

    ``kept`` is a folder in which the house with its past stays, to be measured again.
    """
    with tempfile.TemporaryDirectory(prefix="pitboss-past-") as folder:
        path = Path(kept or folder) / "house.sqlite3"
        url = f"sqlite:///{path}"
        if not path.exists():
            with_a_past(url, tables=tables, events=events)
        store = Store(open_database(url))
        ids = [info.id for info in store.tables() if info.opened_by == "house"]
        store.close()
        return _measured(Server(url), ids, events)


def _measured(server: Server, ids: list[str], events: int) -> Figure:
    server.start()
    visitor = server.guest()
    visitor.open("classic")
    server.kill()
    began = time.monotonic()
    server.start()
    answers = time.monotonic() - began
    visitor.at(server)
    sequences = [visitor.get(f"/tables/{ids[0]}")["sequence"]]
    first = time.monotonic() - began
    sequences += [visitor.get(f"/tables/{id}")["sequence"] for id in ids[1:]]
    all_of_them = time.monotonic() - began
    assert server.process is not None
    used = processor_seconds(server.process.pid)
    server.stop()
    total = sum(sequences)
    seen = (
        f"{len(ids)} tables, {total} events: the server answers after {answers:.2f} s, a table "
        f"after {first:.2f} s, all {len(ids)} of them, one after the other, after "
        f"{all_of_them:.2f} s ({used:.2f} s of processor time)"
    )
    return Figure(seen, first <= 3.0 and total >= events)
