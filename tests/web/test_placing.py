"""Several bets with one command, what each event shows, and clocks that wait for movements."""

from __future__ import annotations

import json
import time

from pitboss.web.wire.movements import followed
from tests.web.serving import Server, patiently


def test_bets_are_placed_together_or_not_at_all(server: Server) -> None:
    seat = server.guest().sit(server.guest().open("leaflet"))
    bets = [
        {"box": 1, "amount": 10_00},
        {"box": 1, "amount": 5_00, "kind": "perfect_pairs"},
        {"box": 2, "amount": 5_00},
    ]
    refused = seat.say("place", bets=bets)
    assert (refused["type"], refused["box"], refused["kind"]) == ("refused", 2, "main")
    assert refused["clause"] and refused["book"] == "leaflet"
    seat.catch_up()
    assert not any(box["wagers"] for box in seat.state["boxes"])
    before = seat.state["you"]["balance"]
    seat.must("place", bets=bets[:2])
    seat.catch_up()
    kinds = [(w["kind"], w["amount"]) for w in seat.state["boxes"][0]["wagers"]]
    assert kinds == [("main", 10_00), ("perfect_pairs", 5_00)]
    assert seat.state["you"]["balance"] == before - 15_00
    too_much = [{"box": box, "amount": 400_00} for box in (2, 3, 4)]
    assert "balance" in seat.say("place", bets=too_much)["why"]


def test_every_event_says_what_it_shows(server: Server) -> None:
    player = server.guest()
    seat = player.sit(player.open("zappit", bots=2))
    state = seat.state
    seat.must("place", bets=[{"box": 4, "amount": seat.state["limits"]["minimum"]}])
    seat.must("deal")
    seat.finish()
    for message in seat.messages:
        if message["type"] != "events":
            continue
        assert len(message["shows"]) == len(message["events"])
        for shown in message["shows"]:
            state = followed(state, shown)
    dealt = [
        m for m in seat.messages if any(e["event"] == "CardDealt" for e in m.get("events", ()))
    ]
    assert dealt and state["round"] == 2
    assert not any(box["hands"] or box["wagers"] for box in state["boxes"])


def test_a_clock_starts_when_the_slowest_page_has_shown_everything(server: Server) -> None:
    """The clocks do not wait for a program that has sent no speed."""
    left = {}
    for speed in (None, "slow"):
        player = server.guest()
        seat = player.sit(player.open("classic"))
        if speed is not None:
            seat.socket.send(json.dumps({"type": "speed", "speed": speed}))
        for _ in range(10):
            seat.must("place", bets=[{"box": box, "amount": 10_00} for box in range(1, 8)])
            seat.must("deal")
            for _ in patiently():
                seat.catch_up()
                if seat.state["phase"] != "betting" or seat.state["last"] is not None:
                    break
                time.sleep(0.02)
            turn = seat.state["turn"]
            if turn is not None and turn["player"] == seat.name:
                break
            if seat.state["phase"] != "betting":  # a dealer blackjack may have ended it already
                seat.finish()
            seat = player.sit(player.open("classic"))
            if speed is not None:
                seat.socket.send(json.dumps({"type": "speed", "speed": speed}))
        left[speed] = player.state(seat.table)["seconds"]
    assert left[None] <= 30
    assert left["slow"] > 33, "sixteen cards, twice as slow"
