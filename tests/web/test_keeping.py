"""What a table is restored from: notes, snapshots, old keys, minutes on the clock."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, cast

import pytest
from benchmarks.reliability import history
from msgspec.structs import replace

from pitboss.rulebooks import BOOKS, rulebook
from pitboss.store import Store, open_database
from pitboss.store.people import PersonRole
from pitboss.store.records import Person
from pitboss.table.sources import Stack
from pitboss.web.audit.database_audit import verified_table
from pitboss.web.http.api.tables import brief
from pitboss.web.live import commands as c
from pitboss.web.live.driver import Clocks
from pitboss.web.live.hub import Hub
from pitboss.web.live.open_table import LiveTable, recover
from pitboss.web.live.outcomes import REMEMBERED, CommandOutcome
from pitboss.web.live.snapshots import EVERY, read
from tests.store.alone import rows_in_the_file_itself
from tests.web.inside import SOON, hub_on, soon, table_in
from tests.web.looping import done


def dealer_of(hub: Hub) -> Person:
    people = hub.store.people
    people.sign_up("Dora", "a long password", money=0, role=PersonRole.DEALER)
    return people.sign_in("Dora", "a long password")


def test_the_chair_and_who_is_ready_outlive_the_process(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.sqlite3'}"

    async def play() -> None:
        async with hub_on(url) as hub:
            dora = dealer_of(hub)
            ada = hub.store.people.welcome_guest(money=1000_00)
            actor = await table_in(hub, "classic", dealt_by="person", cards="called")
            least = actor.live.rules.limits.minimum.value
            message: list[tuple[Person, c.Command]] = [
                (dora, c.TakeChair()),
                (ada, c.command("bet", box=1, amount=least)),
                (ada, c.Ready()),
            ]
            for number, (who, command) in enumerate(message):
                outcome = await actor.command(who, f"k{number}", command)
                assert outcome.is_accepted, outcome
            ready = await actor.command(ada, "k2", c.Ready())
            assert ready.repeated
        async with hub_on(url) as hub:
            actor = await hub.actor(actor.id)
            assert actor.live.chair == "Dora"
            assert actor.live.ready == {ada.name}
            again = await actor.command(ada, "k2", c.Ready())
            assert again.repeated  # even the server's own notes are made once
            outcome = await actor.command(dora, "k9", c.LeaveChair())
            assert outcome.is_accepted
        async with hub_on(url) as hub:
            actor = await hub.actor(actor.id)
            assert actor.live.chair is None

    done(play())


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """A server at which every book was played for longer than one snapshot interval."""
    path = tmp_path_factory.mktemp("past") / "house.sqlite3"
    store = Store(open_database(f"sqlite:///{path}"))
    history.welcome(store)
    for book in BOOKS:
        live = history.opened(store, rulebook(book).elect(), book)
        history.play(store, live, events=EVERY + 60, at_once=2)
    return store


def taken_up(store: Store, id: str, *, snapshot: bool) -> LiveTable:
    info, kept = store.table(id), store.snapshot(id)
    assert info is not None and kept is not None
    if not snapshot:
        return recover(info, store.entries(id), store.secrets(id))
    entries = store.entries(id, upto=1) + store.entries(id, after=kept[0])
    assert len(entries) < info.sequence
    return recover(info, entries, store.secrets(id), read(kept[1]))


def test_a_snapshot_saves_the_reading_and_changes_nothing(past: Store) -> None:
    for info in past.every_table():
        whole, quick = (taken_up(past, info.id, snapshot=s) for s in (False, True))
        assert whole.state == quick.state and whole.trail == quick.trail
        assert (whole.sequence, whole.hash) == (quick.sequence, quick.hash)
        assert whole.last == quick.last
        one, two = whole.table.source, quick.table.source
        assert isinstance(one, Stack) and isinstance(two, Stack)
        assert one.left == two.left > 20
        assert [one.draw() for _ in range(20)] == [two.draw() for _ in range(20)]


def test_a_snapshot_that_was_changed_is_found(past: Store) -> None:
    info = past.every_table()[0]
    assert verified_table(past, info)[0].ok
    with past.database.writing() as rows:
        rows.run(
            "UPDATE snapshots SET kept = replace(kept, '\"age\":0', '\"age\":1') "
            "WHERE table_id = ?",
            (info.id,),
        )
    outcome, _ = verified_table(past, info)
    assert outcome.problem == "the snapshot does not match the events"


def test_a_key_is_known_however_long_ago_it_was_used(tmp_path: Path) -> None:
    async def play() -> None:
        async with hub_on(f"sqlite:///{tmp_path / 'house.sqlite3'}") as hub:
            ada = hub.store.people.welcome_guest(money=1000_00)
            actor, other = await table_in(hub, "classic"), await table_in(hub, "classic")
            first = await actor.command(ada, "k0", c.command("sit", box=1))
            for number in range(1, REMEMBERED + 10):
                command = c.command("leave" if number % 2 else "sit", box=1)
                assert (await actor.command(ada, f"k{number}", command)).is_accepted
            sequence = actor.live.sequence
            again: CommandOutcome = await actor.command(ada, "k0", c.command("sit", box=1))
            assert again.repeated and again.sequence == first.sequence
            assert actor.live.sequence == sequence
            with pytest.raises(Exception, match="a different command"):
                await other.command(ada, "k0", c.command("sit", box=1))
            with pytest.raises(Exception, match="a different command"):
                await actor.command(ada, "k0", c.command("sit", box=2))

    done(play())


def kinds(hub: Hub, table: str) -> list[str]:
    texts = [entry.event for entry in hub.store.entries(table)]
    return [event.split('"event":"')[1].split('"')[0] for event in texts]


async def a_round(hub: Hub, id: str, ada: Person) -> None:
    actor = await hub.actor(id)
    number, least = actor.live.state.round, actor.live.rules.limits.minimum.value
    outcome = await actor.command(ada, f"bet {number} {id}", c.command("bet", box=1, amount=least))
    assert outcome.is_accepted, outcome
    await soon(lambda: actor.live.state.round > number)


@pytest.mark.parametrize("hours, wanted", [(3, '"step":"wash"'), (30, '"reason":"replaced"')])
def test_minutes_go_by_and_the_book_says_what_follows(
    tmp_path: Path, hours: int, wanted: str
) -> None:
    """Zappit 4(g): idle cards are spread and washed; 2(c): old decks are replaced."""

    async def play() -> None:
        async with hub_on(f"sqlite:///{tmp_path / 'house.sqlite3'}") as hub:
            ada = hub.store.people.welcome_guest(money=1000_00)
            actor = await table_in(hub, "zappit")
            await a_round(hub, actor.id, ada)
            live = actor.live
            live.info = replace(live.info, created=live.info.created - 3600 * hours)
            if hours == 3:  # no visitor is needed: the server keeps the time
                actor.keep_time(only_if_it_matters=True)
                await soon(lambda: live.state.preparing == "idle")
            await a_round(hub, actor.id, ada)
            await soon(lambda: kinds(hub, actor.id).count("RoundClosed") == 2)
            assert "TimePassed" in kinds(hub, actor.id)
            assert any(wanted in entry.event for entry in hub.store.entries(actor.id))

    done(play())


def test_a_refusal_does_not_even_record_the_minutes(tmp_path: Path) -> None:
    """Promise 33 at a table whose book has a clock, refused by the book and by the server."""

    async def play() -> None:
        async with hub_on(f"sqlite:///{tmp_path / 'house.sqlite3'}") as hub:
            ada = hub.store.people.welcome_guest(money=1000_00)
            actor = await table_in(hub, "zappit", dealt_by="person")
            live = actor.live
            live.info = replace(live.info, created=live.info.created - 5 * 60)
            before = live.sequence, live.hash, live.state, live.notes, live.trail.minutes
            for refused in (
                c.command("hit", box=1, hand=1),
                c.command("insure", box=1, amount=100),
                c.command("place", bets=(c.PlacedBet(box=1, amount=1),)),
                c.command("close_bets"),
            ):
                outcome = await actor.command(ada, str(refused), refused)
                assert not outcome.is_accepted
                now = live.sequence, live.hash, live.state, live.notes, live.trail.minutes
                assert now == before, refused
            assert (await actor.command(ada, "sit", c.command("sit", box=1))).is_accepted
            assert (live.trail.minutes, live.state.age) == (5, 5)
            *_, passed, arrived, sat = hub.store.entries(actor.id)
            assert [one.actor for one in (passed, arrived, sat)] == ["house", ada.name, ada.name]
            assert '"event":"TimePassed"' in passed.event
            assert '"minutes":5' in passed.event

    done(play())


def test_where_the_book_has_no_clock_no_minutes_are_told(tmp_path: Path) -> None:
    async def play() -> None:
        async with hub_on(f"sqlite:///{tmp_path / 'house.sqlite3'}") as hub:
            ada = hub.store.people.welcome_guest(money=1000_00)
            actor = await table_in(hub, "nz")
            live = actor.live
            live.info = replace(live.info, created=live.info.created - 90_000)
            await a_round(hub, actor.id, ada)
            assert "TimePassed" not in kinds(hub, actor.id)

    done(play())


def test_the_house_does_nothing_at_a_table_that_recovers(tmp_path: Path) -> None:
    """What a clock would do then stands on acts that were never stored."""

    async def play() -> None:
        slowly = replace(SOON, bets=60.0, window=60.0, turn=60.0)
        async with hub_on(f"sqlite:///{tmp_path / 'house.sqlite3'}", clocks=slowly) as hub:
            ada = hub.store.people.welcome_guest(money=1000_00)
            actor = await table_in(hub, "classic")
            await actor.command(ada, "bet", c.command("bet", box=1, amount=100_00))
            step = actor.house.next_step(frozenset({ada.name}))
            assert step is not None
            before: Any = actor.live.sequence
            actor._mending = cast(Any, object())
            actor._time_is_up(step)
            assert actor.live.sequence == before
            actor._mending = None
            actor._time_is_up(step)
            assert actor.live.sequence > before

    done(play())


def test_what_is_not_on_the_disk_yet_is_shown_to_nobody(tmp_path: Path) -> None:
    async def play() -> None:
        async with hub_on(f"sqlite:///{tmp_path / 'house.sqlite3'}") as hub:
            ada = hub.store.people.welcome_guest(money=1000_00)
            actor = await table_in(hub, "classic")
            before = actor.look().sequence
            task = asyncio.create_task(actor.command(ada, "k", c.command("sit", box=1)))
            while actor.live.sequence == before:
                await asyncio.sleep(0)  # carried out, but not committed yet
            assert actor.look().sequence == before and not actor.look().state.seats
            assert '"seat":null' in actor.snapshot(ada).decode()
            assert ada.name not in actor.snapshot(ada).decode().split('"you"')[0]
            outcome = await task
            assert actor.look().sequence >= outcome.sequence > before
            assert actor.look().state.seats == {1: ada.name}

    done(play())


def test_the_lobby_knows_who_sits_at_tables_that_are_not_taken_up(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'house.sqlite3'}"

    async def play() -> None:
        async with hub_on(url) as hub:
            ada = hub.store.people.welcome_guest(money=1000_00)
            actor = await table_in(hub, "classic")
            assert (await actor.command(ada, "k", c.command("sit", box=3))).is_accepted
        async with hub_on(url) as hub:
            (info,) = hub.store.tables()
            await hub.know_rules([info])
            assert not hub.is_here(info.id)
            document = brief(hub, info)
            assert document["players"] == [ada.name] and document["free"] == document["boxes"] - 1

    done(play())


def test_a_table_that_is_taken_up_goes_on_by_itself(tmp_path: Path) -> None:
    """A bot whose turn it was at a crash acts afterwards, without a visitor."""
    url = f"sqlite:///{tmp_path / 'house.sqlite3'}"
    slow = Clocks(bets=0.05, window=0.05, turn=0.05, cut=0.02, bank=0.02, choice=0.05, pace=60)

    async def play() -> None:
        async with hub_on(url, clocks=slow) as hub:
            ada = hub.store.people.welcome_guest(money=1000_00)
            actor = await table_in(hub, "classic", bots=1)
            least = actor.live.rules.limits.minimum.value
            assert (
                await actor.command(ada, "k", c.command("bet", box=1, amount=least))
            ).is_accepted
            await asyncio.sleep(0.1)
        async with hub_on(url) as hub:
            actor = await hub.actor(actor.id)
            await soon(lambda: actor.live.state.round == 2)

    done(play())


def test_what_is_written_soon_lies_in_the_file_itself(tmp_path: Path) -> None:
    """In the file, not only in its log: an open server checkpoints."""
    path = tmp_path / "house.sqlite3"

    def events() -> int:
        return rows_in_the_file_itself(path, "events")

    async def play() -> None:
        async with hub_on(f"sqlite:///{path}") as hub:
            ada = hub.store.people.welcome_guest(money=1000_00)
            actor = await table_in(hub, "classic")
            await soon(lambda: events() == actor.live.sequence)
            assert (await actor.command(ada, "k", c.command("sit", box=1))).is_accepted
            await soon(lambda: events() == actor.live.sequence)

    done(play())
