"""A name is one person: look-alikes, reserved names, and names however they are written."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pitboss.store import Store, open_database
from pitboss.store.heads import Signer
from pitboss.store.names import folded, forms, plain_text, tidy, wrong_with
from pitboss.store.people import WEAK, NameTaken, People
from pitboss.web.audit.house_audit import verified_house
from tests.web.inside import KEY
from tests.web.serving import signed_store

PASSWORD = "correct horse"

LOOK_ALIKES = [
    ("Ivy", "lvy"),  # a small L for a capital I
    ("Ivy", "1vy"),
    ("Ivy", "\u0456vy"),  # Cyrillic
    ("Ivy", "IV\u0423"),
    ("Ada", "\u0410da"),
    ("Ada", "\u0251da"),  # Latin alpha
    ("Nora", "N\u043er\u0430"),
    ("Nora", "\u039dora"),  # a capital Greek nu
    ("Bob", "B0b"),
    ("Emma", "Ernrna"),
    ("Paul", "\uff30\uff41\uff55\uff4c"),  # full width
    ("Mia Li", "mia  li"),
]


@pytest.mark.parametrize(("first", "second"), LOOK_ALIKES)
def test_a_look_alike_is_refused_in_either_order(store: Store, first: str, second: str) -> None:
    Signer(store, KEY).take_up()
    store.people.sign_up(tidy(first), PASSWORD, money=0)
    with pytest.raises(NameTaken):
        store.people.sign_up(tidy(second), PASSWORD, money=0)
    assert verified_house(store).problem is None
    assert forms(tidy(first)) & forms(tidy(second)), "so it is in the other order too"


def test_different_names_are_different(store: Store) -> None:
    for name in (
        "Ivy",
        "Iva",
        "Neil",
        "Nell",
        "Ali",
        "All",
        "Дима",
        "陳大文",
        "O'Neil",
        "Ann-Marie",
    ):
        assert wrong_with(name) is None
        store.people.sign_up(name, PASSWORD, money=0)


@pytest.mark.parametrize(
    "name",
    ["House", "h\u043euse", "H0use", "D-e-a-l-e-r", "De\u0430ler", "Superv1sor", "SUPERVlSOR",
     "Shift Manager", "shift_manager", "The House", "B0t Ada", "Bot_Ada", "Bot",
     "Gue\u0455t 123456",
     "Guest.1", "Staff", "\u0410dmin"],
)  # fmt: skip
def test_the_names_of_offices_bots_and_guests_are_reserved(name: str) -> None:
    assert "reserved" in (wrong_with(tidy(name)) or "")


@pytest.mark.parametrize(
    "name",
    [".", "..", "...", ".git", "-a", "a/b", "a\\b", "~", "A\u202eb", "A\u200bb", "A\u2066b",
     "A\u00adb",     "\u3164\u3164", "A\u1160b", "A\u034fb", "A\ufe0fb",
     "A\u2800b", "A\tb", "x", "x" * 25, "<b>b"],
)  # fmt: skip
def test_these_are_no_names(name: str) -> None:
    assert wrong_with(name) is not None


def test_a_name_may_be_written_in_any_way_to_sign_in(store: Store) -> None:
    ada = store.people.sign_up("Zo\u00eb Finn", PASSWORD, money=0)
    for name in (
        "zoe\u0308 finn",
        " ZO\u00cb  FINN ",
        "\uff3a\uff4f\u00eb Finn",
        "Zo\u00eb \ufb01nn",
    ):
        assert store.people.sign_in(name, PASSWORD) == ada


def test_people_who_look_alike_by_other_tables_stay(url: str) -> None:
    """They signed up when the tables kept them apart: all sign in, and no one else may join."""
    database = open_database(url)
    people = ("Ivy", "lvy", "\u0456vy", "Dealer 1")
    kept = WEAK.hash(PASSWORD)
    with database.writing() as rows:
        for n, name in enumerate(people):
            row = (f"id {n}", name, folded(name), kept, "player", float(n))
            rows.run(
                "INSERT INTO people (id, name, folded, password, role, created) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                row,
            )
        rows.run("UPDATE name_tables SET version = 'older'")
    database.close()
    database = open_database(url)
    store = Store(database, people=People(database, hasher=WEAK))
    assert database.was_migrated
    assert [store.people.sign_in(name, PASSWORD).id for name in people] == [
        f"id {n}" for n in range(len(people))
    ]
    for name in ("IVY", "1vy", "Deal\u0435r 1"):
        with pytest.raises(NameTaken):
            store.people.sign_up(tidy(name), PASSWORD, money=0)
    store.close()


def test_forms_are_made_again_with_other_tables(url: str) -> None:
    """The house was shut down before, and the digest signed then does not hold for other forms."""
    store = Store(open_database(url))
    store.people.sign_up("Ada", PASSWORD, money=0)
    with store.database.writing() as rows:
        rows.run("UPDATE name_tables SET version = 'older'")
        rows.run("UPDATE name_forms SET form = 'as it was then'")
    Signer(store, KEY).take_up()
    Signer(store, KEY).close()
    assert verified_house(store).problem is None, "forms of other tables are not compared"
    store.close()
    store = Store(open_database(url))
    Signer(store, KEY).take_up()
    with pytest.raises(NameTaken):
        store.people.sign_up("\u0410da", PASSWORD, money=0)
    store.people.sign_up("Ben", PASSWORD, money=0)
    assert verified_house(store).problem is None
    with store.database.writing() as rows:
        rows.run("UPDATE name_forms SET form = 'something else' WHERE form LIKE '%en'")
    assert "form" in str(verified_house(store).problem)
    store.close()


_SIGNER = """
import sys, time
from pitboss.store.people import NameTaken
from tests.web.serving import signed_store
store = signed_store(sys.argv[1], key=sys.argv[3])
people = store.people
print("ready", flush=True)
time.sleep(max(0.0, float(sys.stdin.readline()) - time.time()))
for letter in "BCDEFGHJKNPQ":
    try:
        people.sign_up(sys.argv[2].replace("#", letter), "correct horse", money=1)
        print("added", flush=True)
    except NameTaken:
        print("taken", flush=True)
store.close()
"""


def test_of_two_look_alikes_at_the_same_moment_one_is_refused(
    postgres: str, tmp_path: Path
) -> None:
    """Several processes on PostgreSQL, each signing up the same twelve people in other letters."""
    from tests.postgres import new_database

    url = new_database(postgres)
    key = str(tmp_path / "house.key")
    signed_store(url, key=key).close()
    names = ["#pop", "#p\u043ep", "#\u0440op", "#\u0440\u043e\u0440"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    signers = [
        subprocess.Popen(
            [sys.executable, "-c", _SIGNER, url, name, key], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
        )
        for name in names
    ]  # fmt: skip
    for one in signers:
        assert one.stdout is not None and one.stdout.readline() == "ready\n"
    start = time.time() + 0.1
    message = [one.communicate(f"{start}\n", timeout=60) for one in signers]
    assert [errors for _, errors in message] == [""] * len(names)
    words = [out.split() for out, _ in message]
    added = [sum(word[n] == "added" for word in words) for n in range(12)]
    assert added == [1] * 12
    store = Store(open_database(url))
    assert verified_house(store).problem is None
    store.close()


def test_free_text_is_one_plain_line() -> None:
    assert plain_text(" a\u202eb\u2066c\n\x00d\u200b \t e\ufeff ") == "abc d e"
    assert (
        plain_text("\u05e9\u05dc\u05d5\u05dd 👩\u200d🚀") == "\u05e9\u05dc\u05d5\u05dd 👩\u200d🚀"
    )
    assert plain_text("\u202e\u2066\n") == ""


def test_the_table_is_on_this_machine(tmp_path: Path) -> None:
    """Skeletons need no network: sockets are refused while they are made."""
    code = (
        "import socket\n"
        "def refused(*a, **k): raise AssertionError('network')\n"
        "socket.socket.connect = socket.getaddrinfo = refused\n"
        "from pitboss.store.names import skeleton\n"
        "print(skeleton('\\u0410d\\u0430'))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert done.stdout == "Ada\n"
