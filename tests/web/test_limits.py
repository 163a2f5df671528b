"""Limits: a client that asks too often must slow down, and is served again after a while."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import uvicorn

from pitboss.cli.serve import listen
from pitboss.store import Store, open_database
from pitboss.store.people import WEAK, People
from pitboss.web.http.app import create_app
from pitboss.web.http.limits import NO_LIMITS, Rate, RateBucket, RateBuckets, ServerLimits
from pitboss.web.http.security import Rates
from pitboss.web.http.server import configured
from pitboss.web.wire.connections import Door
from tests.web.serving import PASSWORD, Server

FEW = Rate(at_once=6, a_second=0.001)
MANY = Rate(at_once=1e6, a_second=1e6)


def test_a_bucket_empties_and_fills_again() -> None:
    bucket = RateBucket(Rate(at_once=2, a_second=10))
    assert [bucket.takes(5.0) for _ in range(3)] == [True, True, False]
    assert not bucket.takes(5.05)
    assert bucket.takes(5.2)


def test_everybody_has_a_bucket_of_the_own() -> None:
    buckets = RateBuckets(Rate(at_once=1, a_second=0))
    assert buckets.of("Ada").takes(1.0) and not buckets.of("Ada").takes(1.0)
    assert buckets.of("Ben").takes(1.0)


class Here(Server):
    """A server in a thread of this process, with the given limits."""

    def __init__(self, path: Path, rates: Rates, limits: ServerLimits = NO_LIMITS) -> None:
        super().__init__(f"sqlite:///{path}")
        self._rates, self._limits = rates, limits

    def start(self) -> None:
        database = open_database(self.url)
        store = Store(database, people=People(database, hasher=WEAK))
        door = Door(self._limits)
        self.app = app = create_app(store, rates=self._rates, door=door, prices=False)
        listener = listen("127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        self._uvicorn = uvicorn.Server(configured(app, door))
        run = self._uvicorn.run
        self._thread = threading.Thread(target=lambda: run(sockets=[listener]), daemon=True)
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._uvicorn.should_exit = True
        self._thread.join(20)


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "house.sqlite3"


def test_commands_are_limited_for_each_person(path: Path) -> None:
    with Here(path, Rates(requests=MANY, commands=FEW, sign_ins=MANY)) as server:
        ada, ben = server.guest(), server.guest()
        table = ada.open("classic")  # counts as one
        headers = {"Idempotency-Key": "k"}
        document = {"type": "sit", "box": 1}
        path_ = f"/tables/{table}/commands"
        answers = [ada.http.post(path_, json=document, headers=headers) for _ in range(6)]
        assert [a.status_code for a in answers] == [200] * 5 + [429]
        assert answers[-1].headers["retry-after"] and "slow down" in answers[-1].json()["why"]
        assert ben.http.post(path_, json=document, headers=headers).status_code == 409
        seat = ada.sit(table)  # the stream shares the bucket
        seat.socket.send(json.dumps({"type": "ping"}))
        assert "slow down" in seat.hear(lambda m: m["type"] == "refused")["why"]
        seat.close()


def test_sign_ins_are_limited_for_each_address(path: Path) -> None:
    with Here(path, Rates(requests=MANY, commands=MANY, sign_ins=FEW)) as server:
        message = [{"name": f"Nobody {n}", "password": PASSWORD} for n in range(7)]
        url = f"{server.address}/api/v1/sessions"
        statuses = [httpx.post(url, json=one).status_code for one in message]
        assert statuses == [401] * 6 + [429]


def test_requests_are_limited_for_each_address(path: Path) -> None:
    with Here(path, Rates(requests=FEW, commands=MANY, sign_ins=MANY)) as server:
        url = f"{server.address}/api/v1/health"
        answers = [httpx.get(url) for _ in range(7)]
        assert [a.status_code for a in answers] == [200] * 6 + [429]
        assert answers[-1].headers["content-security-policy"]


def test_the_usual_limits_are_those_of_the_documentation() -> None:
    rates = Rates()
    text = (Path(__file__).parents[2] / "docs" / "how-to" / "serving.md").read_text("utf-8")
    assert "60 commands at once and 20 a second" in " ".join(text.split())
    bucket = rates.commands.of("Ada")
    assert sum(bucket.takes(1.0) for _ in range(100)) == 60
    assert sum(bucket.takes(2.0) for _ in range(100)) == 20
