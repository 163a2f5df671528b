"""Limits and options of an open table change from a round on, with notice and two approvals."""

from __future__ import annotations

from typing import Any

from tests.web.serving import Server, Visitor


def propose(boss: Visitor, table: str, expect: int = 202, **more: Any) -> dict[str, Any]:
    told = {"settings": {"min": 25, "max": 1000}, "reason": "a full house", **more}
    answer: dict[str, Any] = boss.post(f"/tables/{table}/changes", told, expect)
    return answer


def test_a_change_holds_from_the_round_after_the_bets_on_the_table(server: Server) -> None:
    boss, other, ada = server.named("supervisor"), server.named("shift_manager"), server.guest()
    table = ada.open("nz")
    seat = ada.sit(table)
    seat.must("sit", box=1)
    seat.must("bet", box=1, amount=500)
    pending = propose(boss, table)["pending"]
    assert pending["status"] == "proposed"
    approvals = f"/tables/{table}/changes/{pending['number']}/approvals"
    assert "someone else" in boss.post(approvals, {}, 403)["why"]
    announced = other.post(approvals, {})["pending"]
    assert announced["from_round"] == 2
    state = seat.state
    assert state["limits"]["minimum"] == 500
    seat.must("ready")
    seat.finish()
    state = seat.state
    assert (state["limits"]["minimum"], state["notice"]) == (2500, None)
    refused = seat.say("bet", box=1, amount=500)
    assert refused["clause"] == "14.6"
    seat.must("bet", box=1, amount=2500)
