"""The door: clients that keep others waiting are warned once, then dropped; names, quotas."""

from __future__ import annotations

import contextlib
import json
import logging
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from benchmarks.reliability.__main__ import measured
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from pitboss.web.http.addresses import BadAddress, allowed_names, asked_by, counted_as, networks
from pitboss.web.http.limits import LONGEST, NO_LIMITS, SHORTEST, Penalties, Rate, ServerLimits
from pitboss.web.http.security import Rates
from pitboss.web.http.server import Sparing
from pitboss.web.wire.connections import Door, HttpConnection
from tests.web.serving import OPEN, Server
from tests.web.test_limits import Here

MANY = Rate(at_once=1e6, a_second=1e6)


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "house.sqlite3"


def few(**limits: object) -> ServerLimits:
    """No limits except these."""
    document = {field: getattr(NO_LIMITS, field) for field in ServerLimits.__struct_fields__}
    return ServerLimits(**{**document, **limits})


def raw(server: Server, origin: str = "127.0.0.1") -> socket.socket:
    host, port = server.address.removeprefix("http://").split(":")
    made = socket.create_connection((host, int(port)), timeout=10, source_address=(origin, 0))
    return OPEN.enter_context(contextlib.closing(made))


def is_closed(connection: socket.socket, seconds: float) -> bool:
    """Whether the other side ends the connection within that many seconds."""
    connection.settimeout(seconds)
    try:
        while connection.recv(10_000):
            pass
        return True
    except ConnectionError:
        return True
    except TimeoutError:
        return False


# Hostile clients.


def test_hostile_clients_do_not_stop_honest_ones() -> None:
    """How soon honest clients are answered is measured at full size, not here."""
    sizes = {"tables": 3, "people": 2, "rate": 9, "seconds": 6}
    seen = measured("attack", **sizes, floods=4, half_open=120, deaf=40).seen
    assert "0 honest connections lost" in seen and "the house verifies" in seen
    assert " 3 tables opened by one guest" in seen
    assert " 9 of 9 moves/s" in seen or " 10 of 9 " in seen or " 8 of 9 " in seen, seen


def test_a_head_that_does_not_end_is_not_waited_for(path: Path) -> None:
    with Here(path, Rates.none(), few(head_seconds=0.5)) as server:
        slow = raw(server)
        slow.send(b"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
        for _ in range(3):  # a character now and then does not help
            time.sleep(0.2)
            with contextlib.suppress(OSError):
                slow.send(b"x")
        assert is_closed(slow, 3)
        again = raw(server)
        again.send(b"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        again.settimeout(5)
        assert b"200 OK" in again.recv(1000)
        again.send(b"GET /api/v1/health HTTP/1.1\r\nX: ")  # the second request of a connection
        assert is_closed(again, 3)


def test_a_body_that_does_not_end_is_not_waited_for(path: Path) -> None:
    with Here(path, Rates.none(), few(head_seconds=0.2, body_seconds=0.3)) as server:
        slow = raw(server)
        head = "POST /api/v1/sessions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\n"
        slow.send(head.encode() + b'{"guest"')
        assert is_closed(slow, 3)


def test_connections_from_one_address_are_counted(path: Path) -> None:
    with Here(path, Rates.none(), few(connections_each=3)) as server:
        held = [raw(server, "127.0.0.2") for _ in range(3)]
        time.sleep(0.2)
        assert is_closed(raw(server, "127.0.0.2"), 2)
        assert httpx.get(f"{server.address}/api/v1/health").status_code == 200
        held[0].close()
        time.sleep(0.2)
        assert not is_closed(raw(server, "127.0.0.2"), 0.3)


def test_the_oldest_half_open_request_gives_way(path: Path) -> None:
    with Here(path, Rates.none(), few(half_open=2, half_open_each=2)) as server:
        first, second = raw(server, "127.0.0.2"), raw(server, "127.0.0.2")
        time.sleep(0.2)
        assert is_closed(raw(server, "127.0.0.2"), 2)  # from one address the new one is refused
        assert httpx.get(f"{server.address}/api/v1/health").status_code == 200
        assert is_closed(first, 2) and not is_closed(second, 0.2)


def test_who_goes_on_after_being_told_is_dropped_and_kept_out(path: Path) -> None:
    rates = Rates(requests=MANY, reads=MANY, commands=Rate(at_once=5, a_second=0.01),
                  sign_ins=MANY)  # fmt: skip
    with Here(path, rates) as server:
        ada, ben = server.guest(), server.guest()
        table = ben.open("classic")
        seat = ada.sit(table)
        # Read one by one: a dropped client loses what it has not read.
        for _ in range(5):
            seat.catch_up()
        seat.socket.send(json.dumps({"type": "ping"}))
        assert "slow down" in seat.hear(lambda m: m["type"] != "pong", seconds=5)["why"]
        with pytest.raises(ConnectionClosed):
            for _ in range(4_000):
                seat.socket.send(json.dumps({"type": "ping"}))
                time.sleep(0.001)
        kinds = [message["type"] for message in seat.messages]
        assert kinds.count("pong") == 5 and kinds.count("refused") == 1  # warned once
        with pytest.raises(InvalidStatus) as refused:
            ada.sit(table)
        assert refused.value.response.status_code == 429
        ben.sit(table).catch_up()  # other clients are let in


def test_pings_of_the_protocol_count_too(path: Path) -> None:
    rates = Rates(requests=MANY, reads=MANY, commands=Rate(at_once=5, a_second=0.01),
                  sign_ins=MANY)  # fmt: skip
    with Here(path, rates) as server:
        ada = server.guest()
        seat = ada.sit(server.guest().open("classic"))
        with pytest.raises(ConnectionClosed):
            for _ in range(50):
                seat.socket.ping()
                time.sleep(0.005)
            seat.hear(lambda _: False, seconds=3)


def test_who_asks_on_after_429_finds_the_door_shut(path: Path) -> None:
    rates = Rates(requests=Rate(at_once=3, a_second=0.01))
    with Here(path, rates) as server:
        url = f"{server.address}/api/v1/health"
        way = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(transport=way) as client:
            answers = [client.get(url) for _ in range(4)]
            assert [a.status_code for a in answers] == [200, 200, 200, 429]
            assert answers[-1].headers["connection"] == "close"
            for _ in range(2):  # dropped in the middle, then at the door
                with pytest.raises(httpx.TransportError):
                    client.get(url)
        assert httpx.get(url).status_code == 200  # from another address


def test_a_stream_that_is_never_read_is_dropped(path: Path) -> None:
    with Here(path, Rates.none(), few(unread_seconds=0.5)) as server:
        ada, ben = server.guest(), server.guest()
        table = ada.open("nz", bots=6)
        host, port = server.address.removeprefix("http://").split(":")
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect((host, int(port)))
        OPEN.enter_context(contextlib.closing(deaf))
        deaf.send(
            f"GET /api/v1/tables/{table}/stream HTTP/1.1\r\nHost: {host}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            f"Authorization: Bearer {ben.token}\r\n\r\n".encode()
        )
        seat = ada.sit(table)
        for number in range(1500):
            seat.must("sit" if number % 2 == 0 else "leave", box=1)
            if number % 50 == 49 and not _is_connected(server, ben.name, table, ada):
                return
        raise AssertionError("it is still connected")


def _is_connected(server: Server, name: str, table: str, ada: object) -> bool:
    assert isinstance(server, Here)
    actor = server.app.state.hub._actors[table]
    return name in actor.present


def test_streams_of_one_person_and_one_address_are_counted(path: Path) -> None:
    with Here(path, Rates.none(), few(streams_each=2, streams_from=3)) as server:
        ada, ben = server.guest(), server.guest()
        table = ada.open("classic")
        held = [ada.sit(table), ada.sit(table), ben.sit(table)]
        for visitor in (ada, ben):
            with pytest.raises(InvalidStatus) as refused:
                visitor.sit(table)
            assert refused.value.response.status_code == 429
        held[0].close()
        time.sleep(0.2)
        ben.sit(table)


def test_somebody_has_so_many_tables_open(path: Path) -> None:
    with Here(path, Rates.none(), few(tables_of_a_guest=2, tables_of_a_player=3)) as server:
        boss, guest, ada = server.named("shift_manager"), server.guest(), server.named()
        tables = [guest.open("classic") for _ in range(2)]
        assert "2 tables open" in guest.post("/tables", {"book": "classic"}, 429)["why"]
        boss.say(tables[0], "close_table", why="the evening is over")
        guest.open("classic")
        for _ in range(3):
            ada.open("classic")
        ada.post("/tables", {"book": "classic"}, 429)
        for _ in range(4):
            boss.open("classic")


def test_a_guests_table_closes_when_everybody_has_left(path: Path) -> None:
    with Here(path, Rates.none(), few(left_after=0.5)) as server:
        boss, guest, ada = server.named("shift_manager"), server.guest(), server.named()
        left, held, owned = guest.open("nz", bots=2), guest.open("nz"), ada.open("nz")
        seat = guest.sit(held)
        until = time.monotonic() + 10
        while left in (now := {t["id"] for t in ada.get("/tables")["tables"]}):
            assert time.monotonic() < until
            time.sleep(0.2)
        assert {held, owned} <= now  # someone is there, or it is not a guest's
        assert "closed" in guest.say(left, "sit", 409, box=1)["why"]
        rulings = boss.get(f"/tables/{left}/irregularities")["rulings"]
        assert rulings[0]["report"] == {"what": "closed", "reason": "all players have left"}
        ada.verifies(left)
        seat.close()


def test_a_guests_table_that_was_left_before_a_restart_closes_too(path: Path) -> None:
    with Here(path, Rates.none()) as server:
        table = server.guest().open("nz")
    with Here(path, Rates.none(), few(left_after=0.5)) as server:
        ada = server.guest()
        until = time.monotonic() + 10
        while table in {t["id"] for t in ada.get("/tables")["tables"]}:
            assert time.monotonic() < until
            time.sleep(0.2)


def test_the_log_does_not_grow_without_bound() -> None:
    sparing = Sparing()
    kept = [
        record
        for number in range(1000)
        if sparing.filter(record := logging.makeLogRecord({"msg": "again %s", "args": (number,)}))
    ]
    assert len(kept) == 10
    other = logging.makeLogRecord({"msg": "something else"})
    assert sparing.filter(other) and "990 similar lines" in other.getMessage()


def test_a_penalty_is_longer_every_time() -> None:
    penalties = Penalties()
    now, seen = 100.0, []
    for _ in range(9):
        penalties.strike("Ada", now)
        penalties.strike("Ada", now + 1)  # meanwhile, nothing is added
        seen.append(penalties.seconds("Ada", now))
        now += seen[-1] + 1
    assert seen[0] == SHORTEST and seen[-1] == LONGEST and seen == sorted(seen)
    penalties.strike("Ada", now + 100_000)
    assert penalties.seconds("Ada", now + 100_000) == SHORTEST
    assert penalties.seconds("Ben", now) == 0


def test_the_whole_log_is_verified_for_players_only_so_often(path: Path) -> None:
    with Here(path, Rates(audits=Rate(at_once=2, a_second=0.01))) as server:
        boss, ada = server.named("auditor"), server.guest()
        message = {"table": ada.open("classic")}
        for status in (200, 200, 429):
            ada.post("/audit/verify", message, status)
        for _ in range(4):
            boss.post("/audit/verify", message)


# Names and proxies.


def test_only_names_on_the_list_are_answered_to(server: Server) -> None:
    for name, status in (("localhost", 200), ("127.0.0.1:99", 200), ("[::1]:8021", 200),
                         ("evil.example", 421), ("127.0.0.1.evil.example", 421),
                         ("", 421)):  # fmt: skip
        answer = httpx.get(f"{server.address}/api/v1/health", headers={"host": name})
        assert answer.status_code == status, name
    evil = {"host": "evil.example", "origin": "http://evil.example"}
    answer = httpx.post(f"{server.address}/api/v1/sessions", json={"guest": True}, headers=evil)
    assert answer.status_code == 421 and "--host-name" in answer.json()["why"]
    ada = server.guest()
    url = server.address.replace("http", "ws", 1) + f"/api/v1/tables/{ada.open('nz')}/stream"
    token = {"authorization": f"Bearer {ada.token}", "host": "evil.example"}
    with pytest.raises(InvalidStatus) as refused, connect(url, additional_headers=token) as line:
        line.recv(timeout=5)
    assert refused.value.response.status_code in (400, 421)


def test_a_name_that_was_given_is_answered_to(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.sqlite3'}"
    with Server(url, "--host-name", "Cards.Example.org") as server:
        for name, status in (("cards.example.org", 200), ("example.org", 421)):
            answer = httpx.get(f"{server.address}/api/v1/health", headers={"host": name})
            assert answer.status_code == status


def test_which_names_there_are() -> None:
    assert allowed_names("0.0.0.0", ()) == {"127.0.0.1", "::1", "localhost"}
    assert "10.1.2.3" in allowed_names("10.1.2.3", ())
    for wrong in ("", "*", "http://x", "a:80"):
        with pytest.raises(BadAddress):
            allowed_names("127.0.0.1", (wrong,))


def test_forwarded_addresses_are_believed_from_named_proxies_only() -> None:
    ours = networks(("10.0.0.0/8", "::1"))
    assert asked_by("6.6.6.6", "5.5.5.5", ours) == "5.5.5.5"
    assert asked_by("6.6.6.6", "10.0.0.1", ours) == "6.6.6.6"
    assert asked_by("1.1.1.1, 6.6.6.6, 10.0.0.2", "10.0.0.1", ours) == "6.6.6.6"
    assert asked_by("not an address", "10.0.0.1", ours) == "10.0.0.1"
    assert counted_as("2001:db8::1:2") == counted_as("2001:db8::3:4") == "2001:db8::"
    assert counted_as("::ffff:1.2.3.4") == "1.2.3.4"
    with pytest.raises(BadAddress):
        networks(("proxy.example",))


@pytest.mark.parametrize("trusted", [False, True])
def test_behind_a_proxy_everybody_is_counted_alone(tmp_path: Path, trusted: bool) -> None:
    url = f"sqlite:///{tmp_path / 'house.sqlite3'}"
    options = ("--trusted-proxy", "127.0.0.1") if trusted else ()
    with Server(url, *options) as server:
        sessions = f"{server.address}/api/v1/sessions"
        wrong = {"name": "Ada", "password": "not that one"}
        statuses = []
        for number in range(8):
            forwarded = {"x-forwarded-for": f"6.6.6.{number}", "x-forwarded-proto": "https"}
            statuses.append(httpx.post(sessions, json=wrong, headers=forwarded).status_code)
        # A refused client waits two seconds, which may pass on a slow machine.
        assert statuses[:6] == [401] * 5 + [401 if trusted else 429]
        assert (429 in statuses) is not trusted
        came = httpx.post(sessions, json={"guest": True}, headers=forwarded)
        assert ("secure" in came.headers["set-cookie"].lower()) == trusted


def test_a_connection_that_has_ended_makes_room_for_the_next() -> None:
    door = Door(few(connections=3))
    for _ in range(10):
        connection = HttpConnection.__new__(HttpConnection)
        assert door.lets_in(connection, "192.0.2.1")
        door.goes(connection, "192.0.2.1")
    kept = [HttpConnection.__new__(HttpConnection) for _ in range(4)]
    assert [door.lets_in(each, "192.0.2.1") for each in kept] == [True, True, True, False]
