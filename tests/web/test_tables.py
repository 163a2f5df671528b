"""Live tables: rounds of every book, refusals with their clause, reconnecting, exactly once."""

from __future__ import annotations

import json
import threading
import time
from typing import Any

import httpx
import pytest

from pitboss.rulebooks import BOOKS
from pitboss.web.wire.messages import followed
from tests.support import clause
from tests.web.serving import Server


@pytest.mark.parametrize("book", BOOKS)
def test_two_people_and_bots_play_rounds_that_verify(server: Server, book: str) -> None:
    ada, ben = server.guest(), server.guest()
    table = ada.open(book, bots=1)
    one, two = ada.sit(table), ben.sit(table)
    one.must("sit", box=1)
    two.must("sit", box=2)
    least = one.state["limits"]["minimum"]
    for _ in range(2):
        one.must("bet", box=1, amount=2 * least)
        two.must("bet", box=2, amount=least)
        one.must("deal")
        two.must("deal")
        one.finish(two)
    assert one.state["round"] == 3
    last = one.state["last"]
    assert last["round"] == 2 and len(last["boxes"]) >= 3
    assert all(w["result"] for box in last["boxes"] for w in box["wagers"])
    assert all(w["clause"] for box in last["boxes"] for w in box["wagers"])
    response = ada.post("/audit/verify", {"table": table})
    assert (
        response["ok"] and response["rounds"] == 2 and response["entries"] >= one.state["sequence"]
    )
    rounds = ada.get(f"/tables/{table}/rounds?last=50")["rounds"]
    assert [r["round"] for r in rounds] == [2, 1]
    assert rounds[0]["events"][-1]["event"] == "RoundClosed"
    assert ada.get(f"/tables/{table}/rounds/2")["events"] == rounds[0]["events"]
    actors = {(event["event"], event["actor"]) for event in rounds[0]["events"]}
    assert {who for what, who in actors if what == "WagerPlaced"} >= {ada.name, ben.name}
    by_dealer = {
        "CardDealt",
        "DealerHandCompleted",
        "WagerSettled",
        "CardsCollected",
        "RoundClosed",
    }
    assert {who for what, who in actors if what in by_dealer} == {"dealer"}
    one.close()
    two.close()


@pytest.mark.parametrize("book", BOOKS)
def test_no_message_carries_a_card_that_lies_face_down(server: Server, book: str) -> None:
    ada = server.guest()
    table = ada.open(book, bots=2)
    seat = ada.sit(table)
    seat.must("sit", box=1)
    for _ in range(3):
        seat.must("bet", box=1, amount=seat.state["limits"]["minimum"])
        seat.must("deal")
        seat.finish()
    hole = None
    state: dict[str, Any] = {}
    for message in seat.messages:
        for event in message.get("events", []):
            if event["event"] == "CardBurned":
                assert event["card"] == "??"
            if event["event"] == "CardDealt" and not event.get("face_up", True):
                assert event["card"] == "??"
                hole = "??"
            if event["event"] == "CardsCollected":
                assert isinstance(event["cards"], int)
        state = followed(state, message.get("state", {"boxes": []}))
        if hole and state["phase"] in ("window", "play") and state["dealer"]["cards"]:
            assert state["dealer"]["cards"][1:] in ([], ["??"])
    seat.close()


def test_the_book_refuses_with_its_clause(server: Server) -> None:
    ada = server.guest()
    table = ada.open("nz")
    wrong = ada.say(table, "bet", 409, box=1, amount=1)
    assert wrong["book"] == "nz" and wrong["clause"] and "minimum" in wrong["why"]
    clause = ada.get(f"/rulebooks/nz/clauses/{wrong['clause'].replace('#', '%23')}")
    assert clause["clauses"][0]["gist"]
    seat = ada.sit(table)
    refused = seat.say("bet", box=99, amount=5000)
    assert refused["type"] == "refused" and refused["clause"]
    before = seat.state["sequence"]
    seat.catch_up()
    assert seat.state["sequence"] == before
    seat.close()


def test_nobody_stakes_more_than_the_account_holds(server: Server) -> None:
    ada = server.guest()
    table = ada.open("classic", settings={"max_bet": "none"} if _has_max(ada) else {})
    for box in range(1, 8):
        ada.http.post(
            f"/tables/{table}/commands",
            json={"type": "bet", "box": box, "amount": 200_00},
            headers={"Idempotency-Key": f"b{box}"},
        )
    assert 0 <= ada.get("/me")["balance"] < 200_00
    assert ada.get("/me")["balance"] == ada.state(table)["you"]["balance"]


def _has_max(visitor: Any) -> bool:
    keys = [e["key"] for e in visitor.get("/rulebooks/classic")["elections"]]
    return "max_bet" in keys


def test_a_command_sent_three_times_over_two_connections_is_done_once(server: Server) -> None:
    ada = server.guest()
    table = ada.open("classic")
    ada.say(table, "sit", box=1)
    number, least = 30, ada.state(table)["limits"]["minimum"]

    def send() -> None:
        with httpx.Client(base_url=f"{server.address}/api/v1", timeout=60) as client:
            headers = {"authorization": f"Bearer {ada.token}"}
            for i in range(number):
                type = "bet" if i % 2 == 0 else "withdraw"
                document: dict[str, Any] = {"type": type, "box": 1}
                if type == "bet":
                    document["amount"] = least
                key = {"Idempotency-Key": f"once {table} {i}"}
                url = f"/tables/{table}/commands"
                first = client.post(url, json=document, headers=headers | key)
                again = client.post(url, json=document, headers=headers | key)
                assert again.status_code == first.status_code
                if first.status_code == 200:
                    assert again.json()["sequence"] == first.json()["sequence"]

    # Two senders race for the same keys; a withdrawal may overtake a bet, and is then refused.
    senders = [threading.Thread(target=send) for _ in range(2)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    events = ada.get(f"/tables/{table}/events")["events"]
    placed = [e for e in events if e["event"] in ("WagerPlaced", "WagerRaised")]
    taken = [e for e in events if e["event"] == "WagerWithdrawn"]
    assert len(placed) <= number // 2 and len(placed) >= number // 2 - 1
    assert len(placed) - len(taken) in (0, 1)
    other = ada.say(table, "bet", 422, key=f"once {table} 0", box=2, amount=least)
    assert "a different command" in other["why"]


def test_chips_added_are_one_wager_of_which_a_part_may_be_taken_back(server: Server) -> None:
    ada = server.guest()
    table = ada.open("rws")
    ada.say(table, "sit", box=1)
    before = ada.get("/me")["balance"]
    ada.say(table, "bet", box=1, amount=100_00)
    ada.say(table, "bet", box=1, amount=50_00)
    ada.say(table, "withdraw", box=1, amount=30_00)
    assert ada.say(table, "withdraw", 409, box=1, amount=100_00)["clause"] == "5.2"
    (wager,) = ada.state(table)["boxes"][0]["wagers"]
    assert wager["amount"] == 120_00
    assert ada.get("/me")["balance"] == before - 120_00
    events = ada.get(f"/tables/{table}/events")["events"]
    rows = [(e["event"], e["stake"]) for e in events if e["event"].startswith("Wager")]
    assert rows == [("WagerPlaced", 100_00), ("WagerRaised", 50_00), ("WagerLowered", 30_00)]
    ada.verifies(table)


def test_reconnecting_finds_the_exact_state(server: Server) -> None:
    ada = server.guest()
    table = ada.open("rws", bots=1)
    seat = ada.sit(table)
    seat.must("sit", box=1)
    compared = 0
    for _ in range(3):
        seat.must("bet", box=1, amount=seat.state["limits"]["minimum"])
        seat.must("deal")
        number = seat.state["round"]
        for _ in range(100):
            seat.catch_up()
            if seat.state["round"] > number:
                break
            # Clocks continue, and readiness is sent outside the log, without a sequence number.
            apart = ("seconds", "turn", "window", "ready")
            before = {k: v for k, v in seat.state.items() if k not in apart}
            sequence = seat.state["sequence"]
            seat.reconnect()
            if seat.state["sequence"] == sequence:
                compared += 1
                assert {k: seat.state[k] for k in before} == before
            seat.catch_up()
            if not seat.decide():
                time.sleep(0.02)
    assert compared >= 3
    events = ada.get(f"/tables/{table}/events")["events"]
    seat.socket.send(json.dumps({"type": "resume", "after": 5}))
    document = seat.hear(lambda m: m["type"] == "events" and m["events"][0]["n"] == 6)
    assert [e["n"] for e in document["events"]] == [e["n"] for e in events if e["n"] > 5]
    seat.close()


def test_a_person_in_the_dealers_chair_calls_real_cards(server: Server) -> None:
    dealer, ada = server.named("dealer"), server.guest()
    table = dealer.open("classic", dealt_by="person", cards="called")
    dealer.say(table, "take_chair")
    ada.say(table, "bet", box=1, amount=ada.state(table)["limits"]["minimum"])
    assert "dealer" in server.named("dealer").say(table, "shuffle", 403)["why"]
    dealer.say(table, "shuffle")
    dealer.say(table, "close_bets")
    for card in ("2c", "Ts", "9h", "8c", "7d"):  # the first is burned
        while ada.state(table)["dealer"]["due"] not in ("deal", "burn"):
            dealer.perform(table)
        dealer.say(table, "call", card=card)
    box = ada.state(table)["boxes"][0]
    assert box["hands"][0]["cards"] == ["Ts", "8c"]
    assert ada.state(table)["dealer"]["cards"] == ["9h", "??"]


def test_until_the_dealer_has_looked_nobody_learns_from_being_refused(server: Server) -> None:
    dealer, ada = server.named("dealer"), server.guest()
    rows = []
    for hole in ("Ks", "5s"):  # a blackjack and another hand
        late = {"surrender": "late"}
        table = dealer.open("classic", dealt_by="person", cards="called", settings=late)
        dealer.say(table, "take_chair")
        ada.say(table, "bet", box=1, amount=ada.state(table)["limits"]["minimum"])
        dealer.say(table, "shuffle")
        dealer.say(table, "close_bets")
        for card in ("2c", "Ts", "Ah", "8c", hole):
            while ada.state(table)["dealer"]["due"] not in ("deal", "burn"):
                dealer.perform(table)
            dealer.say(table, "call", card=card)
        for due in ("close_window", "look"):
            while ada.state(table)["dealer"]["due"] != due:
                dealer.perform(table)
            state = ada.state(table)
            window = {**(state["window"] or {}), "seconds": None}
            whys = [ada.say(table, act, 409, box=1)["why"] for act in ("stand", "surrender")]
            rows.append((state["turn"], window, state["asks"], whys))
    assert rows[:2] == rows[2:] and rows[0][0] is None


def test_a_disabled_table_refuses_the_next_wager(server: Server) -> None:
    boss, ada = server.named("supervisor"), server.guest()
    table = ada.open("leaflet")
    least = ada.state(table)["limits"]["minimum"]
    ada.say(table, "disable", 403, why="I want to")
    boss.say(table, "disable", why="the felt is torn")
    assert "suspended betting" in ada.say(table, "bet", 409, box=1, amount=least)["why"]
    boss.say(table, "enable")
    ada.say(table, "bet", box=1, amount=least)
    balance = ada.get("/me")["balance"]
    done = boss.say(table, "close_table", why="late")["events"]
    back = [(e["why"], e["by"]) for e in done if e["event"] == "UndealtWagerReturned"]
    assert back == [("late", boss.name)]
    assert ada.get("/me")["balance"] == balance + least
    assert boss.get(f"/tables/{table}/ledger")["sum"] == 0
    assert "closed" in ada.say(table, "bet", 409, box=1, amount=least)["why"]


@clause("nz:15B.8#2")
def test_all_open_tables_pay_perfect_pairs_by_one_scale(server: Server) -> None:
    ada = server.guest()
    first = {"layout": 4, "pp_scale": 2}
    ada.open("nz", settings=first)
    ada.open("nz", settings=first)
    other = {"book": "nz", "settings": {"layout": 4, "pp_scale": 1}}
    refused = ada.post("/tables", other, 409)
    assert refused["clause"] == "15B.8#2"
    assert "25 to 1" in refused["why"]
    ada.open("nz", settings={"layout": 2, "pp_scale": 1})  # no Perfect Pairs on this layout
    ada.open("leaflet")


@clause("zappit:5(c)#2")
def test_a_made_wager_stays_before_the_deal_where_the_book_says_so(server: Server) -> None:
    ada = server.guest()
    for book, stays in (("zappit", True), ("rws", False)):
        table = ada.open(book)
        ada.say(table, "sit", box=1)
        ada.say(table, "bet", box=1, amount=ada.state(table)["limits"]["minimum"])
        assert ada.state(table)["may"] == {"squeeze": False, "take_back": not stays}
        ada.say(table, "withdraw", 409 if stays else 200, box=1)
