"""The lab's limits per person: new prices and calculations, each counted once."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import httpx
import pytest
from starlette.requests import Request

from pitboss.store import Store, open_database
from pitboss.store.records import Person
from pitboss.web.http.api import lab as api
from pitboss.web.http.limits import Rate
from pitboss.web.http.problems import Problem
from pitboss.web.lab.desk import PriceDesk
from pitboss.web.lab.limits import CALCULATIONS, LabBuckets, LabRates
from tests.web.lab.asking import Asker
from tests.web.lab.test_lab import QUICK
from tests.web.serving import OPEN, Server


def test_a_limit_names_itself_and_what_signing_in_changes() -> None:
    buckets = LabBuckets(LabRates())
    for _ in range(20):
        buckets.count(None, "10.0.0.1", 1.0)
    with pytest.raises(Problem, match="at most 20 new prices at once and 1 per second for guests"):
        buckets.count(None, "10.0.0.1", 1.0)
    buckets.count(None, "10.0.0.1", 2.1)
    buckets.count(None, "10.0.0.2", 1.0)


def test_books_of_guests_are_limited_by_address_and_others_by_person() -> None:
    buckets = LabBuckets(LabRates())
    guests = [_person(f"g{n}", "player", is_guest=True) for n in range(6)]
    for guest in guests[:3]:
        buckets.count_book(guest, "10.0.0.1", 1.0)
    for _ in range(3):
        buckets.count_book(None, "10.0.0.1", 1.0)
    for other in (None, guests[5]):
        with pytest.raises(Problem, match="and 6 a minute from one address"):
            buckets.count_book(other, "10.0.0.1", 1.0)
    buckets.count_book(None, "10.0.0.2", 1.0)
    ada = _person("ada", "player", is_guest=False)
    for _ in range(6):
        buckets.count_book(ada, "10.0.0.1", 1.0)
    with pytest.raises(Problem, match=r"at most 6 books at once and 6 a minute$"):
        buckets.count_book(ada, "10.0.0.2", 1.0)
    buckets.count_book(ada, "10.0.0.2", 12.0)


def test_runs_are_limited_by_address_however_many_people_ask() -> None:
    buckets = LabBuckets(LabRates())
    for _ in range(20):
        buckets.count_run("10.0.0.1", 1.0)
    with pytest.raises(Problem, match="at most 20 new runs at once and 30 a minute"):
        buckets.count_run("10.0.0.1", 1.0)
    buckets.count_run("10.0.0.2", 1.0)


def test_so_many_runs_play_at_the_same_time_for_one_address(tmp_path: Path) -> None:
    class Limited(Server):
        pace = ("--fast", "--limited")

    run = {"book": "classic", "rounds": 20_000_000, "settings": {"decks": "1"}}
    with Limited(f"sqlite:///{tmp_path / 'house.sqlite3'}") as house:
        guests = [house.guest() for _ in range(5)]
        started = [guest.post("/lab/runs", run, 202) for guest in guests[:4]]
        refused = guests[4].http.post("/lab/runs", json=run)
        assert refused.status_code == 429
        assert refused.json()["why"].startswith("at most 4 runs at a time from one address")
        file = f"/lab/runs/{started[0]['id']}.csv"  # of a run that is still going
        files = [guests[0].http.get(file) for _ in range(13)]
        assert {answer.status_code for answer in files[:10]} == {404}
        assert files[-1].status_code == 429
        assert files[-1].json()["why"] == "at most 10 files a minute"
        text = "a = 1"
        answers = [guest.http.post("/lab/books", json={"text": text}) for guest in guests * 2]
        assert [answer.status_code for answer in answers] == [422] * 6 + [429] * 4
        OPEN.close()


def _person(id: str, role: str, *, is_guest: bool) -> Person:
    return Person(id, id, role, is_guest=is_guest)


def test_what_is_known_costs_nothing(tmp_path: Path) -> None:
    class Limited(Server):
        pace = ("--fast", "--limited")

    with Limited(f"sqlite:///{tmp_path / 'house.sqlite3'}") as house:
        client = httpx.Client(base_url=f"{house.address}/api/v1", timeout=60)
        asker = Asker(OPEN.enter_context(client))
        for _ in range(30):
            asker.price("classic", settings=QUICK)
        request = [{"decks": str(n), "soft_17": s} for n in range(1, 9) for s in ("hit", "stand")]
        request += [{"decks": str(n), "push_22": "true"} for n in range(1, 9)]

        def ask(one: dict[str, str]) -> httpx.Response:
            return client.post("/lab/price", json={"book": "classic", "settings": one, "page": "p"})

        with ThreadPoolExecutor(len(request)) as together:
            answers = list(together.map(ask, request))
        assert {answer.status_code for answer in answers} == {200, 429}
        refused = next(answer for answer in answers if answer.status_code == 429)
        assert "sign in for 40 and 2" in refused.json()["why"]
        assert refused.headers["retry-after"] == "1"
        OPEN.close()


def test_a_page_is_charged_once_for_a_price_however_many_parts_it_asks_for(tmp_path: Path) -> None:
    store = Store(open_database(f"sqlite:///{tmp_path / 'house.sqlite3'}"))
    desk, whoever = PriceDesk(store), api.Asker(None, "10.0.0.1")
    buckets = LabBuckets(LabRates(guests=Rate(at_once=1, a_second=0)))
    state = SimpleNamespace(rates=SimpleNamespace(lab=buckets))
    request = cast(Request, SimpleNamespace(app=SimpleNamespace(state=state)))
    desk.turn("a page", "a digest")
    for _part in range(3):
        desk.turn("a page", "a digest")
        api.count_price(request, whoever, desk.shown("a page", "a digest"))
    for page, digest in (("another page", "a digest"), ("a page", "another digest")):
        desk.turn(page, digest)
        with pytest.raises(Problem, match="at most 1 new prices"):
            api.count_price(request, whoever, desk.shown(page, digest))
    buckets.count(None, "10.0.0.1", time.monotonic(), CALCULATIONS)
    store.close()
