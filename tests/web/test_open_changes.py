"""Limits and options of an open table change with notice, by two people, and in the chain."""

from __future__ import annotations

from typing import Any

from tests.web.serving import Server, Visitor


def propose(boss: Visitor, table: str, status: int = 202, **more: Any) -> Any:
    document = {"settings": {"min": 25, "max": 1000}, "reason": "a full house", **more}
    return boss.post(f"/tables/{table}/changes", document, status)


def approvals(table: str, number: int = 1) -> str:
    return f"/tables/{table}/changes/{number}/approvals"


def test_a_change_holds_from_the_round_after_the_bets_on_the_table(server: Server) -> None:
    boss, other, ada = server.named("supervisor"), server.named("shift_manager"), server.guest()
    table = ada.open("nz")
    seat = ada.sit(table)
    seat.must("sit", box=1)
    seat.must("bet", box=1, amount=500)
    assert propose(boss, table)["pending"]["status"] == "proposed"
    assert seat.state.get("notice") is None
    assert "someone else" in boss.post(approvals(table), {}, 403)["why"]
    assert other.post(approvals(table), {})["pending"]["from_round"] == 2
    seat.catch_up()
    notice: dict[str, Any] = seat.state.get("notice") or {}
    assert notice["says"].endswith("from round 2 on")
    assert seat.state["limits"]["minimum"] == 500
    seat.must("deal")
    seat.finish()
    assert (seat.state["limits"]["minimum"], seat.state["notice"]) == (2500, None)
    assert seat.say("bet", box=1, amount=500)["clause"] == "14.6"
    seat.must("bet", box=1, amount=2500)
    (change,) = boss.get(f"/tables/{table}/changes")["changes"]
    assert (change["status"], change["round"]) == ("in force", 2)
    assert (change["by"], change["second"]) == (boss.name, other.name)
    assert change["sign_before"][0] == "Wagers: at least 5, at most 500"
    assert change["sign"][0] == "Wagers: at least 25, at most 1000"
    assert [len(entry["hash"]) for entry in change["entries"]] == [64, 64, 64]
    ada.verifies(table)
    (listed,) = [one for one in ada.get("/tables")["tables"] if one["id"] == table]
    assert listed["limits"] == {"minimum": 2500, "maximum": 100000}


def test_an_idle_table_changes_at_once_and_keeps_it_after_a_restart(fresh_url: str) -> None:
    with Server(fresh_url) as server:
        boss, other = server.named("supervisor"), server.named("supervisor")
        table = boss.open("rws")
        propose(boss, table, settings={"min": 100})
        assert other.post(approvals(table), {})["pending"] is None
        server.stop()
        server.start()
        boss.at(server)
        (listed,) = boss.get("/tables")["tables"]  # nobody has taken the table up yet
        assert listed["limits"]["minimum"] == 10000
        assert boss.state(table)["limits"]["minimum"] == 10000
        boss.verifies(table)


def test_who_may_change_a_table(server: Server) -> None:
    boss, ada = server.named("supervisor"), server.guest()
    dealer, auditor = server.named("dealer"), server.named("auditor")
    table = ada.open("nz")
    for person in (dealer, auditor, server.named()):
        propose(person, table, 403)
    assert dealer.get(f"/tables/{table}/changes")["pending"] is None
    server.guest().get(f"/tables/{table}/changes", 403)
    assert "reason" in propose(boss, table, 422, reason=" ")["why"]
    refused = propose(boss, table, 409, settings={"pp_scale": 2})
    assert (refused["clause"], refused["book"]) == ("15B.8#2", "nz")
    seat = ada.sit(table)
    seat.must("sit", box=1)
    boss.say(table, "bet", box=2, amount=500)
    propose(boss, table, 403)
    boss.say(table, "withdraw", box=2)
    assert "have or had a bet" in propose(boss, table, 403)["why"]


def test_a_preview_changes_nothing_and_a_rejection_is_kept(server: Server) -> None:
    boss, other = server.named("supervisor"), server.named("supervisor")
    table = boss.open("zappit")
    seen = propose(boss, table, 200, preview=True, rounds=3)["pending"]
    assert [option["clause"] for option in seen["options"]] == ["gap.limits", "gap.limits"]
    assert boss.get(f"/tables/{table}/changes")["changes"] == []
    propose(boss, table)
    gone = f"/tables/{table}/changes/1/withdrawals"
    other.post(gone, {"reason": ""}, 422)
    assert other.post(gone, {"reason": "too quiet"})["pending"] is None
    (change,) = boss.get(f"/tables/{table}/changes")["changes"]
    assert change["dropped"]["by"] == other.name
    assert change["status"] == "dropped"
