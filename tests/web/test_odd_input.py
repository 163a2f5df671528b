"""Odd input, second helping: one clear sentence each, no 500, no traceback."""

from __future__ import annotations

import ctypes
import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import httpx
import pytest

from pitboss.store import BadDatabase, Store, open_database
from pitboss.store.people import WEAK, People
from pitboss.store.schema import newest_version
from pitboss.web.live.health import Health
from tests.postgres import new_database
from tests.web.looping import done as finished
from tests.web.serving import PASSWORD, Server

LONG = "9" * 5000
NUL = "a\0b"


def is_a_sentence(answer: httpx.Response, *statuses: int) -> str:
    assert answer.status_code in (statuses or range(400, 500)), (answer.status_code, answer.text)
    assert answer.headers["content-type"] == "application/problem+json"
    why: str = answer.json()["why"]
    assert why and "Traceback" not in why and "\n" not in why
    return why


def pitboss(*text: str, **more: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pitboss", *text]
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        command, capture_output=True, text=True, check=False, timeout=60, **more
    )


def one_sentence(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 2, (done.returncode, done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    assert lines[-1].startswith("pitboss: "), done.stderr
    return lines[-1]


# Requests.


def test_numbers_of_five_thousand_digits(server: Server) -> None:
    ada = server.guest()
    table = ada.open("classic")
    for path in (f"/tables/{table}/rounds/{LONG}", f"/tables/{table}/fairness/{LONG}"):
        is_a_sentence(ada.http.get(path), 404)
    for path in (f"/tables/{table}/rounds/-1", f"/tables/{table}/rounds/1.5",
                 f"/tables/{table}/fairness/x", f"/tables/{table}/rounds/²"):  # fmt: skip
        is_a_sentence(ada.http.get(path), 404)
    for query in (f"after={LONG}", f"limit={LONG}", "after=-1", "after=9223372036854775808"):
        is_a_sentence(ada.http.get(f"/tables/{table}/events?{query}"), 400)
    is_a_sentence(ada.http.get(f"/tables/{table}/rounds?last={LONG}"), 400)
    amount = f'{{"type":"bet","box":1,"amount":{LONG}}}'
    answer = ada.http.post(
        f"/tables/{table}/commands", content=amount, headers={"Idempotency-Key": "k"}
    )
    is_a_sentence(answer, 400)
    headers = {"Idempotency-Key": "k", "content-length": LONG}
    with pytest.raises(httpx.HTTPError):  # it is not a request at all
        ada.http.post(f"/tables/{table}/commands", content=b"{}", headers=headers)


def test_an_unknown_address_is_one_sentence(server: Server) -> None:
    long = "a" * 3000
    for path in ("/nope", f"/{long}", "/lab/runs/x.y/z", "/tables/a/b/c", "/%ff%fe", "/..%2f..%2f"):
        why = is_a_sentence(server.guest().http.get(path), 404)
        assert "openapi.json" in why
    for path in (
        f"/static/{long}",
        f"/docs/{long}",
        "/docs/%f0%9f%92%a5",
        "/static/%ff",
        f"/{long}",
    ):
        answer = httpx.get(f"{server.address}{path}")
        assert answer.status_code == 404 and len(answer.text) < 400
    assert "is not possible" in is_a_sentence(server.guest().http.put("/tables"), 405)
    for book in ("x", long, LONG):
        is_a_sentence(server.guest().http.get(f"/rulebooks/{book}"), 404)


BOOK = (
    'id="odd"\ntitle="T"\njurisdiction="J"\ndocument="D"\nbased_on="classic"\n[clauses]\n"3"="A."\n'
)
DEEP = "[" * 30_000 + "]" * 30_000


@pytest.mark.parametrize(
    "text",
    [
        f"a = {DEEP}",
        ".".join(["k"] * 30_000) + " = 1",
        f"{BOOK}[dealer]\nstands_on = {{ is = {LONG}, under = '3' }}",
        f"{BOOK}[published]\nedge = '1e60000000'\nsource = 's'",
        f"{BOOK}[published]\nedge = inf\nsource = 's'",
        f"{BOOK}[elections.min]\ndefault = 100_000_001",
        f"{BOOK}[elections.min]\ndefault = '{LONG}'",
        f"{BOOK}[elections.decks]\nkind = 'whole'\nfrom = 1\nto = 0x{'f' * 60_000}\ndefault = 1",
        "x" * 65_537,
    ],
    ids=range(9),
)  # fmt: skip
def test_an_odd_book_is_one_sentence(server: Server, text: str) -> None:
    answer = server.guest().http.post("/lab/books", json={"text": text})
    assert len(is_a_sentence(answer, 422)) < 500


def test_amounts_have_an_upper_end(server: Server) -> None:
    ada = server.guest()
    for amount in (LONG, "1e60000000", "100000000.01", "-1", "inf", 10**17):
        for path in ("/tables", "/lab/price"):
            texts = {"book": "classic", "settings": {"max": amount}}
            why = is_a_sentence(ada.http.post(path, json=texts), 422)
            assert "an amount of money from 0.01 to 100000000" in why and len(why) < 500
    answer = ada.http.post(
        "/tables", content=b'{"book":"classic","settings":{"max":%s}}' % LONG.encode()
    )
    assert "at most 18 digits" in is_a_sentence(answer, 400)
    assert ada.http.post(
        "/tables", json={"book": "classic", "settings": {"max": "100000000"}}
    ).is_success


def test_nul_is_refused_by_both_databases(server: Server) -> None:
    boss, ada = server.named("shift_manager"), server.guest()
    table = ada.open("classic")
    request = [
        ("POST", "/sessions", {"name": NUL, "password": PASSWORD}),
        ("POST", "/sessions", {"name": "Ada", "password": NUL}),
        ("POST", "/people", {"name": NUL, "password": PASSWORD}),
        ("POST", "/people", {"name": "Somebody", "password": NUL * 4}),
        ("POST", "/tables", {"book": NUL}),
        ("POST", "/tables", {"book": "classic", "name": NUL}),
        ("POST", "/tables", {"book": "classic", "settings": {NUL: NUL}}),
        ("POST", "/audit/verify", {"table": NUL}),
        ("POST", f"/tables/{table}/rulings", {"what": NUL, "reason": NUL}),
        ("POST", "/me/password", {"old": NUL, "new": NUL * 4}),
        ("POST", f"/people/{NUL}/role".replace("\0", "%00"), {"role": "dealer"}),
        ("GET", "/tables/%00", None),
        ("GET", "/tables/a%00b/events", None),
        ("GET", "/rulebooks/%00", None),
        ("GET", f"/tables/{table}/events?after=%00", None),
    ]
    for method, path, value in request:
        answer = boss.http.request(method, path, json=value)
        is_a_sentence(answer)
    body = json.dumps({"type": "bet", "box": 1, "amount": 500, "kind": NUL})
    answer = ada.http.post(
        f"/tables/{table}/commands", content=body, headers={"Idempotency-Key": "k"}
    )
    is_a_sentence(answer, 400)
    plain = {"type": "close_table", "why": "a backslash and a word: \\u0000"}
    key = {"Idempotency-Key": f"k {table}"}
    assert boss.http.post(f"/tables/{table}/commands", json=plain, headers=key).status_code == 200


def test_half_of_a_pair_is_no_sign(server: Server) -> None:
    """A lone surrogate is not text, and no database stores it."""
    ada = server.guest()
    for path, body in (("/sessions", b'{"name":"\\ud800","password":"x"}'),
                       ("/people", b'{"name":"\\udfff\\ud800","password":"a long password"}'),
                       ("/tables", b'{"book":"classic","name":"\\ud800"}')):  # fmt: skip
        is_a_sentence(ada.http.post(path, content=body))


def test_frames_with_nul_and_numbers_beyond_the_database(server: Server) -> None:
    ada = server.guest()
    seat = ada.sit(ada.open("classic"))
    for document in ({"type": "resume", "after": 2**63}, {"type": "resume", "after": 2**64},
                 {"type": "resume", "after": -1},
                 {"type": "command", "key": NUL, "command": {"type": "deal"}},
                 {"type": "command", "key": "k", "command": {"type": "bet", "box": 1,
                  "amount": 2**70}}):  # fmt: skip
        seat.socket.send(json.dumps(document))
        answer = seat.hear(lambda m: m["type"] == "refused")
        assert answer["why"] and "went wrong" not in answer["why"]
    seat.socket.send('{"type":"resume","after":' + LONG + "}")
    assert seat.hear(lambda m: m["type"] == "refused")["why"]
    seat.socket.send(json.dumps({"type": "resume", "after": 10**15}))
    # What the table does by itself meanwhile is sent too.
    assert seat.hear(lambda m: m["type"] == "events" and not m["events"])
    seat.must("sit", box=1)


# Databases.


def house(path: Path) -> str:
    """A server with a table in play."""
    url = f"sqlite:///{path}"
    with Server(url) as server:
        ada = server.guest()
        ada.say(ada.open("classic"), "sit", box=1)
    return url


def newer(url: str) -> None:
    database = open_database(url)
    with database.writing() as rows:
        rows.run("INSERT INTO migrations VALUES (?)", (newest_version() + 1,))
    database.close()


def test_a_newer_schema_is_left_alone(fresh_url: str) -> None:
    newer(fresh_url)
    for command in (("serve", "--port", "0", "--database"), ("verify",)):
        sentence = one_sentence(pitboss(*command, fresh_url))
        assert "newer pitboss" in sentence and str(newest_version() + 1) in sentence


def test_an_older_schema_is_named_and_left_alone(postgres: str, tmp_path: Path) -> None:
    for url in (f"sqlite:///{tmp_path / 'old.sqlite3'}", new_database(postgres)):
        database = open_database(url)
        with database.writing() as rows:
            rows.run("UPDATE migrations SET version = version - 1")
        database.close()
        for command in (("serve", "--port", "0", "--database"), ("verify",)):
            assert "before the first release" in one_sentence(pitboss(*command, url))


def test_another_programs_file_is_left_alone(tmp_path: Path) -> None:
    for number, made in enumerate(
        (
            "CREATE TABLE bookmarks (url TEXT)",
            "CREATE TABLE migrations (id INTEGER, name TEXT)",
            "CREATE TABLE migrations (version INTEGER); CREATE TABLE songs (title TEXT)",
        )
    ):
        path = tmp_path / f"other {number}.sqlite3"
        with closing(sqlite3.connect(path)) as file:
            file.executescript(made)
        before = path.read_bytes()
        for command in (("serve", "--port", "0", "--database"), ("verify",)):
            assert "another program" in one_sentence(pitboss(*command, f"sqlite:///{path}"))
        assert path.read_bytes() == before
    text = tmp_path / "text.sqlite3"
    text.write_text("this is no database, whatever its name says; it is long enough for a head")
    for command in (("serve", "--port", "0", "--database"), ("verify",)):
        assert "cannot be opened" in one_sentence(pitboss(*command, f"sqlite:///{text}"))
    folder = f"sqlite:///{tmp_path}"
    assert "cannot be opened" in one_sentence(pitboss("serve", "--port", "0", "--database", folder))


def test_a_file_that_may_only_be_read_is_verified(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    url = house(folder / "house.sqlite3")
    for beside in ("-wal", "-shm", ".lock"):
        (folder / f"house.sqlite3{beside}").unlink(missing_ok=True)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    (folder / "house.sqlite3").chmod(0o444)
    folder.chmod(0o555)
    try:
        more = {"preexec_fn": _may_not_write_everything} if os.geteuid() == 0 else {}
        done = pitboss("verify", url, **more)
        assert done.returncode == 0 and "verified" in done.stdout, done.stderr
        refused = pitboss("serve", "--port", "0", "--database", url, **more)
        one_sentence(refused)
    finally:
        folder.chmod(0o755)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def _may_not_write_everything() -> None:
    """For a child process: root without the right to write everywhere (CAP_DAC_OVERRIDE)."""
    drop, override = 24, 1
    assert ctypes.CDLL(None).prctl(drop, override, 0, 0, 0) == 0


def test_verifying_changes_nothing(tmp_path: Path) -> None:
    url = house(tmp_path / "house.sqlite3")
    path = tmp_path / "house.sqlite3"
    before = path.read_bytes(), path.stat().st_mtime_ns
    assert pitboss("verify", url).returncode == 0
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


def test_a_link_to_the_same_file_is_the_same_house(tmp_path: Path) -> None:
    path, link = tmp_path / "house.sqlite3", tmp_path / "link.sqlite3"
    link.symlink_to(path)
    with Server(f"sqlite:///{path}"):
        sentence = one_sentence(pitboss("serve", "--port", "0", "--database", f"sqlite:///{link}"))
        assert "another server" in sentence
    around = tmp_path / "around.sqlite3"
    around.symlink_to(around)
    sentence = one_sentence(pitboss("serve", "--port", "0", "--database", f"sqlite:///{around}"))
    assert "cannot be opened" in sentence


def test_a_full_disk_is_seen_by_health(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path / 'house.sqlite3'}") as server:
        ada = server.guest()
        table = ada.open("classic")
        health = f"{server.address}/api/v1/health"
        assert httpx.get(health).status_code == 200
        assert server.process is not None
        pid = server.process.pid
        free = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, free[1]))
        answer = ada.http.post(
            f"/tables/{table}/commands",
            json={"type": "sit", "box": 1},
            headers={"Idempotency-Key": "k"},
        )
        assert is_a_sentence(answer, 503) == "the database is not responding; nothing was changed"
        assert "cannot be written" in is_a_sentence(httpx.get(health), 503)
        is_a_sentence(ada.http.post("/tables", json={"book": "classic"}), 503)
        is_a_sentence(httpx.post(f"{server.address}/api/v1/sessions", json={"guest": True}), 503)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, free)
        until = time.monotonic() + 10
        while httpx.get(health).status_code != 200:
            assert time.monotonic() < until
            time.sleep(0.2)
        assert ada.say(table, "sit", box=1, key="k")["accepted"]


@pytest.mark.parametrize("text", ["\\ud800", "Mia \\udc00", "\\ud83d and so on", "\\uD800\\u0041"])
def test_half_a_character_is_one_sentence(server: Server, text: str) -> None:
    for path, key in (("people", "name"), ("people", "code")):
        answer = httpx.post(
            f"{server.address}/api/v1/{path}",
            content=f'{{"{key}": "{text}", "password": "a long password"}}',
            headers={"content-type": "application/json"},
        )
        assert "half of a character" in is_a_sentence(answer, 400)


def test_a_nearly_full_disk_is_seen_by_health(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few bytes may still fit where a round does not, and there may be none in a minute."""
    full, stored = OSError("database or disk is full"), list[int]()
    room = [10**9]

    def keep(key: str, value: str) -> None:
        stored.append(len(value))
        if len(value) > 1000:
            raise full

    store = SimpleNamespace(keep=keep, database=SimpleNamespace(room=lambda: room[0]))
    health = Health(cast(Store, store))

    async def ask() -> str | None:
        health._at = -1e9  # the last check is long ago
        return await health.problem()

    assert finished(ask()) is None and max(stored) < 100
    health.answered(full)
    for _ in range(3):
        assert "disk is full" in str(finished(ask()))
    stored.clear()
    monkeypatch.setattr("pitboss.web.live.health.WEIGHT", 500)
    assert finished(ask()) is None and stored[0] == 500
    assert finished(ask()) is None and max(stored[2:]) < 100
    room[0] = 5 * 1024 * 1024
    assert "5120 KiB are left" in str(finished(ask()))


def test_urls_that_are_no_databases(tmp_path: Path) -> None:
    for url in ("", "sqlite://", "sqlite:///", "mysql://x", "house.sqlite3", "sqlite:///a\0b"):
        with pytest.raises(BadDatabase):
            open_database(url)
    assert "is not responding" in one_sentence(
        pitboss("verify", "postgresql://nobody@127.0.0.1:1/nothing")
    )


def test_a_damaged_file_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "house.sqlite3"
    url = house(path)
    data = bytearray(path.read_bytes())
    for at in range(4096, len(data), 4096):
        data[at : at + 64] = bytes(64)
    broken = shutil.copyfile(path, tmp_path / "broken.sqlite3")
    broken.write_bytes(bytes(data))
    done = pitboss("verify", f"sqlite:///{broken}")
    assert done.returncode in (1, 2) and "Traceback" not in done.stderr, done.stderr
    assert pitboss("verify", url).returncode == 0


def test_a_visitor_is_not_told_what_the_store_says(tmp_path: Path) -> None:
    """Whatever fails internally, a page learns that it failed, not how."""
    database = open_database(f"sqlite:///{tmp_path / 'house.sqlite3'}")
    store = Store(database, people=People(database, hasher=WEAK))
    store.close()
    with pytest.raises(BadDatabase):
        store.tables()
