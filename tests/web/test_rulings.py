"""Irregularities: the report, the remedies, a preview, a reason, and a second approval."""

from __future__ import annotations

import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pitboss.rulebooks import BOOKS
from tests.web.serving import Seat, Server, patiently


def dealt(seat: Seat) -> None:
    """A round in which we have a decision, or whose window is open."""
    for _ in range(20):
        number = seat.state["round"]
        seat.must("bet", box=1, amount=2 * seat.state["limits"]["minimum"])
        seat.must("deal")
        for _ in patiently():
            seat.catch_up()
            if seat.state["turn"] is not None and seat.state["turn"]["player"] == seat.name:
                return
            if seat.state["round"] > number:
                break
            if not seat.decide():
                time.sleep(0.02)
    raise AssertionError("no hand to be decided on in twenty rounds")


VOIDING = [book for book in BOOKS if book != "zappit"]
"""Zappit voids hands only during the deal, and an automatic dealer does not stop there."""

FAILING = {"nz": {"shuffler": "continuous"}}
"""What can fail at a machine's table, where the book voids nothing without a fault."""


@pytest.mark.parametrize("book", VOIDING)
def test_a_void_needs_a_reason_and_a_second_person(server: Server, book: str) -> None:
    boss, other, ada = server.named("supervisor"), server.named("shift_manager"), server.guest()
    table = ada.open(book, bots=1, settings=FAILING.get(book, {}))
    seat = ada.sit(table)
    seat.must("sit", box=1)
    dealt(seat)
    known = boss.get(f"/tables/{table}/irregularities")["irregularities"]
    assert known and all(one["clause"] and one["says"] for one in known)
    voids = [one for one in known if one["second_person"] and one["refused"] is None]
    assert voids, f"{book} has no remedy that voids a round now"
    what = next((v for v in voids if v["what"] == "void_round"), voids[0])["what"]
    document: dict[str, Any] = {"what": what, "box": 1, "hand": 1, "remedy": "void_round"}
    rulings = f"/tables/{table}/rulings"
    balance = ada.get("/me")["balance"]
    assert "reason" in boss.post(rulings, {**document, "preview": True}, 422)["why"]
    seen = boss.post(rulings, {**document, "preview": True, "reason": "the cards fell"})
    assert seen["second_person"] and seen["money"][f"player/{ada.name}"] > 0
    assert ada.get("/me")["balance"] == balance
    assert "reason" in boss.post(rulings, document, 422)["why"]
    ada.post(rulings, {**document, "reason": "I am losing"}, 403)
    waiting = boss.post(rulings, {**document, "reason": "the cards fell"}, 202)
    assert waiting["status"] == "waiting" and ada.get("/me")["balance"] == balance
    approvals = f"{rulings}/{waiting['id']}/approvals"
    assert "second approval" in boss.post(approvals, {}, 403)["why"]
    done = other.post(approvals, {})
    assert done["status"] == "done" and done["second"] == other.name
    assert ada.get("/me")["balance"] > balance
    other.post(approvals, {}, 409)
    ada.verifies(table)


def test_an_order_needs_nobody_else(server: Server) -> None:
    boss, ada = server.named("supervisor"), server.guest()
    table = ada.open("nz", bots=1)
    seat = ada.sit(table)
    seat.must("sit", box=1)
    request = {"what": "reshuffle_ordered", "reason": "a card was bent"}
    done = boss.post(f"/tables/{table}/rulings", request)
    assert done["status"] == "done" and done["events"][0]["clause"]
    shoe = seat.state["shoe"]["number"]
    seat.must("bet", box=1, amount=seat.state["limits"]["minimum"])
    seat.must("deal")
    seat.finish()
    assert seat.state["shoe"]["number"] > shoe


def test_a_step_of_the_preparation_is_done_by_whoever_it_falls_to(server: Server) -> None:
    """No one may do another's step: a person's role at the table decides."""
    dealer, boss, ada = server.named("dealer"), server.named("supervisor"), server.guest()
    table = dealer.open("zappit", dealt_by="person", cards="called")
    dealer.say(table, "take_chair")
    ada.say(table, "prepare", step="inspect", status=409)
    boss.say(table, "prepare", step="inspect", status=409)
    dealer.say(table, "prepare", step="inspect")
    assert [one["by"] for one in dealer.state(table)["preparation"]] == ["supervisor"]
    dealer.say(table, "prepare", step="verify", status=409)
    boss.say(table, "prepare", step="verify")
    dealer.say(table, "prepare", step="spread")
    assert "is not at the table" in ada.say(table, "prepare", step="view", status=409)["why"]
    ada.say(table, "sit", box=1)
    done = ada.say(table, "prepare", step="view")["events"]
    assert [(e["event"], e["role"], e["by"]) for e in done] == [
        ("CardsPrepared", "player", ada.name)
    ]


@pytest.mark.parametrize(
    ("book", "what", "under"),
    [
        ("nz", "exposed_card", "16.4#1"),
        ("nz", "card_seen_before_shoe", "7.1(f)"),
        ("rws", "exposed_card", "5.7"),
        ("rws", "drawn_together", "5.12#1"),
        ("rws", "unshuffled", "5.5.4"),
    ],
)
def test_nobody_has_a_card_of_a_machine_exposed(
    server: Server, book: str, what: str, under: str
) -> None:
    """The list, the preview and the order refuse it alike, and the sealed shoe stays as it is."""
    boss, ada = server.named("supervisor"), server.guest()
    table = ada.open(book, bots=1)
    seat = ada.sit(table)
    seat.must("sit", box=1)
    dealt(seat)
    left, sequence = seat.state["shoe"]["left"], ada.state(table)["sequence"]
    known = boss.get(f"/tables/{table}/irregularities")["irregularities"]
    why = next(one["refused"] for one in known if one["what"] == what)
    assert why.startswith("a machine ") or "of a machine" in why
    for preview in (True, False):
        message = {"what": what, "reason": "a slip", "preview": preview}
        answer = boss.post(f"/tables/{table}/rulings", message, 409)
        assert (answer["why"], answer["clause"]) == (why, under)
    assert (ada.state(table)["shoe"]["left"], ada.state(table)["sequence"]) == (left, sequence)


def test_a_card_drawn_in_error_leaves_the_shoe(server: Server) -> None:
    boss, ada, dealer = server.named("supervisor"), server.guest(), server.named("dealer")
    table = dealer.open("nz", dealt_by="person", by_the_book=False)
    dealer.say(table, "take_chair")
    seat = ada.sit(table)
    seat.must("bet", box=1, amount=1000)
    dealer.say(table, "shuffle")
    dealer.say(table, "close_bets")
    for _ in range(3):
        dealer.perform(table)
    seat.catch_up()
    left = seat.state["shoe"]["left"]
    boss.post(f"/tables/{table}/rulings", {"what": "drawn_unexposed", "reason": "a slip"})
    seat.catch_up()
    assert seat.state["shoe"]["left"] == left - 1
    assert seat.state["held"] == ["??"]
    assert all(e["card"] == "??" for e in seat.events if e["event"] == "CardHeld")


def test_a_player_at_the_table_does_not_rule_on_it(server: Server) -> None:
    boss = server.named("supervisor")
    table = boss.open("nz")
    boss.say(table, "sit", box=1)
    request = {"what": "reshuffle_ordered", "reason": "so that I win"}
    assert "seat" in boss.post(f"/tables/{table}/rulings", request, 403)["why"]


def test_the_pit_the_ledger_the_seal_and_an_export_that_verifies(
    server: Server, tmp_path: Path
) -> None:
    boss, ada = server.named("supervisor"), server.guest()
    table = ada.open("leaflet", settings={"decks": 4}, bots=2)
    seat = ada.sit(table)
    seat.must("sit", box=1)
    for _ in range(3):
        seat.must("bet", box=1, amount=seat.state["limits"]["minimum"])
        seat.must("deal")
        seat.finish()
    ada.get("/pit", 403)
    ours = next(t for t in boss.get("/pit")["tables"] if t["id"] == table)
    assert ours["wagers"] >= 9 and ours["escrow"] == 0
    assert [order["clause"] for order in ours["orders"]] == [None, None]
    ledger = boss.get(f"/tables/{table}/ledger")
    assert ledger["sum"] == 0 and ledger["balances"][f"house/{table}"] == ours["hold"]
    own = ada.get(f"/tables/{table}/ledger")["postings"]
    assert {p["account"] for p in own} == {f"player/{ada.name}"}
    sealed = ada.get(f"/tables/{table}/fairness/1")
    assert sealed["commitment"] == seat.state["shoe"]["commitment"] and sealed["secret"] is None
    seat.must("leave", box=1)
    boss.say(table, "close_table", why="the evening is over")
    message = ada.get(f"/tables/{table}/fairness/1")
    assert message["holds"] is True and message["secret"] and message["dealt"]
    ada.get(f"/tables/{table}/export", 403)
    log = tmp_path / "table.jsonl"
    log.write_bytes(boss.http.get(f"/tables/{table}/export").content)
    verify = [sys.executable, "-m", "pitboss", "verify", str(log)]
    done = subprocess.run(verify, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "3 rounds" in done.stdout, done.stdout + done.stderr


def test_real_cards_drawn_in_error_are_named(server: Server) -> None:
    dealer, boss, ada = server.named("dealer"), server.named("supervisor"), server.guest()
    table = dealer.open("nz", dealt_by="person", cards="called")
    dealer.say(table, "take_chair")
    server.prepare(table, partial(dealer.say, table))
    dealer.say(table, "shuffle")
    ada.say(table, "sit", box=1)
    ada.say(table, "bet", box=1, amount=1000)
    dealer.say(table, "close_bets")
    assert dealer.state(table)["dealer"]["due"] == "burn"
    for card, box in (("2c", 1), ("9s", None), ("6h", 1), ("7d", None)):
        dealer.say(table, "call", card=card)
        to = dealer.state(table)["dealer"]["card_to"]
        assert to is None or to["box"] == box
        if to is None:
            dealer.perform(table)
    request = {"what": "drawn_unexposed", "reason": "a slip"}
    rulings = f"/tables/{table}/rulings"
    assert "name the card" in boss.post(rulings, request, 422)["why"]
    assert "not a card" in boss.post(rulings, {**request, "card": "1x"}, 422)["why"]
    left = dealer.state(table)["shoe"]["left"]
    boss.post(rulings, {**request, "card": "5c"})
    state = dealer.state(table)
    assert state["held"] == ["??"] and state["shoe"]["left"] == left - 1
    ada.say(table, "hit", box=1)
    assert "already drawn" in dealer.say(table, "call", 409, card="Kd")["why"]
    dealer.perform(table)
    assert dealer.state(table)["boxes"][0]["hands"][0]["cards"] == ["9s", "7d", "5c"]
