"""The cut on offer at a table whose players sit down, leave and come back."""

from __future__ import annotations

from functools import partial

import pytest

from tests.support import clause
from tests.web.serving import Server, until


def offered(events: list[dict[str, object]]) -> list[tuple[object, object]]:
    """What became of the offers of the cut: the event and its player."""
    cuts = ("CutDeclined", "CutUnanswered", "ShoeCut")
    return [(one["event"], one["player"]) for one in events if one["event"] in cuts]


@clause("nz:7.4#1", "zappit:4(c)")
@pytest.mark.parametrize(("book", "next_box"), [("nz", 4), ("zappit", 2)])
def test_the_cut_is_offered_to_who_is_seated_when_it_is_offered(
    server: Server, book: str, next_box: int
) -> None:
    dealer = server.named("dealer")
    table = dealer.open(book, dealt_by="person")
    dealer.say(table, "take_chair")
    ada, ben, cem = (server.guest() for _ in range(3))
    ada.say(table, "sit", box=3)
    server.prepare(table, partial(dealer.say, table))
    ben.say(table, "sit", box=5)
    dealer.say(table, "shuffle")
    assert dealer.state(table)["shoe"]["offer"]["player"] == ada.name
    cem.say(table, "sit", box=next_box)  # before the offer comes round to that box
    ada.say(table, "leave", box=3)
    assert dealer.state(table)["shoe"]["offer"] | {"least": 0, "most": 0, "clause": ""} == {
        "player": cem.name, "box": next_box, "least": 0, "most": 0, "clause": ""
    }  # fmt: skip
    cem.say(table, "decline_cut")
    ben.say(table, "leave", box=5)
    dan = server.guest()
    dan.say(table, "sit", box=7)
    ada.say(table, "sit", box=1)  # she has had her offer
    assert dealer.state(table)["shoe"]["offer"]["player"] == dan.name
    dan.say(table, "cut", depth=100)
    events = dealer.get(f"/tables/{table}/events")["events"]
    assert offered(events) == [
        ("CutUnanswered", ada.name),
        ("CutDeclined", cem.name),
        ("CutUnanswered", ben.name),
        ("ShoeCut", dan.name),
    ]
    dealer.verifies(table)


def test_an_offer_of_the_cut_outlives_the_server(server: Server) -> None:
    dealer = server.named("dealer")
    table = dealer.open("nz", dealt_by="person")
    dealer.say(table, "take_chair")
    ada, ben = server.guest(), server.guest()
    ada.say(table, "sit", box=2)
    ben.say(table, "sit", box=6)
    server.prepare(table, partial(dealer.say, table))
    dealer.say(table, "shuffle")
    cem = server.guest()
    cem.say(table, "sit", box=4)
    ada.say(table, "decline_cut")
    server.stop()
    server.start()
    for person in (dealer, ben, cem):
        person.at(server)
    offer = dealer.state(table)["shoe"]["offer"]
    assert (offer["player"], offer["clause"]) == (cem.name, "7.4#1")
    cem.say(table, "decline_cut")
    ben.say(table, "cut", depth=90)
    assert dealer.state(table)["shoe"]["cut"]
    dealer.verifies(table)


@clause("nz:7.2#3", "nz:7.3(a)")
def test_a_machine_does_not_shuffle_for_people_who_only_watch(server: Server) -> None:
    ada = server.guest()
    table = ada.open("nz")
    seat = ada.sit(table)  # connected, and not at a box
    seat.catch_up()
    assert seat.state["shoe"]["number"] == 0
    seat.must("sit", box=3)
    until(seat, lambda: seat.state["shoe"]["offer"] is not None)
    assert seat.state["shoe"]["offer"]["player"] == ada.name
    seat.close()
