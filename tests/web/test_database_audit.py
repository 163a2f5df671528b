"""Tampering with a server's database is detected, whatever is changed."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from pitboss.cli.main import cli
from pitboss.store import Store, open_database
from pitboss.store.errors import BadDatabase
from pitboss.store.heads import Signer
from pitboss.store.people import WEAK, People, PersonRole
from pitboss.store.signatures import Key
from pitboss.web.audit.house_audit import verified_house
from tests.web.inside import KEY, played_by_the_clock


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("house") / "house.sqlite3"
    played_by_the_clock("nz", path)
    return path


def problem_in(path: Path) -> str | None:
    try:
        store = Store(open_database(f"sqlite:///{path}"))
    except BadDatabase as error:
        return str(error)
    try:
        return verified_house(store).problem
    finally:
        store.close()


def test_an_honest_house_holds(house: Path) -> None:
    assert problem_in(house) is None
    verify = [sys.executable, "-m", "pitboss", "verify", f"sqlite:///{house}"]
    done = subprocess.run(verify, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "5 rounds at 1 tables" in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE events SET event = replace(event, '\"stake\":', '\"stake\":1') WHERE n > 5",
        "DELETE FROM events WHERE n = 9",
        "DELETE FROM events WHERE n > 20",
        "UPDATE events SET n = -1 WHERE n = 9; UPDATE events SET n = 9 WHERE n = 10;"
        "UPDATE events SET n = 10 WHERE n = -1",
        "UPDATE events SET hash = 'x' WHERE n = 12",
        "UPDATE postings SET amount = amount + 100 WHERE n > 1 AND account LIKE 'player/%'",
        "UPDATE accounts SET balance = balance + 100 WHERE account LIKE 'player/%'",
        "UPDATE accounts SET balance = balance + 1 WHERE account = 'issued'",
    ],
)
def test_whatever_is_changed_is_found(house: Path, tmp_path: Path, change: str) -> None:
    copy = tmp_path / "copy.sqlite3"
    shutil.copy(house, copy)
    connection = sqlite3.connect(copy)
    for table in ("events", "postings"):
        for how in ("update", "delete"):
            connection.execute(f"DROP TRIGGER {table}_no_{how}")  # as a forger would
    connection.executescript(change)
    connection.commit()
    connection.close()
    assert problem_in(copy) is not None


# Every column.

COLUMNS = [
    "UPDATE events SET actor = 'Mallory' WHERE n = 5",
    "UPDATE events SET at = at - 3600 WHERE n = 5",
    "UPDATE events SET at = at + 0.0000003 WHERE n = 5",
    "UPDATE events SET shown = replace(shown, 'nz', 'ny') WHERE n = 1",
    'UPDATE events SET shown = replace(shown, \'"says":"\', \'"says":"Not that \') WHERE n = 6',
    "UPDATE events SET told = '' WHERE n = 6",
    "UPDATE events SET nonce = lower(hex(randomblob(32))) WHERE nonce <> ''",
    "UPDATE events SET version = 1 WHERE n = 7",
    "UPDATE rounds SET first = first + 1 WHERE number = 2",
    "UPDATE rounds SET at = at + 1 WHERE number = 2",
    "DELETE FROM rounds WHERE number = 5",
    "UPDATE commands SET answer = 'x' WHERE key = 'bet 2'",
    "UPDATE commands SET body = 'x' WHERE key = 'bet 2'",
    "UPDATE commands SET person = 'x' WHERE key = 'bet 2'",
    "UPDATE commands SET at = at + 1 WHERE key = 'bet 2'",
    "UPDATE commands SET sequence = sequence + 1 WHERE key = 'bet 2'",
    "DELETE FROM commands WHERE key = 'bet 5'",
    "UPDATE rulings SET report = 'nothing'",
    "UPDATE rulings SET by_whom = 'nobody'",
    "UPDATE rulings SET second = 'nobody'",
    "UPDATE rulings SET status = 'refused'",
    "UPDATE rulings SET at = 0",
    "DELETE FROM rulings",
    "UPDATE secrets SET secret = lower(hex(randomblob(32)))",
    "UPDATE secrets SET secret = upper(secret)",
    "DELETE FROM secrets",
    "UPDATE people SET role = 'shift_manager' WHERE name = 'Ada'",
    "UPDATE people SET name = 'Eve', folded = 'eve' WHERE name = 'Ada'",
    "UPDATE people SET folded = 'eve' WHERE name = 'Ada'",
    "UPDATE people SET password = 'x' WHERE name = 'Ada'",
    "UPDATE people SET created = created - 1 WHERE name = 'Ada'",
    "UPDATE people SET role_since = 1 WHERE name = 'Ada'",
    "INSERT INTO people (id, name, folded, password, role, failures, locked_until, created) "
    "SELECT 'x', 'X', 'x', NULL, 'auditor', 0, 0, 0 FROM people LIMIT 1",
    "INSERT INTO attempts VALUES ('x', 1, 2.0, 3.0)",
    "DELETE FROM sessions; DELETE FROM people WHERE name = 'Ada'",
    "UPDATE postings SET amount = amount * 2 WHERE table_id LIKE 'house/%';"
    "UPDATE accounts SET balance = (SELECT sum(amount) FROM postings p WHERE "
    "p.account = accounts.account) WHERE account = 'issued' OR account LIKE 'player/%'",
    "UPDATE accounts SET may_owe = 1 WHERE account LIKE 'player/%'",
    "UPDATE tables SET name = 'Another'",
    "UPDATE tables SET book = 'rws'",
    "UPDATE tables SET opened_by = 'Eve'",
    "UPDATE tables SET dealt_by = 'person'",
    "UPDATE tables SET cards = 'called'",
    "UPDATE tables SET bots = 3",
    "UPDATE tables SET price = 'x'",
    "UPDATE tables SET status = 'closed'",
    "UPDATE tables SET created = created + 1",
    "UPDATE tables SET notes = replace(notes, '\"round\":6', '\"round\":7')",
    "UPDATE tables SET commands = commands - 1",
    "UPDATE journal SET body = replace(body, 'Ada', 'Eve')",
    "UPDATE journal SET at = at + 1 WHERE n = 2",
    "UPDATE journal SET kind = 'person' WHERE n = 3",
    "DELETE FROM journal WHERE n = 3",
    "UPDATE journal_head SET n = n + 1",
    "DELETE FROM journal WHERE n = (SELECT max(n) FROM journal)",
    "UPDATE heads SET signature = replace(signature, 'a', 'b')",
    "UPDATE heads SET hash = 'x'",
    "UPDATE migrations SET version = 9 WHERE version = 7",
    "DROP TRIGGER rounds_no_update",
    "UPDATE sessions SET person = person, token = 'x'",
    "UPDATE kept SET value = 'other'",
    "UPDATE people SET failures = 4",
]
"""One change in each column that matters, and in those without a history."""


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("signed") / "house.sqlite3"
    url = f"sqlite:///{path}"
    database = open_database(url)
    store = Store(database, people=People(database, hasher=WEAK))
    Signer(store, KEY).take_up()
    ada = store.people.sign_up("Ada", "a long password", money=5_00)
    store.people.give_role("Ada", PersonRole.DEALER)
    store.people.start_session(ada)
    store.keep("price", "one")
    store.close()
    played_by_the_clock("nz", path)
    store = Store(open_database(url))
    table = store.tables()[0].id
    signer = Signer(store, KEY)
    signer.take_up()
    ruling = store.add_ruling(table, report="{}", by="Ada", status="waiting")
    assert store.settle_ruling(ruling.id, second="Ben", status="done")
    signer.close()
    store.close()
    return path


def changed(house: Path, folder: Path, script: str) -> Path:
    copy = folder / "copy.sqlite3"
    shutil.copy(house, copy)
    connection = sqlite3.connect(copy)
    triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    dropped = triggers.fetchall()
    if not script.startswith("DROP"):
        for name, _ in dropped:
            connection.execute(f"DROP TRIGGER {name}")
    connection.executescript(script)
    if not script.startswith("DROP"):
        for _, sql in dropped:  # a careful forger removes that trace
            connection.execute(sql)
    connection.commit()
    connection.close()
    return copy


def test_a_house_that_was_closed_holds(signed: Path) -> None:
    assert problem_in(signed) is None


def test_a_new_password_is_in_the_journal(signed: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    shutil.copy(signed, copy)
    database = open_database(f"sqlite:///{copy}")
    store = Store(database, people=People(database, hasher=WEAK))
    signer = Signer(store, KEY)
    signer.take_up()
    ada = store.people.sign_in("Ada", "a long password")
    token = store.people.start_session(ada)
    store.people.change_password(ada, "a long password", "another password", token=token)
    signer.close()
    store.close()
    assert problem_in(copy) is None


@pytest.mark.parametrize("script", COLUMNS)
def test_a_change_of_any_column_is_found(signed: Path, tmp_path: Path, script: str) -> None:
    copy = changed(signed, tmp_path, script)
    assert problem_in(copy) is not None


def test_the_command_tells_a_damaged_file_in_a_sentence(signed: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    given_bytearray = bytearray(signed.read_bytes())
    for at in range(5000, len(given_bytearray), 2048):
        given_bytearray[at] ^= 0xFF
    copy.write_bytes(given_bytearray)
    ran = CliRunner().invoke(cli, ["verify", f"sqlite:///{copy}"])
    assert ran.exit_code in (1, 2) and "Traceback" not in ran.output, ran.output
    assert isinstance(ran.exception, SystemExit)


# Saved heads.


def kept_head(path: Path, folder: Path) -> Path:
    store = Store(open_database(f"sqlite:///{path}"))
    head = store.newest_head()
    store.close()
    file = folder / "head.json"
    file.write_bytes(msgspec.json.encode(head))
    return file


def verified(path: Path, *options: str) -> tuple[int, str]:
    ran = CliRunner().invoke(cli, ["verify", f"sqlite:///{path}", *options])
    return ran.exit_code, ran.output


CUT_OFF = """
    DELETE FROM heads; DELETE FROM journal WHERE n > 5;
    UPDATE journal_head SET n = 5, hash = (SELECT hash FROM journal WHERE n = 5);
    DELETE FROM rulings;
"""
"""Cut off the last entries of the journal and every head, without the key."""


def test_whoever_kept_a_head_finds_what_was_cut_off(signed: Path, tmp_path: Path) -> None:
    head = kept_head(signed, tmp_path)
    code, text = verified(signed, "--head", str(head))
    assert code == 0 and "continues the saved head" in text and "with key" in text, text
    copy = changed(signed, tmp_path, CUT_OFF)
    code, text = verified(copy)
    assert code == 1 and "every signed head is missing" in text, text
    code, text = verified(copy, "--head", str(head))
    assert code == 1 and "every signed head is missing" in text, text
    copy = changed(
        signed, tmp_path, CUT_OFF.replace("heads;", "heads WHERE n > 4;").replace("5", "4")
    )
    code, text = verified(copy)
    assert code == 1 and "is not the one that was opened" in text, text
    code, text = verified(copy, "--head", str(head))
    assert code == 1 and "the journal was truncated" in text, text


def test_the_last_rounds_of_a_table_cut_off_are_found(signed: Path, tmp_path: Path) -> None:
    """Remove a table and adjust every number, without the key."""
    store = Store(open_database(f"sqlite:///{signed}"))
    table = store.tables()[0]
    rounds = store.rounds(table.id, last=2)
    upto = rounds[-1].first - 1
    entry = store.entries(table.id, upto=upto)[-1]
    store.close()
    script = f"""
        DELETE FROM events WHERE n > {upto}; DELETE FROM rounds WHERE last > {upto};
        DELETE FROM postings WHERE n > {upto}; DELETE FROM snapshots;
        UPDATE accounts SET balance = (SELECT coalesce(sum(amount), 0) FROM postings p
            WHERE p.account = accounts.account) WHERE account NOT LIKE 'escrow/%';
        UPDATE tables SET sequence = {upto}, hash = '{entry.hash}',
            notes = replace(notes, '"round":6', '"round":4');
    """
    copy = changed(signed, tmp_path, script)
    problem = problem_in(copy)
    assert problem is not None and "no longer" in problem, problem


def test_a_table_that_was_removed_is_found(signed: Path, tmp_path: Path) -> None:
    script = "".join(
        f"DELETE FROM {t};" for t in ("events", "rounds", "secrets", "snapshots", "rulings")
    )
    copy = changed(
        signed, tmp_path, f"{script} DELETE FROM commands; DELETE FROM tables; "
        "DELETE FROM postings WHERE table_id NOT LIKE 'house/%';"
        "DELETE FROM accounts WHERE account LIKE 'escrow/%' OR account LIKE 'house/%';"
        "UPDATE accounts SET balance = (SELECT coalesce(sum(amount), 0) FROM postings p "
        "WHERE p.account = accounts.account)",
    )  # fmt: skip
    assert "was removed" in (problem_in(copy) or "")


def test_a_head_of_another_house_or_a_forged_one_does_not_fit(signed: Path, tmp_path: Path) -> None:
    head = json.loads(kept_head(signed, tmp_path).read_text())
    other = tmp_path / "other.json"
    other.write_bytes(msgspec.json.encode(Key().sign(head["n"], head["at"], head["hash"])))
    code, text = verified(signed, "--head", str(other))
    assert code == 1 and "a different key" in text
    forgeries: list[Any] = [{**head, "n": head["n"] - 1}, {"n": 1}, []]
    for forged in forgeries:
        other.write_text(json.dumps(forged))
        code, text = verified(signed, "--head", str(other))
        assert code == 2 and "head" in text
    assert verified(signed, "--head", str(tmp_path / "nowhere.json"))[0] == 2


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_a_snapshot_is_written_the_same_by_every_process(seed: str) -> None:
    """The order of sets differs between processes, and the verifier is another process."""
    program = (
        "from msgspec.structs import replace\n"
        "from pitboss.rulebooks import rulebook\n"
        "from pitboss.table.state import TableState\n"
        "from pitboss.table.stored_state import written_state\n"
        "names = [f'player {n}' for n in range(9)]\n"
        "state = TableState(rules=rulebook('nz').elect())\n"
        "state = replace(state, sat_out=frozenset(names), seats={2: 'b', 1: 'a'})\n"
        "print(written_state(state).decode())"
    )
    here, there = (
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": number},
        ).stdout
        for number in ("0", seed)
    )
    assert here == there
