"""The server in this process: the real application on SQLite, used over its streams.

At each book's tables people sit down, bet, play and cut; a dealer deals at a second table;
supervisors use the pit, rule and approve; an auditor verifies the log. Refused commands count as
much as accepted ones, so answers are not checked here: the tests of the server do that.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from pitboss.store import Store, open_database
from pitboss.store.custody import Custody
from pitboss.store.people import WEAK, People
from pitboss.store.signing import take_up
from pitboss.web.http.app import create_app
from pitboss.web.http.limits import NO_LIMITS
from pitboss.web.http.security import Rates
from pitboss.web.live.driver import Clocks
from pitboss.web.wire.connections import Door
from tests.proof.corpus import offering
from tests.web.serving import OPEN, Seat, Server, Visitor

ROUNDS = 4
"""How many rounds are played at each book's first table."""

QUICK = Clocks(bets=0.3, window=0.1, turn=0.1, cut=0.1, bank=0.1, choice=0.1, pace=0, away=60)


class House(Server):
    """A server that runs in a thread of this process."""

    def start(self) -> None:
        database = open_database(self.url)
        store = Store(database, people=People(database, hasher=WEAK))
        signer, _ = take_up(store, Custody.of(self.url))
        self.app = app = create_app(
            store,
            clocks=QUICK,
            rates=Rates.none(),
            door=Door(NO_LIMITS),
            prices=False,
            signer=signer,
        )
        # A watched client may be silent for long, and must not be disconnected.
        config = uvicorn.Config(
            app, port=0, log_level="error", access_log=False, timeout_keep_alive=600
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(20)

    def __exit__(self, *_: object) -> None:
        OPEN.close()
        self.stop()


@contextlib.contextmanager
def opened(folder: Path) -> Iterator[House]:
    """A server on a new database."""
    with House(f"sqlite:///{folder / 'house.sqlite3'}") as house:
        yield house


def business(house: House, book: str) -> None:
    """Everything that the server does with a book."""
    boss, other = house.named("supervisor"), house.named("shift_manager")
    ada = house.guest()
    _say(ada.http, "/tables", {"book": book, "settings": {"decks": 99}})
    for rules in offering(book):
        table = ada.open(book, bots=1, settings=dict(rules.choices))
        _evening(house, ada, boss, other, table)
    _by_hand(house, book, boss, other)


def _evening(house: House, ada: Visitor, boss: Visitor, other: Visitor, table: str) -> None:
    """Rounds at a table with an automatic dealer, then what the pit and the auditor do."""
    seat = ada.sit(table)
    ben = house.guest().sit(table)
    ada.get("/tables")
    for key in ("sit", "squeeze"):
        seat.say(key, box=1)
    for number in range(ROUNDS):
        _round(seat, ben, number)
    _rulings(boss, other, table)
    ada.get(f"/tables/{table}/rounds?last=5")
    boss.get("/pit")
    boss.get(f"/tables/{table}/ledger")
    boss.http.get(f"/tables/{table}/export")
    boss.post("/audit/verify", {"table": table})
    ada.get(f"/tables/{table}/fairness/1")
    ben.close()
    seat.close()


def _round(seat: Seat, behind: Seat, number: int) -> None:
    least = seat.state["limits"]["minimum"]
    seat.catch_up()
    for ask in seat.state["asks"]:
        if ask["player"] == seat.name and ask["command"]["type"].startswith("decline"):
            seat.say(**ask["command"])
    if number == 0:
        seat.say("bet", box=1, amount=1)
    seat.say("bet", box=1, amount=2 * least)
    behind.say("bet", box=1, amount=least)
    for kind in (offer["kind"] for offer in seat.state.get("side_bets", ())):
        seat.say("bet", box=1, amount=least, kind=kind)
    if number == 1:
        seat.say("withdraw", box=1)
        seat.say("bet", box=1, amount=2 * least)
    seat.say("press_button", box=1)
    seat.say("deal")
    behind.say("deal")
    with contextlib.suppress(AssertionError, TimeoutError):  # without a banker no one may bet
        seat.finish(behind)


def _rulings(boss: Visitor, other: Visitor, table: str) -> None:
    known = boss.get(f"/tables/{table}/irregularities")["irregularities"]
    rulings = f"/tables/{table}/rulings"
    for one in known:
        for remedy in one["remedies"]:
            document = {"what": one["what"], "box": 1, "hand": 1, "reason": "to see what follows"}
            document |= {"remedy": remedy["remedy"]} if remedy["remedy"] else {}
            done = _say(boss.http, rulings, document)
            if done.status_code == 202:
                _say(other.http, f"{rulings}/{done.json()['id']}/approvals", {})


def _by_hand(house: House, book: str, boss: Visitor, other: Visitor) -> None:
    """A table with a live dealer, where the cards are prepared and cut, and hands make errors."""
    dealer, ada, ben = house.named("dealer"), house.guest(), house.guest()
    table = dealer.open(book, dealt_by="person")

    def say(who: Visitor, type: str, **more: Any) -> bool:
        document, key = {"type": type, **more}, f"by hand {time.monotonic_ns()}"
        answer = _say(who.http, f"/tables/{table}/commands", document, key)
        return answer.status_code == 200

    def prepare() -> None:
        """Each step by the person whose it is, one after the other."""
        for _ in range(60):
            left = dealer.state(table).get("preparation") or []
            if not left:
                break
            for one in left:
                who = {"dealer": dealer, "player": ada}.get(one["by"], boss)
                say(who, "prepare", step=one["step"], batch=one.get("batch", 1))

    say(dealer, "take_chair")
    say(ada, "sit", box=1)
    say(ben, "sit", box=3)
    prepare()
    least = dealer.state(table)["limits"]["minimum"]
    for reason in ("cards_replaced", "reshuffle_ordered", ""):
        say(dealer, "shuffle")
        if not reason:  # nobody cuts: the offer goes round the table
            for _ in range(2):
                say(ada, "decline_cut")
                say(ben, "decline_cut")
        say(ada, "decline_cut")
        say(ada, "cut", depth=100)
        say(boss, "order_recut", why="it was cut too thin")
        say(dealer, "house_cut")
        say(ada, "take_bank", box=1, amount=100 * least)
        say(ada, "bet", box=1, amount=least)
        say(ben, "declare", box=3, amount=least)
        say(dealer, "place_declared", player=ben.name, box=3)
        say(dealer, "close_bets")
        if not reason:
            for _ in range(3):
                say(dealer, "perform")
            _rulings(boss, other, table)
        for _ in range(40):
            goes_on = any(say(dealer, one) for one in ("perform", "pass_offer"))
            if not goes_on and not say(ada, "stand", box=1):
                break
            say(ben, "stand", box=3)
        if reason:
            order = {"what": reason, "reason": "the cards are worn"}
            _say(boss.http, f"/tables/{table}/rulings", order)
            prepare()
    say(boss, "disable", why="the shift ends")
    say(boss, "enable")


def _say(http: httpx.Client, path: str, message: Any, key: str = "") -> httpx.Response:
    return http.post(path, json=message, headers={"Idempotency-Key": key} if key else {})
