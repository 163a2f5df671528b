"""The load benchmark's own accounting: a stalled house shows in every command that was due."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from benchmarks.reliability.figures import quantile
from benchmarks.reliability.load import accounts
from benchmarks.reliability.people import Connection, LoadedTable

from tests.web.looping import done

RATE = 50


class Person(Connection):
    """A person whose house answers at once, except while it is stalled."""

    stalled_from = stalled_until = float("inf")
    why = ""

    async def say(self, command: dict[str, Any]) -> dict[str, Any]:
        sent = time.perf_counter()
        if self.stalled_from <= sent < self.stalled_until:
            await asyncio.sleep(self.stalled_until - sent)
        if self.why:
            return {"type": "refused", "why": self.why, "at": time.perf_counter(), "sent": sent}
        return {"type": "ack", "sequence": 0, "at": time.perf_counter(), "sent": sent}


class Table(LoadedTable):
    """A table at which one person always has something to do."""

    def wish(self) -> tuple[Connection, dict[str, Any]]:
        return self.people[0], {"type": "deal"}


async def _played(*, stall: float, seconds: float = 1.0, why: str = "") -> LoadedTable:
    table = Table("t", seated=1)
    person = Person(table, "Ada")
    table.people.append(person)
    person.why = why
    began = time.perf_counter()
    if stall:
        person.stalled_from = began + 0.2
        person.stalled_until = began + 0.2 + stall
    await table.play(RATE, began + seconds, began, turn=0.0, began=began)
    return table


def test_a_stall_is_felt_by_every_command_that_was_due_in_it() -> None:
    stall = 0.5
    table = done(_played(stall=stall))
    assert accounts([table]) == ""
    assert table.due == RATE  # none is left out because the house was slow
    assert max(table.acks) >= stall * 0.9
    # A client that waits for each answer would have one slow command, and a good p90.
    slow = [ack for ack in table.acks if ack >= stall / 2]
    assert len(slow) >= RATE * stall / 2 * 0.8
    assert quantile(table.acks, 0.9) >= stall * 0.6


def test_the_schedule_does_not_move_with_the_answers() -> None:
    steady, stalled = done(_played(stall=0)), done(_played(stall=0.3))
    assert steady.due == stalled.due == RATE


@pytest.mark.parametrize("why", ["betting is closed"])
def test_a_refused_command_is_accounted_for(why: str) -> None:
    table = done(_played(stall=0, seconds=0.1, why=why))
    text = accounts([table])
    assert text == f"{table.due} commands due, {table.due} sent, 0 acknowledged" + (
        f"; {table.refused} x deal: {why}"
    )


class Deaf(Connection):
    """A person whose commands go nowhere."""

    def _write(self, kind: int, message: bytes) -> None:
        pass


def test_a_command_that_was_never_answered_is_missed() -> None:
    async def lost() -> LoadedTable:
        table = Table("t", seated=1)
        table.people.append(Deaf(table, "Ada"))
        playing = asyncio.create_task(table.play(RATE, time.perf_counter() + 0.2, 0.0, turn=0.0))
        await asyncio.sleep(0.05)
        for person in table.people:
            person.connection_lost(None)
        await playing
        return table

    table = done(lost())
    assert accounts([table]) == f"{table.due} commands due, {table.sent} sent, 0 acknowledged"
    assert table.due == 1
