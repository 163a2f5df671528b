"""A guest whose bet was taken back and whose seat was left may choose a name."""

from __future__ import annotations

from tests.web.serving import PASSWORD, Server


def test_a_bet_that_was_taken_back_holds_no_name_up(server: Server) -> None:
    host, guest = server.named(), server.guest()
    table = host.open("classic")
    guest.say(table, "sit", box=1)
    guest.say(table, "bet", box=1, amount=1000)
    wanted = {"name": "Quilla", "password": PASSWORD}
    seated = guest.http.post("/me/account", json=wanted)
    assert (seated.status_code, "seat" in seated.json()["why"]) == (409, True)
    guest.say(table, "withdraw", box=1)
    guest.say(table, "leave", box=1)
    kept = guest.http.post("/me/account", json=wanted)
    assert kept.status_code == 201, kept.text
    assert kept.json()["name"] == "Quilla"
