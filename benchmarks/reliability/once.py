"""Exactly once: every command sent three times over two connections has one effect."""

from __future__ import annotations

import json
import tempfile
import threading
from pathlib import Path
from typing import Any

from tests.web.serving import Seat, Server, Visitor

from benchmarks.reliability.figures import Figure
from pitboss.store import Store, open_database

SENDERS = 8


class Sender(threading.Thread):
    """One person with two connections to one table, who sends everything three times."""

    def __init__(self, visitor: Visitor, table: str, commands: int) -> None:
        super().__init__(daemon=True)
        self.visitor, self.table, self.commands = visitor, table, commands
        self.one, self.two = visitor.sit(table), visitor.sit(table)
        self.differ = self.refused = 0
        self.other_body_taken = False

    def run(self) -> None:
        for number in range(self.commands):
            message = {"type": "leave" if number % 2 else "sit", "box": 1}
            key = f"{self.table} {number}"
            self._send(self.one, key, message)
            self._send(self.two, key, message)  # at the same time
            answers = [self._answer(self.one, key), self._answer(self.two, key)]
            self._send(self.one, key, message)
            answers.append(self._answer(self.one, key))
            self.refused += sum(a["type"] != "ack" for a in answers)
            self.differ += len({a.get("sequence") for a in answers}) != 1
        other = {"type": "sit", "box": 2}
        self._send(self.two, f"{self.table} 0", other)
        self.other_body_taken = self._answer(self.two, f"{self.table} 0")["type"] == "ack"

    def _send(self, seat: Seat, key: str, document: dict[str, Any]) -> None:
        seat.socket.send(json.dumps({"type": "command", "key": key, "command": document}))

    def _answer(self, seat: Seat, key: str) -> dict[str, Any]:
        return seat.hear(lambda m: m.get("key") == key)


def once(*, commands: int, database: str = "") -> Figure:
    """Send this many commands, each three times, and count the effects."""
    with tempfile.TemporaryDirectory(prefix="pitboss-once-") as folder:
        url = database or f"sqlite:///{Path(folder) / 'house.sqlite3'}"
        with Server(url) as server:
            senders = []
            for _ in range(SENDERS):
                visitor = server.guest()
                table = visitor.open("classic")
                senders.append(Sender(visitor, table, commands // SENDERS))
            for sender in senders:
                sender.start()
            for sender in senders:
                sender.join()
        store = Store(open_database(url))
        effects = sum(
            '"event":"SeatTaken"' in entry.event or '"event":"SeatLeft"' in entry.event
            for sender in senders
            for entry in store.entries(sender.table)
        )
        store.close()
    request = commands // SENDERS * SENDERS
    wrong = sum(s.differ + s.refused + s.other_body_taken for s in senders)
    seen = (
        f"{request} commands, each sent three times over two connections: {effects} effects, "
        f"{wrong} answers that differ; the same key with another body was refused "
        f"{sum(not s.other_body_taken for s in senders)} times of {len(senders)}"
    )
    return Figure(seen, effects == request and not wrong)
