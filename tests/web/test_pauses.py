"""A paused table, and rulings that hold the round until they are decided."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.web.live import pauses
from tests.web.inside import hub_on, soon, table_in
from tests.web.looping import done
from tests.web.serving import Seat, Server
from tests.web.test_rulings import dealt


def _at_turn(server: Server, book: str) -> tuple[Seat, str]:
    ada = server.guest()
    table = ada.open(book, bots=1)
    seat = ada.sit(table)
    seat.must("sit", box=1)
    dealt(seat)
    return seat, table


@pytest.mark.parametrize("book", ["rws", "nz"])
def test_a_paused_table_waits_and_its_players_know(server: Server, book: str) -> None:
    boss = server.named("supervisor")
    seat, table = _at_turn(server, book)
    assert seat.state["seconds"] is not None
    turn, sequence = seat.state["turn"], seat.state["sequence"]
    boss.say(table, "pause", why="the layout is torn")
    seat.hear(lambda m: m.get("state", {}).get("paused"))
    message = {"why": "the layout is torn", "ruling": False}
    assert seat.state["paused"] == message and seat.state["seconds"] is None, "the clock is stopped"
    refused = seat.say("stand", box=turn["box"], hand=turn["hand"])
    assert refused["type"] == "refused" and refused["clause"] is None, "no document knows a pause"
    assert refused["why"] == "the table is paused: the layout is torn"
    assert "already paused" in boss.say(table, "pause", 409, why="again")["why"]
    assert boss.get(f"/tables/{table}")["state"]["sequence"] == sequence
    boss.say(table, "resume")
    seat.hear(lambda m: "paused" in m.get("state", {}))
    assert seat.state["paused"] is None and seat.state["seconds"] is not None
    seat.finish()
    assert "not paused" in boss.say(table, "resume", 409)["why"]
    orders = boss.get(f"/tables/{table}/irregularities")["rulings"]
    assert [one["report"]["what"] for one in orders] == ["resumed", "paused"]


def _waiting(server: Server, table: str) -> tuple[Any, dict[str, Any]]:
    """A supervisor whose ruling awaits its second approval."""
    boss = server.named("supervisor")
    request = {"what": "void_round", "remedy": "void_round", "reason": "the cards fell"}
    seen = boss.post(f"/tables/{table}/rulings", {**request, "preview": True})
    document = {**request, "sequence": seen["sequence"]}
    return boss, boss.post(f"/tables/{table}/rulings", document, 202)


def test_a_ruling_holds_the_round_until_it_is_decided(server: Server) -> None:
    other = server.named("shift_manager")
    seat, table = _at_turn(server, "classic")
    boss, ruling = _waiting(server, table)
    seat.hear(lambda m: m.get("state", {}).get("paused"))
    assert seat.state["paused"]["ruling"] and seat.state["seconds"] is None
    assert "awaits its second approval" in other.say(table, "resume", 409)["why"]
    path = f"/tables/{table}/rulings/{ruling['id']}"
    assert "needs a reason" in other.post(f"{path}/rejections", {}, 422)["why"]
    assert other.http.delete(path).status_code == 403, "only the author withdraws"
    boss.post(f"{path}/rejections", {"reason": "on second thoughts"}, 403)
    done = other.post(f"{path}/rejections", {"reason": "nothing fell"})
    assert (done["status"], done["second"]) == ("rejected", other.name)
    seat.hear(lambda m: "paused" in m.get("state", {}))
    assert seat.state["paused"] is None
    other.post(f"{path}/approvals", {}, 409)
    again = _waiting(server, table)
    assert again[0].http.delete(f"/tables/{table}/rulings/{again[1]['id']}").status_code == 200
    seat.finish()
    seat.visitor.verifies(table)


def test_a_stale_preview_is_not_carried_out(server: Server) -> None:
    boss = server.named("supervisor")
    seat, table = _at_turn(server, "classic")
    request = {"what": "void_round", "remedy": "void_round", "reason": "the cards fell"}
    seen = boss.post(f"/tables/{table}/rulings", {**request, "preview": True})
    turn = seat.state["turn"]
    seat.must("hit", box=turn["box"], hand=turn["hand"])
    late = {**request, "sequence": seen["sequence"]}
    why = boss.post(f"/tables/{table}/rulings", late, 409)["why"]
    assert "has changed since the preview" in why


def test_a_round_is_held_while_a_ruling_is_prepared(server: Server) -> None:
    boss, player = server.named("supervisor"), server.named()
    seat, table = _at_turn(server, "classic")
    player.post(f"/tables/{table}/hold", {}, 403)
    boss.post(f"/tables/{table}/hold", {})
    seat.hear(lambda m: m.get("state", {}).get("paused"))
    assert seat.state["paused"]["why"] == "a supervisor is preparing a ruling"
    assert boss.http.delete(f"/tables/{table}/hold").status_code == 204
    seat.hear(lambda m: "paused" in m.get("state", {}))
    assert seat.state["paused"] is None


def test_a_hold_ends_by_itself_and_a_pause_outlives_the_process(
    fresh_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pauses, "HELD_FOR", 0.05)

    async def hold() -> str:
        async with hub_on(fresh_url) as hub:
            actor = await table_in(hub, "classic")
            actor.holds.prepare("Bea")
            assert actor.live.pause is not None and actor.live.pause.is_brief
            await soon(lambda: actor.live.pause is None)
            pauses.pause(actor.live, "Bea", "a fire drill")
            actor.rest()
            await soon(lambda: not actor.rests)
            return actor.id

    async def look(id: str) -> None:
        async with hub_on(fresh_url) as hub:
            live = (await hub.actor(id)).live
            assert live.pause is not None and live.pause.why == "a fire drill"

    done(look(done(hold())))


def test_what_a_void_takes_back_is_shown_before(server: Server) -> None:
    """A blackjack was paid at once; voiding the round takes the winnings back."""
    dealer, boss, ada = server.named("dealer"), server.named("supervisor"), server.guest()
    table = dealer.open("classic", dealt_by="person", cards="called")
    dealer.say(table, "take_chair")
    for box in (1, 2):
        ada.say(table, "bet", box=box, amount=20_00)
    faces = {1: ["As", "Kd"], 2: ["9c", "8d"], None: ["7h", "8s"]}
    for _ in range(40):
        state = dealer.state(table)
        if any(w["result"] == "win" for w in state["boxes"][0]["wagers"]):
            break
        _deal_on(dealer, table, state, faces)
    assert state["phase"] != "betting", "the round is still played"
    document = {"what": "void_round", "remedy": "void_round", "reason": "?", "preview": True}
    seen = boss.post(f"/tables/{table}/rulings", document)
    assert seen["clawed_back"] == [{"player": ada.name, "amount": 30_00}], "3 to 2 on 20"


def _deal_on(dealer: Any, table: str, state: dict[str, Any], faces: dict[Any, list[str]]) -> None:
    """The dealer performs the duties, with these cards."""
    to, due = state["dealer"]["card_to"], state["dealer"]["due"]
    if state["phase"] == "betting" and due is None:
        dealer.say(table, "close_bets")
    elif to is None:
        dealer.perform(table)
    else:
        left = [] if due == "burn" else faces.get(to["box"], [])
        dealer.say(table, "call", card=left.pop(0) if left else "2c")
