"""No player gets stuck: refills, guests who keep their account, practice without a clock."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from pitboss.store import Store, open_database
from pitboss.web.audit.house_audit import verified_house
from pitboss.web.live import hub as table_hub
from pitboss.web.live.table_notes import Manner
from tests.web.inside import hub_on, soon, table_in
from tests.web.looping import done
from tests.web.serving import PASSWORD, Server, Visitor

RICH = {"min": "2000", "max": "5000"}
"""A table at which a new guest cannot bet."""


def _is_sound(server: Server) -> None:
    store = Store(open_database(server.url))
    outcome = verified_house(store)
    store.close()
    assert outcome.problem is None


def test_a_player_who_cannot_bet_takes_more(server: Server) -> None:
    ada = server.guest()
    table = ada.open("classic", settings=RICH)
    assert ada.state(table)["you"]["refill"] == 1000_00
    watching = ada.sit(table)
    response = ada.post("/me/refill", {"table": table})
    assert (response["amount"], response["balance"]) == (1000_00, 2000_00)
    me = ada.get("/me")
    assert (me["balance"], me["refilled"]) == (2000_00, 1000_00)
    watching.hear(lambda m: m.get("state", {}).get("you", {}).get("balance") == 2000_00)
    assert watching.state["you"]["refill"] is None, "2,000 cover the minimum"
    ada.say(table, "bet", box=1, amount=2000_00)
    _is_sound(server)


def test_a_second_click_issues_nothing(server: Server) -> None:
    ada = server.guest()
    table = ada.open("classic", settings={"min": "5000", "max": "5000"})
    with ThreadPoolExecutor(6) as clicks:
        answers = list(
            clicks.map(lambda _: ada.http.post("/me/refill", json={"table": table}), range(6))
        )
    assert sorted(answer.status_code for answer in answers) == [200, *[429] * 5]
    late = next(answer for answer in answers if answer.status_code == 429)
    assert "once a minute" in late.json()["why"] and 50 < int(late.headers["retry-after"]) <= 60
    assert ada.get("/me")["balance"] == 2000_00
    _is_sound(server)


def test_a_refill_is_for_those_with_too_little_and_nothing_at_stake(server: Server) -> None:
    ada = server.guest()
    plain, rich = ada.open("classic"), ada.open("classic", settings=RICH)
    assert ada.state(plain)["you"]["refill"] is None
    assert "covers the minimum of 10" in ada.post("/me/refill", {"table": plain}, 409)["why"]
    ada.say(plain, "bet", box=1, amount=1000_00)
    assert ada.state(plain)["you"]["refill"] is None, "the balance is 0, but a bet is undecided"
    assert "still have a bet" in ada.post("/me/refill", {"table": rich}, 409)["why"]
    server.named("auditor").post("/me/refill", {"table": rich}, 403)


def test_a_guest_who_chooses_a_password_stays_who_they_are(server: Server) -> None:
    guest = server.guest()
    table = guest.open("classic")
    guest.say(table, "sit", box=3)
    guest.say(table, "bet", box=3, amount=40_00)
    assert "8 characters" in guest.post("/me/account", {"password": "short"}, 422)["why"]
    kept = guest.post("/me/account", {"password": PASSWORD}, 201)
    assert (kept["name"], kept["guest"], kept["balance"]) == (guest.name, False, 960_00)
    again = Visitor(server, {"name": guest.name, "password": PASSWORD})
    state = again.state(table)
    assert state["you"]["boxes"] == [3] and state["you"]["balance"] == 960_00
    assert state["boxes"][2]["seat"] == {"name": guest.name}
    again.post("/me/account", {"password": PASSWORD}, 409)
    _is_sound(server)


def test_what_a_person_prefers_is_kept_and_nothing_else(server: Server) -> None:
    ada, bob = server.guest(), server.guest()
    assert ada.get("/me")["preferences"] == {}
    assert ada.post("/me/preferences", {"speed": "fast"}) == {"speed": "fast"}
    whole = {"speed": "fast", "coach": "after"}
    assert ada.post("/me/preferences", {"coach": "after"}) == whole
    for wrong in ({"speed": "faster"}, {"balance": 1}):
        ada.post("/me/preferences", wrong, 400)
    assert ada.get("/me")["preferences"] == whole and bob.get("/me")["preferences"] == {}


def test_nobody_yet_is_no_error_where_a_page_asks(server: Server) -> None:
    ada = server.guest()
    ada.http.headers.pop("authorization")
    assert ada.http.get("/me?or_nobody=1").status_code == 204
    assert ada.http.get("/me").status_code == 401


def test_what_an_act_costs_is_told_with_it(server: Server) -> None:
    ada = server.guest()
    seat = ada.sit(ada.open("nobust", practice=True))
    seat.must("sit", box=1)
    seat.catch_up()
    mine = [one for one in seat.state["asks"] if one["player"] == ada.name]
    take = next(one for one in mine if one["command"]["type"] == "take_bank")
    assert (take["least"], take["costs"]) == (10_00, 12_00), "the fee of the bank is 2"


def test_practice_has_no_clock_and_one_player(server: Server) -> None:
    ada, ben = server.guest(), server.guest()
    table = ada.open("classic", practice=True)
    seat = ada.sit(table)
    assert (seat.state["practice"], [b["seat"] for b in seat.state["boxes"]]) == (True, [None] * 7)
    assert table not in [one["id"] for one in ben.get("/tables")["tables"]]
    assert "practises at this table alone" in ben.say(table, "sit", 403, box=1)["why"]
    for _ in range(20):
        seat.must("bet", box=1, amount=10_00)
        seat.must("deal")
        seat.catch_up()
        assert seat.state["seconds"] is None, "no clock runs, whatever is asked"
        if (seat.state["turn"] or {}).get("player") == ada.name:
            break
        seat.finish()
    else:
        raise AssertionError("no turn in 20 rounds")


def test_practice_at_the_first_book_has_a_side_bet(server: Server) -> None:
    ada = server.guest()
    bets = ada.state(ada.open("nz", practice=True))["side_bets"]
    assert [bet["kind"] for bet in bets] == ["perfect_pairs"]
    ben = server.named("dealer")
    wrong = ben.post("/tables", {"book": "nz", "practice": True, "dealt_by": "person"}, 422)
    assert "dealt automatically" in wrong["why"]


def test_a_practice_table_closes_when_it_is_left(
    fresh_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_hub, "PRACTICE_LEFT", 0.05)

    async def leave() -> None:
        async with hub_on(fresh_url) as hub:
            mine = await table_in(hub, "classic", manner=Manner(practice=True))
            other = await table_in(hub, "classic")
            await soon(lambda: mine.live.status == "closed")
            assert other.live.status == "open"

    done(leave())
