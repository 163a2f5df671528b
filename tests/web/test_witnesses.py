"""Witnesses receive the signed heads of a server, and prove later that nothing was rewritten."""

from __future__ import annotations

import json
import shutil
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from click.testing import CliRunner, Result

from pitboss.cli.main import cli
from pitboss.store import Store, open_database
from pitboss.store.signatures import BadHead, Head, Key, read_head
from pitboss.store.witnessed import MOST_HEADS, Contradiction, witness, witnessed_heads
from pitboss.web.audit.house_audit import verified_house
from pitboss.web.audit.witnesses import BadWitness, Heralds, checked_witness, route_of
from tests.web.forging import rewrite, unguarded
from tests.web.serving import Server

ROUTE = "/api/v1/audit/witness"


def verify(path: Path, *options: str) -> Result:
    return CliRunner().invoke(cli, ["verify", str(path), *options])


def head_at(n: int, key: Key, hash: str = "ab" * 32) -> Head:
    return key.sign(n, n, hash)


def give(server: Server, content: bytes) -> httpx.Response:
    return httpx.post(f"{server.address}{ROUTE}", content=content)


@pytest.fixture(scope="module")
def key() -> Key:
    return Key()


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def other(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, key: Key
) -> Iterator[Server]:
    """A server that witnesses a key."""
    from tests.web.conftest import database

    url = database(request, request.param, tmp_path_factory.mktemp("other"))
    with Server(url, "--witness-for", key.fingerprint.upper()) as server:
        yield server


def test_a_house_keeps_the_heads_of_the_keys_it_was_told_of(other: Server, key: Key) -> None:
    for n in (3, 9, 3):  # it may come twice
        answer = give(other, msgspec.json.encode(head_at(n, key)))
        assert answer.status_code == 201, answer.text
        assert answer.json() == {"n": n, "fingerprint": key.fingerprint}
    for wanted in (key.public, key.fingerprint.replace(" ", "")):
        heads = httpx.get(f"{other.address}{ROUTE}", params={"key": wanted}).json()["heads"]
        assert [read_head(json.dumps(head).encode()).n for head in heads] == [3, 9]
    nothing = httpx.get(f"{other.address}{ROUTE}", params={"key": "00" * 32}).json()
    assert nothing == {"heads": []}
    stranger = give(other, msgspec.json.encode(head_at(3, Key())))
    assert stranger.status_code == 403 and "--witness-for" in stranger.json()["why"]


def test_what_is_no_head_is_refused(other: Server, key: Key) -> None:
    good = msgspec.to_builtins(head_at(5, key))
    cases: list[tuple[bytes, int]] = [
        (b"", 400),
        (b"[]", 400),
        (b"\xff", 400),
        (json.dumps({**good, "n": 6}).encode(), 400),
        (json.dumps({**good, "n": -1}).encode(), 400),
        (json.dumps({**good, "n": 10**400}).encode(), 400),
        (json.dumps({**good, "more": 1}).encode(), 400),
        (b" " * 20_000, 413),
    ]
    for content, status in cases:
        answer = give(other, content)
        assert answer.status_code == status and answer.json()["why"], content[:50]


def test_a_second_head_of_one_entry_is_a_contradiction_and_both_are_kept(
    other: Server, key: Key
) -> None:
    first, second = head_at(30, key), head_at(30, key, hash="cd" * 32)
    assert give(other, msgspec.json.encode(first)).status_code == 201
    answer = give(other, msgspec.json.encode(second))
    assert answer.status_code == 409 and "another head of entry 30" in answer.json()["why"]
    heads = httpx.get(f"{other.address}{ROUTE}?key={key.public}").json()["heads"]
    assert [head["hash"] for head in heads if head["n"] == 30] == [first.hash, second.hash]


def test_the_number_of_kept_heads_is_bounded(tmp_path: Path, monkeypatch: Any, key: Key) -> None:
    monkeypatch.setattr("pitboss.store.witnessed.MOST_HEADS", 5)
    store = Store(open_database(f"sqlite:///{tmp_path / 'house.sqlite3'}"))
    for n in range(1, 12):
        witness(store, head_at(n, key))
    assert [head.n for head in witnessed_heads(store, key.public)] == [7, 8, 9, 10, 11]
    with pytest.raises(Contradiction):
        witness(store, head_at(9, key, hash="ee" * 32))
    with pytest.raises(BadHead):
        witness(store, head_at(10**18, key))
    assert MOST_HEADS < 10_000
    with store.database.writing() as rows:
        rows.run("UPDATE kept SET value = replace(value, 'abab', 'acab')")
    assert "not signed by its key" in (verified_house(store).problem or "")
    store.close()


def test_heads_are_limited_by_address(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path / 'house.sqlite3'}", "--limited") as server:
        statuses = [give(server, b"{}").status_code for _ in range(25)]
    assert statuses[:20] == [400] * 20 and 429 in statuses[20:]


def test_a_server_gives_its_heads_to_a_file_and_to_another_house(tmp_path: Path) -> None:
    """And with either of them a forger who rewrites everything, heads included, is found."""
    path, file = tmp_path / "house.sqlite3", tmp_path / "heads.jsonl"
    key = Key()
    key.write(Path(f"{path}.key"))
    witnessing = f"sqlite:///{tmp_path / 'other.sqlite3'}"
    with Server(witnessing, "--witness-for", key.fingerprint) as other:
        options = ("--witness", str(file), "--witness", other.address)
        with Server(f"sqlite:///{path}", *options) as server:
            server.guest()
        lines = [read_head(line) for line in file.read_bytes().splitlines()]
        assert lines and lines == sorted(lines, key=lambda head: head.n)
        store = Store(open_database(f"sqlite:///{path}"))
        last = store.newest_head()
        store.close()
        assert lines[-1] == last
        outcome = verify(path, "--witness", str(file), "--witness", other.address, "--json")
        assert outcome.exit_code == 0, outcome.output
        assert json.loads(outcome.output)["witnessed"] > len(lines)
        # The operator rewrites the past with the true key, and the head beside it.
        alone = Path(shutil.copy(path, tmp_path / "alone.sqlite3"))
        with unguarded(alone) as database:
            rewrite(database, lambda entries: [(k, b, at + 1) for k, b, at in entries])
            database.execute("DELETE FROM heads")
            for n, at, hash in database.execute("SELECT n, at, hash FROM journal").fetchall():
                head = key.sign(n, at, hash)
                values = (head.n, head.at, head.hash, head.key, head.signature)
                database.execute("INSERT INTO heads VALUES (?, ?, ?, ?, ?)", values)
        assert verify(alone).exit_code == 0
        for one in (str(file), other.address):
            forged = verify(alone, "--witness", one)
            assert forged.exit_code == 1 and "the journal was rewritten" in forged.output


def test_a_witness_that_is_down_delays_nothing(tmp_path: Path) -> None:
    kept: list[int] = []
    began = time.monotonic()
    heralds = Heralds(
        lambda head: kept.append(head.n), ("http://127.0.0.1:9/api/v1/audit/witness",)
    )
    for n in (1, 2, 3):
        heralds.announce(head_at(n, Key()))
    heralds.close()
    assert kept[-1] == 3 and kept == sorted(kept)
    assert time.monotonic() - began < 30


def test_the_newest_head_is_given_again_after_a_failure(
    monkeypatch: pytest.MonkeyPatch, key: Key
) -> None:
    monkeypatch.setattr("pitboss.web.audit.witnesses._AFTER_FAILURE", 0.01)
    monkeypatch.setattr("pitboss.web.audit.witnesses._PAUSE", 0.01)
    taken, enough = list[int](), threading.Event()

    class Receiver(BaseHTTPRequestHandler):
        failures = 2

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            is_refused = Receiver.failures > 0
            Receiver.failures -= 1
            if not is_refused:
                taken.append(read_head(body).n)
                enough.set()
            self.send_response(503 if is_refused else 201)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    heralds = Heralds(lambda _: None, (f"http://127.0.0.1:{server.server_port}{ROUTE}",))
    heralds.announce(head_at(7, key))
    assert enough.wait(30) and taken == [7]
    heralds.close()
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    "given",
    ["ftp://host/x", "http://", "http://user@host/", "http://host:0", "/nowhere/at/all", ""],
)
def test_what_cannot_be_a_witness_is_refused(given: str) -> None:
    with pytest.raises(BadWitness):
        checked_witness(given)


def test_the_address_of_a_house_is_enough() -> None:
    assert route_of("https://pit.example/") == f"https://pit.example{ROUTE}"
    assert route_of("https://pit.example/own?x=1") == "https://pit.example/own?x=1"


@pytest.mark.parametrize("given", ["12", "zz" * 16, ""])
def test_a_fingerprint_is_checked(tmp_path: Path, given: str) -> None:
    url = f"sqlite:///{tmp_path / 'house.sqlite3'}"
    command = ["serve", "--port", "0", "--database", url, "--witness-for", given]
    served = CliRunner().invoke(cli, command)
    assert served.exit_code == 2 and "is not a fingerprint" in served.output
