"""Names and reasons through the API: one person each, in one plain line."""

from __future__ import annotations

import httpx
import pytest

from tests.postgres import new_database
from tests.web.serving import PASSWORD, Server
from tests.web.test_guests import fresh_name, kept

one_database = pytest.mark.parametrize("server", ["sqlite"], indirect=True)
"""One database is enough for what does not depend on it."""


def signed_up(server: Server, name: str) -> httpx.Response:
    message = {"name": name, "password": PASSWORD}
    return httpx.post(f"{server.address}/api/v1/people", json=message)


@one_database
def test_a_look_alike_of_staff_is_refused_and_changes_nothing(server: Server) -> None:
    boss = server.named("shift_manager")
    like = boss.name.replace("a", "\u0430")
    answer = signed_up(server, like)
    assert answer.status_code == 409
    assert answer.json()["why"] == f"the name {like!r} is taken, or looks like one that is"
    boss.post(f"/people/{like}/role", {"role": "dealer"}, 404)
    boss.post(f"/people/{like}/lock", {"locked": True}, 404)


@one_database
@pytest.mark.parametrize(
    ("name", "word"),
    [("Dealer", "reserved"), ("h\u043euse", "reserved"), ("..", "begin"), ("A\u202eb", "invisible"),
     ("\u3164\u3164", "invisible"), ("\ufdfa\ufdfa", "at most 24"), ("x", "at least 2"),
     ("", "at least 2")],
)  # fmt: skip
def test_what_is_no_name_is_refused_in_one_sentence(server: Server, name: str, word: str) -> None:
    answer = signed_up(server, name)
    assert answer.status_code == 400 and word in answer.json()["why"]


def test_a_person_signs_in_however_the_name_is_written(server: Server) -> None:
    name = fresh_name()
    wide = "".join(chr(ord(ch) + 0xFEE0) if ch.isalnum() else ch for ch in name)
    made = signed_up(server, wide)
    assert made.json()["name"] == name
    for written in (name, wide, name.swapcase(), f"  {name} "):
        message = {"name": written, "password": PASSWORD}
        answer = httpx.post(f"{server.address}/api/v1/sessions", json=message)
        assert answer.json()["id"] == made.json()["id"], written


def test_reasons_and_table_names_are_one_plain_line(server: Server) -> None:
    boss = server.named("supervisor")
    table = boss.open("nz", name=" \u202eThe\n\u2066corner\u200b ")
    assert boss.state(table)["name"] == "The corner"
    assert "visible" in boss.say(table, "pause", 422, why="\u202e\u2066")["why"]
    assert boss.state(table)["paused"] is None
    boss.say(table, "pause", why="a \u202ecard\u0000 on\nthe floor".replace("\u0000", ""))
    assert boss.state(table)["paused"]["why"] == "a card on the floor"
    boss.say(table, "resume")
    ruled = {"what": "reshuffle_ordered", "reason": "\u2067\u200b"}
    assert "needs a reason" in boss.post(f"/tables/{table}/rulings", ruled, 422)["why"]
    unnamed = boss.open("nz", name="\u202e\u2066")
    assert boss.state(unnamed)["name"].startswith("Division 2")


def test_a_seat_at_another_process_is_a_seat(postgres: str) -> None:
    url = new_database(postgres)
    with Server(url) as first, Server(url) as second:
        guest = first.guest()
        table = guest.open("classic", name="The corner")
        guest.say(table, "sit", box=1)
        guest.at(second)
        assert "seated at The corner" in kept(guest, 409, name=fresh_name())["why"]
        guest.say(table, "leave", box=1)
        name = fresh_name()
        kept(guest, name=name)
        guest.at(first)
        assert guest.get("/me")["name"] == name
        guest.say(table, "sit", box=1)
        assert guest.state(table)["boxes"][0]["seat"] == {"name": name}
