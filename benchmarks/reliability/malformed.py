"""Bad input: malformed requests, frames, books and scenarios; each gets one clear sentence."""

from __future__ import annotations

import json
import random
import re
import tempfile
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import httpx
from tests.web.serving import Server, Visitor
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from benchmarks.reliability.figures import Figure, progress
from pitboss.rulebooks import BOOKS, RulebookError
from pitboss.rulebooks import loader as books
from pitboss.scenarios import loader as scenarios
from pitboss.scenarios.outcome import run_scenario
from pitboss.scenarios.values import BadScenario

ODD: Final = (
    "", "0", "-1", "1e99", "null", "true", "NaN", "[]", "{}", "\u0000", "\ud7ff", "%00", "../etc",
    "' OR 1=1 --", "9" * 400, "As", "??", "💥", "a" * 300, "\\", '"', "\r\n", "<script>", "{{7*7}}",
)  # fmt: skip

HOUSE_BOOK: Final = """\
id = "house"
title = "The house game"
jurisdiction = "Example City"
document = "House rules"
based_on = "classic"

[clauses]
"3" = "A blackjack pays six to five."

[settlement]
blackjack_odds = { is = "6:5", under = "3" }

[elections.decks]
kind = "whole"
from = 2
to = 6
default = 2
"""


class Mangler:
    """Corrupts well-formed input."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def text(self, text: str) -> str:
        """Text with a few characters changed, removed, doubled or replaced by odd ones."""
        for _ in range(self.random.randint(1, 4)):
            at = self.random.randrange(len(text) + 1)
            to = min(len(text), at + self.random.choice((0, 1, 1, 2, 8, 40)))
            new = self.random.choice(("", chr(self.random.randrange(32, 0x250)),
                                      self.random.choice(ODD), text[at:to] * 2))  # fmt: skip
            text = text[:at] + new + text[to:]
        return text

    def value(self, depth: int = 3) -> Any:
        """Anything that JSON can say."""
        kind = self.random.randrange(9 if depth else 6)
        if kind < 2:
            return self.random.choice(ODD)
        if kind < 4:
            return self.random.choice((0, 1, -1, 7, 10**9, 10**30, 0.5, -1e300))
        if kind < 6:
            return self.random.choice((None, True, False))
        number = self.random.randrange(4)
        if kind == 6:
            return [self.value(depth - 1) for _ in range(number)]
        return {self.word(): self.value(depth - 1) for _ in range(number)}

    def word(self) -> str:
        """A name that may be one of ours."""
        ours = ("type", "box", "amount", "kind", "hand", "key", "command", "what", "reason", "book",
                "settings", "name", "password", "guest", "role", "table", "preview", "bots", "why",
                "after", "depth", "pick", "player", "stay", "cards", "remedy", "step")  # fmt: skip
        return self.random.choice(ours) if self.random.random() < 0.8 else self.random.choice(ODD)


def _requests(server: Server, visitors: list[Visitor], table: str, number: int) -> list[str]:
    """The server's wrong answers to this many odd requests."""
    document = visitors[0].get("/openapi.json")
    routes = [(m.upper(), p) for p, methods in document["paths"].items() for m in methods]
    mangler, wrong = Mangler(14), list[str]()
    chance = mangler.random
    for count in range(number):
        method, path = chance.choice(routes)
        signs_out = method == "DELETE" and path in ("/sessions", "/sessions/current")
        if signs_out or (method, path) == ("POST", "/audit/verify"):
            continue  # after signing out nothing more can be requested
        path = path.replace("{table}", chance.choice((table, table, "nothing", "x/y")))
        path = re.sub(r"{\w+}", lambda _: chance.choice((*BOOKS, "1", "99", *ODD)), path)
        if chance.random() < 0.3:
            path += f"?{mangler.word()}={chance.choice(ODD)}"
        headers = {"Idempotency-Key": chance.choice(("k", f"k {count}", "", "x" * 101))}
        body = json.dumps(mangler.value()).encode()
        if chance.random() < 0.3:
            body = mangler.text(body.decode()).encode("utf-8", "replace")
        if chance.random() < 0.5 and path.endswith("/commands"):
            body = json.dumps(_command(mangler)).encode()
        if chance.random() < 0.1:
            method = chance.choice(("PUT", "PATCH", "OPTIONS", "HEAD", "GET", "POST"))
        try:
            answer = chance.choice(visitors).http.request(
                method, path, content=body, headers=headers
            )
        except (httpx.InvalidURL, httpx.LocalProtocolError, UnicodeEncodeError):
            continue  # it never left this process
        except httpx.TransportError as error:
            wrong.append(f"{method} {path} {body[:200]!r}: {error}")
            continue
        is_problem = answer.headers.get("content-type") == "application/problem+json"
        message = answer.status_code >= 400 and method != "HEAD"
        if answer.status_code >= 500 or (message and not (is_problem and answer.json()["why"])):
            wrong.append(
                f"{method} {path} {body[:200]!r}: {answer.status_code} {answer.text[:200]}"
            )
    return wrong


def _command(mangler: Mangler) -> dict[str, Any]:
    types = ("bet", "sit", "deal", "stand", "hit", "double", "split", "insure", "cut", "call")
    document: dict[str, Any] = {"type": mangler.random.choice(types)}
    for _ in range(mangler.random.randrange(4)):
        document[mangler.word()] = mangler.value(1)
    return document


def _frames(server: Server, visitor: Visitor, table: str, number: int) -> list[str]:
    """The server's wrong answers to this many odd frames."""
    mangler, wrong = Mangler(15), list[str]()
    good = json.dumps({"type": "command", "key": "k", "command": {"type": "bet", "box": 1}})
    sent = 0
    while sent < number:
        with _connected(server, visitor, table) as socket:
            for _ in range(min(100, number - sent)):
                sent += 1
                frame = _frame(mangler, good)
                try:
                    socket.send(frame)
                except ConnectionClosed:
                    break
            try:
                wrong += _heard(socket)
            except (ConnectionClosed, TimeoutError) as error:
                if not isinstance(error, ConnectionClosed) or error.rcvd is None:
                    wrong.append(f"no answer: {error}")
                elif error.rcvd.code not in (1003, 1007, 1009):
                    wrong.append(f"closed with {error.rcvd}")
    return wrong


def _frame(mangler: Mangler, good: str) -> str | bytes:
    chance = mangler.random.random()
    if chance < 0.02:
        return bytes(mangler.random.randrange(256) for _ in range(20))
    if chance < 0.4:
        return mangler.text(good)
    if chance < 0.7:
        return json.dumps(mangler.value())
    message = {"type": "command", "key": str(mangler.value(0))[:120], "command": _command(mangler)}
    return json.dumps(message)


def _connected(server: Server, visitor: Visitor, table: str) -> ClientConnection:
    address = server.address.replace("http", "ws", 1)
    return connect(
        f"{address}/api/v1/tables/{table}/stream",
        additional_headers={"authorization": f"Bearer {visitor.token}"},
    )


def _heard(socket: ClientConnection) -> list[str]:
    """Everything up to the answer to a ping; a refusal without a sentence is wrong."""
    socket.send('{"type":"ping"}')
    wrong: list[str] = []
    while True:
        message = json.loads(socket.recv(timeout=20))
        if message["type"] == "pong":
            return wrong
        if message["type"] == "refused" and (
            not message["why"] or "something went wrong" in message["why"]
        ):
            wrong.append(str(message))


def _files(number: int) -> list[str]:
    """What this many odd books and scenarios raised, other than a clear sentence."""
    mangler, wrong = Mangler(16), list[str]()
    folder = files("pitboss.scenarios") / "books"
    texts = [(folder / f"{book}.yaml").read_text("utf-8") for book in BOOKS if book != "classic"]
    parts = [part for text in texts for part in _parts(text)]
    for count in range(number):
        try:
            if count % 2:
                books.read_text("house.toml", mangler.text(HOUSE_BOOK)).elect()
            else:
                read = scenarios.read_text("s.yaml", mangler.text(mangler.random.choice(parts)))
                for scenario in read.scenarios:
                    run_scenario(scenario)
        except (RulebookError, BadScenario) as error:
            if not str(error):
                wrong.append(f"{type(error).__name__} without a word")
        except Exception as error:  # whatever it is, it was not expected
            wrong.append(f"{type(error).__name__}: {error}")
    return wrong


def _parts(text: str) -> Iterator[str]:
    """Files of one scenario each, with the head of the file they come from."""
    head, *rest = re.split(r"(?m)^(?=  ?-? ?- id:|  - id:|- id:)", text)
    for one in rest:
        yield head + one


def malformed(*, requests: int, frames: int, files: int) -> Figure:
    """Send this many of each; afterwards the server must answer as before."""
    with (
        tempfile.TemporaryDirectory(prefix="pitboss-odd-") as folder,
        Server(f"sqlite:///{Path(folder) / 'house.sqlite3'}") as server,
    ):
        boss, guest = server.named("shift_manager"), server.guest()
        table = guest.open("nz")
        wrong = _requests(server, [boss, guest], table, requests)
        progress(f"{requests} requests, {len(wrong)} faults")
        wrong += _frames(server, guest, table, frames)
        progress(f"{frames} frames, {len(wrong)} faults")
        # The table itself may be paused by now: some of the requests were right by chance.
        late = server.guest()
        seat = late.sit(late.open("nz"))
        seat.must("sit", box=2)
        seat.close()
    wrong += _files(files)
    for message in wrong[:8]:
        progress(message)
    seen = (
        f"{requests} requests, {frames} frames, {files} books and scenarios: "
        f"{len(wrong)} answered otherwise than in a clear sentence"
    )
    return Figure(seen, not wrong)
