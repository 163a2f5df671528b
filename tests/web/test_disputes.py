"""Disputes: opened by a player, decided by others, answered, and never removed."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from pitboss.evidence.pack import read_pack
from pitboss.evidence.verification import verify_pack
from pitboss.law.authority import decided_by, may_correct, may_decide
from pitboss.store import Store, open_database
from pitboss.store.disputes import NotOpen, Quota, TooMany
from pitboss.store.heads import Signer
from pitboss.store.journal import all_entries
from pitboss.store.names import plain_lines
from pitboss.store.recorded import Recorded
from pitboss.store.records import TableInfo
from pitboss.web.audit.house_audit import verified_house
from pitboss.web.http.api.disputes import clause_of_a_decision
from pitboss.web.http.problems import Problem
from pitboss.web.pit.disputes import as_csv, digest_of
from tests.support import clause, rules
from tests.web.forging import unguarded
from tests.web.inside import KEY, played_by_the_clock
from tests.web.serving import Seat, Server, signed_store

SAID = {"statement": "I had 21.\nThe dealer took my chips."}
_UPHELD: dict[str, Any] = {
    "outcome": "upheld",
    "clause": "settle.4",
    "reason": "The camera shows 21.",
    "amount": 5_00,
}


def _played(server: Server, book: str = "classic", rounds: int = 1) -> tuple[Seat, str]:
    ada = server.guest()
    table = ada.open(book)
    seat = ada.sit(table)
    seat.must("sit", box=1)
    for _ in range(rounds):
        seat.must("bet", box=1, amount=seat.state["limits"]["minimum"])
        seat.must("deal")
        seat.finish()
    return seat, table


def _disputed(seat: Seat, table: str, number: int = 1) -> dict[str, Any]:
    path = f"/tables/{table}/rounds/{number}/disputes"
    dispute: dict[str, Any] = seat.visitor.post(path, SAID, 201)
    return dispute


def test_a_dispute_has_the_evidence_of_its_moment(server: Server) -> None:
    seat, table = _played(server)
    dispute = _disputed(seat, table)
    papers = seat.visitor.http.get(f"/disputes/{dispute['id']}/papers").content
    assert digest_of(papers.decode()) == dispute["papers"]
    outcome = verify_pack(read_pack(papers))
    assert outcome.ok and not outcome.about["complete"]
    boss = server.named("supervisor")
    seat.must("leave", box=1)
    boss.say(table, "close_table", why="the evening is over")
    again = boss.http.get(f"/disputes/{dispute['id']}/papers").content
    assert again == papers, "the papers stay as they were"
    server.guest().get(f"/disputes/{dispute['id']}", 404)
    server.named("dealer").get(f"/disputes/{dispute['id']}/papers", 404)


def test_only_a_player_of_the_round_disputes_it_once(server: Server) -> None:
    seat, table = _played(server)
    path = f"/tables/{table}/rounds/1/disputes"
    for stranger in (server.guest(), server.named("supervisor"), server.named("auditor")):
        assert "only a player of the round" in stranger.post(path, SAID, 403)["why"]
    assert "say what happened" in seat.visitor.post(path, {"statement": " \n\t\n"}, 422)["why"]
    seat.visitor.post(path, {"statement": "x" * 2001}, 400)
    seat.visitor.post(f"/tables/{table}/rounds/9/disputes", SAID, 404)
    _disputed(seat, table)
    assert "already disputed" in seat.visitor.post(path, SAID, 409)["why"]


def test_money_is_corrected_by_two_people_who_had_no_part_in_it(server: Server) -> None:
    boss, other, auditor = map(server.named, ("supervisor", "shift_manager", "auditor"))
    seat, table = _played(server)
    ada, dispute = seat.visitor, _disputed(seat, table)
    path = f"/disputes/{dispute['id']}"
    for nobody in (ada, auditor, server.named("dealer")):
        nobody.post(f"{path}/decision", _UPHELD, 403)
    late = server.named("supervisor")
    assert "more recent than the dispute" in late.post(f"{path}/decision", _UPHELD, 403)["why"]
    assert "reason" in boss.post(f"{path}/decision", {**_UPHELD, "reason": " "}, 422)["why"]
    assert "no clause" in boss.post(f"{path}/decision", {**_UPHELD, "clause": "9.9"}, 422)["why"]
    assert "several" in boss.post(f"{path}/decision", {**_UPHELD, "clause": "settle"}, 422)["why"]
    wrong = {**_UPHELD, "outcome": "dismissed"}
    assert "corrects nothing" in boss.post(f"{path}/decision", wrong, 422)["why"]
    balance = ada.get("/me")["balance"]
    assert boss.post(f"{path}/decision", _UPHELD, 202)["status"] == "waiting"
    boss.post(f"{path}/decision", _UPHELD, 409)
    assert ada.get(path)["status"] == "open" and ada.get(path)["decision"] is None
    assert "someone else" in boss.post(f"{path}/approvals", {}, 403)["why"]
    assert ada.get("/me")["balance"] == balance
    done = other.post(f"{path}/approvals", {})
    assert (done["decision"]["by"], done["decision"]["approved_by"]) == (boss.name, other.name)
    assert ada.get("/me")["balance"] == balance + 5_00
    other.post(f"{path}/approvals", {}, 409)
    line = ada.get("/audit/ledger?limit=1")["lines"][0]
    assert (line["event"], line["amount"]) == ("Correction", 5_00)


def test_the_answer_reaches_the_player_and_that_is_on_record(server: Server) -> None:
    boss = server.named("supervisor")
    seat, table = _played(server)
    ada, dispute = seat.visitor, _disputed(seat, table)
    path = f"/disputes/{dispute['id']}"
    assert ada.get("/me")["disputes"] == {"open": 1, "answered": 0}
    ada.post(f"{path}/read", {}, 409)
    document = {**_UPHELD, "outcome": "dismissed", "amount": 0}
    boss.post(f"{path}/decision", document)
    assert ada.get("/me")["disputes"] == {"open": 0, "answered": 1}
    boss.post(f"{path}/read", {}, 403)
    for _ in range(2):
        assert ada.http.post(f"{path}/read", json={}).status_code == 204
    assert ada.get("/me")["disputes"] == {"open": 0, "answered": 0}
    steps = boss.get(path)["steps"]
    assert [step["kind"] for step in steps] == ["decided", "read"]
    boss.post(f"{path}/decision", document, 409)
    assert "already been decided" in ada.http.delete(path).json()["why"]


def test_a_rejected_decision_leaves_the_dispute_open_and_on_record(server: Server) -> None:
    boss, other = server.named("supervisor"), server.named("shift_manager")
    seat, table = _played(server)
    path = f"/disputes/{_disputed(seat, table)['id']}"
    other.post(f"{path}/rejections", {"reason": "there is none"}, 409)
    boss.post(f"{path}/decision", _UPHELD, 202)
    other.post(f"{path}/rejections", {"reason": " "}, 422)
    assert other.post(f"{path}/rejections", {"reason": "the camera shows 20"})["status"] == "open"
    assert seat.visitor.http.delete(path).json()["status"] == "withdrawn"
    kinds = [step["kind"] for step in boss.get(path)["steps"]]
    assert kinds == ["proposed", "rejected", "withdrawn"]
    assert "withdrawn" in boss.post(f"{path}/decision", _UPHELD, 409)["why"]


def test_whoever_ruled_in_the_round_does_not_decide_its_dispute(server: Server) -> None:
    boss, other, third = map(server.named, ("supervisor", "shift_manager", "supervisor"))
    seat, table = _played(server)
    seat.must("bet", box=1, amount=10_00)
    request = {"what": "reshuffle_ordered", "reason": "a card was bent"}
    known = boss.get(f"/tables/{table}/irregularities")["irregularities"]
    if not any(one["what"] == "reshuffle_ordered" for one in known):
        request = {"what": "ruling", "ruling": "The bet stands", "reason": "it was called"}
    boss.post(f"/tables/{table}/rulings", request)
    seat.must("deal")
    seat.finish()
    path = f"/disputes/{_disputed(seat, table, 2)['id']}"
    document = {**_UPHELD, "amount": 0}
    assert "you had a part in this round" in boss.post(f"{path}/decision", document, 403)["why"]
    assert boss.get(path)["may_decide"]["refused"]
    assert other.get(path)["may_decide"] == {"refused": None, "clause": None}
    third.post(f"{path}/decision", document)


@pytest.mark.parametrize(
    "book, heading, clause",
    [("rws", "2.1", "2.1.1"), ("zappit", "9(b)", "9(b)(1)"), ("nz", "3.3", "3.3(a)")],
)
def test_no_heading_decides_a_dispute(book: str, heading: str, clause: str) -> None:
    with pytest.raises(Problem, match=r"heading, which decides nothing; name the one") as refused:
        clause_of_a_decision(rules(book), heading)
    assert refused.value.status == 422 and clause in refused.value.why
    assert clause_of_a_decision(rules(book), f" {clause} ").number.startswith(clause)


@clause("rws:5.19", "rws:5.6")
def test_in_rws_a_shift_manager_decides_and_the_result_stands_after_the_next_bet(
    server: Server,
) -> None:
    boss, manager = server.named("supervisor"), server.named("shift_manager")
    seat, table = _played(server, "rws")
    early = f"/disputes/{_disputed(seat, table)['id']}"
    document = {**_UPHELD, "clause": "5.19"}
    refused = boss.post(f"{early}/decision", document, 403)
    assert (refused["clause"], refused["book"]) == ("5.19", "rws")
    for _ in range(2):
        seat.must("bet", box=1, amount=seat.state["limits"]["minimum"])
        seat.must("deal")
        seat.finish()
    assert manager.post(f"{early}/decision", document, 202)["status"] == "waiting"
    assert boss.post(f"{early}/approvals", {})["status"] == "decided", "any supervisor approves"
    late = f"/disputes/{_disputed(seat, table, 2)['id']}"
    refused = manager.post(f"{late}/decision", document, 409)
    assert refused["clause"] == "5.6" and "stands" in refused["why"]
    manager.post(f"{late}/decision", {**document, "amount": 0})


@clause("rws:5.19", "rws:5.6")
def test_the_law_of_disputes() -> None:
    rws, nz = rules("rws"), rules("nz")
    assert (decided_by(rws).rank, decided_by(rws).under) == ("shift manager", "5.19")
    assert decided_by(nz).rank == "supervisor"
    assert [bool(may_decide(rws, rank)) for rank in ("supervisor", "shift manager")] == [0, 1]
    assert [bool(may_decide(nz, rank)) for rank in ("dealer", "supervisor")] == [0, 1]
    stands = may_correct(rws, next_round_had_begun=True)
    assert not stands and stands.under == "5.6"
    assert may_correct(rws, next_round_had_begun=False)
    assert may_correct(nz, next_round_had_begun=True)


def test_the_lists_of_the_house(server: Server) -> None:
    boss, manager = server.named("supervisor"), server.named("shift_manager")
    seat, table = _played(server, rounds=2)
    made = [_disputed(seat, table, number)["id"] for number in (1, 2)]
    boss.post(f"/disputes/{made[0]}/decision", {**_UPHELD, "amount": 0})
    assert [one["id"] for one in boss.get("/disputes?limit=2")["disputes"]] == made[::-1]
    page = boss.get("/disputes?limit=1")
    assert boss.get(f"/disputes?limit=1&before={page['next']}")["disputes"][0]["id"] == made[0]
    assert made[0] not in [one["id"] for one in boss.get("/disputes?status=open")["disputes"]]
    assert boss.get("/disputes?status=decided")["disputes"][0]["id"] == made[0]
    boss.get("/disputes.csv", 403)
    rows = manager.http.get("/disputes.csv").text
    assert made[0] in rows and "The camera shows 21." in rows
    for nobody in (seat.visitor, server.named("dealer")):
        nobody.get("/disputes", 403)
    assert [one["id"] for one in seat.visitor.get("/me/disputes")["disputes"]] == made[::-1]


# In the store.


@pytest.fixture
def house(fresh_url: str) -> Any:
    """A database with a table, and a person who plays there."""
    store = signed_store(fresh_url)
    yield store
    store.close()


def _with_a_table(store: Store) -> tuple[str, Any]:
    ada = store.people.welcome_guest(money=1_000_00)
    info = TableInfo("t", "T", "classic", ada.name, "machine", "shoe", 0, "", "open", 0, "",
                     None, None, 0.0, 1.0)  # fmt: skip
    assert store.open_table(info, [])
    return "t", ada


def test_a_person_has_only_so_many_disputes(house: Store) -> None:
    table, ada = _with_a_table(house)
    quota = Quota(open=2, a_day=3)

    def add(number: int) -> str:
        dispute = house.add_dispute(table, number, ada, statement="x", papers="{}", quota=quota)
        return dispute.id

    first = add(1)
    add(2)
    with pytest.raises(TooMany, match="2 disputes that are not decided yet"):
        add(3)
    house.add_step(first, kind="withdrawn", by=ada.name, body={}, after=(None,))
    add(3)
    with pytest.raises(TooMany, match="at most 3 disputes a day"):
        house.add_dispute(table, 4, ada, statement="x", papers="{}", quota=Quota(9, 3))
    with pytest.raises(NotOpen, match="was withdrawn"):
        house.add_step(first, kind="decided", by="Bob", body={}, after=(None,))


def test_the_database_refuses_to_change_or_remove_a_dispute(house: Store) -> None:
    table, ada = _with_a_table(house)
    dispute = house.add_dispute(table, 1, ada, statement="x", papers="{}", quota=Quota(9, 9))
    house.add_step(dispute.id, kind="decided", by="Bob", body={}, after=(None,), pays=1)
    with house.database.reading() as rows:
        assert not list(Recorded.of(all_entries(rows)).wrong_disputes(rows))
    for sql in (
        "DELETE FROM disputes",
        "UPDATE disputes SET statement = 'y'",
        "DELETE FROM dispute_steps",
        "UPDATE dispute_steps SET body = '{}'",
    ):
        with pytest.raises(Exception, match="only added to"), house.database.writing() as rows:
            rows.run(sql)


TAMPERED = {
    "statement": "UPDATE disputes SET statement = 'nothing happened'",
    "papers": "UPDATE disputes SET papers = '{}'",
    "player": "UPDATE disputes SET by_whom = 'Eve'",
    "all of it": "DELETE FROM disputes",
    "reason": "UPDATE dispute_steps SET body = '{}' WHERE n = 1",
    "decider": "UPDATE dispute_steps SET by_whom = 'Eve' WHERE n = 1",
    "last step": "DELETE FROM dispute_steps WHERE n = 2",
    "payment": "UPDATE postings SET amount = amount + 1 WHERE account = 'corrections'",
}


@pytest.fixture(scope="module")
def disputed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a round, and a dispute of it for which money was paid."""
    path = tmp_path_factory.mktemp("disputed") / "house.sqlite3"
    played_by_the_clock("classic", path, rounds=1)
    store = Store(open_database(f"sqlite:///{path}"))
    Signer(store, KEY).take_up()
    (info,) = store.every_table()
    ada = store.people.welcome_guest(money=1_000_00)
    dispute = store.add_dispute(info.id, 1, ada, statement="x", papers="pack", quota=Quota(9, 9))
    store.add_step(dispute.id, kind="proposed", by="Bob", body={"amount": 5_00}, after=(None,))
    store.add_step(dispute.id, kind="approved", by="Cal", body={}, after=("proposed",), pays=5_00)
    store.close()
    return path


def _problem(path: Path) -> str | None:
    store = Store(open_database(f"sqlite:///{path}", read_only=True))
    try:
        return verified_house(store).problem
    finally:
        store.close()


def test_a_database_with_a_dispute_is_verified(disputed: Path) -> None:
    assert _problem(disputed) is None


@pytest.mark.parametrize("change", TAMPERED)
def test_a_changed_dispute_is_found_by_verify(disputed: Path, tmp_path: Path, change: str) -> None:
    path = tmp_path / "house.sqlite3"
    shutil.copy(disputed, path)
    with unguarded(path) as database:
        assert database.execute(TAMPERED[change]).rowcount
    problem = _problem(path)
    assert problem is not None
    assert change in ("all of it", "payment") or "dispute" in problem


def test_a_statement_is_plain_text_in_lines() -> None:
    assert plain_lines(" one \r\n\n\n\u202etwo\t three \n\n") == "one\n\ntwo three"


def test_no_cell_of_the_list_is_a_formula() -> None:
    row = {"id": "1", "at": 1.0, "statement": "=HYPERLINK(1)", "decision": None}
    assert "'=HYPERLINK(1)" in as_csv([row])
