"""Processes on one PostgreSQL that are stopped, cut off or raced never report anything untrue."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from pitboss.web.live.health import LEASE
from tests.postgres import new_database
from tests.web.cable import Cable
from tests.web.serving import PATIENCE, Server, Visitor, patiently


@pytest.fixture
def url(postgres: str) -> str:
    return new_database(postgres)


@pytest.fixture
def pair(url: str) -> Iterator[tuple[Server, Server]]:
    with Server(url) as first, Server(url) as second:
        yield first, second


def stop(server: Server) -> None:
    assert server.process is not None
    os.kill(server.process.pid, signal.SIGSTOP)


def go_on(server: Server) -> None:
    assert server.process is not None
    os.kill(server.process.pid, signal.SIGCONT)


def until_answered(ask: Callable[[], httpx.Response]) -> httpx.Response:
    """Ask until the answer is not "try again"."""
    for _ in patiently():
        answer = ask()
        if answer.status_code != 503:
            return answer
        time.sleep(0.1)
    raise AssertionError(answer.text)


def bet(visitor: Visitor, table: str, key: str, box: int, amount: int) -> httpx.Response:
    document = {"type": "bet", "box": box, "amount": amount}
    return visitor.http.post(
        f"/tables/{table}/commands", json=document, headers={"Idempotency-Key": key}
    )


def chairs(boss: Visitor) -> str:
    """A table without a dealer, where nothing happens unless a person acts."""
    return boss.open("classic", dealt_by="person")


def test_a_process_that_is_stopped_loses_its_tables_and_serves_no_old_state(
    pair: tuple[Server, Server],
) -> None:
    first, second = pair
    boss = first.named("supervisor")
    ada, ben = first.guest(), second.guest()
    table = chairs(boss)
    ada.say(table, "sit", box=1)
    there = ben.sit(table)  # through the second process, at the first
    held = ada.sit(table)
    own = second.guest()
    elsewhere = own.open("classic")
    stop(first)
    began = time.monotonic()
    try:
        # People at the second process do not notice.
        slowest = 0.0
        for number in range(10):
            at = time.monotonic()
            own.say(elsewhere, "sit" if number % 2 == 0 else "leave", box=1)
            slowest = max(slowest, time.monotonic() - at)
        assert slowest < 0.5
        # The outcome at the stopped process is unknown; the same key is answered elsewhere.
        least = own.state(elsewhere)["limits"]["minimum"]
        first_answer = bet(ben, table, "the bet", 2, least)
        assert first_answer.status_code in (200, 503)
        if first_answer.status_code == 503 and first_answer.json().get("outcome") == "unknown":
            assert "try again with the same key" in first_answer.json()["why"]
        answer = until_answered(lambda: bet(ben, table, "the bet", 2, least))
        assert time.monotonic() - began < LEASE + 1.0 + 2.0  # what the first was waiting for
        assert answer.status_code == 200, answer.text
        with pytest.raises(ConnectionClosed):
            there.hear(lambda _: False)
        sequence = ben.state(table)["sequence"]
        # A request sent to the stopped process now is the first one it reads when it resumes.
        early: list[httpx.Response] = []
        asks = [
            threading.Thread(target=lambda: early.append(ada.http.get(f"/tables/{table}")))
            for _ in range(4)
        ]
        for one in asks:
            one.start()
        held.messages.clear()
        held.socket.send(json.dumps({"type": "ping"}))
        held.socket.send(json.dumps({"type": "resume", "after": 0}))
        time.sleep(0.3)
    finally:
        go_on(first)
    # Resumed: it owns nothing, and reports no stale state.
    for one in asks:
        one.join()
    for response in early:
        assert response.status_code == 503 or response.json()["state"]["sequence"] >= sequence, (
            response.text
        )
    with pytest.raises(ConnectionClosed):
        held.hear(lambda _: False)
    assert not [m for m in held.messages if m.get("sequence", sequence) < sequence]
    answer = until_answered(lambda: ada.http.get(f"/tables/{table}"))
    state = answer.json()["state"]
    assert state["sequence"] >= sequence
    wagers = state["boxes"][1]["wagers"]
    assert [w["bettor"] for w in wagers] == [ben.name]
    ada.verifies(table)


def test_its_tables_are_taken_over_within_the_lease_and_a_second(
    pair: tuple[Server, Server],
) -> None:
    first, second = pair
    ben = second.guest()
    table = first.guest().open("classic")
    ben.state(table)
    stop(first)
    began = time.monotonic()
    try:
        until_answered(lambda: ben.http.get(f"/tables/{table}"))
        took = time.monotonic() - began
    finally:
        go_on(first)
    assert took < LEASE + 1.0, took


def test_a_process_that_is_cut_off_from_the_store_says_so(url: str) -> None:
    with Cable(url) as cable, Server(cable.url) as first, Server(url) as second:
        boss = second.named("supervisor")
        ada, ben = first.guest(), second.guest()
        table, other = ada.open("classic"), chairs(boss)
        ada.say(table, "sit", box=1)
        least = ada.state(table)["limits"]["minimum"]
        seat = ada.sit(table)
        cable.cut()
        began = time.monotonic()
        answer = bet(ada, table, "the bet", 1, least)
        assert answer.status_code == 503 and answer.json()["why"], answer.text
        assert time.monotonic() - began < 8
        # Meanwhile the table moves to another process, which answers the same key.
        ada.at(second)
        taken = until_answered(lambda: bet(ada, table, "the bet", 1, least))
        assert taken.status_code == 200, taken.text
        ben.say(other, "sit", box=1)
        health = httpx.get(f"{first.address}/api/v1/health", timeout=PATIENCE)
        assert health.status_code == 503 and "database" in health.json()["why"]
        cable.mend()
        with pytest.raises(ConnectionClosed):
            seat.hear(lambda _: False)
        ada.at(first)
        answer = until_answered(lambda: ada.http.get(f"/tables/{table}"))
        state = answer.json()["state"]
        assert len(state["boxes"][0]["wagers"]) == 1  # once, although the outcome was unknown
        again = until_answered(lambda: bet(ada, table, "the bet", 1, least))
        assert again.json()["repeated"]
        until_answered(lambda: httpx.get(f"{first.address}/api/v1/health", timeout=PATIENCE))


def test_money_spent_at_two_processes_disturbs_nobody_else(pair: tuple[Server, Server]) -> None:
    first, second = pair
    boss = first.named("supervisor")
    ada, ben, eve = first.guest(), first.guest(), second.guest()
    here, there = chairs(boss), chairs_at(boss, second)
    balance = ada.get("/me")["balance"]
    seats = [ben.sit(here), eve.sit(there)]
    twin = Visitor.__new__(Visitor)
    twin.__dict__.update(ada.__dict__)
    twin.http = httpx.Client(
        base_url=f"{second.address}/api/v1", headers=dict(ada.http.headers), timeout=PATIENCE
    )
    most = ada.state(here)["limits"]["maximum"]
    amount = min(most, balance) // 5 * 5
    accepted = refused = 0
    wrong: list[Any] = []

    def neighbour(seat: Any) -> None:
        for number in range(30):
            answer = seat.say("sit" if number % 2 == 0 else "leave", box=5)
            if answer["type"] != "ack":
                wrong.append(answer)

    others = [threading.Thread(target=neighbour, args=(seat,)) for seat in seats]
    for one in others:
        one.start()
    answers: list[httpx.Response] = []

    def bet_at(visitor: Visitor, table: str, number: int) -> None:
        answers.append(bet(visitor, table, f"{table} {number}", 1, amount))

    for number in range(12):
        answers.clear()
        race = [
            threading.Thread(target=bet_at, args=(visitor, table, number))
            for visitor, table in ((ada, here), (twin, there))
        ]
        for one in race:
            one.start()
        for one in race:
            one.join()
        for answer in answers:
            assert answer.status_code in (200, 409), answer.text
            accepted += answer.status_code == 200
            refused += answer.status_code == 409
        assert ada.get("/me")["balance"] >= 0
        for visitor, table in ((ada, here), (twin, there)):
            document = {"type": "withdraw", "box": 1}
            key = {"Idempotency-Key": f"back {table} {number}"}
            visitor.http.post(f"/tables/{table}/commands", json=document, headers=key)
    for one in others:
        one.join()
    twin.http.close()
    assert not wrong, wrong[:3]  # the neighbours were answered, on streams that stayed open
    for seat in seats:
        seat.catch_up()
    assert accepted >= 12 and refused >= 1, (accepted, refused)
    for table in (here, there):
        boss.verifies(table)


def chairs_at(boss: Visitor, server: Server) -> str:
    """A table of the other process."""
    home = boss.server
    boss.at(server)
    table = chairs(boss)
    boss.at(home)
    return table


def test_nobody_else_speaks_as_a_process_of_ours(pair: tuple[Server, Server]) -> None:
    first, _ = pair
    message = {"x-pitboss-peer": "1", "x-pitboss-client": "6.6.6.6", "host": "evil.example"}
    answer = httpx.get(f"{first.address}/api/v1/health", headers=message)
    assert answer.status_code == 421
