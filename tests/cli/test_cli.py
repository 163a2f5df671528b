"""The command line: what it prints, in JSON too, and how it refuses."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pitboss.rulebooks import BOOKS, rulebook
from tests.commands import Command


@pytest.fixture
def pitboss(command: Command) -> Command:
    return command


def test_books_are_listed_one_line_each(pitboss: Any) -> None:
    ran = pitboss("books")
    assert ran.code == 0
    lines = [line for line in ran.out.splitlines() if line.split()[0] in BOOKS]
    assert [line.split()[0] for line in lines] == list(BOOKS)
    assert "Massachusetts" in ran.out


def test_books_as_json(pitboss: Any) -> None:
    books = pitboss("books", "--json").json
    assert [book["id"] for book in books] == list(BOOKS)
    assert {book["id"]: book["clauses"] for book in books}["leaflet"] == 42
    assert all(set(book) == {"id", "title", "jurisdiction", "clauses"} for book in books)


@pytest.mark.parametrize("name", BOOKS)
def test_a_book_is_shown_whole(pitboss: Any, name: str) -> None:
    ran = pitboss("rules", name)
    assert ran.code == 0
    assert rulebook(name).title in ran.out.replace("\n", " ")
    assert "On what total does the dealer stand?" in ran.out
    shown = pitboss("rules", name, "--json").json
    assert shown["provisions"]["dealer.stands_on"]["value"] == 17
    assert shown["settings"].keys() == rulebook(name).elections.keys()


def test_a_clause_reads_well(pitboss: Any) -> None:
    ran = pitboss("rules", "nz", "12.4")
    assert ran.code == 0
    assert "12.4(b)#2  law, enforced" in ran.out
    assert "Each split ace receives one card and may not receive another." in ran.out
    assert "splitting.hands_at_most = 3" in ran.out
    assert "carried out by law.play.may_split" in ran.out
    assert "tested by test_splitting.py::" in ran.out
    assert "Reading A9" in ran.out
    assert all(line == line.rstrip() for line in ran.out.splitlines())


def test_a_clause_as_json(pitboss: Any) -> None:
    shown = pitboss("rules", "nz", "12.4(b)", "--json").json
    assert [clause["id"] for clause in shown["clauses"]] == [
        "12.4(b)#1",
        "12.4(b)#2",
        "12.4(b)#3",
    ]
    assert shown["clauses"][0]["provisions"] == [
        {"path": "splitting.aces_hands_at_most", "value": 2}
    ]
    assert shown["clauses"][1]["answer"] == "enforced"


def test_what_the_operator_may_elect(pitboss: Any) -> None:
    ran = pitboss("rules", "rws", "--options")
    assert ran.code == 0
    assert "a whole number from 4 to 8; default 8 (2.2.1)" in ran.out
    assert "reading B4" in ran.out
    options = {o["key"]: o for o in pitboss("rules", "rws", "--options", "--json").json["options"]}
    assert options["decks"]["clause"] == "2.2.1"
    assert options["penetration"]["default"] == 0.75
    assert options["decks"]["allowed"] == {"from": 4, "to": 8}


def test_elections_are_shown_as_made(pitboss: Any) -> None:
    shown = pitboss("rules", "classic", "--set", "soft_17=hit", "--set", "min=2.50", "--json").json
    assert shown["provisions"]["dealer.soft_17"]["value"] == "hit"
    assert shown["provisions"]["limits.minimum"]["value"] == 2.5
    assert shown["settings"]["soft_17"] == "hit"


@pytest.mark.parametrize(
    ("book", "path", "value"),
    [
        ("nz", "settlement.blackjack_odds", [3, 2]),
        ("nobust", "settlement.blackjack_odds", [6, 5]),
        ("nz", "doubling.after_split", True),
        ("nz", "equipment.chips", [1, 2.5, 5, 25, 100, 500, 1000]),
        ("leaflet", "doubling.totals", [9, 10, 11]),
        ("zappit", "deal.looks_under", ["A", "T"]),
        ("nz", "deal.looks_under", []),
        ("rws", "surrendering.gives_up", 0.5),
        ("rws", "surrendering.against", ["2", "3", "4", "5", "6", "7", "8", "9", "T"]),
    ],
)
def test_provisions_are_data(pitboss: Any, book: str, path: str, value: object) -> None:
    shown = pitboss("rules", book, "--json").json["provisions"][path]["value"]
    assert (shown, type(shown)) == (value, type(value))


@pytest.mark.parametrize("name", BOOKS)
def test_no_provision_is_a_phrase_for_people(pitboss: Any, name: str) -> None:
    """A value that is text is a word of the book's file, and has no spaces."""
    shown = pitboss("rules", name, "--json").json
    statement = [each["value"] for each in shown["provisions"].values()] + [
        *shown["settings"].values()
    ]
    phrases = [value for value in statement if isinstance(value, str) and " " in value]
    assert phrases == []


def test_help_says_what_unlocated_means(pitboss: Any) -> None:
    assert "no code that production enters" in " ".join(pitboss("trace", "--help").out.split())


@pytest.mark.parametrize("name", BOOKS)
def test_trace_counts_each_clause_once(pitboss: Any, name: str) -> None:
    traced = pitboss("trace", name, "--json").json
    assert list(traced) == [
        "book",
        "clauses",
        "enforced",
        "recorded",
        "displayed",
        "not_applicable",
        "unwitnessed",
        "unlocated",
        "acts_in",
        "acting",
        "worked_rounds_only",
        "false_citations",
        "cited",
    ]
    answered = ("enforced", "recorded", "displayed", "not_applicable")
    carried_out = sum(traced[answer] for answer in answered)
    assert carried_out + len(traced["unlocated"]) == traced["clauses"]
    assert traced["clauses"] == len(rulebook(name).ledger)
    ran = pitboss("trace", name, "--missing")
    assert ran.code == 0
    assert f"{len(traced['unlocated'])} unlocated" in ran.out
    assert ran.out.count("UNLOCATED") == len(traced["unlocated"])
    assert traced["false_citations"] == []
    assert "0 false citations in " in ran.out


def test_trace_lists_every_clause(pitboss: Any) -> None:
    out = pitboss("trace", "leaflet").out
    ledger = rulebook("leaflet").ledger
    assert all(clause.id in out for clause in ledger)
    head = out.splitlines()[0]
    column = slice(head.index("carried out by"), head.index("tests"))
    squeezed = "".join("".join(line[column].split()) for line in out.splitlines())
    carried_out = [clause.by[0] for clause in ledger if clause.by]
    assert carried_out and all(code in squeezed for code in carried_out)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["rules", "nz", "99.9"], "nz has no clause '99.9'"),
        (["rules", "nz", "--set", "decks=9"], "nz 3.3(a) allows a whole number from 4 to 8"),
        (["rules", "nz", "--set", "deks=6"], "nz has no election 'deks'"),
        (["rules", "nz", "--set", "decks"], "is not of the form KEY=VALUE"),
        (["rules", "zappit", "--set", "bj_pay=1:1"], "zappit 10(a) allows 3:2, 6:5"),
        (["rules", "nz", "--set", "layout=2", "--set", "decks=4"], "layout=2 needs decks"),
        (["rules", "zapit"], "did you mean 'zappit'?"),
        (["rules"], "missing argument 'BOOK'"),
        (["rule", "nz"], "did you mean 'rules'?"),
        (["trace", "nz", "--jsn"], "no such option"),
        (["trace", "gone.toml"], "no book or file named"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(
    pitboss: Any, arguments: list[str], says: str
) -> None:
    ran = pitboss(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("pitboss: ")
    assert says in ran.err
    assert ran.err.count("\n") == 1


def test_a_broken_book_file_is_told_in_one_sentence(pitboss: Any, tmp_path: Path) -> None:
    book = tmp_path / "broken.toml"
    book.write_text('id = "x"\nbased_on = "nz"\n[dealer]\nstands_on = { is = 30, under = "13.3" }')
    ran = pitboss("rules", str(book))
    assert ran.code == 2
    assert ran.err == (
        "pitboss: broken.toml: dealer.stands_on: 30 is not allowed here; "
        "allowed: a whole number from 15 to 18\n"
    )


@pytest.mark.parametrize("verb", [[], ["books"], ["rules"], ["trace"]])
def test_help_is_for_newcomers(pitboss: Any, verb: list[str]) -> None:
    ran = pitboss(*verb, "--help")
    assert ran.code == 0
    assert "Usage: pitboss" in ran.out


def test_the_command_runs_as_a_module() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "pitboss", "--version"], capture_output=True, text=True, check=True
    )
    assert ran.stdout.startswith("pitboss 0.")


def test_a_reader_who_leaves_is_no_error() -> None:
    ran = subprocess.run(
        f"{sys.executable} -m pitboss trace nz | head -1",
        shell=True,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stderr == ""


def test_rules_show_labels_and_no_identifiers(command: Command) -> None:
    shown = "\n".join(command("rules", book).out for book in BOOKS)
    for identifier in ("pd three card", "anybodys", "identity", "over over", "only bettor  "):
        assert identifier not in shown.replace("the only bettor", "")
    assert "player-dealer's three-card hand" in shown
