"""The audit's lists: rounds, ledgers and tables, searched, page by page, to the first."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.serving import Seat, Server, Visitor


def _played(server: Server, rounds: int, book: str = "classic", **more: Any) -> tuple[Seat, str]:
    ada = server.guest()
    table = ada.open(book, **more)
    seat = ada.sit(table)
    seat.must("sit", box=1)
    for _ in range(rounds):
        seat.catch_up()
        while seat.decide():
            seat.catch_up()
        seat.must("bet", box=1, amount=10_00)
        seat.must("deal")
        seat.finish()
    return seat, table


def _all(person: Visitor, path: str, what: str) -> list[dict[str, Any]]:
    """Every page, one after the other."""
    documents: list[dict[str, Any]] = []
    page = person.get(path)
    while True:
        documents += page[what]
        if page["next"] is None:
            return documents
        page = person.get(f"{path}&before={page['next']}")


def test_every_round_is_listed_with_its_people_and_result(server: Server) -> None:
    seat, table = _played(server, 7)
    ada = seat.visitor
    path = f"/tables/{table}/history?limit=3"
    assert len(ada.get(path)["rounds"]) == 3, "a page"
    rounds = _all(ada, path, "rounds")
    assert [one["round"] for one in rounds] == [7, 6, 5, 4, 3, 2, 1]
    nets = [{p["name"]: p["net"] for p in one["players"]} for one in rounds]
    assert sum(net[ada.name] for net in nets) == ada.get("/me")["balance"] - 1000_00
    assert all(one["began"] <= one["at"] and one["rulings"] == [] for one in rounds)
    assert _all(ada, f"{path}&player={ada.name[:8].lower()}", "rounds") == rounds
    assert _all(ada, f"{path}&player=Somebody", "rounds") == []
    assert len(_all(ada, f"{path}&words=no+more+bets", "rounds")) == 7
    assert _all(ada, f"{path}&words=elephant", "rounds") == []
    assert _all(ada, f"{path}&ruled=1", "rounds") == []


def test_a_ruled_round_is_found_by_its_ruling(server: Server) -> None:
    boss, other = server.named("supervisor"), server.named("shift_manager")
    seat, table = _played(server, 2)
    seat.must("bet", box=1, amount=10_00)
    request = {"what": "void_round", "remedy": "void_round", "reason": "a fire drill"}
    for _ in range(20):
        seat.must("deal")
        seat.catch_up()
        if seat.state["phase"] == "play":
            break
        seat.finish()
        seat.must("bet", box=1, amount=10_00)
    waiting = boss.post(f"/tables/{table}/rulings", {**request, "box": 1, "hand": 1}, 202)
    other.post(f"/tables/{table}/rulings/{waiting['id']}/approvals", {})
    rounds = boss.get(f"/tables/{table}/history?ruled=1")["rounds"]
    assert len(rounds) == 1 and rounds[0]["void"]
    assert rounds[0]["rulings"][0]["clause"] == "irregular.2"
    assert "fire drill" in " ".join(one["says"] for one in rounds[0]["rulings"])
    assert {p["net"] for p in rounds[0]["players"]} == {0}


def test_the_ledger_of_a_person_is_their_balance(server: Server) -> None:
    boss = server.named("auditor")
    seat, _ = _played(server, 5)
    ada = seat.visitor
    rich = ada.open("classic", settings={"min": "9000", "max": "9000"})
    ada.post("/me/refill", {"table": rich})
    path = f"/audit/ledger?person={ada.name}&limit=4"
    lines = _all(boss, path, "lines")
    assert lines == _all(ada, path, "lines"), "their own is theirs to read"
    assert sum(line["amount"] for line in lines) == ada.get("/me")["balance"]
    events = [line["event"] for line in lines]
    assert (events[0], events[-1]) == ("Refill", "OpeningBalance")
    assert events.count("WagerPlaced") == 5
    ben = server.guest()
    assert "only staff" in ben.get(path, 403)["why"]
    assert ben.get("/audit/ledger")["lines"][0]["amount"] == 1000_00, "one's own"
    assert "not both" in ben.get("/audit/ledger?table=x&person=y", 400)["why"]


@pytest.mark.parametrize("role", ["supervisor", "auditor"])
def test_the_ledger_of_a_table_sums_to_zero_and_others_see_their_own(
    server: Server, role: str
) -> None:
    boss = server.named(role)
    seat, table = _played(server, 4)
    lines = _all(boss, f"/audit/ledger?table={table}&limit=5", "lines")
    assert sum(line["amount"] for line in lines) == 0 and len(lines) > 8
    assert [line["n"] for line in lines] == sorted((line["n"] for line in lines), reverse=True)
    own = _all(seat.visitor, f"/audit/ledger?table={table}&limit=5", "lines")
    assert own and {line["account"] for line in own} == {f"player/{seat.name}"}
    assert _all(server.guest(), f"/audit/ledger?table={table}&limit=5", "lines") == []
    house = _all(boss, f"/audit/ledger?table={table}&account=house/{table}&limit=5", "lines")
    assert {line["account"] for line in house} <= {f"house/{table}"}


def test_closed_tables_are_found_by_name_opener_or_book(server: Server) -> None:
    boss = server.named("supervisor")
    seat, table = _played(server, 1, "leaflet", name="The 100% room_")
    boss.say(table, "close_table", why="the evening is over")
    for words in ("100%", "room_", seat.name, table):
        tables = boss.get(f"/audit/tables?words={words.replace('%', '%25')}")["tables"]
        assert table in [one["id"] for one in tables], words
    one = next(t for t in boss.get("/audit/tables?words=100%25")["tables"] if t["id"] == table)
    assert (one["status"], one["rounds"], one["opened_by"]) == ("closed", 1, seat.name)
    everything = [one["id"] for one in _all(boss, "/audit/tables?limit=7", "tables")]
    assert table in everything and len(everything) == len(set(everything))
    assert boss.get("/audit/tables?words=x_y_z")["tables"] == []
    assert boss.get(f"/tables/{table}/history")["status"] == "closed"
