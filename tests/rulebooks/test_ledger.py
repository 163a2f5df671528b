"""The ledger: no clause missing, every name exists, every citation and marker is valid."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.audit.trace import code_index, locate, trace
from pitboss.rulebooks import BOOKS, Answer, Kind, rulebook
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT
from tests.witnesses import INDEX, text, witnesses

CONTENTS = Path(__file__).parent / "contents"
DOCUMENTS = [name for name in BOOKS if name != "classic"]
CLAUSES = {"nz": 320, "zappit": 163, "rws": 181, "leaflet": 42, "nobust": 140}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_ids_agree_with_the_numbering_of_the_document(name: str) -> None:
    lines = (CONTENTS / f"{name}.txt").read_text("utf-8").splitlines()
    contents = [line for line in lines if line and not line.startswith("#")]
    entered = [c.number for c in rulebook(name).ledger if not c.number.startswith("gap.")]
    assert list(dict.fromkeys(entered)) == contents


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_clause_is_lost(name: str) -> None:
    assert len(rulebook(name).ledger) >= CLAUSES[name]


@pytest.mark.parametrize("name", BOOKS)
def test_parts_of_a_clause_follow_each_other(name: str) -> None:
    parts: dict[str, list[int]] = {}
    for clause in rulebook(name).ledger:
        number, _, part = clause.id.partition("#")
        parts.setdefault(number, []).append(int(part or 0))
    # A clause is entered whole (0), in parts from 1 on, or as its first sentence and part 2 on.
    for number, numbers in parts.items():
        start = 2 if numbers[:2] == [0, 2] else 1
        later = numbers[1:] if numbers[0] == 0 else numbers
        assert later == list(range(start, start + len(later))), number


@pytest.mark.parametrize("name", BOOKS)
def test_every_name_in_the_ledger_is_code(name: str) -> None:
    for clause in rulebook(name).ledger:
        for by in clause.by:
            assert callable(locate(by)), f"{name} {clause.id}: {by}"


def test_a_name_that_is_no_code_is_told() -> None:
    with pytest.raises(LookupError, match="may_fly"):
        locate("law.play.may_fly")
    with pytest.raises(LookupError, match=r"astrology\.stars"):
        locate("astrology.stars")


@pytest.mark.parametrize("name", BOOKS)
def test_every_citation_of_the_book_is_in_its_ledger(name: str) -> None:
    book = rulebook(name)
    for where, clause in book.citations():
        assert clause == NOT_IN_THE_TEXT or clause in book.ledger, f"{where} cites {clause}"


@pytest.mark.parametrize("name", BOOKS)
def test_every_reading_is_about_clauses_and_elections_of_the_book(name: str) -> None:
    book = rulebook(name)
    known = {reading.id for reading in book.readings}
    assert len(known) == len(book.readings)
    for reading in book.readings:
        assert all(clause in book.ledger for clause in reading.about), reading.id
        assert reading.election is None or reading.election in book.elections, reading.id
    taken = {statement.reading for statement in book.statements.values() if statement.reading}
    taken |= {election.reading for election in book.elections.values() if election.reading}
    assert taken <= known


@pytest.mark.parametrize("name", BOOKS)
def test_an_election_marked_as_a_reading_gives_its_reason(name: str) -> None:
    for election in rulebook(name).elections.values():
        assert (election.reading is None) == (election.why is None), election.key


@pytest.mark.parametrize("name", BOOKS)
def test_gists_are_sentences_of_ours(name: str) -> None:
    for clause in rulebook(name).ledger:
        assert clause.gist[0].isupper() or clause.gist[0] in "'‘“\"(", clause.id
        assert clause.gist.endswith("."), clause.id
        assert len(clause.gist) < 420, clause.id


@pytest.mark.parametrize("name", BOOKS)
def test_what_is_not_applicable_says_why_and_headings_are_not(name: str) -> None:
    for clause in rulebook(name).ledger:
        if clause.answer is Answer.NOT_APPLICABLE:
            assert clause.why_not, clause.id
            assert not clause.by, clause.id
        else:
            assert clause.kind is not Kind.HEADING, clause.id


def test_every_marker_names_a_clause_that_exists() -> None:
    for witness in witnesses():
        for cited in witness.clauses:
            book, _, clause = cited.partition(":")
            assert book in BOOKS, f"{witness.name}: {cited}"
            assert clause in rulebook(book).ledger, f"{witness.name}: {cited}"


def test_the_index_of_witnesses_is_up_to_date() -> None:
    assert INDEX.read_text("utf-8") == text(), "write it anew: python -m tests.witnesses"


@pytest.mark.parametrize("name", BOOKS)
def test_what_is_located_and_enforced_is_witnessed(name: str) -> None:
    unlocated = {clause.id for clause in trace(rulebook(name)).unlocated}
    unwitnessed = {clause.id for clause in trace(rulebook(name)).unwitnessed}
    assert unwitnessed <= unlocated


def test_the_code_index_is_the_ledger_read_backwards() -> None:
    index = code_index(tuple(rulebook(name) for name in BOOKS))
    assert {"nz:13.3", "zappit:6(l)", "rws:3.23"} <= set(index["law.dealer.must_draw"])
