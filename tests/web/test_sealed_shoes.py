"""What a shoe in play hides is hidden from staff too, and no advice is given where it is barred."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pitboss.store import Store, open_database
from pitboss.store.people import PersonRole
from pitboss.store.records import StoredEvent
from pitboss.table.hiding import hidden_in
from pitboss.table.log import read_event
from pitboss.web.http.app import ROUTES
from tests.web.serving import Seat, Server, Visitor

one_database = pytest.mark.parametrize("server", ["sqlite"], indirect=True)
"""One database is enough for what does not depend on it."""

HIDES = {"CardBurned", "CardDealt", "CardHeld", "CardRemoved", "CardsCollected", "BurnedCardShown"}


def rounds(seat: Seat, number: int) -> None:
    for _ in range(number):
        seat.must("bet", box=1, amount=seat.state["limits"]["minimum"])
        seat.say("deal")
        seat.finish()


def stored(server: Server, table: str) -> tuple[list[StoredEvent], list[str]]:
    """The log of a table as it is stored, and the secrets of its shoes."""
    store = Store(open_database(server.url))
    entries = store.entries(table)
    secrets = [row[0] for row in store.everything("SELECT secret FROM secrets")]
    store.close()
    return entries, secrets


def nonces(entries: list[StoredEvent], turned: set[int]) -> dict[str, int]:
    """The nonces of cards that have not been turned, by the number of their entry."""
    return {
        one.nonce: one.n
        for one in entries
        if one.nonce and one.n not in turned and hidden_in(read_event(one.event))
    }


def everything_readable(person: Visitor, table: str) -> dict[str, bytes]:
    """The bytes of every route that answers this person about a table."""
    data = {}
    for route in ROUTES:
        path = re.sub(r":\w+}", "}", route.path).removeprefix("/api/v1")
        if "GET" not in (route.methods or ()) or path.startswith(
            ("/lab", "/rulebooks", "/openapi")
        ):
            continue
        url = path.replace("{table}", table).replace("{number}", "1").replace("{shoe}", "1")
        answer = person.http.get(re.sub(r"{\w+}", "1", url))
        if answer.status_code == 200:
            data[path] = answer.content
    return data


@one_database
def test_no_route_opens_a_card_of_the_shoe_in_play_to_anybody(server: Server) -> None:
    player = server.guest()
    table = player.open("zappit")
    seat = player.sit(table)
    seat.must("sit", box=1)
    rounds(seat, 3)
    entries, secrets = stored(server, table)
    seat.catch_up()
    hidden = nonces(entries, {one["opens"]["n"] for one in seat.events if "opens" in one})
    assert len(hidden) >= 3 and secrets
    staff_reads = [
        server.named(role)
        for role in (PersonRole.DEALER, PersonRole.SHIFT_MANAGER, PersonRole.AUDITOR)
    ]
    readers = [*staff_reads, player, server.guest()]
    for person in readers:
        data = everything_readable(person, table)
        assert len(data) > 12
        for path, body in data.items():
            for nonce, n in hidden.items():
                assert nonce.encode() not in body, (person.name, path, n)
            for secret in secrets:
                assert secret.encode() not in body, (person.name, path)
    staff = server.named("auditor").http.get(f"/tables/{table}/export").text
    for line in map(json.loads, staff.splitlines()[:-1]):
        kept = json.loads(entries[line["n"] - 1].event)
        if line["n"] in hidden.values():
            card = line["event"].get("card") or line["event"]["cards"][0]
            assert card.startswith("#"), "a commitment in place of the card"
            assert kept["event"] in HIDES


@one_database
def test_an_export_verifies_and_opens_when_its_shoe_has_ended(
    server: Server, tmp_path: Path
) -> None:
    player, boss = server.guest(), server.named("supervisor")
    table = player.open("zappit")
    seat = player.sit(table)
    seat.must("sit", box=1)
    rounds(seat, 2)
    closed = verified(boss, table, tmp_path)
    assert closed["ok"] and closed["closed"] >= 2
    seat.must("leave", box=1)
    boss.say(table, "close_table", why="the evening is over")
    opened = verified(boss, table, tmp_path)
    assert opened["ok"] and opened["closed"] == 0 and opened["rounds"] == 2


def verified(person: Visitor, table: str, folder: Path) -> dict[str, Any]:
    """What ``pitboss verify`` finds in the export of a table."""
    log = folder / "export.jsonl"
    log.write_bytes(person.http.get(f"/tables/{table}/export").content)
    command = [sys.executable, "-m", "pitboss", "verify", str(log), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    document: dict[str, Any] = json.loads(done.stdout)
    return document


@one_database
def test_a_shoe_of_real_cards_is_sealed_until_it_is_shuffled_or_the_table_closes(
    server: Server,
) -> None:
    dealer, boss, ada = server.named("dealer"), server.named("shift_manager"), server.guest()
    table = dealer.open("nz", dealt_by="person", cards="called")
    dealer.say(table, "take_chair")
    server.prepare(table, partial(dealer.say, table))
    dealer.say(table, "shuffle")
    ada.say(table, "sit", box=1)
    ada.say(table, "bet", box=1, amount=1000)
    dealer.say(table, "close_bets")
    cards = iter(itertools.cycle(["2c", "9s", "6h", "7d", "Th", "Jc", "4s", "5d"]))
    for _ in range(60):
        state = dealer.state(table)
        if state["round"] > 1:
            break
        if state["turn"] and state["turn"]["player"] == ada.name:
            ada.say(table, "stand", box=1, hand=1)
        elif state["dealer"]["card_to"] is not None or state["dealer"]["due"] == "burn":
            dealer.say(table, "call", card=next(cards))
        else:
            dealer.perform(table)
    assert dealer.state(table)["round"] == 2
    burned = [one for one in stored(server, table)[0] if '"CardBurned"' in one.event]
    assert burned and burned[0].nonce
    path = f"/tables/{table}/export"
    assert burned[0].nonce not in boss.http.get(path).text
    ada.say(table, "leave", box=1)
    boss.say(table, "close_table", why="the evening is over")
    assert burned[0].nonce in boss.http.get(path).text


def test_where_the_coach_is_barred_no_account_is_given_of_a_shoe_in_play(server: Server) -> None:
    visitor = server.guest()
    seat = visitor.sit(visitor.open("classic", coach=False))
    seat.must("sit", box=1)
    rounds(seat, 2)
    assert visitor.get("/me/sessions")["sessions"] == []
    assert visitor.get("/me/decisions")["decisions"] == []
    assert visitor.get("/me/decisions?worst=20")["decisions"] == []
    assert visitor.get("/me/rounds")["rounds"] == []
    assert visitor.get("/me/progress")["days"] == []
    assert len(visitor.http.get("/me/progress.csv").text.splitlines()) == 1
    assert "barred" in visitor.get(f"/me/rounds/{seat.table}/1", 403)["why"]
    seat.must("leave", box=1)
    boss = server.named("supervisor")
    boss.say(seat.table, "close_table", why="the evening is over")
    (session,) = visitor.get("/me/sessions")["sessions"]
    assert session["rounds"] == 2
    visitor.get(f"/me/rounds/{seat.table}/1")


@one_database
def test_a_barred_table_gives_the_account_of_shoes_that_have_ended(server: Server) -> None:
    """A continuous shuffler has a new shoe for every round."""
    visitor = server.guest()
    table = visitor.open("nz", settings={"shuffler": "continuous"}, coach=False)
    seat = visitor.sit(table)
    seat.must("sit", box=1)
    rounds(seat, 2)
    ended = visitor.get("/me/rounds")["rounds"]
    assert 1 <= len(ended) <= 2
    for one in ended:
        visitor.get(f"/me/rounds/{table}/{one['number']}")
