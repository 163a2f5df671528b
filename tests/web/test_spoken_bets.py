"""Bets that players say, and bets beyond the limits that no one rejects, at a dealer's table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support import clause
from tests.web.serving import Server, Visitor

CALLED = {"dealt_by": "person", "cards": "called", "by_the_book": False}


def opened(server: Server, book: str, **settings: str) -> tuple[Visitor, str]:
    dealer = server.named("dealer")
    table = dealer.open(book, **CALLED, settings=settings)
    dealer.say(table, "take_chair")
    dealer.say(table, "shuffle")
    while dealer.state(table)["dealer"]["due"] == "burn":
        dealer.say(table, "call", card="2c")
    return dealer, table


def placed(dealer: Visitor, table: str) -> list[tuple[Any, ...]]:
    events = dealer.get(f"/tables/{table}/events")["events"]
    return [
        (e["player"], e["stake"], e.get("placed_by"), e["clause"])
        for e in events
        if e["event"] == "WagerPlaced"
    ]


@clause("nz:5.3#1", "nz:5.3#2", "rws:5.18#1", "rws:5.18#2")
@pytest.mark.parametrize(
    ("book", "under", "late"), [("nz", "5.3#1", "5.3#2"), ("rws", "5.18#1", "5.8")]
)
def test_a_spoken_bet_counts_once_the_dealer_has_placed_it(
    server: Server, book: str, under: str, late: str
) -> None:
    dealer, table = opened(server, book)
    ada, ben = server.guest(), server.guest()
    least = ada.state(table)["limits"]["minimum"]
    poor = ada.say(table, "declare", 409, box=1, amount=10_000_000_00)
    assert poor["clause"] == under and "chips" in poor["why"]
    for player, box in ((ada, 1), (ben, 2)):
        player.say(table, "sit", box=box)
        player.say(table, "declare", box=box, amount=2 * least)
    assert [one["player"] for one in dealer.state(table)["declared"]] == [ada.name, ben.name]
    ada.say(table, "place_declared", 403, player=ada.name, box=1)
    dealer.say(table, "place_declared", player=ada.name, box=1)
    assert placed(dealer, table) == [(ada.name, 2 * least, dealer.name, under)]
    dealer.say(table, "close_bets")
    assert dealer.state(table)["declared"] == []  # there was no time for the other
    dealer.say(table, "place_declared", 409, player=ben.name, box=2)
    refused = ben.say(table, "declare", 409, box=2, amount=2 * least)
    assert refused["clause"] == late
    assert ben.state(table)["you"]["balance"] == 1000_00
    dealer.verifies(table)


def test_chips_are_handed_back_and_a_machine_takes_no_word(server: Server) -> None:
    dealer, table = opened(server, "nz")
    ada = server.guest()
    ada.say(table, "declare", box=1, amount=2000)
    dealer.say(table, "return_declared", player=ada.name, box=1)
    assert dealer.state(table)["declared"] == []
    assert placed(dealer, table) == []
    machine = ada.open("nz")
    assert "automatically" in ada.say(machine, "declare", 409, box=1, amount=2000)["why"]
    other, zappit = opened(server, "zappit")
    assert "places no bets" in ada.say(zappit, "declare", 409, box=1, amount=2000)["why"]
    assert other.state(zappit)["spoken_bets"] is False


@clause("rws:5.1#1", "rws:5.1.1#1", "rws:5.2", "rws:5.2.1", "rws:5.15")
def test_what_the_dealer_does_not_notice_stands_as_the_book_has_it(server: Server) -> None:
    dealer, table = opened(server, "rws", max="500")
    ada, ben, cem = (server.guest() for _ in range(3))
    limits = dealer.state(table)["limits"]
    most, least = limits["maximum"], limits["minimum"]
    boxes = {"over": (ada, 1, most + 100_00), "under": (ben, 2, least - 100)}
    for player, box, amount in boxes.values():
        player.say(table, "sit", box=box)
        player.say(table, "declare", box=box, amount=amount)
    over = dealer.say(table, "place_declared", 409, player=ada.name, box=1)
    under = dealer.say(table, "place_declared", 409, player=ben.name, box=2)
    assert (over["clause"], under["clause"]) == ("5.1#1", "5.2")
    assert all(one["may_stand"] for one in dealer.state(table)["declared"])
    for player, box, _ in boxes.values():
        dealer.say(table, "place_declared", player=player.name, box=box, unnoticed=True)
    kind = dealer.state(table)["side_bets"][0]["kind"]
    cem.say(table, "declare", box=3, amount=least, kind=kind)
    dealer.say(table, "place_declared", player=cem.name, box=3, kind=kind, unnoticed=True)
    dealer.say(table, "close_bets")
    events = dealer.get(f"/tables/{table}/events")["events"]
    shares = [(e["effective"], e["clause"]) for e in events if e["event"] == "WagerProRated"]
    assert shares == [(most, "5.1.1#1")]
    settled = [(e["result"], e["clause"]) for e in events if e["event"] == "WagerSettled"]
    assert settled == [("returned", "5.15")]
    for card in ("Th", "9c", "6d", "9h", "8c", "7d", "Ts"):
        if dealer.state(table)["dealer"]["card_to"] is not None:
            dealer.say(table, "call", card=card)
    assert [w["effective"] for b in dealer.state(table)["boxes"] for w in b["wagers"]][:2] == [
        most,
        least - 100,
    ]
