"""A server signs the head of its journal; databases of earlier versions are taken over."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from pitboss.store import Store, open_database, schema
from pitboss.store.heads import Signer
from pitboss.store.people import WEAK, People
from pitboss.store.schema import MIGRATIONS
from pitboss.store.signatures import BadHead, BadKey, Head, Key, read_head
from pitboss.table import events as e
from pitboss.web.audit.house_audit import verified_house
from pitboss.web.live import commands as c
from tests.web.inside import KEY, hub_on, played_by_the_clock, soon
from tests.web.looping import done
from tests.web.serving import Server


def test_a_server_signs_at_its_start_and_at_its_end(fresh_url: str, tmp_path: Path) -> None:
    key = tmp_path / "house.key"
    with Server(fresh_url, "--key", str(key)) as server:
        guest = server.guest()
        table = guest.open("rws")
        seat = guest.sit(table)
        seat.must("bet", box=1, amount=seat.state["limits"]["minimum"])
        seat.say("deal")
        seat.finish()
        first = read_head(json.dumps(guest.get("/audit/head")).encode())
        response = guest.post("/audit/verify", {"table": table})
        assert response["ok"] and response["fingerprint"] == first.fingerprint
    assert key.stat().st_mode & 0o777 == 0o600
    assert Key.at(key).public == first.key
    store = Store(open_database(fresh_url))
    outcome = verified_house(store, first)
    last = store.newest_head()
    kinds = [one.kind for one in store.journal()]
    store.close()
    assert outcome.problem is None and outcome.fingerprint == first.fingerprint
    assert last is not None and last.n > first.n and outcome.unsigned == 0
    assert kinds[:2] == ["key", "opened"] and kinds[-1] == "closed" and "heads" in kinds


def test_what_is_changed_in_either_database_is_found(fresh_url: str, tmp_path: Path) -> None:
    with Server(fresh_url, "--key", str(tmp_path / "house.key")) as server:
        ann = server.named()
        ann.open("classic")
    store = Store(open_database(fresh_url))
    assert verified_house(store).problem is None
    with store.database.writing() as rows:
        rows.run("UPDATE people SET role = 'auditor'")
    assert "a different role" in (verified_house(store).problem or "")
    with store.database.writing() as rows:
        rows.run("UPDATE people SET role = 'player'")
    store.close()


# Keys and heads.


def test_a_key_is_kept_and_a_bad_one_is_told(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "house.key"
    assert Key.at(path).public == Key.at(path).public
    for data in (b"", b"nonsense", bytes(range(256))):
        path.write_bytes(data)
        with pytest.raises(BadKey, match="cannot be used"):
            Key.at(path)
    with pytest.raises(BadKey):
        Key.at(tmp_path)


def test_a_head_that_was_touched_is_none() -> None:
    head = Key().sign(3, 4, "ab" * 32)
    assert read_head(msgspec.json.encode(head)) == head
    for wrong in (
        Head(4, head.at, head.hash, head.key, head.signature),
        Head(head.n, 5, head.hash, head.key, head.signature),
        Head(head.n, head.at, "cd" * 32, head.key, head.signature),
        Head(head.n, head.at, head.hash, Key().public, head.signature),
        Head(head.n, head.at, head.hash, head.key, "00" * 64),
        Head(head.n, head.at, head.hash, "x", head.signature),
        Head(head.n, head.at, head.hash, head.key, head.signature.upper()),
    ):
        with pytest.raises(BadHead):
            read_head(msgspec.json.encode(wrong))
    for data in (b"", b"[]", b"{}", b"\xff", b"x" * 20_000):
        with pytest.raises(BadHead):
            read_head(data)


# Databases of earlier versions.


def old_house(url: str, source: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database of schema version 2 with a log of version 1; returns the id of its table."""
    played_by_the_clock("nz", source)
    new = Store(open_database(f"sqlite:///{source}"))
    monkeypatch.setattr(schema, "MIGRATIONS", MIGRATIONS[:2])
    old = open_database(url)
    info = new.tables()[0]
    before = bytes(32)
    decode: msgspec.json.Decoder[e.Event] = msgspec.json.Decoder(e.AnyEvent)
    encode = msgspec.json.Encoder(order="deterministic").encode
    with old.writing() as rows:
        for table, columns in (
            ("people", "id, name, folded, password, role, failures, locked_until, created"),
            ("tables", "id, name, book, opened_by, dealt_by, cards, bots, price, status, sequence, "
             "hash, owner, address, lease, created, notes"),
            ("postings", "table_id, n, line, account, amount"),
            ("accounts", "account, balance, may_owe"),
            ("rounds", "table_id, number, first, last, at"),
            ("secrets", "table_id, shoe, secret"),
            ("commands", "person, key, body, table_id, sequence, answer, at"),
        ):  # fmt: skip
            marks = ", ".join("?" * len(columns.split(",")))
            found_rows = new.everything(f"SELECT {columns} FROM {table}")
            rows.run_all(f"INSERT INTO {table} ({columns}) VALUES ({marks})", found_rows)
        for entry in new.entries(info.id):
            event = encode(decode.decode(entry.event))
            before = sha256(before + event).digest()
            message = (info.id, entry.n, event.decode(), before.hex(), entry.actor, entry.at, "{}")
            rows.run("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", message)
        rows.run("UPDATE tables SET hash = ?", (before.hex(),))
    old.close()
    new.close()
    monkeypatch.undo()
    return info.id


def test_a_house_of_before_is_taken_over_and_goes_on(
    fresh_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = old_house(fresh_url, tmp_path / "source.sqlite3", monkeypatch)

    async def go_on() -> None:
        async with hub_on(fresh_url) as hub:
            outcome = verified_house(hub.store)
            assert outcome.problem is None and outcome.old == outcome.entries
            guest = hub.store.people.welcome_guest(money=1_000_00)
            actor = await hub.actor(table)
            round = actor.live.state.round
            bet = c.command("bet", box=1, amount=actor.live.rules.limits.minimum.value)
            assert (await actor.command(guest, "new", bet)).is_accepted
            await soon(lambda: actor.live.state.round > round)
        store = Store(open_database(fresh_url))
        outcome = verified_house(store)
        versions = [entry.version for entry in store.entries(table)]
        store.close()
        assert outcome.problem is None and 0 < outcome.old < outcome.entries
        assert versions == sorted(versions) and {*versions} == {1, 3}

    done(go_on())


@pytest.mark.parametrize(
    "change",
    ["actor = 'Mallory'", "at = at + 1", "shown = '{\"a\":1}'"],
)
def test_what_the_old_chain_did_not_cover_is_covered_from_now_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    url = f"sqlite:///{tmp_path / 'house.sqlite3'}"
    old_house(url, tmp_path / "source.sqlite3", monkeypatch)
    database = open_database(url)
    store = Store(database, people=People(database, hasher=WEAK))
    Signer(store, KEY).take_up()
    assert verified_house(store).problem is None
    with database.writing() as rows:
        rows.run("DROP TRIGGER events_no_update")
        rows.run(f"UPDATE events SET {change} WHERE n = 4")
        rows.run(
            "CREATE TRIGGER events_no_update BEFORE UPDATE ON events"
            " BEGIN SELECT RAISE(ABORT, 'events are only added to'); END"
        )
    assert "of the old chain was changed" in (verified_house(store).problem or "")
    store.close()
