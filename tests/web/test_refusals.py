"""A refusal changes nothing and tells nothing; a person's duties are that person's alone."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.support import clause
from tests.web.serving import Seat, Server, Visitor

CALLED = {"dealt_by": "person", "cards": "called"}


def called(server: Server, book: str, *, seat: bool = False, **more: Any) -> tuple[Visitor, str]:
    """A dealer, and a table of real cards that are prepared and shuffled."""
    dealer = server.named("dealer")
    table = dealer.open(book, **{**CALLED, **more})
    dealer.say(table, "take_chair")
    server.prepare(table, partial(dealer.say, table))
    if not seat:
        dealer.say(table, "shuffle")
    return dealer, table


def until(dealer: Visitor, table: str, due: str | None) -> None:
    """Perform the duties before this one."""
    while (now := dealer.state(table)["dealer"]["due"]) != due:
        assert now not in ("deal", "burn", None), now
        dealer.perform(table)


def call(dealer: Visitor, table: str, cards: str) -> None:
    for card in cards.split():
        while dealer.state(table)["dealer"]["due"] not in ("deal", "burn"):
            dealer.perform(table)
        dealer.say(table, "call", card=card)


def bytes_of(table: str, *people: Visitor) -> list[Any]:
    """Everything that a refusal must leave as it is, as these people are told it."""
    message = []
    for one in people:
        state = one.state(table)
        for part in ("seconds", "turn", "window"):
            if isinstance(state.get(part), dict):
                state[part]["seconds"] = None
        state["seconds"] = None
        state.pop("badges")  # a role that was just given shows as soon as the house has read it
        message += [state, one.get("/me")["balance"]]
    return message


@clause("zappit:7(b)")
@pytest.mark.parametrize("book", ["zappit", "classic"])
def test_no_refusal_names_the_dealers_blackjack_and_nobody_plays_the_dealer(
    server: Server, book: str
) -> None:
    answers = []
    for hole in ("Ks", "5s"):  # a blackjack and another hand
        dealer, table = called(server, book)
        ada, ben = server.guest(), server.guest()
        least = ada.state(table)["limits"]["minimum"]
        for box, player in ((1, ada), (2, ben)):
            player.say(table, "bet", box=box, amount=2 * least)
        dealer.say(table, "close_bets")
        if dealer.state(table)["dealer"]["due"] == "burn":
            call(dealer, table, "2c")
        call(dealer, table, f"Ts 9h Ah 8c 7d {hole}")
        seen = []
        for due in ("complete_deal", "open_window", "close_window", "look"):
            until(dealer, table, due)
            for act in ("split", "stand", "hit", "double"):
                before = bytes_of(table, ada, ben)
                refused = ada.say(table, act, 409, box=1)
                assert bytes_of(table, ada, ben) == before, (due, act)
                seen.append((due, act, refused["why"], refused["clause"]))
            if due == "close_window":
                ben.say(table, "insure", box=2, amount=least)  # nobody has closed it for them
        answers.append(seen)
    assert answers[0] == answers[1]
    assert not any("blackjack" in why or "pair" in why for _, _, why, _ in answers[0])
    assert all(under for _, _, _, under in answers[0])


@clause("nz:16.1", "zappit:11(a)")
@pytest.mark.parametrize(("book", "under"), [("nz", "16.1"), ("zappit", "11(a)")])
def test_a_face_up_card_that_is_called_leaves_the_shoe_and_the_next_call_is_dealt(
    server: Server, book: str, under: str
) -> None:
    dealer, table = called(server, book)
    ada = server.guest()
    ada.say(table, "bet", box=1, amount=2 * ada.state(table)["limits"]["minimum"])
    dealer.say(table, "close_bets")
    if dealer.state(table)["dealer"]["due"] == "burn":
        call(dealer, table, "2c")
    left = dealer.state(table)["shoe"]["left"]
    done = dealer.say(table, "call", card="Kd!")
    assert [(one["event"], one["card"], one["clause"]) for one in done["events"]] == [
        ("CardRemoved", "Kd", under)
    ]
    state = dealer.state(table)
    assert state["dealer"]["due"] == "deal" and state["shoe"]["left"] == left - 1
    dealer.say(table, "call", card="9s")
    assert dealer.state(table)["boxes"][0]["hands"][0]["cards"] == ["9s"]
    dealer.verifies(table)


def test_a_call_that_is_refused_leaves_every_card_where_it_was(server: Server) -> None:
    dealer, table = called(server, "nz")
    ada = server.guest()
    before = bytes_of(table, ada, dealer)
    for card in ("Kd!", "CUT", "XX", "END", "9s"):
        if dealer.state(table)["dealer"]["due"] != "burn":
            dealer.say(table, "call", 409, card=card)
    assert bytes_of(table, ada, dealer) == before
    ada.say(table, "bet", box=1, amount=1000)
    dealer.say(table, "close_bets")
    if dealer.state(table)["dealer"]["due"] == "burn":
        call(dealer, table, "2c")
    call(dealer, table, "9s 6h 7d")
    until(dealer, table, None)
    before = bytes_of(table, ada, dealer)
    for card in ("Kd!", "CUT", "XX", "END", "9s"):  # it is the player's turn
        dealer.say(table, "call", 409, card=card)
        assert bytes_of(table, ada, dealer) == before, card
    ada.say(table, "hit", box=1)
    call(dealer, table, "4c")
    assert dealer.state(table)["boxes"][0]["hands"][0]["cards"] == ["9s", "7d", "4c"]


def test_an_empty_shoe_is_a_refusal_and_no_failure(server: Server) -> None:
    """END is called where the discards give no card either."""
    dealer, table = called(server, "nz", settings={"burn_first": False})
    ada = server.guest()
    ada.say(table, "bet", box=1, amount=1000)
    dealer.say(table, "close_bets")
    before = bytes_of(table, ada, dealer)
    assert "empty" in dealer.say(table, "call", 409, card="END")["why"]
    assert bytes_of(table, ada, dealer) == before


def test_a_refused_bet_leaves_the_mark_that_the_bets_are_placed(server: Server) -> None:
    ada, ben = server.guest(), server.guest()
    table = ada.open("leaflet")
    first, second = ada.sit(table), ben.sit(table)
    least = first.state["limits"]["minimum"]
    for box, seat in ((1, first), (2, second)):
        seat.must("sit", box=box)
        seat.must("bet", box=box, amount=least)
    first.must("deal")
    before = _ready(first)
    assert before
    assert first.say("bet", box=99, amount=least)["type"] == "refused"
    assert first.say("insure", box=1, amount=least)["type"] == "refused"
    assert _ready(first) == before


def _ready(seat: Seat) -> Any:
    seat.catch_up()
    return seat.visitor.state(seat.table)["ready"]


@clause("nz:7.3(a)", "zappit:4(c)(1)", "nz:7.4#1")
@pytest.mark.parametrize(("book", "under"), [("nz", "7.3(a)"), ("zappit", "4(c)(1)")])
def test_nobody_closes_the_bets_while_the_cut_is_on_offer_where_a_person_deals(
    server: Server, book: str, under: str
) -> None:
    dealer, table = called(server, book, seat=True)
    ada, ben = server.guest(), server.guest()
    least = ada.state(table)["limits"]["minimum"]
    for box, player in ((1, ada), (2, ben)):
        player.say(table, "sit", box=box)
        player.say(table, "bet", box=box, amount=2 * least)
    dealer.say(table, "shuffle")
    for _ in range(2):
        before = bytes_of(table, ada, ben)
        refused = dealer.say(table, "close_bets", 409)
        assert refused["clause"] == under and ada.name in refused["why"]
        ada.say(table, "deal")  # no answer to the offer
        ben.say(table, "deal")
        dealer.say(table, "close_bets", 409)
        assert [one["shoe"]["offer"] for one in (before[0], before[2])] == [
            one.state(table)["shoe"]["offer"] for one in (ada, ben)
        ]
    passed = dealer.say(table, "pass_cut")["events"]
    assert [(one["event"], one["player"]) for one in passed] == [("CutUnanswered", ada.name)]
    assert passed[0]["says"] == f"{ada.name} does not answer the offer of the cut."
    declined = ben.say(table, "decline_cut")["events"]
    assert [(one["event"], one["player"]) for one in declined] == [("CutDeclined", ben.name)]
    assert "must cut" in dealer.say(table, "close_bets", 409)["why"]
    assert "no player" in dealer.say(table, "pass_cut", 409)["why"]
    dealer.say(table, "house_cut")
    dealer.say(table, "close_bets")
    events = dealer.get(f"/tables/{table}/events")["events"]
    assert [e["player"] for e in events if e["event"] == "CutDeclined"] == [ben.name]
    dealer.verifies(table)


@clause("nz:9.2#2", "rws:3.16#1", "leaflet:insurance.1")
@pytest.mark.parametrize(
    ("book", "up", "under"),
    [("nz", "As", "9.1#1"), ("rws", "As", "3.14.2#1"), ("rws", "6s", "3.16#1")],
)
def test_a_dealer_closes_no_offer_that_a_player_has_not_answered(
    server: Server, book: str, up: str, under: str
) -> None:
    dealer, table = called(server, book, seat=True)
    ada, ben = server.guest(), server.guest()
    for box, player in ((1, ada), (2, ben)):
        player.say(table, "sit", box=box)
        player.say(table, "bet", box=box, amount=100_00)
    dealer.say(table, "shuffle")
    while dealer.state(table)["shoe"]["offer"] is not None:
        dealer.say(table, "pass_cut")
    if not dealer.state(table)["shoe"]["cut"]:
        dealer.say(table, "house_cut")
    dealer.say(table, "close_bets")
    call(dealer, table, ("2c " if dealer.state(table)["dealer"]["due"] == "burn" else "") + "9h 8d")
    call(dealer, table, f"{up} Td Th")
    until(dealer, table, "close_window")
    assert dealer.state(table)["window"]["waiting"] == sorted([ada.name, ben.name])
    before = bytes_of(table, ada, ben)
    refused = dealer.say(table, "perform", 409)
    assert "must answer what is on offer" in refused["why"] and refused["clause"] == under
    assert bytes_of(table, ada, ben) == before
    ben.say(table, "pass_offer", 403)
    ben.say(table, "done")
    assert dealer.say(table, "perform", 409)["why"].startswith(f"{ada.name} must answer")
    passed = dealer.say(table, "pass_offer")["events"]
    assert [(one["event"], one["player"]) for one in passed] == [("OfferUnanswered", ada.name)]
    assert passed[0]["says"] == f"{ada.name} does not answer what is on offer."
    assert "every player has answered" in dealer.say(table, "pass_offer", 409)["why"]
    closed = dealer.say(table, "perform")["events"]
    assert [one["event"] for one in closed] == ["WindowClosed"]
    dealer.verifies(table)


def test_a_machine_records_no_answer_for_who_presses_deal(server: Server) -> None:
    ada = server.guest()
    table = ada.open("nz")
    ada.say(table, "sit", box=1)  # before the shuffle, so that the cut is offered
    seat = ada.sit(table)
    seat.must("bet", box=1, amount=1000)
    seat.must("deal")
    seat.finish()
    events = ada.get(f"/tables/{table}/events?after=0")["events"]
    rows = [(e["event"], e["player"], e["actor"]) for e in events if e["event"].startswith("Cut")
            and e["event"] != "CutOffered"]  # fmt: skip
    assert rows == [("CutUnanswered", ada.name, "house")]


@clause("nz:6.1", "zappit:3(a)#1", "zappit:3(a)#2")
@pytest.mark.parametrize(
    ("book", "inspections"),
    [
        ("nz", [("dealer", "inspect", "6.1"), ("supervisor", "inspect", "6.1")]),
        ("zappit", [("dealer", "inspect", "3(a)#1"), ("supervisor", "verify", "3(a)#2")]),
    ],
)
def test_no_person_shuffles_before_the_inspection(
    server: Server, book: str, inspections: list[tuple[str, str, str]]
) -> None:
    dealer, boss, ada = server.named("dealer"), server.named("supervisor"), server.guest()
    table = dealer.open(book, **CALLED)
    people = {"dealer": dealer, "supervisor": boss}
    dealer.say(table, "take_chair")
    ada.say(table, "bet", box=1, amount=2 * ada.state(table)["limits"]["minimum"])
    for role, step, under in inspections:
        before = bytes_of(table, dealer)
        for command in ("shuffle", "close_bets"):
            refused = dealer.say(table, command, 409)
            assert bytes_of(table, dealer) == before, command
        refused = dealer.say(table, "shuffle", 409)
        assert refused["clause"] == under and f"the {role} must" in refused["why"]
        people[role].say(table, "prepare", step=step)
    server.prepare(table, partial(dealer.say, table))
    dealer.say(table, "shuffle")
    assert dealer.state(table)["shoe"]["number"] == 1
