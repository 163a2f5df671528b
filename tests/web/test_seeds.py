"""Players' seeds: over the stream, through a crash, and in every book."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.audit.sealed_shoes import verify_with_shoes
from pitboss.rulebooks import BOOKS, rulebook
from pitboss.store.records import TableInfo
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.fairness import CommittedShoe
from pitboss.table.state import Phase
from pitboss.table.table import Table
from pitboss.web.audit.database_audit import log_lines
from pitboss.web.live import commands as c
from pitboss.web.live.actor import Actor
from pitboss.web.live.driver import Clocks
from pitboss.web.live.open_table import open_live, recover
from tests.table.helpers import close_window
from tests.web.inside import SOON, hub_on, soon, table_in
from tests.web.looping import done
from tests.web.serving import Server

PATIENT = Clocks(**{f: getattr(SOON, f) for f in SOON.__struct_fields__ if f != "seeds"}, seeds=60)


def kinds_of(entries: list[Any]) -> list[str]:
    return [entry.event.split('"event":"')[1].split('"')[0] for entry in entries]


@pytest.mark.parametrize("book", ["rws", "classic", "leaflet"])
def test_a_browser_gives_a_seed_and_the_shoe_holds(server: Server, book: str) -> None:
    """Books without a cut by players: only the seeds are not the operator's choice."""
    player = server.guest()
    table = player.open(book)
    seat = player.sit(table)
    seat.must("bet", box=1, amount=seat.state["limits"]["minimum"])
    while seat.state["shoe"]["commitment"] is None:
        seat.catch_up()
    sealed = seat.state["shoe"]
    if sealed["seeds"] is not None:
        seat.say("give_seed", seed="mine", commitment="0" * 64)
        answer = seat.say("give_seed", seed="mine", commitment=sealed["commitment"])
        assert answer["type"] == "ack" or "seeds" in answer["why"]
    seat.say("deal")
    seat.finish()
    kinds = [one["event"] for one in seat.events]
    assert kinds.index("ShoeSealed") < kinds.index("CardDealt")
    player.verifies(table)


def test_seeds_outlive_a_crash(fresh_url: str) -> None:
    """A server that dies between a seed and the first card deals the order of that seed."""

    async def play() -> None:
        async with hub_on(fresh_url, clocks=PATIENT) as hub:
            guest = hub.store.people.welcome_guest(money=1_000_00)
            actor = await table_in(hub, "rws")
            actor.streams.add(_Watching(guest))  # type: ignore[arg-type]
            bet: Any = c.command("bet", box=1, amount=actor.live.rules.limits.minimum.value)
            assert (await actor.command(guest, "bet", bet)).is_accepted
            await soon(lambda: actor.live.table.waits_to_load)
            source = actor.live.table.source
            assert isinstance(source, CommittedShoe) and source.commitment is not None
            seal = source.commitment.digest
            wrong = c.GiveSeed(seed="mine", commitment="0" * 64)
            assert not (await actor.command(guest, "wrong", wrong)).is_accepted
            right = c.GiveSeed(seed="mine", commitment=seal)
            assert (await actor.command(guest, "seed", right)).is_accepted
            again = c.GiveSeed(seed="more", commitment=seal)
            assert not (await actor.command(guest, "again", again)).is_accepted
            id = actor.id
        async with hub_on(fresh_url) as hub:
            actor = await hub.actor(id)
            await soon(lambda: actor.live.state.round > 1 and not actor._outbox)
            await soon(lambda: "CardDealt" in kinds_of(hub.store.entries(id)))
            entries = hub.store.entries(id)
            kinds = kinds_of(entries)
            order = ("ShoeSealed", "SeedGiven", "SeedsMixed", "ShoeLoaded", "CardDealt")
            places = [kinds.index(kind) for kind in order]
            assert places == sorted(places) and kinds.count("SeedGiven") == 1
        async with hub_on(fresh_url) as hub:  # the shoe is restored in the middle, seeds included
            actor = await hub.actor(id)
            actor.run("house", lambda table: table.end_shoe())
            await soon(lambda: actor.is_idle or not actor._outbox)
            outcome, shoes = verify_with_shoes(log_lines(hub.store.entries(id)))
            assert outcome.ok, outcome.problem
            assert shoes[0].is_revealed and [seed for _, seed in shoes[0].seeds] == ["mine"]

    done(play())


def _has_seats(actor: Actor) -> bool:
    return bool(actor.live.state.seats)


def _is_loaded(actor: Actor) -> bool:
    return actor.live.state.shoe.is_loaded


class _Watching:
    """A person whose page is open and who sends nothing."""

    def __init__(self, person: Any) -> None:
        self.person, self.own = person, None
        self.speed = 0.0

    def send(self, message: bytes) -> None: ...


def test_nobody_waits_for_seeds_where_nobody_watches(fresh_url: str) -> None:
    async def play() -> None:
        async with hub_on(fresh_url, clocks=PATIENT) as hub:
            guest = hub.store.people.welcome_guest(money=1_000_00)
            for book in BOOKS:
                actor = await table_in(hub, book, bots=2)
                box = 1
                bet: Any = c.command("bet", box=box, amount=actor.live.rules.limits.minimum.value)
                await soon(partial(_has_seats, actor))
                await actor.command(guest, f"bet {book}", bet)
                await asyncio.sleep(0)
                if actor.live.state.open_wagers(player=guest.name):
                    await soon(partial(_is_loaded, actor))
                    events = kinds_of(hub.store.entries(actor.id))
                    assert e.SeedsMixed.__name__ not in events

    done(play())


def test_a_shoe_that_follows_from_another_is_taken_up_again() -> None:
    """Card for card, and the secret of its order is not published yet."""
    rules = rulebook("zappit").elect()
    info = TableInfo("t", "T", "zappit", "Ada", "machine", "shoe", 0, "", "open", 0, "", None,
                     None, 0.0, 0.0)  # fmt: skip
    live, change = open_live(info, rules)
    entries, secrets = list(change.entries), dict[int, bytes]()

    def do(act: Any) -> None:
        change = live.carry_out("Ada", act)
        assert change.refusal is None, change.refusal
        entries.extend(change.entries)
        secrets.update({number: bytes.fromhex(secret) for number, secret in change.secrets})

    def begin(table: Table) -> None:
        table.shuffle(load=False)
        table.give_seed("Ada", "mine")
        table.load()
        table.do(acts.Sit(box=1, player="Ada"))

    def deal(table: Table) -> None:
        table.do(acts.Bet(box=1, player="Ada", stake=table.rules.limits.minimum.value))
        table.do(acts.CloseBets())

    def play(table: Table) -> None:
        while table.state.phase is not Phase.BETTING:
            close_window(table)
            if table.state.phase is Phase.PLAY:
                stand = acts.Stand(box=1, hand=1)
                table.do(stand if table.ask(stand) is None else acts.Hit(box=1, hand=1))

    do(begin)
    for _ in range(40):
        do(deal)
        if live.state.phase is not Phase.BETTING and live.state.round > 2:
            break
        do(play)
    for _ in range(2):  # a secret derived from a derived one
        discards = live.table.discards()
        do(lambda table, cards=discards: table.reload("ordered", cards, burn=True, under="4(a)#1"))
    again = recover(replace(info, sequence=live.sequence, hash=live.hash), entries, secrets)
    sources = live.table.source, again.table.source
    for source in sources:
        assert isinstance(source, CommittedShoe)
        assert (source.shoe, source.follows, source.root) == (3, 2, 1)
        assert source.take_reveals() == ()
    first, second = ([source.draw() for _ in range(source.left)] for source in sources)
    assert first == second
    for source in sources:
        assert isinstance(source, CommittedShoe)
        source.end()
        assert [reveal.shoe for reveal in source.take_reveals()] == [1, 2, 3]
