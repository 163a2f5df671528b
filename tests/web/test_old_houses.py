"""A database with the former names of some events: verified, opened, played on."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from pitboss.audit import chain
from pitboss.store import Store, open_database
from pitboss.table.log_verifier import verify
from pitboss.web.audit.database_audit import verified_table
from pitboss.web.audit.house_audit import verified_house
from pitboss.web.audit.public_log import public_pages
from pitboss.web.live import commands as c
from tests.web.inside import hub_on, soon
from tests.web.looping import done

HOUSE = Path(__file__).parent / "old_houses" / "version-2.sql"


@pytest.fixture
def old(tmp_path: Path) -> str:
    """The address of a copy of a version 2 database, with one table of nz in play."""
    path = tmp_path / "house.sqlite3"
    with sqlite3.connect(path) as database:
        database.executescript(HOUSE.read_text("utf-8"))
    database.close()
    return f"sqlite:///{path}"


def test_an_old_house_is_verified_and_its_table_played_on(old: str) -> None:
    async def play_on() -> str:
        async with hub_on(old) as hub:
            found_outcome = verified_house(hub.store)
            assert found_outcome.problem is None and (
                found_outcome.entries,
                found_outcome.rounds,
            ) == (77, 2)
            guest = hub.store.people.welcome_guest(money=1_000_00)
            (info,) = hub.store.tables()
            actor = await hub.actor(info.id)
            round = actor.live.state.round
            bet = c.command("bet", box=5, amount=actor.live.rules.limits.minimum.value)
            outcome = await actor.command(guest, "new", bet)
            assert outcome.is_accepted, outcome
            await soon(lambda: actor.live.state.round > round)
        return info.id

    table = done(play_on())
    store = Store(open_database(old))
    outcome, entries = verified_house(store), store.entries(table)
    (info,) = store.tables()
    log = b"".join(public_pages(store, info, most=100)).splitlines()
    store.close()
    assert outcome.problem is None and outcome.rounds == 3
    assert [one.version for one in entries] == [2] * 77 + [3] * (len(entries) - 77)
    assert '"CardAsked"' in "".join(one.event for one in entries[:77])
    assert '"DealerHandCompleted"' in "".join(one.event for one in entries[77:])
    assert verify(log).ok
    assert chain.check(line.decode() for line in log).entries == len(entries)


@pytest.mark.parametrize(
    "change, problem",
    [
        ("event = replace(event, 'CardAsked', 'HandStood')", "hash"),
        ("shown = replace(shown, 'CardAsked', 'HandHit')", "what was shown of it was changed"),
    ],
)
def test_a_change_of_an_old_entry_is_found(old: str, change: str, problem: str) -> None:
    store = Store(open_database(old))
    with store.database.writing() as rows:
        for trigger in rows.all("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            rows.run(f"DROP TRIGGER {trigger[0]}")
        rows.run(f"UPDATE events SET {change}")
    (info,) = store.tables()
    outcome, _ = verified_table(store, info)
    store.close()
    assert problem in (outcome.problem or "")


def test_what_was_shown_keeps_the_old_name(old: str) -> None:
    store = Store(open_database(old))
    shown = store.everything("SELECT event, shown FROM events WHERE event LIKE '%CardAsked%'")
    store.close()
    assert len(shown) == 7
    for event, message in shown:
        assert json.loads(event)["event"] == json.loads(message)["event"] == "CardAsked"
