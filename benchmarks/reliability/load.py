"""Load: a hundred tables with eight connections each, and how soon everybody hears of a move.

The people are in this process and the house in another, with its usual limits; each table comes
from an address of its own. The commands are those of a round, by whoever is to act. When each is
due is fixed in advance, at an even rate over all tables, and it is timed from then (open-loop): an
acknowledgement until it arrives, a broadcast until the last byte of the news at each of the table's
connections.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tests.web.looping import done
from tests.web.serving import Server, signed_store

from benchmarks.reliability.figures import (
    Figure,
    milliseconds,
    processor_seconds,
    progress,
    quantile,
)
from benchmarks.reliability.lab_users import OTHERS, LabUsers
from benchmarks.reliability.people import LoadedTable, open_loaded
from pitboss.store import Store
from pitboss.web.audit.house_audit import verified_house

ADDRESSES: Final = "127.8"
"""The network of the people: one address for each table."""


def _memory(pid: int) -> float:
    """What a process has in memory, in MiB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


class Limited(Server):
    """A server with its usual limits."""

    pace: tuple[str, ...] = ("--fast", "--limited")


class Priced(Limited):
    """The same with the solver's workers, at their usual low priority."""

    pace = ("--fast", "--limited", "--priced")


class Used(NamedTuple):
    """What the house used: memory after the warm-up and at the end, in MiB, and the processor."""

    early: float
    late: float
    processor: float


async def _played(
    server: Server,
    tokens: list[list[tuple[str, str]]],
    rate: float,
    seconds: float,
    users: LabUsers | None,
) -> tuple[list[LoadedTable], Used]:
    tables = [
        await open_loaded(
            server, number, some, origin=f"{ADDRESSES}.{number // 250}.{1 + number % 250}"
        )
        for number, some in enumerate(tokens)
    ]
    with users if users is not None else contextlib.nullcontext():
        return tables, await _timed_play(server, tables, rate, seconds)


async def _timed_play(
    server: Server, tables: list[LoadedTable], rate: float, seconds: float
) -> Used:
    people = [person for table in tables for person in table.people]
    progress(f"{len(people)} connections to {len(tables)} tables")
    assert server.process is not None
    pid = server.process.pid
    warm = min(60.0, seconds / 4)
    began = time.perf_counter()
    after, until = began + warm, began + warm + seconds
    each = rate / len(tables)
    playing = [
        asyncio.create_task(t.play(each, until, after, turn=place / len(tables), began=began))
        for place, t in enumerate(tables)
    ]
    await asyncio.sleep(warm)
    early, used = _memory(pid), processor_seconds(pid)
    for part in range(10):
        await asyncio.sleep(seconds / 10)
        done = sum(len(t.acks) for t in tables)
        late = quantile([a for t in tables for a in t.acks[-300:]] or [0.0], 0.99)
        progress(f"{(part + 1) * 10} %: {done} commands, ack p99 {milliseconds(late)}, "
                 f"{_memory(pid):.1f} MiB")  # fmt: skip
    memory, used = _memory(pid), processor_seconds(pid) - used
    await asyncio.gather(*playing)
    # What was sent last has been acknowledged; give the news of it time to reach everyone.
    await asyncio.sleep(0.2)
    assert not any(person.is_lost for person in people), "a connection was lost"
    for person in people:
        person.close()
    return Used(early, memory, used)


def accounts(tables: Sequence[LoadedTable]) -> str:
    """What was due, and what became of it; empty if every command was sent and acknowledged."""
    due, sent, acknowledged = (
        sum(getattr(table, name) for table in tables) for name in ("due", "sent", "acknowledged")
    )
    if due == sent == acknowledged:
        return ""
    refusals = Counter(refusal for table in tables for refusal in table.refusals)
    why = "".join(f"; {number} x {text}" for text, number in refusals.most_common(3))
    return f"{due} commands due, {sent} sent, {acknowledged} acknowledged{why}"


def _times(name: str, seconds: Sequence[float]) -> str:
    p50, p99, p999 = (quantile(seconds, share) for share in (0.5, 0.99, 0.999))
    return (
        f"{name} p50 {milliseconds(p50)}, p99 {milliseconds(p99)}, p99.9 {milliseconds(p999)}, "
        f"maximum {milliseconds(max(seconds))}"
    )


def load(
    *, tables: int, people: int, rate: int, seconds: int, database: str = "", lab: int = 0
) -> Figure:
    """This many tables and connections to each, at this many commands a second in all.

    With ``lab``, this many analysts use the lab meanwhile; the coach and the simulator are busy.
    """
    with tempfile.TemporaryDirectory(prefix="pitboss-load-") as folder:
        url = database or f"sqlite:///{Path(folder) / 'house.sqlite3'}"
        store = signed_store(url)
        tokens = []
        for _ in range(tables):
            guests = [store.people.welcome_guest(money=10**9) for _ in range(people)]
            tokens.append([(g.name, store.people.start_session(g)) for g in guests])
        with (Priced if lab else Limited)(url) as server:
            users = LabUsers(server.address, lab, _members(store, lab)) if lab else None
            played, used = done(_played(server, tokens, rate, seconds, users))
        result = verified_house(store)
        store.close()
    acks = [a for table in played for a in table.acks]
    news = [n for table in played for n in table.news]
    lags = [lag for table in played for lag in table.lags] or [0.0]
    pace = len(acks) / seconds
    grown = used.late / used.early - 1
    missing = accounts(played)
    number = sum(table.due for table in played)
    message = [
        f"{tables} tables, {tables * people} connections, {pace:.0f} commands/s for {seconds} s "
        f"({result.rounds} rounds, {result.entries} events)",
        missing or f"{number} commands due, sent and acknowledged",
        _times("acknowledgement", acks),
        _times("broadcast", news),
        f"the schedule kept to {milliseconds(quantile(lags, 0.99))} (p99)",
        f"memory {used.early:.1f} MiB, then {used.late:.1f} ({grown:+.1%})",
        f"{used.processor / seconds:.0%} of one processor",
        result.problem or "the house verifies",
    ]
    if users is not None:
        counts = ", ".join(f"{many} {what}" for what, many in sorted(users.answered.items()))
        message.append(f"meanwhile {lab} analysts, a run and the coach: {counts}")
    holds = (
        not missing
        and quantile(acks, 0.99) <= 0.1
        and max(acks) <= 0.5
        and quantile(news, 0.99) <= 0.15
        and grown <= 0.05
    )
    return Figure("; ".join(message), holds and result.problem is None)


def _members(store: Store, lab: int) -> list[str]:
    """The sessions of those who use the lab: people with a password, who may ask more of it."""
    return [
        store.people.start_session(
            store.people.sign_up(f"Analyst {number}", "people who use the lab", money=10**9)
        )
        for number in range(lab + OTHERS)
    ]
