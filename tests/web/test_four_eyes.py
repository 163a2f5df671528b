"""A second approval comes from another person: not a newcomer, a guest or a bettor."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from pitboss.store.records import Person, Ruling
from pitboss.web.live.open_table import ServerRefusal
from pitboss.web.pit.four_eyes import must_be_a_second
from tests.web.serving import Server, Visitor
from tests.web.test_rulings import dealt


def void(boss: Visitor, table: str) -> dict[str, Any]:
    """A report at this table that needs a second approval."""
    known = boss.get(f"/tables/{table}/irregularities")["irregularities"]
    voids = [one["what"] for one in known if one["second_person"] and one["refused"] is None]
    return {"what": voids[0], "box": 1, "hand": 1, "remedy": "void_round", "reason": "a slip"}


def waiting(boss: Visitor, table: str) -> str:
    response = boss.post(f"/tables/{table}/rulings", void(boss, table), 202)
    return f"/tables/{table}/rulings/{response['id']}/approvals"


def test_an_account_made_after_the_incident_does_not_approve(server: Server) -> None:
    boss, other, ada = server.named("supervisor"), server.named("shift_manager"), server.guest()
    player = server.named()  # an old account, and a new role
    table = ada.open("classic", bots=1)
    seat = ada.sit(table)
    seat.must("sit", box=1)
    dealt(seat)
    approvals = waiting(boss, table)
    newcomer = server.named("supervisor")
    assert "more recent than the incident" in newcomer.post(approvals, {}, 403)["why"]
    server.give_role(player.name, "supervisor")
    assert "more recent than the incident" in player.post(approvals, {}, 403)["why"]
    assert other.post(approvals, {})["status"] == "done"
    seat.finish()  # in the next round they may approve
    dealt(seat)
    assert newcomer.post(waiting(boss, table), {})["second"] == newcomer.name


def test_who_has_or_had_a_stake_in_the_round_neither_rules_nor_approves(server: Server) -> None:
    boss, other, ada = server.named("supervisor"), server.named("shift_manager"), server.guest()
    third = server.named("supervisor")
    table = boss.open("nz", dealt_by="person")
    other.say(table, "bet", box=2, amount=1000)
    ada.say(table, "bet", box=1, amount=1000)
    other.say(table, "withdraw", box=2)  # it is no longer on the table
    dealer = server.named("dealer")
    dealer.say(table, "take_chair")
    server.prepare(table, partial(dealer.say, table))
    dealer.say(table, "shuffle")
    dealer.say(table, "close_bets")
    dealer.perform(table)  # the burn card
    dealer.perform(table)
    document = void(boss, table)
    assert "you have or had a bet" in other.post(f"/tables/{table}/rulings", document, 403)["why"]
    approvals = waiting(boss, table)
    assert "you have or had a bet" in other.post(approvals, {}, 403)["why"]
    assert "must come from someone else" in boss.post(approvals, {}, 403)["why"]
    assert third.post(approvals, {})["status"] == "done"


@pytest.mark.parametrize("dealt_by", ["machine", "person"])
def test_the_preview_names_who_reported_and_who_approves_as_the_log_does(
    server: Server, dealt_by: str
) -> None:
    boss, other, dealer = server.named("supervisor"), server.named("supervisor"), server.guest()
    ada = server.guest()
    if dealt_by == "person":
        dealer = server.named("dealer")
        table = dealer.open("nz", dealt_by="person")
        dealer.say(table, "take_chair")
        server.prepare(table, partial(dealer.say, table))
        dealer.say(table, "shuffle")
        ada.say(table, "bet", box=1, amount=1000)
        dealer.say(table, "close_bets")
        for _ in range(5):
            dealer.perform(table)
    else:
        table = ada.open("classic", bots=1)
        seat = ada.sit(table)
        seat.must("sit", box=1)
        dealt(seat)
    rulings, document = f"/tables/{table}/rulings", void(boss, table)
    seconds = {None, "another supervisor"}
    assert names_in(boss.post(rulings, {**document, "preview": True})) == ({boss.name}, seconds)
    waits = boss.post(rulings, document, 202)
    for viewer, second in ((other, other.name), (boss, "another supervisor")):
        seen = viewer.post(rulings, {**document, "preview": True})
        assert names_in(seen) == ({boss.name}, {None, second}), viewer.name
    done = other.post(f"{rulings}/{waits['id']}/approvals", {})
    assert (done["by"], done["second"]) == (boss.name, other.name)
    assert names_in(done) == ({boss.name}, {None, other.name})


def names_in(document: dict[str, Any]) -> tuple[set[str], set[str | None]]:
    """Who reports in these events, and who approves; what the machine then does is its own."""
    events = [event for event in document["events"] if event["actor"] != "dealer"]
    assert any("by" in event for event in events)
    reporters = {event["actor"] for event in events} | {e["by"] for e in events if "by" in e}
    return reporters, {event.get("approved_by") for event in events}


def test_a_guest_does_not_approve() -> None:
    """No guest can have a role; if one could, this would refuse it."""
    ruling = Ruling("r", "t", "{}", "Ada", None, "waiting", 1.0)
    guest = Person("1", "Guest 123456", "supervisor", True)
    with pytest.raises(ServerRefusal, match="guest"):
        must_be_a_second(None, None, ruling, guest)  # type: ignore[arg-type]
