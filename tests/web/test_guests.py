"""A guest keeps the account: on the device for 180 days, and under a name of their own."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from pitboss.store import Store, open_database
from pitboss.web.audit.house_audit import verified_house
from pitboss.web.http.app import create_app
from pitboss.web.http.limits import Rate
from pitboss.web.http.security import Rates
from tests.web.looping import done
from tests.web.serving import PASSWORD, Seat, Server, Visitor, patiently

_numbers = iter(range(1, 1000))


def fresh_name() -> str:
    return f"Mirabel {'ABCDEFGH'[next(_numbers) % 8]}{next(_numbers)}x"


def kept(guest: Visitor, status: int = 201, **message: Any) -> Any:
    answer = guest.post("/me/account", {"password": PASSWORD, **message}, status)
    if status == 201:
        guest.name, guest.token = answer["name"], answer["token"]
        guest.http.headers["authorization"] = f"Bearer {guest.token}"
    return answer


def played(guest: Visitor, table: str, rounds: int) -> Seat:
    seat = guest.sit(table)
    seat.must("sit", box=1)
    for _ in range(rounds):
        seat.must("bet", box=1, amount=seat.state["limits"]["minimum"])
        seat.say("deal")
        seat.finish()
    return seat


def test_the_browser_keeps_a_guest_for_180_days_and_each_visit_starts_them_again(
    server: Server,
) -> None:
    address = f"{server.address}/api/v1"
    with httpx.Client(base_url=address) as browser:
        came = browser.post("/sessions", json={"guest": True})
        assert "Max-Age=15552000" in came.headers["set-cookie"]
        back = browser.get("/me")
        assert back.json()["name"] == came.json()["name"]
        assert "Max-Age=15552000" in back.headers["set-cookie"]
        assert "HttpOnly" in back.headers["set-cookie"]
    ada = server.named()
    message = {"name": ada.name, "password": PASSWORD}
    assert "Max-Age=43200" in httpx.post(f"{address}/sessions", json=message).headers["set-cookie"]


def test_a_guest_chooses_a_name_and_everything_stays_theirs(server: Server) -> None:
    guest, watcher, boss = server.guest(), server.guest(), server.named("auditor")
    old, table = guest.name, guest.open("classic")
    seat = played(guest, table, 3)
    before = guest.get("/me")
    seat.must("leave", box=1)
    seat.close()
    name = fresh_name()
    message = kept(guest, name=name)
    assert (message["name"], message["guest"]) == (name, False)
    assert message["balance"] == before["balance"] and message["id"] == before["id"]
    Visitor(server, {"name": name.upper(), "password": PASSWORD})
    # Everything that was shown under the old name is shown under the new one.
    rounds = watcher.get(f"/tables/{table}/history")
    assert [[one["name"] for one in row["players"]] for row in rounds["rounds"]] == [[name]] * 3
    assert len(watcher.get(f"/tables/{table}/history?player={name}")["rounds"]) == 3
    assert rounds["opened_by"] == name
    number = rounds["rounds"][0]["round"]
    for path in (
        f"/tables/{table}/rounds/{number}", f"/tables/{table}/rounds/{number}/replay",
        f"/tables/{table}/rounds", f"/tables/{table}/events?after=0", f"/tables/{table}/history",
        f"/tables/{table}", "/tables",
    ):  # fmt: skip
        text = watcher.http.get(path).text
        assert old not in text, path
        assert name in text or path == f"/tables/{table}", path
    looking = watcher.sit(table)
    looking.socket.send('{"type": "resume", "after": 0}')
    looking.hear(lambda message: message["type"] == "events")
    assert old not in str(looking.messages) and name in str(looking.messages)
    for path in (
        "/pit",
        "/audit/tables",
        f"/tables/{table}/ledger",
        f"/audit/ledger?table={table}",
    ):
        assert old not in boss.http.get(path).text, path
    lines = guest.get("/audit/ledger")["lines"]
    assert sum(line["amount"] for line in lines) == before["balance"]
    assert {line["account"] for line in lines} == {f"player/{name}"}
    assert boss.get(f"/audit/ledger?person={name}")["lines"] == lines
    assert guest.get(f"/tables/{table}/ledger")["postings"]
    (session,) = guest.get("/me/sessions")["sessions"]
    assert session["rounds"] == 3
    # The log itself keeps the name that its hashes cover.
    assert old in watcher.http.get(f"/tables/{table}/log").text
    seat = played(guest, table, 1)
    assert [
        one["name"] for one in watcher.get(f"/tables/{table}/history")["rounds"][0]["players"]
    ] == [name]
    assert guest.get("/me")["balance"] == before["balance"] + (
        seat.state["you"]["balance"] - before["balance"]
    )
    guest.verifies(table)
    store = Store(open_database(server.url))
    outcome = verified_house(store)
    assert outcome.problem is None and store.totals() == (0, 0)
    assert store.people.former_names()[old] == name
    store.close()


def test_a_seat_or_a_bet_is_left_first_and_nothing_changes_meanwhile(server: Server) -> None:
    guest = server.guest()
    table = guest.open("classic", name="The corner")
    seat = guest.sit(table)
    seat.must("sit", box=1)
    old = guest.name
    why = kept(guest, 409, name=fresh_name())["why"]
    assert why == "you are seated at The corner; leave the seat before you choose a name"
    assert guest.get("/me")["guest"] is True and seat.must("bet", box=1, amount=1000)
    other = server.guest()
    standing = other.sit(table)
    del standing
    seat.say("deal")
    seat.finish()
    message = kept(guest)  # without a name the seat stays theirs
    assert message["name"] == old
    seat = guest.sit(table)
    assert seat.state["boxes"][0]["yours"]
    assert "seated" in guest.post("/me/name", {"name": fresh_name()}, 409)["why"]
    seat.must("leave", box=1)
    name = fresh_name()
    answer = guest.post("/me/name", {"name": name}, 201)
    guest.http.headers["authorization"] = f"Bearer {answer['token']}"
    assert guest.get("/me")["name"] == name
    assert "already" in guest.post("/me/name", {"name": fresh_name()}, 409)["why"]


def test_the_name_of_a_guest_is_checked_like_any_name(server: Server) -> None:
    taken, guest = server.named(), server.guest()
    for name, status in (
        (taken.name, 409), (taken.name.replace("a", "\u0430"), 409), ("Dealer", 400),
        ("Guest 5", 400), ("..", 400), ("A\u202eb", 400), ("x" * 25, 400), ("", 400),
    ):  # fmt: skip
        assert kept(guest, status, name=name)["why"]
    assert guest.get("/me")["guest"] is True
    guest.post("/me/name", {"name": fresh_name()}, 409)
    taken.post("/me/name", {"name": fresh_name()}, 409)
    assert kept(guest, name=guest.name)["name"] == guest.name, "the same name is no new one"


def test_the_other_sessions_of_a_renamed_guest_end(server: Server) -> None:
    guest = server.guest()
    table = server.guest().open("classic")
    watching = guest.sit(table)
    old = guest.token
    kept(guest, name=fresh_name())
    for _ in patiently():
        if httpx.get(
            f"{server.address}/api/v1/me", headers={"authorization": f"Bearer {old}"}
        ).status_code == 401:  # fmt: skip
            break
    with pytest.raises(Exception, match="4401"):
        watching.hear(lambda _: False)


def test_a_practice_table_stays_its_players_under_the_new_name(server: Server) -> None:
    guest = server.guest()
    table = guest.open("classic", practice=True)
    kept(guest, name=fresh_name())
    assert [one["id"] for one in guest.get("/tables")["tables"] if one["practice"]] == [table]
    guest.say(table, "sit", box=1)
    other = server.guest()
    assert guest.name in other.say(table, "sit", 403, box=2)["why"]


def test_new_guests_from_one_address_are_limited(tmp_path: Any) -> None:
    """The limit is on accounts, whatever the requests in between."""

    async def come() -> list[int]:
        store = Store(open_database(f"sqlite:///{tmp_path / 'house.sqlite3'}"))
        rates = Rates.none()
        rates.guests = type(rates.guests)(Rate(at_once=3, a_second=0.0001))
        app = create_app(store, rates=rates, prices=False)
        transport = httpx.ASGITransport(app=app, client=("10.1.1.1", 1))
        opened = httpx.AsyncClient(transport=transport, base_url="http://localhost")
        async with app.router.lifespan_context(app), opened as visitor:
            answers = [
                await visitor.post("/api/v1/sessions", json={"guest": True}) for _ in range(5)
            ]
        assert answers[-1].headers["retry-after"] and "guests" in answers[-1].json()["why"]
        return [answer.status_code for answer in answers]

    assert done(come()) == [201, 201, 201, 429, 429]
