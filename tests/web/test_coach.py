"""The server's coach: advice on your own hand, accounts of your own tables, nothing else."""

from __future__ import annotations

import time
from typing import Any

import pytest

import pitboss
from tests.web.serving import PASSWORD, Seat, Server, Visitor, patiently

one_database = pytest.mark.parametrize("server", ["sqlite"], indirect=True)
"""One database is enough: what is stored is text under a key, tested on both elsewhere."""


def _until_a_turn(seat: Seat) -> dict[str, int]:
    """Bet until there is a hand to decide."""
    for _ in range(30):
        number = seat.state["round"]
        seat.must("bet", box=1, amount=seat.state["limits"]["minimum"])
        seat.say("deal")
        for _ in patiently():
            seat.catch_up()
            turn = seat.state["turn"]
            if turn is not None and turn["player"] == seat.name:
                return {"box": turn["box"], "hand": turn["hand"]}
            if seat.state["round"] > number:
                break
            if not seat.decide():
                time.sleep(0.02)
    raise AssertionError("no hand was to be decided")


@pytest.fixture
def seat(server: Server) -> Seat:
    visitor = server.guest()
    return visitor.sit(visitor.open("classic", practice=True))


def test_advice_is_what_advise_says_and_lists_the_acts_of_the_turn(seat: Seat) -> None:
    where = _until_a_turn(seat)
    table = seat.table
    message = seat.visitor.get(f"/tables/{table}/advice?box={where['box']}&hand={where['hand']}")
    hand = seat.state["boxes"][0]["hands"][0]["cards"]
    up = seat.state["dealer"]["cards"][0]
    same = pitboss.advise("classic", hand=" ".join(hand), up=up)
    valued = {one["act"]: one["ev"] for one in message["acts"] if one["ev"] is not None}
    assert valued == {one.act: round(one.ev, 6) for one in same.acts if one.ev is not None}
    assert set(valued) == {one["act"] for one in seat.state["turn"]["acts"]}
    assert message["best"] == same.best
    assert message["by_chart"]["best"]
    assert message["cards_unseen"] == 6 * 52 - len(hand) - 1
    refused = [one for one in message["acts"] if one["ev"] is None]
    assert refused and all(one["clause"] and one["refused"] for one in refused)


def test_only_on_own_hands_and_only_alone(server: Server) -> None:
    visitor = server.guest()
    seat = visitor.sit(visitor.open("classic"))
    where = _until_a_turn(seat)
    path = f"/tables/{seat.table}/advice?box={where['box']}&hand={where['hand']}"
    stranger = server.guest()
    stranger.get(path, status=403)
    seat.visitor.get(f"{path}&standard=luck", status=400)
    seat.visitor.get(f"/tables/{seat.table}/advice?box=7", status=409)
    other = stranger.sit(seat.table)
    other.must("sit", box=2)
    assert "no other person" in seat.visitor.get(path, status=403)["why"]


def test_rounds_sessions_decisions_and_progress_are_made_from_the_log(
    server: Server, seat: Seat
) -> None:
    for _ in range(3):
        _until_a_turn(seat)
        seat.finish()
    visitor = seat.visitor
    (session,) = visitor.get("/me/sessions")["sessions"]
    assert session["table"] == seat.table
    assert session["decisions"] >= 3
    assert session["expected"] + session["luck"] == session["actual"]
    assert session["actual"] == visitor.get("/me")["balance"] - 1000_00
    rows = visitor.get("/me/decisions")["decisions"]
    assert len(rows) == session["decisions"]
    worst = visitor.get("/me/decisions?worst=20")["decisions"]
    assert [row["cost"] for row in worst] == sorted((r["cost"] for r in worst), reverse=True)
    message = visitor.get(f"/me/rounds/{seat.table}/{rows[0]['round']}")
    assert [row["n"] for row in message["decisions"]] and message["session"] == {
        key: session[key] for key in message["session"]
    }
    progress = visitor.get("/me/progress")
    assert sum(one["decisions"] for one in progress["days"]) == len(rows)
    assert (
        progress["lines"][-1]["decisions_7"] == progress["lines"][-1]["decisions_30"] == len(rows)
    )
    listed = visitor.get(f"/me/rounds?table={seat.table}")
    assert sum(one["actual"] for one in listed["rounds"]) == session["actual"]
    assert listed["all"] == session["rounds"]
    assert visitor.get("/me/rounds?book=nz") == {"rounds": [], "all": 0, "next": None}
    file = visitor.http.get("/me/progress.csv").text.splitlines()
    assert file[0].startswith("at,book,table,round") and len(file) == len(rows) + 1
    kept = visitor.post("/me/account", {"password": PASSWORD}, 201)
    visitor.http.headers["authorization"] = f"Bearer {kept['token']}"
    assert visitor.get("/me/sessions")["sessions"] == [session], "a guest who signs up keeps it"
    server.guest().get(f"/me/rounds/{seat.table}/1", status=404)
    assert server.guest().get("/me/sessions") == {"sessions": []}


def test_the_opener_may_bar_the_coach(server: Server) -> None:
    visitor = server.guest()
    seat = visitor.sit(visitor.open("classic", coach=False))
    where = _until_a_turn(seat)
    path = f"/tables/{seat.table}/advice?box={where['box']}&hand={where['hand']}"
    assert "barred" in visitor.get(path, status=403)["why"]
    assert "barred" in visitor.get(f"/me/rounds/{seat.table}/1", status=403)["why"]
    tables = server.named("supervisor").get("/pit")["tables"]
    assert [one["coach"] for one in tables if one["id"] == seat.table] == [False]


def _answered(
    visitor: Visitor, kind: str, question: dict[str, Any], **statement: Any
) -> dict[str, Any]:
    documents = {"answer": {"question": question["n"], **statement}}
    answer: dict[str, Any] = visitor.post(f"/me/drills/{kind}", documents)
    return answer


@one_database
def test_a_drill_of_hands_is_judged_by_the_solver_and_goes_on_where_it_was(server: Server) -> None:
    visitor = server.guest()
    path = "/me/drills/hands"
    assert visitor.get(path)["question"] is None
    visitor.post(path, {"answer": {"question": 1, "act": "hit"}}, 409)
    visitor.post(path, {"begin": {"book": "nowhere"}}, 404)
    begin = {"book": "classic", "settings": {"decks": 2}, "kinds": ["hard"]}
    response = visitor.post(path, {"begin": begin})
    for _ in range(4):
        question = response["question"]
        assert "best" not in str(question) and "ev" not in question
        hand = " ".join(question["cards"])
        same = pitboss.advise("classic", hand=hand, up=question["up"], decks=2)
        assert visitor.get(path)["question"] == question
        response = _answered(visitor, "hands", question, act="stand")
        verdict = response["verdict"]
        assert verdict["best"] == same.best
        assert verdict["right"] is (same.grade("stand") == "right")
        assert verdict["cost"] == pytest.approx(same["stand"].lost * 1000, abs=0.01)
        visitor.post(path, {"answer": {"question": question["n"], "act": "stand"}}, 409)
    assert response["tally"]["questions"] == 4
    assert "only a pair" in _refused(visitor, path, response["question"], act="split")
    other = visitor.post(path, {"begin": {**begin, "kinds": ["insurance"]}})
    assert other["question"]["window"] and other["tally"]["questions"] == 0
    assert "insure" in other["question"]["acts"] and "decline" in other["question"]["acts"]
    again = visitor.post(path, {"begin": begin})
    assert again["question"] == response["question"] and again["tally"]["questions"] == 4
    (day,) = visitor.get("/me/progress")["drills"]["hands"]
    assert day["questions"] == 4


def _refused(visitor: Visitor, path: str, question: dict[str, Any], **statement: Any) -> str:
    documents = {"answer": {"question": question["n"], **statement}}
    return str(visitor.post(path, documents, 422)["why"])


@one_database
def test_the_count_and_the_bets_are_practised_too(server: Server) -> None:
    visitor = server.guest()
    own = {"name": "mine", "tags": {"2-6": 1, "T-K": -1, "A": -1}, "true": "truncate"}
    begin = {"book": "nz", "count": own, "cards": "round", "boxes": 2}
    response = visitor.post("/me/drills/count", {"begin": begin})
    running = 0
    for _ in range(3):
        question = response["question"]
        cards = [card for _, cards in question["groups"] for card in cards]
        running += sum(1 if c[0] in "23456" else -1 if c[0] in "TJQKA" else 0 for c in cards)
        # From whole cards: at 13 of them, a rack rounded to four digits is on either side.
        left = round((1 - question["rack"]) * question["decks"] * 52)
        decks = (2 * left + 26) // 52 / 2
        document = {"running": str(running), "decks": decks, "true": int(running / decks)}
        response = _answered(visitor, "count", question, **document)
        assert response["verdict"]["right"], response["verdict"]
    response = _answered(visitor, "count", response["question"], running="99", decks=1, true=3)
    assert not response["verdict"]["right"] and response["tally"]["off"] > 50
    bad = {"begin": {**begin, "count": {"tags": {"T-A": 1}}}}
    assert "'T-A' has no ranks" in visitor.post("/me/drills/count", bad, 422)["why"]

    ramp = {"-10": 1, "2": 6}
    response = visitor.post("/me/drills/bets", {"begin": {"book": "classic", "ramp": ramp}})
    question = response["question"]
    assert question["asks"] == "bet" and question["ramp"] == [[-10, 1], [2, 6]]
    response = _answered(visitor, "bets", question, units=3)
    verdict = response["verdict"]
    units = 6 if verdict["count"] >= 2 else 1
    assert not verdict["right"] and verdict["asked_for"].startswith(f"{units} unit")
    assert verdict["cost"] == pytest.approx((units - 3) * verdict["ev"], abs=1e-5)
    if response["question"]["asks"] == "act":
        act = "decline" if response["question"]["window"] else "stand"
        verdict = _answered(visitor, "bets", response["question"], act=act)["verdict"]
        assert verdict["exact_for"] == "seen" and verdict["by"]
