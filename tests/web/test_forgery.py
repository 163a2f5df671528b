"""What a forger with the database, and without its key, can do: nothing that is not found."""

from __future__ import annotations

import asyncio
import errno
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest
from click.testing import CliRunner, Result
from starlette.applications import Starlette

from pitboss.cli.main import cli
from pitboss.store import Store, open_database
from pitboss.store.custody import Custody
from pitboss.store.database import Database, Rows
from pitboss.store.errors import BadDatabase
from pitboss.store.heads import NotSigned, Signer
from pitboss.store.journal import START, JournalEntry, note
from pitboss.store.people import PersonRole
from pitboss.store.signatures import Key
from pitboss.store.signing import rotate, take_up
from pitboss.web.audit.examination import examine
from pitboss.web.audit.head_signer import signing
from pitboss.web.audit.house_audit import verified_house
from pitboss.web.live import commands as c
from tests.postgres import database_of_its_own, new_database
from tests.web.forging import Entry, forge, rewrite, unguarded
from tests.web.inside import hub_on, played_by_the_clock, table_in
from tests.web.looping import done
from tests.web.serving import Server, key_of, signed_store

OLD_HOUSE = Path(__file__).parent / "old_houses" / "version-2.sql"

RICHER = (
    "UPDATE accounts SET balance = balance + 5000000 WHERE account = 'player/Eve'; "
    "UPDATE accounts SET balance = balance - 5000000 WHERE account = 'issued'"
)
RULED = "INSERT INTO rulings SELECT 'x', id, '{}', 'Eve', 'Mia', 'done', 1 FROM tables"


def url_of(path: Path) -> str:
    return f"sqlite:///{path}"


def closed_house(path: Path) -> None:
    """A house with a manager, a player and a table in play, properly closed."""
    store = signed_store(url_of(path))
    store.people.sign_up("Mia", "a long password", money=0)
    store.close()
    played_by_the_clock("nz", path, rounds=1, key=Key.at(Path(f"{path}.key")))
    store = Store(open_database(url_of(path)))
    signer, _ = take_up(store, Custody.of(store.database.url))
    signer.open()
    store.people.sign_up("Eve", "a long password", money=0)
    signer.close()
    store.close()


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("original") / "house.sqlite3"
    closed_house(path)
    return path


@pytest.fixture
def house(original: Path, tmp_path: Path) -> Path:
    """The house with its key and its last head, where they were."""
    for file in original.parent.iterdir():
        shutil.copy(file, tmp_path / file.name)
    return tmp_path / original.name


def moved(house: Path) -> Path:
    """The database alone, somewhere else."""
    folder = house.parent / "elsewhere"
    folder.mkdir()
    return Path(shutil.copy(house, folder / house.name))


def verify(path: Path, *options: str) -> Result:
    return CliRunner().invoke(cli, ["verify", str(path), *options])


def start(path: Path, why: str | None = None) -> str | None:
    """Examine a database as a start does; the sentence with which it is refused, if it is."""
    store = Store(open_database(url_of(path)))
    try:
        take_up(store, Custody.of(url_of(path)), why=why)
    except NotSigned as refused:
        return str(refused)
    finally:
        store.close()
    return None


def test_an_untouched_house_is_verified_and_starts(house: Path) -> None:
    outcome = verify(house)
    assert outcome.exit_code == 0, outcome.output
    assert start(house) is None
    assert verify(house).exit_code == 0


def test_the_forgery_is_found_and_refused_and_nothing_is_signed(house: Path) -> None:
    """Roles changed, journal recalculated, heads and the last ``closed`` deleted."""
    forge(house, "Eve")
    outcome = verify(house)
    assert outcome.exit_code == 1 and "every signed head is missing" in outcome.output
    before = house.read_bytes()
    command = ["serve", "--port", "0", "--database", url_of(house)]
    served = subprocess.run(
        [sys.executable, "-m", "pitboss", *command],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert served.returncode == 2 and not served.stdout
    assert "every signed head is missing" in served.stderr and "--continue" in served.stderr
    assert len(served.stderr.strip().splitlines()) == 1
    assert house.read_bytes() == before
    added = CliRunner().invoke(
        cli,
        ["admin", "add", "Bob", "--password-file", "-", "--database", url_of(house)],
        input="a long password\n",
    )
    assert added.exit_code == 2, "no command signs it either"
    assert house.read_bytes() == before


def test_the_forged_database_alone_is_found_and_refused(house: Path) -> None:
    forge(house, "Eve")
    alone = moved(house)
    outcome = verify(alone, "--json")
    assert outcome.exit_code == 1 and json.loads(outcome.output)["ok"] is False
    assert "every signed head is missing" in (start(alone) or "")
    assert not Path(f"{alone}.key").exists(), "no key is made for what is refused"


def _as_never_signed(entries: list[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry[0] not in ("key", "opened", "closed")]


def test_a_forger_who_removes_every_trace_of_signing(house: Path) -> None:
    with unguarded(house) as database:
        rewrite(database, _as_never_signed)
        database.execute("DELETE FROM heads")
    for path in (house, moved(house)):
        outcome = verify(path)
        assert outcome.exit_code == 1 and "never signed" in outcome.output
    assert start(house) is not None, "the key and the last head are next to it"


def _promoted(path: Path) -> dict[str, Any]:
    with unguarded(path) as database:
        (person,) = database.execute("SELECT id FROM people WHERE name = 'Eve'").fetchone()
        database.execute("UPDATE people SET role = 'auditor' WHERE id = ?", (person,))
    return {"person": person, "role": "auditor", "by": "Mia"}


def test_what_is_added_after_the_last_head_is_found(house: Path) -> None:
    body = _promoted(house)
    with unguarded(house) as database:
        rewrite(database, lambda entries: [*entries, ("role", body, entries[-1][2] + 1)])
    for path in (house, moved(house)):
        outcome = verify(path)
        assert outcome.exit_code == 1 and "(the role auditor) is not signed" in outcome.output
    assert "(the role auditor) is not signed" in (start(house) or "")


def test_what_is_cut_off_is_found_with_the_head_beside_the_key(house: Path) -> None:
    """An earlier state of the database, with true signatures, as a thief of backups has it."""
    with unguarded(house) as database:
        (person,) = database.execute("SELECT id FROM people WHERE name = 'Eve'").fetchone()
        (n,) = database.execute(
            "SELECT n FROM journal WHERE kind = 'person' AND body LIKE ?", (f"%{person}%",)
        ).fetchone()
        for table in ("heads", "journal"):
            database.execute(f"DELETE FROM {table} WHERE n >= ?", (n,))
        database.execute("UPDATE journal_head SET (n, hash) = (SELECT n, hash FROM journal "
                         "ORDER BY n DESC LIMIT 1)")  # fmt: skip
        database.execute("DELETE FROM name_forms WHERE person = ?", (person,))
        database.execute("DELETE FROM people WHERE id = ?", (person,))
        database.execute("DELETE FROM accounts WHERE account = 'player/Eve'")
        database.execute("DELETE FROM postings WHERE table_id = ?", (f"house/{person}",))
    assert verify(moved(house)).exit_code == 0, "nothing in the database itself is wrong"
    outcome = verify(house)
    assert outcome.exit_code == 1 and "the journal was truncated" in outcome.output
    assert "it is an older copy, or its end was deleted" in (start(house) or "")


def test_a_new_name_is_in_the_journal_with_the_former_one(house: Path) -> None:
    store = Store(open_database(url_of(house)))
    take_up(store, Custody.of(url_of(house)))
    guest = store.people.welcome_guest(money=100)
    store.people.keep_guest(guest, "a long password", "Zora")
    store.close()
    assert verify(house).exit_code == 0, verify(house).output
    assert start(house) is None
    with unguarded(house) as database:
        database.execute("UPDATE people SET formerly = 'Guest 1' WHERE name = 'Zora'")
    assert "Zora is not the person who signed up" in (start(house) or "")
    assert "Zora is not the person who signed up" in verify(house).output


def test_a_forger_who_signs_with_a_key_of_their_own(house: Path) -> None:
    true = verify(house, "--json")
    own = Key()
    body = _promoted(house)

    def resigned(entries: list[Entry]) -> list[Entry]:
        return [
            (kind, {**contents, "key": own.public} if "key" in contents else contents, at)
            for kind, contents, at in [*entries, ("role", body, entries[-1][2] + 1)]
        ]

    with unguarded(house) as database:
        rewrite(database, resigned)
        database.execute(
            "UPDATE people SET role_since = (SELECT max(at) FROM journal) / 1e6 WHERE id = ?",
            (body["person"],),
        )
        database.execute("DELETE FROM heads")
        for n, at, hash in database.execute("SELECT n, at, hash FROM journal").fetchall():
            head = own.sign(n, at, hash)
            values = (head.n, head.at, head.hash, head.key, head.signature)
            database.execute("INSERT INTO heads VALUES (?, ?, ?, ?, ?)", values)
    result = verify(house)
    assert result.exit_code == 1 and "different key" in result.output
    assert f"the database is signed by another key, {own.fingerprint}" in (start(house) or "")
    alone = moved(house)
    outcome = verify(alone, "--json")
    (key,) = json.loads(outcome.output)["keys"]
    assert key["fingerprint"] == own.fingerprint and key["first"] == 1
    known = json.loads(true.output)["fingerprint"]
    assert verify(alone, "--fingerprint", known).exit_code == 1
    assert verify(alone, "--fingerprint", own.fingerprint).exit_code == 0


def test_heads_that_contradict_the_journal_are_found(house: Path) -> None:
    body = _promoted(house)

    def inserted(entries: list[Entry]) -> list[Entry]:
        return [*entries[:-2], ("role", body, entries[-3][2] + 1), *entries[-2:]]

    with unguarded(house) as database:
        rewrite(database, inserted)
    for path in (house, moved(house)):
        outcome = verify(path)
        assert outcome.exit_code == 1 and "not the one that was signed" in outcome.output
    assert "not the one that was signed" in (start(house) or "")


@pytest.mark.parametrize(
    "change, problem",
    [
        ("UPDATE people SET role = 'shift_manager' WHERE name = 'Eve'", "a different role"),
        ("UPDATE people SET password = 'x' WHERE name = 'Mia'", "another password"),
        ("DELETE FROM people WHERE name = 'Eve'", "was removed"),
        (
            "INSERT INTO sessions (token, person, created, seen) "
            "SELECT id, id, created, created FROM people",
            "was shut down",
        ),
        ("UPDATE tables SET commands = commands + 1", "was shut down"),
        ("UPDATE tables SET sequence = 2", "no longer has the signed entry"),
        ("UPDATE events SET hash = 'x' WHERE n = (SELECT max(n) FROM events)", "no longer has"),
        (RICHER, "the balance of issued is not the sum of its postings"),
        ("UPDATE accounts SET may_owe = 1 WHERE account = 'player/Eve'", "credit setting"),
        ("INSERT INTO accounts VALUES ('player/Nobody', 0, 0)", "was shut down"),
        (RULED, "a ruling was changed, added or removed"),
        ("UPDATE tables SET name = 'another'", "is not the one that was opened"),
        ("UPDATE tables SET bots = bots + 1", "is not the one that was opened"),
        ("UPDATE tables SET price = 'another'", "is not the one that was opened"),
        ("UPDATE tables SET status = 'closed'", "the status of table"),
        ("UPDATE secrets SET secret = 'ab'", "was shut down"),
    ],
)
def test_a_start_refuses_what_contradicts_the_journal(
    house: Path, change: str, problem: str
) -> None:
    with unguarded(house) as database:
        database.executescript(change)
    assert problem in (start(house) or "")


@pytest.mark.parametrize(
    "change, problem", [(RICHER, "the balance of issued"), (RULED, "a ruling was changed")]
)
def test_a_start_after_a_crash_refuses_what_does_not_add_up(
    house: Path, change: str, problem: str
) -> None:
    """No shutdown was signed, so that balances are added up, until an operator accepts them."""
    store = Store(open_database(url_of(house)))
    signer, _ = take_up(store, Custody.of(url_of(house)))
    signer.open()
    store.close()
    assert start(house) is None
    with unguarded(house) as database:
        database.executescript(change)
    assert problem in (start(house) or "") and problem in verify(house).output
    assert start(house, why="it is known") is None
    assert start(house) is None


@pytest.mark.parametrize("since", ["0", "role_since - 3600", "role_since + 3600"])
def test_since_when_someone_has_a_role_is_in_the_journal(house: Path, since: str) -> None:
    """Four eyes depend on it; no shutdown was signed, so that no digest has it."""
    store = Store(open_database(url_of(house)))
    signer, _ = take_up(store, Custody.of(url_of(house)))
    signer.open()
    assert store.people.give_role("Eve", PersonRole.SUPERVISOR, by="Mia")
    assert store.people.give_role("Eve", PersonRole.SUPERVISOR, by="Mia")
    store.close()
    assert start(house) is None and verify(house).exit_code == 0
    with unguarded(house) as database:
        database.execute(f"UPDATE people SET role_since = {since} WHERE name = 'Eve'")
    problem = "Eve has had their role since a different time"
    assert problem in (start(house) or "") and problem in verify(house).output
    assert start(house, why="it is known") is None
    assert start(house) is None and verify(house).exit_code == 0


def test_an_acceptance_covers_nothing_that_is_changed_after_a_later_shutdown(house: Path) -> None:
    for name in ("player/One", "player/Two"):
        with unguarded(house) as database:
            database.execute("INSERT INTO accounts VALUES (?, 0, 0)", (name,))
        assert "was shut down" in (start(house) or "")
        store = Store(open_database(url_of(house)))
        signer, _ = take_up(store, Custody.of(url_of(house)), why="it is known")
        signer.close()
        store.close()
        assert start(house) is None


POSTED = (
    "UPDATE postings SET amount = amount + 5000000 WHERE rowid = (SELECT min(rowid) FROM postings "
    "WHERE account LIKE 'player/%'); "
    "UPDATE postings SET amount = amount - 5000000 WHERE rowid = (SELECT min(rowid) FROM postings "
    "WHERE account LIKE 'table/%' OR account = 'issued'); "
    "UPDATE accounts SET balance = (SELECT sum(amount) FROM postings "
    "WHERE postings.account = accounts.account) WHERE account LIKE 'player/%' OR account = 'issued'"
)


@pytest.mark.parametrize("is_forged", [False, True])
def test_what_was_forged_after_a_crash_ends_the_signing_of_the_next_server(
    house: Path, is_forged: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Postings and balances that agree pass a start; the whole is verified beside the server."""
    store = Store(open_database(url_of(house)))
    signer, _ = take_up(store, Custody.of(url_of(house)))
    assert not signer.was_cut_off
    signer.open()
    store.close()
    if is_forged:
        with unguarded(house) as database:
            database.executescript(POSTED)
        outcome = verify(house)
        assert outcome.exit_code == 1 and "(entry" not in outcome.output, "it is about no entry"
    store = Store(open_database(url_of(house)))
    signer, _ = take_up(store, Custody.of(url_of(house)))
    assert signer.was_cut_off

    examined = asyncio.Event()

    async def noted(signer: Signer, database: Database) -> None:
        await examine(signer, database)
        examined.set()

    async def serve() -> None:
        async with signing(Starlette(), signer, ()):
            await asyncio.wait_for(examined.wait(), 300)

    monkeypatch.setattr("pitboss.web.audit.head_signer.examine", noted)
    done(serve())
    store.close()
    assert (signer.problem is not None) is is_forged
    if is_forged:
        assert "signing has stopped" in str(signer.problem)
        assert "is not signed: it was written without the key" in (start(house) or "")


def test_a_database_closed_by_an_earlier_version_starts(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its last entry has no digest of the balances."""
    store = Store(open_database(url_of(house)))
    signer, _ = take_up(store, Custody.of(url_of(house)))

    def as_before(rows: Rows, kind: str, body: dict[str, Any]) -> JournalEntry:
        return note(rows, kind, {key: body[key] for key in body if key != "recalculated"})

    monkeypatch.setattr("pitboss.store.heads.note", as_before)
    signer.close()
    assert set(store.journal()[-1].told) == {"rest"}
    store.close()
    assert start(house) is None and verify(house).exit_code == 0
    with unguarded(house) as database:
        database.executescript(RICHER)
    assert "the balance of issued" in (start(house) or "")


def test_a_stop_on_a_full_disk_is_one_sentence_in_the_log(
    house: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = Store(open_database(url_of(house)))
    signer, _ = take_up(store, Custody.of(url_of(house)))

    async def stop() -> None:
        async with signing(Starlette(), signer, ()):
            with store.database.writing() as rows:
                rows.run("CREATE TABLE filler (content BLOB)")
                ((pages,),) = rows.all("PRAGMA page_count")
            # From here on SQLite cannot enlarge the file, as on a full disk.
            with store.database.writing() as rows:
                rows.all(f"PRAGMA max_page_count = {pages}")
            with pytest.raises(BadDatabase, match="full"), store.database.writing() as rows:
                rows.run("INSERT INTO filler VALUES (zeroblob(1000000))")
            with store.database.writing() as rows:
                rows.run("CREATE TEMP TRIGGER full BEFORE INSERT ON main.journal "
                         "BEGIN INSERT INTO filler VALUES (zeroblob(1000000)); END")  # fmt: skip

    done(stop())
    store.close()
    assert "the last head was not signed" in caplog.text and "is full" in caplog.text
    assert "Traceback" not in caplog.text


def test_no_draft_of_a_head_is_left(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stale = house.with_name(f".{house.name}.head.12345.new")
    stale.write_text("half a he")
    custody, key = Custody.of(url_of(house)), Key()
    custody.begin_again(key.sign(1000, 1, "ab" * 32))
    assert not stale.exists()
    full = OSError(errno.ENOSPC, "No space left on device")
    monkeypatch.setattr("pitboss.store.private_files.os.fsync", Mock(side_effect=full))
    with pytest.raises(OSError, match="No space left"):
        custody.keep_head(key.sign(1001, 1, "ab" * 32))
    assert list(house.parent.glob(".*.new")) == []


@pytest.mark.parametrize("seconds, is_found", [(30, False), (600, True)])
def test_play_after_the_last_head_is_bounded_by_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: int, is_found: bool
) -> None:
    """After a crash a table's last entries are not signed yet; those of ten minutes are forged."""
    path = tmp_path / "house.sqlite3"
    later = SimpleNamespace(time=lambda: time.time() + seconds)

    async def play() -> None:
        async with hub_on(url_of(path)) as hub:
            guest = hub.store.people.welcome_guest(money=1_000_00)
            actor = await table_in(hub, "classic")
            signer = hub.store.database.signer
            assert isinstance(signer, Signer)
            signer.sign()
            for box in (1, 2):
                sat = await actor.command(guest, f"sit {box}", c.command("sit", box=box))
                assert sat.is_accepted
                monkeypatch.setattr("pitboss.web.live.open_table.time", later)

    done(play())
    outcome = verify(path)
    assert outcome.exit_code == int(is_found), outcome.output
    assert ("its last signed head is too old" in outcome.output) is is_found


def test_a_last_head_that_is_too_old_is_found(tmp_path: Path) -> None:
    """An earlier version signed every minute: its journal may not go on for longer unsigned."""
    path = tmp_path / "house.sqlite3"
    store, key = Store(open_database(url_of(path))), Key()
    with store.database.writing() as rows:
        opened = note(rows, "opened", {"key": key.public})
        head = key.sign(opened.n, opened.at, opened.hash)
        values = (head.n, head.at, head.hash, head.key, head.signature)
        rows.run("INSERT INTO heads VALUES (?, ?, ?, ?, ?)", values)
    for name in ("Ada", "Ben"):
        store.people.sign_up(name, "a long password", money=0)
    store.close()
    outcome = verify(path)
    assert outcome.exit_code == 0 and "2 journal entries since" in outcome.output, outcome.output
    with unguarded(path) as database:
        late = 300 * 1_000_000
        rewrite(
            database,
            lambda entries: [*entries[:-1], (*entries[-1][:2], entries[-1][2] + late)],
        )
    outcome = verify(path)
    assert outcome.exit_code == 1 and "the last signed head is too old" in outcome.output
    key.write(Path(f"{path}.key"))
    assert "the last signed head is too old" in (start(path) or "")


# On a running server, and on PostgreSQL.


def test_a_running_server_does_not_sign_what_it_did_not_write(
    fresh_url: str, tmp_path: Path
) -> None:
    with Server(fresh_url) as server:
        eve = server.named()
        stranger = Store(open_database(fresh_url))
        stranger.people.sign_up("Accomplice", "a long password", money=0)
        assert stranger.people.give_role(eve.name, PersonRole.SHIFT_MANAGER)
        eve.get("/health")
        server.guest()
        unsigned = eve.get("/health", 503)
        assert "signing has stopped" in unsigned["why"]
        signed = stranger.newest_head()
        stranger.close()
    store = Store(open_database(fresh_url))
    outcome, last = verified_house(store), store.newest_head()
    store.close()
    assert signed is not None and last == signed, "nothing was signed after it"
    assert "Accomplice) is not signed" in (outcome.problem or "")
    refused = _served(fresh_url, server.key)
    assert refused.returncode == 2 and "Accomplice) is not signed" in refused.stderr


def _served(url: str, key: str | None) -> subprocess.CompletedProcess[str]:
    """A start that is refused."""
    command = ["serve", "--port", "0", "--fast", "--database", url]
    if key is not None:
        command += ["--key", key]
    return subprocess.run(
        [sys.executable, "-m", "pitboss", *command],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_the_last_server_on_postgres_signs_a_digest_of_the_rest(
    postgres: str, tmp_path: Path
) -> None:
    """Only the last one, and also after a process that ended without a word."""
    url, custody = database_of_its_own(postgres), Custody.of("sqlite:////x", str(tmp_path / "key"))
    stores = [Store(open_database(url)) for _ in range(3)]
    signers = []
    for store in stores:
        signer, _ = take_up(store, custody)
        signer.open()
        signers.append(signer)
    stores[0].people.sign_up("Eve", "a long password", money=0)
    stores[0].close()  # without an entry, as in a crash
    signers[1].close()
    assert stores[1].journal()[-1].told == {"rest": None, "recalculated": None}
    stores[1].close()
    signers[2].close()
    assert all(stores[2].journal()[-1].told.values())
    stores[2].close()
    store = Store(open_database(url))
    assert verified_house(store).problem is None
    with store.database.writing() as rows:
        rows.run("INSERT INTO kept VALUES ('forged', 'x')")
    assert verified_house(store).problem == "something was changed after the server was shut down"
    with pytest.raises(NotSigned, match="after the server was shut down"):
        take_up(store, custody)
    store.close()


def test_the_forgery_on_postgres(postgres: str, tmp_path: Path) -> None:
    url = new_database(postgres)
    store = signed_store(url)
    store.people.sign_up("Eve", "a long password", money=0)
    with store.database.writing() as rows:
        rows.run("ALTER TABLE heads DISABLE TRIGGER heads_fixed")
        rows.run("DELETE FROM heads")
        rows.run("ALTER TABLE heads ENABLE TRIGGER heads_fixed")
        rows.run("UPDATE people SET role = 'shift_manager'")
    store.close()
    result = CliRunner().invoke(cli, ["verify", url])
    assert result.exit_code == 1 and "every signed head is missing" in result.output
    refused = _served(url, key_of(url))
    assert refused.returncode == 2 and "every signed head is missing" in refused.stderr


def test_kills_and_second_processes_are_honest(postgres: str) -> None:
    url = new_database(postgres)
    with Server(url) as first:
        first.guest()
        with Server(url) as second:
            second.named("dealer")
            second.kill()
        first.named("supervisor")
        with Server(url) as third:
            third.guest()
            first.kill()
            first.start()
            first.guest()
    store = Store(open_database(url))
    outcome = verified_house(store)
    store.close()
    assert outcome.problem is None and outcome.unsigned == 0 and len(outcome.keys) == 1


# How to go on.


def test_an_older_backup_is_continued_on_record(house: Path) -> None:
    backup = house.read_bytes()
    store = Store(open_database(url_of(house)))
    take_up(store, Custody.of(url_of(house)))
    store.people.sign_up("Late", "a long password", money=0)
    late = store.newest_head()
    store.close()
    head = house.with_name("late.json")
    head.write_bytes(msgspec.json.encode(late))
    for beside in ("-wal", "-shm"):
        Path(f"{house}{beside}").unlink(missing_ok=True)
    house.write_bytes(backup)
    assert "it is an older copy" in (start(house) or "")
    assert start(house, why="restored the backup of Monday") is None
    outcome = verify(house, "--json")
    (accepted,) = json.loads(outcome.output)["continued"]
    assert outcome.exit_code == 0 and accepted["why"] == "restored the backup of Monday"
    assert "older copy" in accepted["problem"] and " on " in accepted["by"] and accepted["at"]
    assert "because 'restored the backup of Monday'" in verify(house).output
    assert start(house) is None, "it need not be said again"
    contradicted = verify(house, "--head", str(head))
    assert contradicted.exit_code == 1 and "it was continued at entry" in contradicted.output
    assert "nothing is wrong" in (start(house, why="again") or "")


def test_a_restored_database_without_its_key_says_so(house: Path) -> None:
    alone = moved(house)
    before = json.loads(verify(house, "--json").output)["fingerprint"]
    assert f"signed by the key {before}, which is not here" in (start(alone) or "")
    assert not Path(f"{alone}.key").exists()
    Key().write(Path(f"{alone}.key"))
    assert "signed by another key" in (start(alone) or "")
    assert "signed by another key" in verify(alone).output
    assert start(alone, why="the old machine is gone") is None
    document = json.loads(verify(alone, "--json").output)
    assert document["ok"] and document["keys"][0]["fingerprint"] == before
    ranges = [(key["first"], key["last"]) for key in document["keys"]]
    assert len(ranges) == 2 and ranges[0][1] + 1 == ranges[1][0]


def test_what_was_forged_can_be_accepted_only_on_record(house: Path) -> None:
    forge(house, "Eve")
    assert start(house, why="known") is None
    outcome = verify(house)
    assert outcome.exit_code == 0 and "continued on" in outcome.output
    assert "every signed head is missing" in outcome.output


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE journal SET body = replace(body, 'Eve', 'Eva')",
        "UPDATE journal_head SET n = n - 3",
        "DELETE FROM heads WHERE n > 4",
        "UPDATE heads SET hash = replace(hash, 'a', 'b') WHERE n = 3",
        "UPDATE people SET role = 'auditor' WHERE name = 'Eve'",
        "UPDATE tables SET sequence = 2",
        "DELETE FROM sessions; INSERT INTO kept VALUES ('x', 'y')",
        f"{RICHER}; {RULED}; UPDATE tables SET bots = bots + 1",
    ],
)
def test_a_house_is_continued_once_whatever_was_wrong(house: Path, change: str) -> None:
    with unguarded(house) as database:
        database.executescript(change)
    assert start(house) is not None
    assert start(house, why="it is known") is None
    assert start(house) is None
    store = Store(open_database(url_of(house)))
    assert store.journal()[-1].kind in ("continued", "closed") and store.newest_head() is not None
    store.close()


def test_a_journal_cut_short_under_a_running_server_is_not_continued(tmp_path: Path) -> None:
    """Whether to nothing, or to an earlier head that is truly signed."""
    for n in (0, 2):
        path = tmp_path / f"house {n}.sqlite3"
        store = signed_store(url_of(path))
        for name in ("Ada", "Ben", "Cy"):
            store.people.sign_up(name, "a long password", money=0)
        with unguarded(path) as database:
            for table in ("heads", "journal"):
                database.execute(f"DELETE FROM {table} WHERE n > ?", (n,))
            hash = database.execute("SELECT hash FROM journal WHERE n = ?", (n,)).fetchone()
            end = (n, START if hash is None else hash[0])
            database.execute("UPDATE journal_head SET n = ?, hash = ?", end)
        store.people.sign_up("Dee", "a long password", money=0)
        newest = store.newest_head()
        store.close()
        assert newest is None or newest.n == n, "it has stopped signing"
        assert verify(path).exit_code == 1


@pytest.mark.parametrize("why", ["", "   ", "x" * 201, "a\x00b"])
def test_a_reason_is_a_reason(house: Path, why: str) -> None:
    served = CliRunner().invoke(
        cli, ["serve", "--port", "0", "--database", url_of(house), "--continue", why]
    )
    assert served.exit_code == 2 and "the reason must be of 1 to 200" in served.output


def test_a_new_house_in_the_place_of_another_keeps_its_last_head(house: Path) -> None:
    last = Path(f"{house}.head").read_bytes()
    house.unlink()
    store = Store(open_database(url_of(house)))
    _, sentence = take_up(store, Custody.of(url_of(house)))
    store.close()
    assert sentence is not None and "this database is new" in sentence
    assert Path(f"{house}.head.before").read_bytes() == last
    assert start(house) is None


def test_an_old_house_opens_with_the_honest_sentence(tmp_path: Path) -> None:
    path = tmp_path / "house.sqlite3"
    with unguarded(path) as database:
        database.executescript(OLD_HOUSE.read_text("utf-8"))
    assert "made by an older pitboss" in verify(path).output
    store = Store(open_database(url_of(path)))
    _, sentence = take_up(store, Custody.of(url_of(path)))
    store.close()
    assert sentence is not None and "5 entries of its journal were never signed" in sentence
    assert verify(path).exit_code == 0 and start(path) is None


def test_a_head_that_cannot_be_kept_outside_stops_nothing(
    house: Path, caplog: pytest.LogCaptureFixture
) -> None:
    Path(f"{house}.head.lock").unlink()
    Path(f"{house}.head.lock").mkdir()
    command = ["admin", "role", "Eve", "dealer", "--database", url_of(house)]
    given = CliRunner().invoke(cli, command)
    assert given.exit_code == 0, given.output
    assert "cannot be kept beside the key" in caplog.text
    assert verify(house).exit_code == 0


# Rotation.


def test_the_key_is_rotated_and_both_ranges_are_listed(house: Path) -> None:
    store = Store(open_database(url_of(house)))
    before, after = rotate(store, Custody.of(url_of(house)))
    store.close()
    assert before != after and Key.at(Path(f"{house}.key")).fingerprint == after
    assert not Path(f"{house}.key.next").exists()
    assert verify(house).exit_code == 0, verify(house).output
    assert start(house) is None
    store = Store(open_database(url_of(house)))
    take_up(store, Custody.of(url_of(house)))
    store.people.sign_up("Later", "a long password", money=0)
    store.close()
    document = json.loads(verify(house, "--json").output)
    assert document["ok"] and [key["fingerprint"] for key in document["keys"]] == [before, after]


def test_an_interrupted_rotation_is_finished(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(_: Custody) -> None:
        raise KeyboardInterrupt

    for where in ("hand_over", "adopt_next_key"):
        store = Store(open_database(url_of(house)))
        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            if where == "hand_over":
                patch.setattr(Signer, where, lambda *_, **__: dies(Custody.of(url_of(house))))
            else:
                patch.setattr(Custody, where, dies)
            rotate(store, Custody.of(url_of(house)))
        store.close()
        assert verify(house).exit_code == 0, verify(house).output
        assert start(house) is None, where
    document = json.loads(verify(house, "--json").output)
    assert document["ok"] and document["fingerprint"] != Key.at(Path(f"{house}.key")).fingerprint
    assert not Path(f"{house}.key.next").exists()


def test_nobody_hands_over_without_the_old_key(house: Path) -> None:
    thief = Key()
    with unguarded(house) as database:
        rewrite(
            database,
            lambda entries: [
                *entries,
                ("handover", {"from": "x", "to": thief.public, "by": "y"}, entries[-1][2] + 1),
            ],
        )
        n, at, hash = database.execute("SELECT n, at, hash FROM journal ORDER BY n DESC").fetchone()
        head = thief.sign(n, at, hash)
        values = (head.n, head.at, head.hash, head.key, head.signature)
        database.execute("INSERT INTO heads VALUES (?, ?, ?, ?, ?)", values)
    for path in (house, moved(house)):
        assert "the old key did not hand over" in verify(path).output
    assert "the old key did not hand over" in (start(house) or "")


def test_a_running_process_follows_the_rotated_key(postgres: str) -> None:
    url = new_database(postgres)
    with Server(url) as server:
        server.guest()
        key = server.key
        assert key is not None
        rotated = CliRunner().invoke(
            cli, ["admin", "rotate-key", "--database", url, "--key", key, "--json"]
        )
        assert rotated.exit_code == 0, rotated.output
        after = json.loads(rotated.output)["after"]
        server.guest()
    store = Store(open_database(url))
    outcome = verified_house(store)
    store.close()
    assert outcome.problem is None and outcome.fingerprint == after and len(outcome.keys) == 2


def test_an_unsigned_hub_is_signed_from_then_on(tmp_path: Path) -> None:
    async def visit() -> None:
        async with hub_on(url_of(tmp_path / "house.sqlite3")) as hub:
            hub.store.people.welcome_guest(money=100)

    done(visit())
    assert verify(tmp_path / "house.sqlite3").exit_code == 0
