"""Published data reveals nothing about a face-down card, and opens when the shoe ends."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from benchmarks.reliability.prediction import Onlooker

from pitboss.audit import chain
from pitboss.store import Store, open_database
from pitboss.store.records import StoredEvent
from pitboss.table.log_verifier import verify
from tests.web.serving import Seat, Server, Visitor


class Seen(NamedTuple):
    """A table after some rounds: what an uninvolved viewer received, and the actual cards."""

    stranger: Visitor
    table: str
    events: list[dict[str, Any]]
    kept: list[StoredEvent]


def bet(seat: Seat, amount: int) -> None:
    seat.must("bet", box=1, amount=amount)
    seat.say("deal")
    seat.finish()


def seen(server: Server, book: str, rounds: int, **more: Any) -> Seen:
    player, stranger = server.guest(), server.guest()
    table = player.open(book, **more)
    watching, playing = stranger.sit(table), player.sit(table)
    for _ in range(rounds):
        bet(playing, playing.state["limits"]["minimum"])
    watching.catch_up()
    store = Store(open_database(server.url))
    kept = store.entries(table)
    store.close()
    return Seen(stranger, table, watching.events, kept)


def public_log(seen: Seen) -> str:
    answer = seen.stranger.http.get(f"/tables/{seen.table}/log")
    assert answer.status_code == 200, answer.text
    return answer.text


@pytest.mark.parametrize("book", ["rws", "zappit"])
def test_a_stranger_verifies_every_hash_and_finds_no_card(server: Server, book: str) -> None:
    there = seen(server, book, 3)
    events = there.stranger.get(f"/tables/{there.table}/events?after=0")["events"]
    streamed = {one["n"]: one for one in there.events}
    onlooker, hidden = Onlooker(), 0
    for one, kept in zip(events, there.kept, strict=False):
        assert streamed.get(one["n"], one) == one
        event = json.loads(kept.event)
        masked = one.get("card") == "??" or one["event"] == "CardsCollected"
        hidden += masked
        truth = event["card"] if "card" in event else event.get("cards")
        truth = " ".join(truth) if isinstance(truth, list) else truth
        onlooker.hears(one, truth if masked else None)
    assert hidden >= 3
    assert (onlooker.held, onlooker.found) == (onlooker.entries, 0)


def test_a_hole_card_that_is_turned_opens_its_entry(server: Server) -> None:
    there = seen(server, "zappit", 6)
    events = there.stranger.get(f"/tables/{there.table}/events?after=0")["events"]
    turned = [one for one in events if one["event"] == "HoleCardRevealed"]
    assert turned
    for one in turned:
        dealt = events[one["opens"]["n"] - 1]
        assert (dealt["event"], dealt["card"]) == ("CardDealt", "??")
        nonce = bytes.fromhex(one["opens"]["nonce"])
        assert sha256(nonce + one["card"].encode()).hexdigest() == dealt["sealed"]


def test_the_public_log_is_closed_while_its_shoe_is_dealt_from(
    server: Server, tmp_path: Path
) -> None:
    there = seen(server, "zappit", 2)
    lines = public_log(there)
    held = chain.check(lines.splitlines())
    assert held.closed >= 2 and held.opened == 0
    assert list(held.hashes) == [entry.hash for entry in there.kept][: held.entries]
    assert not any(entry.nonce and entry.nonce in lines for entry in there.kept)
    outcome = verify(lines.encode().splitlines())
    assert outcome.ok and outcome.closed == held.closed
    path = tmp_path / "public.jsonl"
    path.write_text(lines, "utf-8")
    assert chain.main([str(path), there.kept[5].hash]) == 0
    assert chain.main([str(path), "ab" * 32]) == 1


def test_the_public_log_opens_when_a_shoe_is_over(server: Server) -> None:
    """A continuous shuffler has a new shoe for every round."""
    there = seen(server, "nz", 3, settings={"shuffler": "continuous"})
    lines = public_log(there)
    held = chain.check(lines.splitlines())
    assert held.opened >= 2
    assert verify(lines.encode().splitlines()).ok


def test_the_other_verifier_names_what_was_changed(server: Server) -> None:
    lines = public_log(seen(server, "zappit", 1)).splitlines()
    place = next(i for i, line in enumerate(lines) if '"#' in line)
    for changed in (
        lines[place].replace('"#', '"#0'),
        lines[place].replace('"actor":"', '"actor":"x'),
        lines[place].replace('"at":1', '"at":2'),
        lines[place].replace('"v":3', '"v":1'),
        "nonsense",
    ):
        with pytest.raises(chain.FailedEntry, match=f"entry {place + 1}: "):
            chain.check([*lines[:place], changed, *lines[place + 1 :]])
    with pytest.raises(chain.FailedEntry, match="missing or misplaced"):
        chain.check([*lines[:place], *lines[place + 1 :]])
    with pytest.raises(chain.FailedEntry, match="truncated"):
        chain.check(lines[:-1])
