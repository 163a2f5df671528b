"""Killed in the middle of play: nothing that was acknowledged is lost, nothing is done twice."""

from __future__ import annotations

import random
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import httpx
from tests.web.serving import PASSWORD, Seat, Server, Visitor, signed_store
from websockets.exceptions import WebSocketException

from benchmarks.reliability.figures import Figure, progress
from pitboss.rulebooks import BOOKS
from pitboss.store import Store, open_database
from pitboss.web.audit.house_audit import verified_house
from pitboss.web.live.open_table import recover


class Restless(threading.Thread):
    """Plays one table, resends what was not answered, and records every answer.

    Every second one of them speaks over the stream of the table, the others over REST.
    """

    def __init__(self, visitor: Visitor, table: str, least: int, seed: int) -> None:
        super().__init__(daemon=True)
        self.visitor, self.table, self.least = visitor, table, least
        self.random = random.Random(seed)
        self.acked: dict[str, int] = {}
        self.bets: list[str] = []
        self.hashes: dict[int, str] = {}
        self.wrong: list[str] = []
        self.ends = threading.Event()
        self.back = threading.Event()
        self.back.set()
        self._number = 0
        self._streams = seed % 2 == 1
        self._seat: Seat | None = None

    def run(self) -> None:
        while not self.ends.is_set():
            answer = self._ask("GET", f"/tables/{self.table}")
            if answer.status_code != 200 or not answer.content:
                continue
            state = answer.json()["state"]
            self.hashes[state["sequence"]] = state["hash"]
            self._act(self._wish(state))

    def _wish(self, state: dict[str, Any]) -> dict[str, Any]:
        mine = [a["command"] for a in state["asks"] if a["player"] == self.visitor.name]
        if mine := [wish for wish in mine if wish["type"] != "take_bank"]:
            wish: dict[str, Any] = self.random.choice(mine)
            return wish
        if state["window"] is not None:
            return {"type": "done"}
        turn = state["turn"]
        if turn is not None and turn["player"] == self.visitor.name:
            act = self.random.choice(turn["acts"])
            message = {"type": act["act"], "box": turn["box"], "hand": turn["hand"]}
            return message | ({"amount": act["most"]} if act["act"] == "insure" else {})
        if state["phase"] == "betting" and not state["boxes"][0]["wagers"]:
            return {"type": "bet", "box": 1, "amount": self.least}
        return {"type": "deal"}

    def _act(self, document: dict[str, Any]) -> None:
        self._number += 1
        key = f"{self.table} {self._number}"
        if document["type"] == "bet":
            self.bets.append(key)
        if self._streams:
            self._say(key, document)
            return
        path = f"/tables/{self.table}/commands"
        answer = self._ask("POST", path, json=document, headers={"Idempotency-Key": key})
        if answer.status_code == 200 and answer.content:
            self.acked[key] = answer.json()["sequence"]
        elif answer.status_code >= 500:
            self.wrong.append(answer.text)

    def _say(self, key: str, document: dict[str, Any]) -> None:
        """Send over the stream, until there is an answer."""
        while not self.ends.is_set():
            try:
                seat = self._seat = self._seat or self.visitor.sit(self.table)
                answer = seat.say(key=key, **document)
                seat.messages.clear()
            except (OSError, WebSocketException):
                self._seat = None
                self.back.wait(60)
                time.sleep(0.005)
                continue
            if answer["type"] == "ack":
                self.acked[key] = answer["sequence"]
            return

    def _ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Send until there is an answer, however often the server dies meanwhile."""
        while True:
            try:
                answer = self.visitor.http.request(method, path, **more)
                if answer.status_code != 503:
                    return answer
            except httpx.TransportError:
                if self.ends.is_set():
                    return httpx.Response(204)
                self.back.wait(60)
            time.sleep(0.005)


def sit_down(server: Server) -> list[Restless]:
    """A restless player at a table of each book."""
    players = []
    store = signed_store(server.url)
    for seed, book in enumerate(BOOKS):
        name = f"Restless {seed}"
        store.people.sign_up(name, PASSWORD, money=10**9)  # a guest's money is soon lost
        visitor = Visitor(server, {"name": name, "password": PASSWORD})
        table = visitor.open(book, bots=1)
        visitor.say(table, "sit", box=1)
        least = visitor.state(table)["limits"]["minimum"]
        players.append(Restless(visitor, table, least, seed))
    store.close()
    return players


def faults(url: str, players: list[Restless]) -> list[str]:
    """What the store has lost of what was acknowledged, or has twice; empty if all is well."""
    store = Store(open_database(url))
    wrong: list[str] = []
    for player in players:
        acked, hashes = dict(player.acked), dict(player.hashes)
        bets = set(player.bets)
        info, entries = store.table(player.table), store.entries(player.table)
        assert info is not None
        live = recover(info, entries, store.secrets(player.table))
        if live.hash != info.hash:
            wrong.append(f"{player.table}: another hash than before")
        kept = {one.key: one.sequence for one in store.commands(player.table, last=10**7)}
        lost = [key for key, sequence in acked.items() if kept.get(key) != sequence]
        wrong += [f"{key} was acknowledged and is lost" for key in lost]
        differ = [n for n, h in hashes.items() if n > len(entries) or entries[n - 1].hash != h]
        wrong += [f"{player.table}: the state after {n} is another one" for n in differ]
        placed = [
            one for one in entries
            if one.actor == player.visitor.name and (
                '"event":"WagerRaised"' in one.event
                or ('"event":"WagerPlaced"' in one.event and '"kind":"main"' in one.event)
            )
        ]  # fmt: skip
        if len(placed) != len(bets & kept.keys()):
            wrong.append(f"{player.table}: {len(placed)} bets of {len(bets & kept.keys())}")
    if store.totals() != (0, 0) or store.disagreeing_accounts():
        wrong.append("the accounts do not sum to zero")
    store.close()
    return wrong


def _wait_for(players: list[Restless], acked: int) -> None:
    """Wait until this many commands are acknowledged in total; the players keep playing."""
    for _ in range(1000):
        if sum(len(player.acked) for player in players) >= acked:
            return
        time.sleep(0.02)
    raise AssertionError("the players do not get on")


def crash(*, kills: int, database: str = "", seed: int = 5) -> Figure:
    """Kill the server this many times while six books are played, and check the store each time."""
    with tempfile.TemporaryDirectory(prefix="pitboss-crash-") as folder:
        url = database or f"sqlite:///{Path(folder) / 'house.sqlite3'}"
        server = Server(url)
        server.start()
        players = sit_down(server)
        for player in players:
            player.start()
        chance, wrong = random.Random(seed), list[str]()
        slowest = 0.0
        for number in range(1, kills + 1):
            _wait_for(players, 6 * number)
            time.sleep(chance.random() / 4)
            for player in players:
                player.back.clear()
            if not server.is_up:
                wrong.append("the server has died by itself")
            server.kill()
            found_now = faults(url, players)
            for message in found_now[:3]:
                progress(f"kill {number}: {message}")
            wrong += found_now
            began = time.monotonic()
            server.start()
            slowest = max(slowest, time.monotonic() - began)
            for player in players:
                player.visitor.at(server)
                player.back.set()
            if number % 20 == 0:
                progress(f"killed {number} times, {len(wrong)} faults")
        time.sleep(0.3)
        for player in players:
            player.ends.set()
        for player in players:
            player.join(60)
        server.stop()
        wrong += faults(url, players)
        store = Store(open_database(url))
        result = verified_house(store)
        store.close()
        if result.problem is not None:
            wrong.append(result.problem)
    wrong += [message for player in players for message in player.wrong]
    for message in wrong[-5:]:
        progress(message)
    acked = sum(len(player.acked) for player in players)
    seen = (
        f"killed {kills} times, {acked} commands acknowledged in {result.rounds} rounds of "
        f"{len(players)} books: {len(wrong)} lost, done twice or otherwise wrong; "
        f"back after {slowest:.1f} s at most"
    )
    return Figure(seen, not wrong and acked >= 6 * kills)
