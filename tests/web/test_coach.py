"""The coach of a house: advice on one's own hand, accounts of one's own tables, nothing else."""

from __future__ import annotations

import time

import pytest

import pitboss
from tests.web.serving import Seat, Server


def _until_a_turn(seat: Seat) -> dict[str, int]:
    """Bet until a hand has to be decided."""
    for _ in range(30):
        number = seat.state["round"]
        seat.must("bet", box=1, amount=seat.state["limits"]["minimum"])
        seat.say("deal")
        for _ in range(200):
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
    told = seat.visitor.get(f"/tables/{table}/advice?box={where['box']}&hand={where['hand']}")
    hand = seat.state["boxes"][0]["hands"][0]["cards"]
    up = seat.state["dealer"]["cards"][0]
    same = pitboss.advise("classic", hand=" ".join(hand), up=up)
    valued = {one["act"]: one["ev"] for one in told["acts"] if one["ev"] is not None}
    assert valued == {one.act: round(one.ev, 6) for one in same.acts if one.ev is not None}
    assert set(valued) == {one["act"] for one in seat.state["turn"]["acts"]}
    assert told["best"] == same.best
    assert told["by_chart"]["best"]
    assert told["cards_unseen"] == 6 * 52 - len(hand) - 1
    refused = [one for one in told["acts"] if one["ev"] is None]
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
    told = visitor.get(f"/me/rounds/{seat.table}/{rows[0]['round']}")
    assert [row["n"] for row in told["decisions"]] and told["session"] == {
        key: session[key] for key in told["session"]
    }
    progress = visitor.get("/me/progress")
    assert sum(one["decisions"] for one in progress["days"]) == len(rows)
    server.guest().get(f"/me/rounds/{seat.table}/1", status=404)
    assert server.guest().get("/me/sessions") == {"sessions": []}


def test_the_opener_may_bar_the_coach(server: Server) -> None:
    visitor = server.guest()
    seat = visitor.sit(visitor.open("classic", coach=False))
    where = _until_a_turn(seat)
    path = f"/tables/{seat.table}/advice?box={where['box']}&hand={where['hand']}"
    assert "barred" in visitor.get(path, status=403)["why"]
    assert "barred" in visitor.get(f"/me/rounds/{seat.table}/1", status=403)["why"]
