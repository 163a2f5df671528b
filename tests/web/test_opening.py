"""The opening by the book: the steps before the shuffle, at tables of people and of machines."""

from __future__ import annotations

from functools import partial

import pytest

from tests.support import clause
from tests.web.serving import Server, until

NZ = [
    ("inspect", "dealer", "6.1"),
    ("inspect", "supervisor", "6.1"),
    ("spread", "dealer", "6.2#1"),
    ("view", "player", "6.2#1"),
    ("turn", "dealer", "6.3"),
    ("wash", "dealer", "6.3(a)"),
    ("stack", "dealer", "6.3(b)"),
    ("riffle", "dealer", "6.3(c)"),
]
ZAPPIT = [
    ("inspect", "dealer", "3(a)#1"),
    ("verify", "supervisor", "3(a)#2"),
    ("spread", "dealer", "3(b)#1"),
    ("view", "player", "3(b)#1"),
    ("turn", "dealer", "3(c)#1"),
    ("wash", "dealer", "3(c)#1"),
    ("stack", "dealer", "3(c)#1"),
]

ASKED = ("look", "insist")


@clause("nz:6.1", "nz:6.2#1", "nz:6.3", "nz:6.3(a)", "nz:6.3(b)", "nz:6.3(c)")
@clause("zappit:3(a)#1", "zappit:3(a)#2", "zappit:3(b)#1", "zappit:3(c)#1")
@pytest.mark.parametrize(("book", "steps"), [("nz", NZ), ("zappit", ZAPPIT)])
def test_a_machine_prepares_the_cards_when_the_first_player_is_there(
    server: Server, book: str, steps: list[tuple[str, str, str]]
) -> None:
    ada = server.guest()
    table = ada.open(book)
    seat = ada.sit(table)
    seat.catch_up()
    assert not [e for e in seat.events if e["event"] == "CardsPrepared"]
    seat.must("sit", box=1)
    until(seat, lambda: seat.state["shoe"]["number"] == 1)
    events = ada.get(f"/tables/{table}/events")["events"]
    done = [e for e in events if e["event"] == "CardsPrepared"]
    assert [(e["step"], e["role"], e["clause"]) for e in done] == steps
    assert all(e["by"] == e["role"] and e["actor"] == "house" for e in done)
    assert done[0]["says"] == "The machine inspects the cards for the dealer."
    assert done[3]["says"] == "The players at the table may view the cards."
    names = [e["event"] for e in events]
    assert names.index("CardsShuffled") > names.index("CardsPrepared") + len(steps) - 1
    seat.close()
    ada.verifies(table)


def test_a_table_that_is_not_opened_by_the_book_records_no_steps(server: Server) -> None:
    dealer, ada = server.named("dealer"), server.guest()
    plain = dealer.open("nz", dealt_by="person", by_the_book=False)
    dealer.say(plain, "take_chair")
    assert dealer.state(plain)["by_the_book"] is False
    assert dealer.state(plain)["shoe"]["shuffle_due"] == "start"
    dealer.say(plain, "shuffle")
    machine = ada.open("nz", by_the_book=False)
    seat = ada.sit(machine)
    seat.must("sit", box=1)
    until(seat, lambda: seat.state["shoe"]["number"] == 1)
    events = ada.get(f"/tables/{machine}/events")["events"]
    assert "CardsPrepared" not in {e["event"] for e in events}
    seat.close()


@clause("nz:7.1A", "nz:7.1A(a)", "nz:7.1A(b)")
def test_a_player_looks_at_pre_shuffled_decks_of_a_machine_and_insists(server: Server) -> None:
    ada = server.guest()
    table = ada.open("nz", settings={"card_supply": "pre_shuffled"})
    seat = ada.sit(table)
    seat.must("sit", box=1)
    until(seat, lambda: seat.state["seconds"] is not None)  # it waits for what she may ask
    assert [one["step"] for one in seat.state["preparation"] if one["optional"]] == list(ASKED)
    refused = seat.say("prepare", step="release")
    assert "dealt automatically" in refused["why"]
    seat.must("prepare", step="look")
    seat.must("prepare", step="insist")
    until(seat, lambda: seat.state["shoe"]["number"] == 1)
    events = ada.get(f"/tables/{table}/events")["events"]
    done = [(e["step"], e["by"], e["clause"]) for e in events if e["event"] == "CardsPrepared"]
    assert done[:2] == [
        ("look", ada.name, "7.1A(a)"),
        ("insist", ada.name, "7.1A(b)"),
    ]
    assert [(step, under) for step, _, under in done[2:]] == [(step, u) for step, _, u in NZ]
    seat.close()


def test_the_pages_name_the_step_that_is_due_and_then_the_shuffle(server: Server) -> None:
    dealer, boss, ada = server.named("dealer"), server.named("supervisor"), server.guest()
    table = dealer.open("nz", dealt_by="person")
    dealer.say(table, "take_chair")
    ada.say(table, "sit", box=2)
    assert dealer.state(table)["shoe"]["shuffle_due"] is None
    (listed,) = [one for one in boss.get("/pit")["tables"] if one["id"] == table]
    assert [(one["step"], one["clause"]) for one in listed["preparation"]] == [("inspect", "6.1")]
    server.prepare(table, partial(dealer.say, table))
    assert dealer.state(table)["shoe"]["shuffle_due"] == "start"
    dealer.say(table, "shuffle")
    assert dealer.state(table)["shoe"]["shuffle_due"] is None
