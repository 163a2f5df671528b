"""One process suspended and resumed, another cut off, and what the others notice."""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import ExitStack
from typing import Any

import httpx
from tests.web.cable import Cable
from tests.web.serving import Server, Visitor

from benchmarks.reliability.figures import Figure, milliseconds, progress, quantile
from benchmarks.reliability.histories import House, _postgres
from pitboss.web.live.health import LEASE


class Busy(threading.Thread):
    """Sits down and gets up at a table of one process, and measures the time."""

    def __init__(self, server: Server, book: str) -> None:
        super().__init__(daemon=True)
        self.visitor = server.guest()
        self.table = self.visitor.open(book)
        self.took: list[float] = []
        self.wrong: list[str] = []
        self.ends = threading.Event()

    def run(self) -> None:
        seated = False
        while not self.ends.wait(0.02):
            began = time.monotonic()
            message = {"type": "leave" if seated else "sit", "box": 1}
            key = {"Idempotency-Key": f"{self.table} {len(self.took)}"}
            path = f"/tables/{self.table}/commands"
            answer = self.visitor.http.post(path, json=message, headers=key)
            self.took.append(time.monotonic() - began)
            if answer.status_code == 200:
                seated = not seated
            else:
                self.wrong.append(answer.text[:200])


def _taken_over(visitor: Visitor, table: str, since: float) -> float:
    """Seconds from the suspension until another process has the table."""
    while time.monotonic() - since < 30:
        try:
            if visitor.http.get(f"/tables/{table}").status_code == 200:
                return time.monotonic() - since
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    return 99.0


def peers(*, seconds: int, database: str = "") -> Figure:
    """Three processes: one is suspended for a while, then another is cut off from the store."""
    old: list[str] = []
    with ExitStack() as open_:
        url = open_.enter_context(_postgres(database))
        cable = open_.enter_context(Cable(url))
        quiet = open_.enter_context(House(url, ""))
        stopped = open_.enter_context(House(url, ""))
        cut = open_.enter_context(House(cable.url, ""))
        busy = [Busy(quiet, book) for book in ("classic", "nz", "zappit", "leaflet")]
        over: dict[str, float] = {}

        def lose(server: Server, name: str, stop: Any, go_on: Any) -> None:
            ada, ben = server.guest(), quiet.guest()
            table = ada.open("classic")
            ada.say(table, "sit", box=1)
            ben.state(table)
            since = time.monotonic()
            stop()
            over[name] = _taken_over(ben, table, since)
            ben.say(table, "sit", box=2)
            newest = ben.state(table)["sequence"]
            time.sleep(max(0.0, seconds - (time.monotonic() - since)))
            go_on()
            began = time.monotonic()
            while time.monotonic() - began < 3:  # from its first message on
                try:
                    answer = ada.http.get(f"/tables/{table}", timeout=5)
                except httpx.TransportError:
                    continue
                if answer.status_code == 200 and answer.json()["state"]["sequence"] < newest:
                    old.append(f"{name}: {answer.json()['state']['sequence']} of {newest}")
            progress(f"{name}: taken over after {over[name]:.2f} s")

        for one in busy:
            one.start()
        assert stopped.process is not None
        pid = stopped.process.pid
        lose(stopped, "stopped", lambda: os.kill(pid, signal.SIGSTOP),
             lambda: os.kill(pid, signal.SIGCONT))  # fmt: skip
        lose(cut, "cut off", cable.cut, cable.mend)
        for one in busy:
            one.ends.set()
        for one in busy:
            one.join(20)
    took = [t for one in busy for t in one.took]
    wrong = [w for one in busy for w in one.wrong]
    for message in (*old[:3], *wrong[:3]):
        progress(message)
    slow, late = quantile(took, 0.99), max(over.values())
    seen = (
        f"one of three processes stopped for {seconds} s, then one cut off for {seconds} s: "
        f"{len(took)} commands at the third, p50 {milliseconds(quantile(took, 0.5))}, p99 "
        f"{milliseconds(slow)}, {len(wrong)} refused; taken over after "
        f"{over['stopped']:.2f} s and {over['cut off']:.2f} s (lease {LEASE} s); "
        f"{len(old)} old states from whoever came back"
    )
    return Figure(seen, slow <= 0.5 and late <= LEASE + 1 and not old and not wrong)
