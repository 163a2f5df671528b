"""Two people with wagers on one box: each is asked for their own chips, and no others move."""

from __future__ import annotations

from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from pitboss.store.records import Person
from pitboss.web.live import commands as c
from pitboss.web.live.actor import Actor
from pitboss.web.live.hub import Hub
from pitboss.web.live.outcomes import CommandOutcome
from tests.support import clause
from tests.web.inside import SOON, hub_on, soon, table_in
from tests.web.looping import done
from tests.web.serving import Server, Visitor

STAKES = {"nz": (20_00, 10_00), "rws": (100_00, 60_00)}


class SharedBox:
    """A box with Ada in the seat and Ben betting behind; a dealer calls the cards."""

    def __init__(self, server: Server, book: str, cards: str) -> None:
        self.dealer, self.ada, self.ben = server.named("dealer"), server.guest(), server.guest()
        settings = {"burn_first": False} if book == "nz" else {}
        self.table = self.dealer.open(book, dealt_by="person", cards="called", settings=settings)
        self.dealer.say(self.table, "take_chair")
        server.prepare(self.table, partial(self.dealer.say, self.table))
        self.ada.say(self.table, "sit", box=1)
        first, second = STAKES[book]
        self.ada.say(self.table, "bet", box=1, amount=first)
        self.ben.say(self.table, "bet", box=1, amount=second)
        self.dealer.say(self.table, "shuffle")
        if self.state["shoe"]["offer"] is not None:
            self.ada.say(self.table, "decline_cut")
            self.dealer.say(self.table, "house_cut")
        self.dealer.say(self.table, "close_bets")
        self.call(cards)

    def call(self, cards: str) -> None:
        for card in cards.split():
            while self.state["dealer"]["due"] not in ("deal", "burn"):
                self.dealer.perform(self.table)
            self.dealer.say(self.table, "call", card=card)

    def begin_play(self) -> None:
        while self.state["turn"] is None:
            self.dealer.perform(self.table)

    def say(self, who: Visitor, type: str, status: int = 200, **more: Any) -> Any:
        return who.say(self.table, type, status, box=1, **more)

    @property
    def state(self) -> dict[str, Any]:
        return self.ada.state(self.table)

    def asked(self, who: Visitor) -> list[dict[str, Any]]:
        return [ask for ask in who.state(self.table)["asks"] if ask["player"] == who.name]

    def balance(self, who: Visitor) -> int:
        balance: int = who.get("/me")["balance"]
        return balance

    def last_event(self, name: str) -> dict[str, Any]:
        events = self.ada.get(f"/tables/{self.table}/events")["events"]
        document: dict[str, Any] = [one for one in events if one["event"] == name][-1]
        return document


@clause("nz:14.3(c)#1", "rws:3.22.1#1")
@pytest.mark.parametrize("book", ["nz", "rws"])
def test_a_double_moves_the_deciders_chips_and_asks_the_other(server: Server, book: str) -> None:
    box = SharedBox(server, book, "5c 6h 6d")
    box.begin_play()
    before = box.balance(box.ada), box.balance(box.ben)
    box.say(box.ada, "double")
    first, second = STAKES[book]
    assert (box.balance(box.ada), box.balance(box.ben)) == (before[0] - first, before[1])
    assert box.state["dealer"]["due"] is None and box.state["turn"] is None
    assert not box.asked(box.ada)
    yes, no = box.asked(box.ben)
    assert (yes["label"], yes["most"], no["label"]) == ("Double too", second, "Don't double")
    assert (yes["clause"], no["clause"]) == {
        "nz": ("11.2(a)", "14.3(c)#1"),
        "rws": ("3.22#2", "3.22.1#1"),
    }[book]
    # Ada cannot answer for Ben, nor Ben add more than he has there.
    refused = box.say(box.ada, "double", 409)
    assert box.ben.name in refused["why"]
    too_much = box.say(box.ben, "double", 409, amount=second + 5_00)
    assert too_much["clause"] == yes["clause"]
    box.ben.say(box.table, **{**yes["command"], "amount": 5_00})
    assert box.balance(box.ben) == before[1] - 5_00
    placed = box.last_event("WagerPlaced")
    assert (placed["actor"], placed["player"], placed["stake"]) == (box.ben.name,) * 2 + (5_00,)
    assert box.state["dealer"]["due"] == "deal"


@clause("nz:14.3(c)#1")
def test_no_command_names_the_chips_of_another(server: Server) -> None:
    box = SharedBox(server, "nz", "8c 6h 8d")
    box.begin_play()
    before = box.balance(box.ben)
    box.say(box.ada, "double", 400, amounts={box.ada.name: 20_00, box.ben.name: 10_00})
    box.say(box.ada, "split", 400, others=[box.ben.name])
    box.say(box.ada, "split", 400, stay={box.ben.name: 2})
    assert box.balance(box.ben) == before
    assert box.say(box.ben, "double", 409, amount=10_00)["clause"] == "14.3(a)"
    assert box.say(box.ben, "decline", 409)["clause"] == "not in the text"


@clause("nz:14.3(d)")
def test_after_a_split_the_other_covers_both_hands_or_names_one(server: Server) -> None:
    box = SharedBox(server, "nz", "8c 6h 8d")
    box.begin_play()
    before = box.balance(box.ben)
    box.say(box.ada, "split")
    assert box.balance(box.ben) == before
    labels = [ask["label"] for ask in box.asked(box.ben)]
    assert labels == ["Bet on hands 1 and 2", "Stay on hand 1 only", "Stay on hand 2 only"]
    assert box.say(box.ben, "decline", 409, stay=3)["clause"] == "14.3(d)"
    assert box.say(box.ben, "double", 409)["clause"] == "14.3(e)"
    assert box.say(box.ada, "stand", 409)["clause"] == "14.3(d)"
    box.say(box.ben, "decline", stay=2)
    declined = box.last_event("ShareDeclined")
    assert (declined["actor"], declined["stays"]) == (box.ben.name, 2)
    mine = [w for w in box.state["boxes"][0]["wagers"] if w["bettor"] == box.ben.name]
    assert [(w["kind"], w["hand"], w["amount"]) for w in mine] == [("main", 2, 10_00)]
    assert box.balance(box.ben) == before
    box.call("Tc")
    assert box.state["turn"]["player"] == box.ada.name


@clause("rws:3.21.1")
def test_who_declined_a_split_is_not_asked_at_the_next(server: Server) -> None:
    box = SharedBox(server, "rws", "8c 6h 8d")
    box.begin_play()
    box.say(box.ada, "split")
    assert [ask["command"]["type"] for ask in box.asked(box.ben)][:2] == ["split", "decline"]
    box.say(box.ben, "decline")
    box.call("8s")
    box.say(box.ada, "split")
    assert not box.asked(box.ben) and box.state["dealer"]["due"] == "deal"
    mine = [w for w in box.state["boxes"][0]["wagers"] if w["bettor"] == box.ben.name]
    assert [(w["kind"], w["hand"]) for w in mine] == [("main", 1)]


def _added(hub: Hub, table: str) -> list[str]:
    """Who placed the wagers of a double, and who declined to join."""
    return [
        one.actor
        for one in hub.store.entries(table)
        if '"ShareDeclined"' in one.event
        or ('"WagerPlaced"' in one.event and '"double"' in one.event)
    ]


PATIENT = structs.replace(SOON, bets=60, window=60, turn=60, choice=60)
"""Clocks too long to run out in a test."""

_keys = count(1)


async def _say(actor: Actor, who: Person, command: c.Command) -> CommandOutcome:
    return await actor.command(who, f"key {next(_keys)}", command)


async def _until_asked(hub: Hub, actor: Actor, money: int = 1_000_00) -> tuple[Person, Person]:
    """Rounds with Ada in the seat and Ben, with this much money, behind her, until Ben is asked."""
    ada = hub.store.people.welcome_guest(money=10_000_00)
    await _say(actor, ada, c.command("sit", box=1))
    while True:
        number = actor.live.state.round
        ben = hub.store.people.welcome_guest(money=money)
        for who in (ada, ben):
            assert (await _say(actor, who, c.command("bet", box=1, amount=100_00))).is_accepted
        for ready in (c.Ready(), c.Done()):
            for who in (ada, ben):
                await _say(actor, who, ready)
        held = hub.money.balance(ben.name)
        await _say(actor, ada, c.command("double", box=1))
        if actor.live.state.asked is not None:
            assert actor.live.state.asked.players == (ben.name,)
            assert hub.money.balance(ben.name) == held
            return ada, ben
        while actor.live.state.round == number:  # a blackjack, or a hand that is not doubled
            for decision in (c.command("stand", box=1), c.command("hit", box=1)):
                await _say(actor, ada, decision)


def _answered(path: Path, answer: c.Command | None, *, broke: bool = False) -> dict[str, Any]:
    """The result of a double if the other bettor gives this answer, or none."""

    async def play() -> dict[str, Any]:
        clocks = structs.replace(PATIENT, choice=0.3 if answer is None or broke else 60)
        async with hub_on(f"sqlite:///{path / 'house.sqlite3'}", clocks=clocks) as hub:
            actor = await table_in(hub, "rws")
            ada, ben = await _until_asked(hub, actor, 100_00 if broke else 1_000_00)
            outcome = None if answer is None else await _say(actor, ben, answer)
            await soon(lambda: len(_added(hub, actor.id)) == 2)
            refused = None if outcome is None or outcome.refused is None else outcome.refused.why
            names = {ada.name: "Ada", ben.name: "Ben"}
            actors = [names.get(actor, actor) for actor in _added(hub, actor.id)]
            return {"actors": actors, "refused": refused}

    return done(play())


@clause("rws:3.22.1#1")
def test_whoever_says_nothing_until_the_clock_has_run_adds_nothing(tmp_path: Path) -> None:
    assert _answered(tmp_path, None) == {"actors": ["Ada", "house"], "refused": None}


@clause("rws:3.22.1#1")
def test_whoever_answers_in_time_is_the_actor_of_the_own_wager(tmp_path: Path) -> None:
    document = _answered(tmp_path, c.command("double", box=1, amount=10_00))
    assert document == {"actors": ["Ada", "Ben"], "refused": None}


def test_whoever_cannot_pay_is_refused_and_then_adds_nothing(tmp_path: Path) -> None:
    document = _answered(tmp_path, c.command("double", box=1), broke=True)
    assert "does not cover" in document["refused"]
    assert document["actors"] == ["Ada", "house"]


@clause("nz:16.6", "nz:14.3(c)#1")
def test_where_a_person_deals_a_supervisor_notes_that_somebody_who_is_asked_is_away(
    server: Server,
) -> None:
    box = SharedBox(server, "nz", "5c 6h 6d")
    box.begin_play()
    box.say(box.ada, "double")
    before = box.balance(box.ben)
    document = {"what": "absent", "box": 1, "player": box.ben.name, "reason": "went to dinner"}
    server.named("supervisor").post(f"/tables/{box.table}/rulings", document)
    assert box.last_event("ShareDeclined")["player"] == box.ben.name
    assert box.balance(box.ben) == before and box.state["dealer"]["due"] == "deal"
    assert box.state["boxes"][0]["absent"] is False


def test_a_question_outlives_the_process(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.sqlite3'}"

    async def play() -> list[str]:
        async with hub_on(url, clocks=PATIENT) as hub:
            table = (await table_in(hub, "nz")).id
            await _until_asked(hub, await hub.actor(table))
            assert len(_added(hub, table)) == 1
        async with hub_on(url) as hub:
            again = await hub.actor(table)
            assert again.live.state.asked is not None
            await soon(lambda: len(_added(hub, table)) == 2)
            return _added(hub, table)

    assert done(play())[-1] == "house"
