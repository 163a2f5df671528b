"""People who use the lab and the coach at their limits while others play.

They are a process of their own, so that what they wait for does not delay those who are timed.
Each has an account and comes from an address of their own, and stays within the house's limits.
Each analyst changes an option up to twice a second and asks for every part; there are always a
comparison, index numbers, a run of the simulator and advice under way.
"""

from __future__ import annotations

import itertools
import json
import multiprocessing
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event
from typing import Any, Final

import httpx

from pitboss.rulebooks import BOOKS, rulebook
from pitboss.web.lab.calculations import neighbours

ADDRESSES: Final = "127.9.0"
OTHERS: Final = 4
"""Those who do something else than the analysts."""
_PARTS: Final = ["hands", "bets", "chart", "spread", "near"]


def _settings(rng: random.Random) -> tuple[str, dict[str, Any]]:
    """Any book with two options changed, so that hardly anything is known already."""
    book = rulebook(rng.choice(BOOKS))
    settings: dict[str, Any] = {}
    for _ in range(2):
        known = list(neighbours(book, book.default_rules, {}))
        key, value, _own = rng.choice(known)
        settings[key] = value
    return book.id, settings


class Users:
    """Everybody who asks, each in a thread."""

    def __init__(self, address: str, tokens: list[str], over: Event) -> None:
        self._address, self._tokens, self._over = f"{address}/api/v1", tokens, over
        self.answered: Counter[str] = Counter()
        self._names = itertools.count()

    def work(self, analysts: int) -> None:
        """Ask until it is over."""
        asks: list[Callable[[httpx.Client, random.Random], None]] = [
            *([self._prices] * analysts),
            self._compare,
            self._index,
            self._runs,
            self._advice,
        ]
        people = enumerate(zip(asks, self._tokens, strict=True))
        threads = [threading.Thread(target=self._person, args=(n, *who)) for n, who in people]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _person(
        self, number: int, ask: Callable[[httpx.Client, random.Random], None], token: str
    ) -> None:
        rng = random.Random(number)
        way = httpx.HTTPTransport(local_address=f"{ADDRESSES}.{1 + number}")
        headers = {"authorization": f"Bearer {token}"}
        with httpx.Client(
            base_url=self._address, timeout=30, transport=way, headers=headers
        ) as client:
            while not self._over.is_set():
                try:
                    ask(client, rng)
                except httpx.HTTPError as error:
                    self.answered[f"failed: {type(error).__name__}"] += 1
                    time.sleep(0.2)

    def _count(self, what: str, answer: httpx.Response) -> None:
        self.answered[what if answer.is_success else f"{what} {answer.status_code}"] += 1
        if answer.status_code == 429:
            self._over.wait(float(answer.headers.get("retry-after", 1)))

    def _prices(self, client: httpx.Client, rng: random.Random) -> None:
        book, settings = _settings(rng)
        request = {"book": book, "settings": settings, "page": f"page {id(rng)}", "parts": _PARTS}
        began = time.monotonic()
        self._count("prices", client.post("/lab/price", json=request))
        self._over.wait(max(0.0, 0.5 - (time.monotonic() - began)))

    def _compare(self, client: httpx.Client, rng: random.Random) -> None:
        one, other = rng.sample(list(BOOKS), 2)
        request = {"a": {"book": one}, "b": {"book": other}}
        with client.stream("POST", "/lab/compare", json=request) as answer:
            for _line in answer.iter_lines():
                if self._over.is_set():
                    return
            self._count("comparisons", answer)

    def _index(self, client: httpx.Client, rng: random.Random) -> None:
        book, settings = _settings(rng)
        self._count(
            "index numbers", client.post("/lab/index", json={"book": book, "settings": settings})
        )

    def _runs(self, client: httpx.Client, rng: random.Random) -> None:
        request = {
            "book": rng.choice(BOOKS),
            "rounds": 20_000_000,
            "fresh": False,
            "count": "hi-lo",
        }
        begun = client.post("/lab/runs", json=request)
        if not begun.is_success:
            self._count("runs", begun)
            return
        path = f"/lab/runs/{begun.json()['id']}"
        with client.stream("GET", f"{path}/stream") as answer:
            for line in answer.iter_lines():
                if self._over.is_set():
                    break
                if line.startswith("data: ") and "result" in json.loads(line[6:]):
                    self._count("runs", answer)
        client.delete(path)

    def _advice(self, client: httpx.Client, rng: random.Random) -> None:
        """Practise with the coach: advice on every decision, and the account after every round."""
        if "x-table" not in client.headers:
            opened = client.post("/tables", json={"book": "classic", "practice": True})
            client.headers["x-table"] = opened.json()["id"]
        table = client.headers["x-table"]
        state = client.get(f"/tables/{table}").json()["state"]
        turn = state["turn"]
        if turn is not None:
            where = {"box": turn["box"], "hand": turn["hand"]}
            self._count("advice", client.get(f"/tables/{table}/advice", params=where))
            self._say(client, table, {"type": "stand", **where})
        elif state["window"] is not None:
            self._say(client, table, {"type": "done"})
        elif state["phase"] == "betting" and not any(box["wagers"] for box in state["boxes"]):
            least = state["limits"]["minimum"]
            self._say(client, table, {"type": "place", "bets": [{"box": 1, "amount": least}]})
            self._say(client, table, {"type": "deal"})
            self._count("accounts", client.get("/me/decisions"))
        else:
            self._over.wait(0.05)

    def _say(self, client: httpx.Client, table: str, command: dict[str, Any]) -> None:
        headers = {"idempotency-key": f"lab {next(self._names)}"}
        client.post(f"/tables/{table}/commands", json=command, headers=headers)


def _work(address: str, analysts: int, tokens: list[str], over: Event, queue: Queue[Any]) -> None:
    users = Users(address, tokens, over)
    users.work(analysts)
    queue.put(dict(users.answered))


class LabUsers:
    """The process of those who use the lab; it ends with the ``with``."""

    def __init__(self, address: str, analysts: int, tokens: list[str]) -> None:
        context = multiprocessing.get_context("spawn")
        self._over, self._told = context.Event(), context.Queue()
        arguments = (address, analysts, tokens, self._over, self._told)
        self._process = context.Process(target=_work, args=arguments, daemon=True)
        self.answered: dict[str, int] = {}

    def __enter__(self) -> LabUsers:
        self._process.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.answered = self._told.get(timeout=120)
        self._process.join()
