"""Histories: all requests and answers while processes are killed, suspended and cut off.

Several processes share one PostgreSQL. People bet and withdraw at tables where nobody deals, two
of them with one account, each speaking to whichever process comes to hand; whatever was not
answered is asked again under the same key. Every answer and every look is recorded. One order must
explain all that was answered about a table, and all that was answered about an account.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from math import inf
from typing import Any

import httpx
from tests.postgres import cluster, new_database
from tests.web.cable import Cable
from tests.web.serving import PASSWORD, Server, signed_store

from benchmarks.reliability.figures import Figure, progress, quantile
from benchmarks.reliability.linear import AccountModel, Operation, TableModel, explained
from pitboss.store import Store
from pitboss.web.audit.house_audit import verified_house

PATIENCE = 4.0
"""Seconds that a client waits for an answer."""


class House(Server):
    """One of the processes, as it is or broken on purpose."""

    def __init__(self, url: str, broken: str) -> None:
        super().__init__(url)
        if broken:
            self.command = ("-m", "benchmarks.reliability.broken", broken, "serve")


class History:
    """What was recorded, by table and by account."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.tables: dict[str, list[Operation]] = defaultdict(list)
        self.accounts: dict[str, list[Operation]] = defaultdict(list)
        self.hashes: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        self.acked: dict[str, tuple[str, int]] = {}
        self.seen: Counter[str] = Counter()
        self.took: list[float] = []

    def table(self, id: str, one: Operation) -> None:
        with self._lock:
            self.tables[id].append(one)

    def account(self, name: str, one: Operation) -> None:
        with self._lock:
            self.accounts[name].append(one)

    def hash(self, id: str, sequence: int, hash: str) -> None:
        with self._lock:
            self.hashes[id][sequence].add(hash)

    def count(self, what: str) -> None:
        with self._lock:
            self.seen[what] += 1


class Client(threading.Thread):
    """A client that bets and withdraws at random in its own box, and reads the table."""

    def __init__(
        self, number: int, name: str, token: str, tables: list[str], houses: list[House],
        history: History, stake: int,
    ) -> None:  # fmt: skip
        super().__init__(daemon=True)
        self.number, self.account, self.token = number, name, token
        self.tables, self.houses, self.history = tables, houses, history
        self.stake = stake
        self.chance = random.Random(number)
        self.ends = threading.Event()
        self._bets = dict.fromkeys(tables, 0)
        self._keys = 0
        self._http = httpx.Client(
            headers={"authorization": f"Bearer {token}"}, timeout=PATIENCE, trust_env=False
        )

    def run(self) -> None:
        while not self.ends.is_set():
            table = self.chance.choice(self.tables)
            if self.chance.random() < 0.4:
                self.look(table)
            elif self.chance.random() < 0.3:
                self.count()
            else:
                self.move(table)
            time.sleep(self.chance.random() * 0.03)
        self._http.close()

    def _ask(self, method: str, path: str, **more: Any) -> httpx.Response | None:
        """An answer of any process; None if there was none, or the outcome is unknown."""
        house = self.chance.choice(self.houses)
        if not house.address:
            return None
        try:
            answer = self._http.request(method, f"{house.address}/api/v1{path}", **more)
        except httpx.TransportError:
            self.history.count("no answer")
            return None
        if answer.status_code == 503:
            unknown = answer.json().get("outcome") == "unknown"
            self.history.count("unknown" if unknown else "try again")
            return None
        return answer

    def look(self, table: str) -> None:
        """Read a table once."""
        begun = time.monotonic()
        answer = self._ask("GET", f"/tables/{table}")
        if answer is None or answer.status_code != 200:
            return
        state = answer.json()["state"]
        boxes = tuple(
            sorted(
                (box["number"], sum(w["amount"] for w in box["wagers"]))
                for box in state["boxes"]
                if box["wagers"]
            )
        )
        message = (state["sequence"], boxes)
        self.history.table(table, Operation(begun, time.monotonic(), "read", message))
        self.history.hash(table, state["sequence"], state["hash"])
        self.history.count("look")

    def count(self) -> None:
        """Read the account once."""
        begun = time.monotonic()
        answer = self._ask("GET", "/me")
        if answer is not None and answer.status_code == 200:
            message = (answer.json()["balance"],)
            self.history.account(self.account, Operation(begun, time.monotonic(), "read", message))
            self.history.count("balance")

    def move(self, table: str) -> None:
        """Bet or withdraw; repeat under the same key until there is an answer."""
        bet, box = self._bets[table], self.number + 1
        if bet:
            document: dict[str, Any] = {"type": "withdraw", "box": box}
            after, moved = 0, bet
        else:
            after = self.stake * self.chance.choice((1, 1, 2, 3))
            document, moved = {"type": "bet", "box": box, "amount": after}, -after
        self._keys += 1
        key = {"Idempotency-Key": f"{self.number} {self._keys}"}
        begun, answer = time.monotonic(), None
        while answer is None and not self.ends.wait(0.02):
            answer = self._ask("POST", f"/tables/{table}/commands", json=document, headers=key)
        now = time.monotonic()
        if answer is None:  # the outcome is unknown
            self.history.table(table, Operation(begun, inf, "set", (box, after, None)))
            self.history.account(self.account, Operation(begun, inf, "add", (moved,)))
        elif answer.status_code == 200:
            sequence = answer.json()["sequence"]
            self.history.table(table, Operation(begun, now, "set", (box, after, sequence)))
            self.history.account(self.account, Operation(begun, now, "add", (moved,)))
            self.history.acked[key["Idempotency-Key"]] = (table, sequence)
            self._bets[table] = after
            self.history.count("done")
            self.history.took.append(now - begun)
        else:
            self.history.count(f"refused {answer.status_code}")
            if answer.status_code not in (409,):
                self.history.count(f"odd: {answer.text[:120]}")


class Nemesis(threading.Thread):
    """Kills, suspends and cuts off one process after the other."""

    def __init__(self, houses: list[House], cables: list[Cable], kinds: list[str]) -> None:
        super().__init__(daemon=True)
        self.houses, self.cables, self.kinds = houses, cables, kinds
        self.chance = random.Random(24)
        self.ends = threading.Event()
        self.done: Counter[str] = Counter()

    def run(self) -> None:
        turn = 0
        while not self.ends.wait(0.5 + self.chance.random()):
            kind = self.kinds[turn % len(self.kinds)]
            turn += 1
            which = self.chance.randrange(len(self.houses))
            house, cable = self.houses[which], self.cables[which]
            assert house.process is not None
            self.done[kind] += 1
            if kind == "kill":
                address, house.address = house.address, ""
                house.kill()
                del address
                house.start()
            elif kind == "stop":
                os.kill(house.process.pid, signal.SIGSTOP)
                self.ends.wait(1 + self.chance.random() * 5)
                os.kill(house.process.pid, signal.SIGCONT)
            else:
                cable.cut()
                self.ends.wait(1 + self.chance.random() * 5)
                cable.mend()


@contextmanager
def _postgres(url: str) -> Iterator[str]:
    if url:
        yield url
        return
    with cluster() as server:
        yield new_database(server)


def _explains(history: History, starts: dict[str, int], money: int) -> list[str]:
    """What no order explains; empty if all is well."""
    wrong = []
    for id, operations in history.tables.items():
        result = explained(operations, TableModel(starts[id]))
        if not result.holds:
            wrong.append(f"table {id}: no order of {len(operations)} answers explains "
                         f"{result.stuck}")  # fmt: skip
    for name, operations in history.accounts.items():
        result = explained(operations, AccountModel(money))
        if not result.holds:
            wrong.append(f"account {name}: no order of {len(operations)} answers explains "
                         f"{result.stuck}")  # fmt: skip
    for id, hashes in history.hashes.items():
        wrong += [f"table {id}: two states after {n}" for n, h in hashes.items() if len(h) > 1]
    return wrong


def _kept(store: Store, history: History, people: dict[str, str]) -> list[str]:
    """What was acknowledged and is not in the store."""
    kept = {
        one.key: (table, one.sequence)
        for table in history.tables
        for one in store.commands(table, last=10**7)
        if one.person in people
    }
    wrong = [f"{k} was acknowledged and is lost" for k, v in history.acked.items()
             if kept.get(k) != v]  # fmt: skip
    result = verified_house(store)
    return wrong + ([result.problem] if result.problem is not None else [])


def histories(
    *, processes: int, clients: int, tables: int, seconds: int, broken: str = "",
    nemesis: str = "kill,stop,cut", database: str = "",
) -> Figure:  # fmt: skip
    """Run these numbers of processes, clients and tables for some seconds."""
    history, houses, cables = History(), list[House](), list[Cable]()
    with ExitStack() as open_:
        url = open_.enter_context(_postgres(database))
        store = signed_store(url)
        open_.callback(store.close)
        for _ in range(processes):
            cables.append(open_.enter_context(Cable(url)))
            houses.append(open_.enter_context(House(cables[-1].url, broken)))
        boss = houses[0].named("supervisor")
        ids, starts = [], {}
        for number in range(tables):
            boss.at(houses[number % processes])
            ids.append(boss.open("classic", dealt_by="person"))
        stake = boss.state(ids[0])["limits"]["minimum"]
        money = 6 * stake
        names = [f"Account {n}" for n in range((clients + 1) // 2)]
        people = {name: store.people.sign_up(name, PASSWORD, money=money) for name in names}
        some = []
        for number in range(clients):
            person = people[names[number // 2]]
            token = store.people.start_session(person)
            some.append(Client(number, person.name, token, ids, houses, history, stake))
        for id in ids:
            starts[id] = boss.state(id)["sequence"]
        unrest = Nemesis(houses, cables, [one for one in nemesis.split(",") if one])
        for one in some:
            one.start()
        if unrest.kinds:
            unrest.start()
        for part in range(10):
            time.sleep(seconds / 10)
            progress(f"{(part + 1) * 10} %: {dict(history.seen.most_common(8))} "
                     f"{dict(unrest.done)}")  # fmt: skip
        unrest.ends.set()
        if unrest.kinds:
            unrest.join(60)
        time.sleep(1.0)
        for one in some:
            one.ends.set()
        for one in some:
            one.join(30)
        time.sleep(3.0)  # requests waiting for a lease are answered
        last = Client(clients, names[0], some[0].token, ids, houses, history, stake)
        for house in houses:  # the final answer of every process
            last.houses = [house]
            for id in ids:
                for _ in range(40):
                    before = len(history.tables[id])
                    last.look(id)
                    if len(history.tables[id]) > before:
                        break
                    time.sleep(0.1)
        with contextlib.suppress(RuntimeError):
            last._http.close()
        wrong = _explains(history, starts, money)
        wrong += _kept(store, history, {person.id: name for name, person in people.items()})
    for message in wrong[:8]:
        progress(message)
    progress(str(dict(history.seen)))
    odd = [what for what in history.seen if what.startswith("odd")]
    answers = sum(len(one) for one in history.tables.values())
    answers += sum(len(one) for one in history.accounts.values())
    hurt = ", ".join(f"{n} x {kind}" for kind, n in unrest.done.items()) or "nothing"
    slow = quantile(history.took or [0.0], 0.99)
    seen = (
        f"{processes} processes, {clients} clients, {tables} tables, {seconds} s, {hurt}: "
        f"{history.seen['done']} moves, {answers} answers and looks, "
        f"{history.seen['unknown']} times unknown and asked again (answered p99 {slow:.1f} s); "
        f"{len(wrong)} not explained by one order{', odd answers' if odd else ''}"
    )
    return Figure(seen, not wrong and not odd and history.seen["done"] > 0)
