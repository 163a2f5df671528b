"""A server process, and people who use it."""

from __future__ import annotations

import atexit
import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from hashlib import sha256
from typing import Any, Self
from urllib.parse import urlsplit

import httpx
from argon2 import PasswordHasher
from websockets.sync.client import ClientConnection, connect

from pitboss.store import Store, open_database
from pitboss.store.custody import Custody
from pitboss.store.people import WEAK, People, PersonRole
from pitboss.store.signing import take_up
from pitboss.web.wire.messages import followed
from tests.web.forked import Forked

PASSWORD = "a long password"

_numbers = itertools.count(1)

PATIENCE = 60.0
"""Seconds after which a test gives up waiting, however busy the machine is."""


def patiently() -> Iterator[None]:
    """Poll until the deadline."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        yield


OPEN = ExitStack()
"""What people have open; closed after every test."""

_KEYS = tempfile.mkdtemp(prefix="pitboss-keys-")
atexit.register(shutil.rmtree, _KEYS, ignore_errors=True)


def key_of(url: str) -> str | None:
    """The key file of a database on PostgreSQL, through whatever port it is reached."""
    if url.startswith("sqlite"):
        return None  # it is next to the file
    parts = urlsplit(url)
    digest = sha256(f"{parts.path}?{parts.query}".encode()).hexdigest()[:16]
    return f"{_KEYS}/{digest}.key"


def signed_store(url: str, *, key: str | None = None, hasher: PasswordHasher = WEAK) -> Store:
    """A store that signs what it adds, as the operator's console does."""
    database = open_database(url)
    store = Store(database, people=People(database, hasher=hasher))
    try:
        take_up(store, Custody.of(url, key or key_of(url)))
    except BaseException:
        store.close()
        raise
    return store


class Server:
    """``pitboss serve`` in a new process."""

    command: tuple[str, ...] = ("-m", "pitboss", "serve")
    """What Python is to run"""
    pace: tuple[str, ...] = ("--fast",)
    """How quickly it deals, and whether it has a solver"""
    is_forked = False
    """Whether it is forked from a process that has imported everything already"""

    def __init__(self, url: str, *options: str) -> None:
        self.url, self._options = url, options
        self.key = options[options.index("--key") + 1] if "--key" in options else key_of(url)
        self.process: subprocess.Popen[str] | Forked | None = None
        self._console: Store | None = None
        self.address = ""

    def start(self) -> None:
        key = [] if self.key is None or "--key" in self._options else ["--key", self.key]
        options = ["--port", "0", *self.pace, "--database", self.url, *key, *self._options]
        if self.is_forked and self.command == Server.command:
            self.process = Forked(["serve", *options])
        else:
            command = [sys.executable, *self.command, *options]
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("pitboss is open at http://"), line
        self.address = line.split()[-1]
        for _ in patiently():
            try:
                httpx.get(f"{self.address}/api/v1/health").raise_for_status()
            except httpx.HTTPError:
                time.sleep(0.05)
            else:
                return
        raise AssertionError("the server does not answer")

    def console_code(self) -> str:
        """The code for the first shift manager, which the next line of the console shows."""
        assert self.process is not None and self.process.stdout is not None
        line = self.process.stdout.readline()
        assert f"open {self.address}/first-manager and enter the code " in line, line
        return line.split()[-1]

    @property
    def is_up(self) -> bool:
        """Whether the process is running."""
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """Kill the server, as a power failure would."""
        assert self.process is not None
        self._leave_console()
        os.kill(self.process.pid, signal.SIGKILL)
        self._end()

    def stop(self) -> None:
        assert self.process is not None
        self._leave_console()
        self.process.terminate()
        self._end()

    def _end(self) -> None:
        assert self.process is not None and self.process.stdout is not None
        self.process.wait(timeout=20)
        self.process.stdout.close()
        self.process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self.stop()

    # People.

    def guest(self) -> Visitor:
        return Visitor(self, {"guest": True})

    def prepare(self, table: str, dealer: Callable[..., object]) -> None:
        """Prepare the cards step by step, as the book lists them; ``dealer`` sends a command."""
        lobby = self.guest()
        if not lobby.state(table)["preparation"]:
            return
        boss = self.named("supervisor")
        lobby.say(table, "arrive")
        people = {"supervisor": partial(boss.say, table), "player": partial(lobby.say, table)}
        while steps := [one for one in boss.state(table)["preparation"] if not one["optional"]]:
            document = {"step": steps[0]["step"], "batch": steps[0]["batch"]}
            people.get(steps[0]["by"], dealer)("prepare", **document)

    def named(self, role: str = "player") -> Visitor:
        """A person with a password and, unless a player, a role given at the console."""
        name = f"{role.replace('_', ' ').title()} {next(_numbers)} {os.getpid()}"[:24]
        message = {"name": name, "password": PASSWORD}
        with httpx.Client(base_url=f"{self.address}/api/v1") as client:
            made = client.post("/people", json=message)
            assert made.status_code == 201, made.text
            if role != made.json()["role"]:
                self.give_role(name, role)
        return Visitor(self, message)

    def give_role(self, name: str, role: str) -> None:
        """At the operator's console, which examines the whole journal when it is opened."""
        if self._console is None:
            self._console = signed_store(self.url, key=self.key)
        assert self._console.people.give_role(name, PersonRole(role), by="the console")
        if not self.is_up:
            self._leave_console()

    def _leave_console(self) -> None:
        """Close the console: a server covers more by its last signature when it is alone."""
        if self._console is not None:
            self._console.close()
            self._console = None


class LastingServer(Server):
    """One that stays open for many tests, and starts as a user starts it."""

    is_forked = False


class Visitor:
    """A person with a session."""

    def __init__(self, server: Server, document: dict[str, Any]) -> None:
        self.server = server
        client = httpx.Client(base_url=f"{server.address}/api/v1", timeout=PATIENCE)
        self.http = OPEN.enter_context(client)
        session = self.http.post("/sessions", json=document)
        assert session.status_code == 201, session.text
        self.name: str = session.json()["name"]
        self.token: str = session.json()["token"]
        self.http.cookies.clear()
        self.http.headers["authorization"] = f"Bearer {self.token}"

    def at(self, server: Server) -> None:
        """Use another process from now on, or the same one after its restart."""
        self.server = server
        self.http.base_url = httpx.URL(f"{server.address}/api/v1")

    def get(self, path: str, status: int = 200) -> Any:
        answer = self.http.get(path)
        assert answer.status_code == status, answer.text
        return answer.json()

    def post(self, path: str, message: Any, status: int = 200, **headers: str) -> Any:
        answer = self.http.post(path, json=message, headers=headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    def open(self, book: str, **more: Any) -> str:
        id: str = self.post("/tables", {"book": book, **more}, 201)["id"]
        return id

    def say(self, table: str, type: str, status: int = 200, key: str = "", **more: Any) -> Any:
        """A command over REST."""
        key = key or f"key {next(_numbers)}"
        document = {"type": type, **more}
        return self.post(f"/tables/{table}/commands", document, status, **{"Idempotency-Key": key})

    def perform(self, table: str) -> Any:
        """Do the dealer's next duty; players who are still waited for do not answer."""
        message = {"type": "perform"}
        key = {"Idempotency-Key": f"key {next(_numbers)}"}
        answer = self.http.post(f"/tables/{table}/commands", json=message, headers=key)
        if answer.status_code == 409 and "must answer" in answer.text:
            self.say(table, "pass_offer")
            return self.say(table, "perform")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def state(self, table: str) -> dict[str, Any]:
        state: dict[str, Any] = self.get(f"/tables/{table}")["state"]
        return state

    def verifies(self, table: str) -> None:
        """Assert that the table's log is verified, with everything stored with it."""
        response = self.post("/audit/verify", {"table": table})
        assert response["ok"], response

    def sit(self, table: str) -> Seat:
        return Seat(self, table)


def until(seat: Seat, is_so: Callable[[], object]) -> None:
    """Receive what is sent until something is true of it."""
    for _ in patiently():
        seat.catch_up()
        if is_so():
            return
    raise AssertionError("it did not come about")


class Seat:
    """A person connected to a table by its stream."""

    def __init__(self, visitor: Visitor, table: str) -> None:
        self.visitor, self.table = visitor, table
        self.messages: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.state: dict[str, Any] = {}
        self._bet_in: int | None = None
        self.socket: ClientConnection = self._connect()

    def _connect(self) -> ClientConnection:
        address = self.visitor.server.address.replace("http", "ws", 1)
        connecting = connect(
            f"{address}/api/v1/tables/{self.table}/stream",
            additional_headers={"authorization": f"Bearer {self.visitor.token}"},
        )
        socket = OPEN.enter_context(connecting)
        self._take(json.loads(socket.recv(timeout=PATIENCE)))
        return socket

    def reconnect(self) -> None:
        self.socket.close()
        self.socket = self._connect()

    def close(self) -> None:
        self.socket.close()

    def _take(self, message: dict[str, Any]) -> dict[str, Any]:
        self.messages.append(message)
        if message["type"] in ("snapshot", "events"):
            self.state = followed(self.state, message["state"])
            self.events += message.get("events", [])
        return message

    def hear(
        self, wanted: Callable[[dict[str, Any]], bool], seconds: float = PATIENCE
    ) -> dict[str, Any]:
        """Receive messages until one matches."""
        until = time.monotonic() + seconds
        while True:
            left = max(0.01, until - time.monotonic())
            message = self._take(json.loads(self.socket.recv(timeout=left)))
            if wanted(message):
                return message

    def catch_up(self) -> None:
        """Receive everything that was sent so far."""
        self.socket.send(json.dumps({"type": "ping"}))
        self.hear(lambda m: m["type"] == "pong")

    def say(self, type: str, key: str = "", **more: Any) -> dict[str, Any]:
        """Send a command; returns its acknowledgement or refusal."""
        key = key or f"key {next(_numbers)}"
        if type == "bet":
            self._bet_in = self.state["round"]
        texts = {"type": "command", "key": key, "command": {"type": type, **more}}
        self.socket.send(json.dumps(texts))
        return self.hear(lambda m: m.get("key") == key)

    def must(self, type: str, **more: Any) -> dict[str, Any]:
        answer = self.say(type, **more)
        assert answer["type"] == "ack", answer
        return answer

    # A whole round.

    @property
    def name(self) -> str:
        return self.visitor.name

    def decide(self) -> bool:
        """Make our decisions so that the round ends soon; the clock may be faster."""
        state = self.state
        mine = [ask for ask in state["asks"] if ask["player"] == self.name]
        if mine:
            self.say(**mine[-1]["command"])
            return True
        if state["window"] is not None and self.name in state["window"]["waiting"]:
            self.say("done")
            return True
        turn = state["turn"]
        if turn is not None and turn["player"] == self.name:
            acts = [act["act"] for act in turn["acts"]]
            act = next(a for a in ("stand", "hit") if a in acts)
            self.say(act, box=turn["box"], hand=turn["hand"])
            return True
        return False

    def finish(self, *others: Seat) -> None:
        """Play until the round ends, with everyone at the table deciding for themselves.

        It is the round of the last bet; if no one has a decision, it may have ended already.
        """
        number, seats = self._bet_in or self.state["round"], (self, *others)
        for _ in patiently():
            for seat in seats:
                seat.catch_up()
            if self.state["round"] > number:
                return
            if not any(seat.decide() for seat in seats):
                time.sleep(0.02)
        raise AssertionError(f"the round does not end: {self.state['phase']}")
