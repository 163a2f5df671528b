"""Two people with wagers on one box: each is asked for the own chips, and nobody else's move."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from pitboss.store.records import Person
from pitboss.web import commands as c
from pitboss.web.actor import Actor
from pitboss.web.house import Clocks
from pitboss.web.hub import Hub
from tests.support import clause
from tests.web.inside import SOON, hub_on, soon, table_in
from tests.web.looping import done
from tests.web.serving import Server, Visitor

STAKES = {"nz": (20_00, 10_00), "rws": (100_00, 60_00)}


class SharedBox:
    """A box at which Ada sits and behind which Ben stands; a dealer calls the cards."""

    def __init__(self, server: Server, book: str, cards: str) -> None:
        self.dealer, self.ada, self.ben = server.named("dealer"), server.guest(), server.guest()
        settings = {"burn_first": False} if book == "nz" else {}
        self.table = self.dealer.open(book, dealt_by="person", cards="called", settings=settings)
        self.dealer.say(self.table, "take_chair")
        self.ada.say(self.table, "sit", box=1)
        first, second = STAKES[book]
        self.ada.say(self.table, "bet", box=1, amount=first)
        self.ben.say(self.table, "bet", box=1, amount=second)
        self.dealer.say(self.table, "shuffle")
        self.dealer.say(self.table, "close_bets")
        self.call(cards)

    def call(self, cards: str) -> None:
        for card in cards.split():
            while self.state["dealer"]["due"] not in ("deal", "burn"):
                self.dealer.say(self.table, "perform")
            self.dealer.say(self.table, "call", card=card)

    def begin_play(self) -> None:
        while self.state["turn"] is None:
            self.dealer.say(self.table, "perform")

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
        found: dict[str, Any] = [one for one in events if one["event"] == name][-1]
        return found


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
    assert (yes["label"], yes["most"], no["label"]) == ("Double too", second, "Do not double")
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
    assert box.say(box.ben, "decline", 409)["clause"] == "8.3#1"


@clause("nz:14.3(d)")
def test_after_a_split_the_other_covers_both_hands_or_names_one(server: Server) -> None:
    box = SharedBox(server, "nz", "8c 6h 8d")
    box.begin_play()
    before = box.balance(box.ben)
    box.say(box.ada, "split")
    assert box.balance(box.ben) == before
    labels = [ask["label"] for ask in box.asked(box.ben)]
    assert labels == ["Cover hands 1 and 2", "Stay on hand 1 alone", "Stay on hand 2 alone"]
    assert box.say(box.ben, "decline", 409, stay=3)["clause"] == "14.3(d)"
    assert box.say(box.ben, "double", 409)["clause"] == "14.3(e)"
    assert box.say(box.ada, "stand", 409)["clause"] == "8.3#1"
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
    """Who brought the wagers of a double about, and who the refusals to take part in it."""
    return [
        one.actor
        for one in hub.store.entries(table)
        if '"ShareDeclined"' in one.event
        or ('"WagerPlaced"' in one.event and '"double"' in one.event)
    ]


def _is_over(actor: Actor, number: int) -> bool:
    return actor.live.state.round > number


def _share(
    path: Path, clocks: Clocks, answer: c.Command | None, *, broke: bool = False
) -> dict[str, Any]:
    """What came of a double, the other bettor answering so, or not at all."""

    async def play() -> dict[str, Any]:
        async with hub_on(f"sqlite:///{path / 'house.sqlite3'}", clocks=clocks) as hub:
            actor = await table_in(hub, "rws")
            ada = hub.store.people.welcome_guest(money=1_000_00)
            ben = hub.store.people.welcome_guest(money=100_00 if broke else 1_000_00)

            async def say(who: Person, told: c.Command) -> Any:
                return await actor.command(who, f"{who.name} {actor.live.sequence}", told)

            for number in range(1, 200):
                assert (await say(ada, c.Sit(box=1))).is_accepted or number > 1
                assert (await say(ada, c.Bet(box=1, amount=100_00))).is_accepted
                assert (await say(ben, c.Bet(box=1, amount=60_00))).is_accepted
                await say(ada, c.Ready())
                await say(ben, c.Ready())
                state = actor.live.state
                if state.phase.value == "window":
                    await say(ada, c.Done())
                    await say(ben, c.Done())
                before = hub.money.balance(ben.name)
                doubled = await say(ada, c.Double(box=1))
                if not doubled.is_accepted:  # a blackjack; the next round will do
                    await soon(partial(_is_over, actor, number))
                    continue
                asked = actor.live.state.asked
                assert asked is not None and asked.players == (ben.name,)
                assert hub.money.balance(ben.name) == before
                told = None if answer is None else await say(ben, answer)
                if told is None or told.refused is not None:
                    await soon(lambda: actor.live.state.asked is None)
                await soon(lambda: len(_added(hub, actor.id)) == 2)
                return {
                    "actors": _added(hub, actor.id),
                    "ada": ada.name,
                    "ben": ben.name,
                    "refused": None if told is None else told.refused,
                }
            raise AssertionError("no hand could be doubled")

    return done(play())


@clause("rws:3.22.1#1")
def test_whoever_says_nothing_until_the_clock_has_run_adds_nothing(tmp_path: Path) -> None:
    told = _share(tmp_path, SOON, None)
    assert told["actors"] == [told["ada"], "house"]


@clause("rws:3.22.1#1")
def test_whoever_answers_in_time_is_the_actor_of_the_own_wager(tmp_path: Path) -> None:
    slow = structs.replace(SOON, choice=30, turn=30)
    told = _share(tmp_path, slow, c.Double(box=1, amount=10_00))
    assert told["actors"] == [told["ada"], told["ben"]]


def test_whoever_cannot_pay_is_refused_and_then_adds_nothing(tmp_path: Path) -> None:
    patient = structs.replace(SOON, choice=0.5, turn=30)
    told = _share(tmp_path, patient, c.Double(box=1), broke=True)
    assert "not enough" in told["refused"].why
    assert told["actors"] == [told["ada"], "house"]
