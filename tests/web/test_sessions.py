"""A session ends everywhere: its streams end or lose the right within a second."""

from __future__ import annotations

import time
from statistics import median
from threading import Thread

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from pitboss.store.people import STRONG, PersonRole, WrongPassword
from tests.postgres import new_database
from tests.web.serving import PASSWORD, Seat, Server, Visitor, signed_store

NEW = "another long password"


def ends_within(seat: Seat, seconds: float = 1.0) -> None:
    """Assert that the stream closes because the session has ended."""
    with pytest.raises(ConnectionClosed) as closed:
        seat.hear(lambda _: False, seconds=seconds)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401


def again(visitor: Visitor, password: str = PASSWORD) -> Visitor:
    """The same person with another session."""
    return Visitor(visitor.server, {"name": visitor.name, "password": password})


def test_signing_out_ends_the_streams_of_that_session(server: Server) -> None:
    ada = server.named()
    other, table = again(ada), ada.open("classic")
    seat, stays = ada.sit(table), other.sit(table)
    assert ada.http.delete("/sessions/current").status_code == 204
    ends_within(seat)
    stays.must("sit", box=1)


def test_a_new_password_ends_every_other_session(server: Server) -> None:
    ada = server.named()
    other, table = again(ada), ada.open("classic")
    seat, ended = ada.sit(table), other.sit(table)
    message = {"old": PASSWORD, "new": NEW}
    assert ada.http.post("/me/password", json={**message, "old": "not that one"}).status_code == 401
    assert "8 characters" in ada.post("/me/password", {**message, "new": "short"}, 422)["why"]
    assert ada.http.post("/me/password", json=message).status_code == 204
    ends_within(ended)
    other.get("/me", 401)
    seat.must("sit", box=1)
    sessions = f"{server.address}/api/v1/sessions"
    old = {"name": ada.name, "password": PASSWORD}
    assert httpx.post(sessions, json=old).status_code == 401
    again(ada, NEW)
    server.guest().post("/me/password", message, 409)


def test_whoever_is_demoted_rules_no_more(server: Server) -> None:
    manager, boss = server.named("shift_manager"), server.named("supervisor")
    table = server.guest().open("classic")
    seat = boss.sit(table)
    assert seat.say("disable", why="a test")["type"] == "ack"
    manager.post(f"/people/{boss.name}/role", {"role": "player"})
    refused = seat.say("enable")
    assert refused["type"] == "refused" and "may not do this" in refused["why"]


def test_whoever_is_locked_out_is_gone(server: Server) -> None:
    manager, ada = server.named("shift_manager"), server.named()
    seat = ada.sit(ada.open("classic"))
    manager.post(f"/people/{manager.name}/lock", {}, 409)
    assert manager.post(f"/people/{ada.name}/lock", {}) == {"name": ada.name, "locked": True}
    ends_within(seat)
    ada.get("/me", 401)
    message = {"name": ada.name, "password": PASSWORD}
    sessions = f"{server.address}/api/v1/sessions"
    assert "locked" in httpx.post(sessions, json=message).json()["why"]
    wrong = httpx.post(sessions, json={**message, "password": "not that one"})
    assert wrong.json()["why"] == "wrong name or password"
    manager.post(f"/people/{ada.name}/lock", {"locked": False})
    again(ada)


def test_what_another_process_changes_counts_within_a_second(server: Server) -> None:
    """Another writer of the database: a second server, or a person at the machine."""
    boss = server.named("supervisor")
    table = server.guest().open("classic")
    seat = boss.sit(table)
    server.give_role(boss.name, "player")
    until = time.monotonic() + 1.0
    while (answer := seat.say("disable", why="a test"))["type"] == "ack":
        assert time.monotonic() < until
        time.sleep(0.05)
    assert "may not do this" in answer["why"]


def test_a_session_ends_at_every_process(postgres: str) -> None:
    url = new_database(postgres)
    with Server(url) as first, Server(url) as second:
        ada = first.named()
        other = again(ada)
        here, there = ada.open("classic"), server_guest_table(second)
        other.at(second)
        seats = [ada.sit(here), ada.sit(there)]  # the second is forwarded to its owner
        at_second = other.sit(there)
        ada.at(second)
        seats.append(ada.sit(here))  # signed in at one process, connected through the other
        assert ada.http.delete("/sessions/current").status_code == 204
        until = time.monotonic() + 1.0
        for seat in seats:
            ends_within(seat, max(0.05, until - time.monotonic()))
        at_second.must("sit", box=1)


def server_guest_table(server: Server) -> str:
    return server.guest().open("classic")


# Signing in.


def sign_in(server: Server, name: str, password: str, origin: str = "127.0.0.1") -> int:
    way = httpx.HTTPTransport(local_address=origin)
    with httpx.Client(transport=way) as client:
        url = f"{server.address}/api/v1/sessions"
        return client.post(url, json={"name": name, "password": password}).status_code


def test_nobody_locks_somebody_else_out(server: Server) -> None:
    ada = server.named()
    for _ in range(5):
        assert sign_in(server, ada.name, "not that one", "127.0.0.2") == 401
    assert sign_in(server, ada.name, "not that one", "127.0.0.2") == 429
    assert sign_in(server, ada.name, PASSWORD, "127.0.0.2") == 429  # that address waits
    assert sign_in(server, ada.name, PASSWORD) == 201  # and the owner, elsewhere, does not


def test_many_at_once_are_counted_one_by_one(server: Server) -> None:
    ada = server.named()
    statuses: list[int] = []
    guess = [
        Thread(target=lambda: statuses.append(sign_in(server, ada.name, "a guess", "127.0.0.3")))
        for _ in range(20)
    ]
    for one in guess:
        one.start()
    for one in guess:
        one.join()
    assert sorted(statuses) == [401] * 5 + [429] * 15


def test_a_name_that_nobody_has_is_answered_alike(server: Server) -> None:
    ada = server.named()
    answers = []
    for name in (ada.name, "Nobody of that name"):
        way = httpx.HTTPTransport(local_address="127.0.0.4")
        with httpx.Client(transport=way) as client:
            message = {"name": name, "password": "not that one"}
            url = f"{server.address}/api/v1/sessions"
            some = [client.post(url, json=message) for _ in range(7)]
            answers.append([(a.status_code, a.json()["why"]) for a in some])
    assert answers[0] == answers[1]


def test_it_takes_as_long_for_a_name_that_nobody_has(server: Server) -> None:
    store = signed_store(server.url, hasher=STRONG)
    people = store.people
    person = people.sign_up(f"Timed {time.time_ns() % 10**9}", PASSWORD, money=0)
    took: dict[bool, list[float]] = {True: [], False: []}
    for number in range(8):
        for is_known in (True, False):
            name = person.name if is_known else f"Nobody {number}"
            began = time.perf_counter()
            with pytest.raises(WrongPassword):
                people.sign_in(name, "not that one", address=f"10.0.0.{number}")
            took[is_known].append(time.perf_counter() - began)
    store.close()
    known, unknown = median(took[True]), median(took[False])
    assert known > 0.005 and unknown > 0.5 * known  # the hash is calculated for both


@pytest.mark.parametrize(
    "password, why",
    [
        ("short", "8 characters"),
        ("password", "too common"),
        ("Password123!", "too common"),
        ("qwertyuiop", "too common"),
        ("12345678", "too common"),
        ("blackjack21", "too common"),
        ("abababab", "four different"),
        ("Somebody New", "own name"),
    ],
)
def test_passwords_that_are_too_easy(server: Server, password: str, why: str) -> None:
    message = {"name": "Somebody New", "password": password}
    answer = httpx.post(f"{server.address}/api/v1/people", json=message)
    assert answer.status_code == 422 and why in answer.json()["why"], answer.text


def test_roles_are_the_five_of_the_documentation() -> None:
    assert [role.value for role in PersonRole] == [
        "player", "dealer", "supervisor", "shift_manager", "auditor",
    ]  # fmt: skip
