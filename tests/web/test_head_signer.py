"""A server signs the head of its journal."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from pitboss.store import Store, open_database
from pitboss.store.signatures import BadHead, BadKey, Head, Key, read_head
from pitboss.web.audit.house_audit import verified_house
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
