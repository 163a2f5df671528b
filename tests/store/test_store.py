"""The store: what was acknowledged stays; a unit that does not fit is not stored at all."""

from __future__ import annotations

import json
import threading
import time

import pytest
from msgspec.structs import replace

from pitboss.store import BadDatabase, Store, open_database, schema
from pitboss.store.commits import Answer, UnitWriter
from pitboss.store.errors import Because
from pitboss.store.records import (
    Person,
    Posting,
    RoundPlace,
    StoredCommand,
    StoredEvent,
    TableInfo,
    Unit,
)
from pitboss.store.schema import FIRST_VERSION, MIGRATIONS, wrong_versions
from pitboss.web.audit.house_audit import verified_house


def table(store: Store, id: str = "t1", owner: str = "me") -> TableInfo:
    info = TableInfo(id, "One", "nz", "Ada", "machine", "shoe", 0, "", "open", 1, "h1", owner,
                     "http://here", time.time() + 60, time.time())  # fmt: skip
    store.open_table(info, [StoredEvent(1, "{}", "h1", "house", 1.0, "{}")])
    return info


def person(store: Store, name: str = "Ada", money: int = 100) -> Person:
    return store.people.sign_up(name, "a long password", money=money)


def unit(before: int, *, id: str = "t1", owner: str = "me", account: str = "player/Ada",
         amount: int = -10, key: str | None = None) -> Unit:  # fmt: skip
    n = before + 1
    command = None if key is None else StoredCommand("p1", key, "body", n, "")
    lines = (Posting(n, account, amount), Posting(n, f"escrow/{id}/1", -amount))
    return Unit(
        id, owner, before, f"h{n}", (StoredEvent(n, "{}", f"h{n}", "Ada", 2.0, "{}"),), lines,
        command=command,
    )  # fmt: skip


def test_a_unit_is_there_as_a_whole(store: Store) -> None:
    table(store)
    person(store)
    assert store.commit([unit(1, key="k1")]) == [None]
    info = store.table("t1")
    assert info is not None and (info.sequence, info.hash) == (2, "h2")
    assert [entry.n for entry in store.entries("t1")] == [1, 2]
    assert store.balances(["player/Ada", "escrow/t1"]) == {"player/Ada": 90, "escrow/t1": 10}
    assert store.command("p1", "k1") is not None
    assert store.totals() == (0, 0)
    assert store.disagreeing_accounts() == []


def test_what_does_not_fit_is_not_there_and_holds_nobody_up(store: Store) -> None:
    table(store)
    table(store, "t2")
    person(store)
    person(store, "Ben", money=5)
    answers = store.commit(
        [
            unit(1),
            unit(1, id="t2", account="player/Ben", amount=-10),  # the balance is 5
            unit(1),  # the table has moved on
            unit(2, key="k"),
        ]
    )
    assert answers == [None, Because.FUNDS, Because.STALE, None]
    assert store.balances(["player/Ben"]) == {"player/Ben": 5}
    assert len(store.entries("t2")) == 1
    assert len(store.entries("t1")) == 3
    assert store.totals() == (0, 0)


@pytest.mark.parametrize("number", [1, 2, 3, 127, 128, 129, 300])
def test_many_entries_are_all_there_in_their_order(store: Store, number: int) -> None:
    table(store)
    entries = tuple(
        StoredEvent(n, f'{{"e":{n}}}', f"h{n}", "Ada", 2.0) for n in range(2, number + 2)
    )
    unit = Unit("t1", "me", 1, entries[-1].hash, entries)
    assert store.commit([unit]) == [None]
    assert store.entries("t1", after=1) == list(entries)


def test_a_key_is_used_once(store: Store) -> None:
    table(store)
    person(store)
    assert store.commit([unit(1, key="k")]) == [None]
    assert store.commit([unit(2, key="k")]) == [Because.KEY]
    assert len(store.entries("t1")) == 2


def test_only_the_owner_of_a_table_writes_to_it(store: Store) -> None:
    table(store)
    person(store)
    assert store.commit([unit(1, owner="somebody else")]) == [Because.STALE]


def test_a_table_passes_on_when_its_owner_gives_no_sign(store: Store) -> None:
    table(store)
    assert not store.take_lease("t1", owner="you", address="http://there", seconds=5)
    store.renew_leases("me", seconds=-1)
    assert store.take_lease("t1", owner="you", address="http://there", seconds=5)
    assert not store.take_lease("t1", owner="me", address="http://here", seconds=5)
    info = store.table("t1")
    assert info is not None and (info.owner, info.address) == ("you", "http://there")
    store.release_leases("you")
    assert store.take_lease("t1", owner="me", address="http://here", seconds=5)


def test_the_record_is_only_added_to(store: Store) -> None:
    table(store)
    person(store)
    whole = Unit("t1", "me", 1, "h2", (StoredEvent(2, "{}", "h2", "Ada", 2.0, "{}"),),
                 rounds=(RoundPlace(1, 1, 2, 3.0),), secrets=((1, "00"),))  # fmt: skip
    assert store.commit([whole]) == [None]
    for change in (
        "UPDATE events SET event = 'x'",
        "DELETE FROM events",
        "UPDATE postings SET amount = 1",
        "DELETE FROM postings",
        "DELETE FROM secrets",
        "UPDATE rounds SET last = 0",
    ):
        with pytest.raises(Exception, match="only added to"), store.database.writing() as rows:
            rows.run(change)


def test_the_schema_is_brought_up_to_date_once(url: str) -> None:
    first, second = open_database(url), open_database(url)
    assert first.migrate() == second.migrate()
    first.close()
    second.close()


def test_the_writer_keeps_the_order_and_groups_what_waits(store: Store) -> None:
    table(store)
    person(store, money=10_000)
    answers: list[tuple[Unit, Answer]] = []
    groups: list[int] = []
    done = threading.Event()

    def deliver(some: list[tuple[Unit, Answer]]) -> None:
        answers.extend(some)
        groups.append(len(some))
        if len(answers) == 100:
            done.set()

    writer = UnitWriter(store, deliver)
    for before in range(1, 101):
        writer.submit(unit(before))
    assert done.wait(30)
    writer.close()
    assert [answer for _, answer in answers] == [None] * 100
    assert [u.before for u, _ in answers] == list(range(1, 101))
    assert len(groups) < 100
    assert store.balances(["player/Ada"]) == {"player/Ada": 9_000}


def test_a_database_that_is_none_is_told(tmp_path: object) -> None:
    with pytest.raises(BadDatabase, match="write sqlite"):
        open_database("mysql://x")
    with pytest.raises(BadDatabase, match="cannot be opened"):
        open_database("sqlite:////proc/nowhere/house.sqlite3")
    with pytest.raises(BadDatabase, match="PostgreSQL is not responding"):
        open_database("postgresql://nobody@127.0.0.1:1/none")


LATER = (*MIGRATIONS, ("ALTER TABLE tables ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'",))
"""The schema of an imagined later version."""


def test_a_later_schema_is_applied_once_to_a_database_of_before(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = Store(open_database(url))
    table(old)
    assert old.database.migrate() == FIRST_VERSION and not old.database.was_migrated
    old.close()
    monkeypatch.setattr(schema, "MIGRATIONS", LATER)
    with pytest.raises(BadDatabase, match="made by an older pitboss"):
        open_database(url, read_only=True)
    store = Store(open_database(url))
    assert store.database.was_migrated and store.table("t1") is not None
    assert store.everything("SELECT mood FROM tables") == [("calm",)]
    assert store.database.migrate() == FIRST_VERSION + 1 and not store.database.was_migrated
    assert store.database.damage() is None
    with store.database.reading() as rows:
        assert wrong_versions(rows) is None
    store.close()
    open_database(url, read_only=True).close()
    monkeypatch.undo()
    with pytest.raises(BadDatabase, match="schema 8; this one supports 7"):
        open_database(url)


def test_a_new_database_has_the_later_schema_from_its_beginning(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "MIGRATIONS", LATER)
    database = open_database(url)
    assert not database.was_migrated
    with database.reading() as rows:
        assert rows.all("SELECT version FROM migrations ORDER BY version") == [(7,), (8,)]
        assert rows.all("SELECT mood FROM tables") == []
    database.close()


def test_a_database_from_before_the_first_release_is_refused_by_name(url: str) -> None:
    database = open_database(url)
    with database.writing() as rows:
        rows.run("UPDATE migrations SET version = 6")
    database.close()
    for is_read_only in (False, True):
        with pytest.raises(BadDatabase) as refused:
            open_database(url, read_only=is_read_only)
        assert str(refused.value) == (
            "the database was made by a pitboss from before the first release (schema 6; this one "
            "reads 7 and later): begin a new one under another name"
        )


def test_the_versions_before_the_first_may_be_on_record(url: str) -> None:
    """A house from just before the release has the same schema, and says how it came to it."""
    store = Store(open_database(url))
    with store.database.writing() as rows:
        rows.run_all("INSERT INTO migrations VALUES (?)", [(n,) for n in range(1, FIRST_VERSION)])
    store.close()
    store = Store(open_database(url))
    assert verified_house(store).problem is None and not store.database.was_migrated
    with store.database.writing() as rows:
        rows.run("UPDATE migrations SET version = 0 WHERE version = 7")
        assert wrong_versions(rows) == "the schema has versions [0, 1, 2, 3, 4, 5, 6]"
    store.close()


def test_notes_and_the_newest_snapshot_are_kept_with_their_unit(store: Store) -> None:
    table(store)
    person(store)
    for before, text in ((1, "one"), (2, "two")):
        kept = replace(unit(before), notes=f'{{"chair":"{text}"}}', snapshot=text)
        assert store.commit([kept]) == [None]
    info = store.table("t1")
    assert info is not None and info.notes == '{"chair":"two"}'
    assert store.snapshot("t1") == (3, "two")
    stale = replace(unit(1), notes="{}", snapshot="three")
    assert store.commit([stale]) == [Because.STALE]
    assert store.snapshot("t1") == (3, "two")


def test_a_closed_database_is_not_opened_again_by_a_thread_still_at_work(url: str) -> None:
    database = open_database(url)
    database.close()
    refused: list[str] = []

    def read() -> None:
        try:
            with database.reading() as rows:
                rows.one("SELECT 1")
        except BadDatabase as error:
            refused.append(str(error))

    late = threading.Thread(target=read)
    late.start()
    late.join()
    assert refused == ["the database is closed"]


def test_a_sum_that_is_not_zero_is_reported_as_it_is(store: Store) -> None:
    table(store)
    person(store)
    store.commit([unit(1)])
    with store.database.writing() as rows:
        rows.run("INSERT INTO postings VALUES ('t1', 9, 0, 'player/Ada', 7)")
    assert store.totals() == (0, 7)
    assert store.disagreeing_accounts() == ["player/Ada"]
    with store.database.writing() as rows:
        rows.run("UPDATE accounts SET balance = balance + 3 WHERE account = 'player/Ada'")
    assert store.totals() == (3, 7)


def test_the_end_of_a_table_is_in_the_journal(store: Store) -> None:
    table(store)
    person(store)
    ended = replace(unit(1), status="closed")
    assert store.commit([ended]) == [None]
    with store.database.reading() as rows:
        kinds = [
            json.loads(body)
            for kind, body in rows.all("SELECT kind, body FROM journal")
            if kind == "status"
        ]
    assert kinds[-1] == {"table": "t1", "status": "closed"}
