"""The library shows what the commands print: clauses, what answers them, the books side by side."""

from __future__ import annotations

import re

import pytest

from pitboss.rulebooks import BOOKS, rulebook
from pitboss.web.school.worked_rounds import rounds_of
from tests.commands import Command
from tests.web.serving import Server


@pytest.mark.parametrize("book", BOOKS)
def test_a_book_in_the_library_is_what_rules_and_trace_print(
    server: Server, command: Command, book: str
) -> None:
    shown = server.guest().get(f"/rulebooks/{book}/clauses")
    printed = command("trace", book, "--json").json
    del printed["cited"], printed["false_citations"]  # the library plays no worked rounds for it
    assert shown["trace"] == printed
    statement = [one for one in shown["clauses"] if one["provisions"]]
    first = max(statement, key=lambda one: len(one["readings"]))
    document = command("rules", book, first["number"], "--json").json
    clauses = [one for one in document["clauses"] if one["id"] == first["id"]]
    for statement in first["provisions"]:
        del statement["question"], statement["shown"]
    assert clauses == [{key: first[key] for key in clauses[0]}]
    by_id = {one["id"]: one for one in shown["readings"]}
    assert [by_id[id] for id in first["readings"]] == [
        one for one in document["readings"] if one["id"] in first["readings"]
    ]


def test_what_people_read_has_no_identifier_and_no_file_format(server: Server) -> None:
    guest = server.guest()
    rows = [row for part in guest.get("/provisions")["parts"] for row in part["rows"]]
    message = [cell["shown"] for row in rows for cell in row["cells"] if cell is not None]
    for book in BOOKS:
        for clause in guest.get(f"/rulebooks/{book}/clauses")["clauses"]:
            message += [statement["shown"] for statement in clause["provisions"]]
            message += [one[what] for one in clause["elections"] for what in ("range", "default")]
    assert len(message) > 1000
    assert [text for text in message if re.search(r"[_{}\[\]]|true|false", text)] == []


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_is_in_a_section_with_a_title_and_no_title_is_idle(book: str) -> None:
    ledger = rulebook(book).ledger
    titles = {ledger.section(clause) for clause in ledger}
    assert titles == set(ledger.sections.values())


def test_the_books_side_by_side_answer_every_question_with_a_clause(server: Server) -> None:
    message = server.guest().get("/provisions")
    assert [book["id"] for book in message["books"]] == list(BOOKS)
    rows = {row["path"]: row for part in message["parts"] for row in part["rows"]}
    stands = rows["dealer.stands_on"]
    assert stands["cells"][0] == {"shown": "17", "clause": "13.3"} and not stands["differs"]
    assert rows["equipment.decks"]["differs"]
    for path, row in rows.items():
        for book, cell in zip(BOOKS, row["cells"], strict=True):
            assert cell is None or cell["shown"] == rulebook(book).shown(path)


def test_the_library_is_open_to_everybody_and_knows_no_other_book(server: Server) -> None:
    guest = server.guest()
    guest.http.headers.pop("authorization")
    assert guest.get("/rulebooks/leaflet/clauses")["title"] == "Blackjack with Perfect Pairs"
    assert "no book named 'nowhere'" in guest.get("/rulebooks/nowhere/clauses", 404)["why"]


@pytest.mark.parametrize("book", BOOKS)
def test_worked_rounds_end_with_the_sums_they_state(server: Server, book: str) -> None:
    guest = server.guest()
    listed = guest.get(f"/rulebooks/{book}/rounds")["rounds"]
    stated = rounds_of(book)
    assert [one["id"] for one in listed] == list(stated)
    for one in listed[:6]:
        shown = guest.get(f"/rulebooks/{book}/rounds/{one['id']}")
        wanted = [dict(each.expect.net) for each in stated[one["id"]].rounds if each.expect.net]
        assert shown["net"] == wanted and shown["so_far"][-1] == wanted[-1]
        assert len(shown["events"]) == len(shown["shows"]) == len(shown["so_far"])
        assert all(event["clause"] for event in shown["events"])


def test_a_worked_round_is_linked_from_its_clauses(server: Server) -> None:
    guest = server.guest()
    clauses = guest.get("/rulebooks/nz/clauses")["clauses"]
    assert "NZ02" in next(one for one in clauses if one["number"] == "10.1")["rounds"]
    assert guest.get("/rulebooks/nz/rounds/NZ02")["may_be_rehearsed"]
    assert "no worked round" in guest.get("/rulebooks/nz/rounds/NZ0", 404)["why"]
