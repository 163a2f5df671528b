"""Where each clause acts: what the packaged index says of the house is seen in a house."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from pitboss.audit.acting import HOUSE, LAW, ROOMS, WORKED_ROUNDS, acting_json, acts, acts_in, named
from pitboss.audit.trace import trace
from pitboss.rulebooks import BOOKS, Answer, rulebook
from pitboss.scenarios.format import Scenario
from tests.acting import (
    CODE,
    EVENING,
    Room,
    a_house,
    in_the_house,
    on_paper,
    worked_rounds,
    written,
)
from tests.commands import Command
from tests.proof.corpus import worked
from tests.proof.house import House

SAMPLE = 3
"""How many worked rounds of each book are played again in the house."""


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with a_house() as opened:
        yield opened


def sample(book: str) -> list[Scenario]:
    """The worked rounds that show most of what the house does under a book."""
    shown = Counter(written().get(book, {}).get(HOUSE, {}).values())
    most = [id for id, _ in shown.most_common() if id not in (CODE, EVENING)][:SAMPLE]
    return [one for one in worked(book) if one.id in most]


@pytest.mark.parametrize("book", BOOKS)
def test_what_the_index_has_of_a_round_the_house_cites_when_it_plays_it(
    house: House, book: str
) -> None:
    index = written()[book]
    ledger = {clause.id: clause for clause in rulebook(book).ledger}
    rounds = sample(book)
    assert rounds or not worked(book)
    for one in rounds:
        paper, seen = worked_rounds(book, [one]), Room({}, {})
        in_the_house(house, on_paper([one]), seen)
        for name, room in ((WORKED_ROUNDS, paper), (HOUSE, seen)):
            claimed = {id for id, where in index[name].items() if where == one.id}
            cited = {id for id in claimed if any(n in room.cited for n in named(ledger[id]))}
            assert claimed == cited, f"{name}: python -m tests.acting {book}"
            new = {id for id, clause in ledger.items() if clause.needs_a_witness}
            new = {id for id in new if any(n in room.cited for n in named(ledger[id]))}
            assert new <= index[name].keys(), f"{name}: python -m tests.acting {book}"


@pytest.mark.parametrize("book", BOOKS)
def test_no_clause_acts_anywhere_without_a_law(book: str) -> None:
    found_trace = trace(rulebook(book))
    rooms = acts_in(found_trace)
    assert rooms.keys() == {entry.clause.id for entry in found_trace.entries}
    for entry in found_trace.entries:
        assert not rooms[entry.clause.id] or rooms[entry.clause.id][0] == LAW
        if entry.clause.answer is Answer.NOT_APPLICABLE:
            assert rooms[entry.clause.id] == ()
    document = acting_json(found_trace)
    assert set(document["acting"]) == set(ROOMS)
    assert all(document["acting"][LAW] >= document["acting"][room] for room in ROOMS)


def test_a_clause_that_is_cited_elsewhere_does_not_act_because_its_code_is_entered() -> None:
    clause = next(c for c in rulebook("rws").ledger if c.id == "5.1.1#1")
    code = frozenset(clause.by)
    assert not acts(clause, cited=(), cited_anywhere={"5.1.1#1"}, entered=code)
    assert acts(clause, cited={"5.1.1"}, cited_anywhere={"5.1.1"}, entered=())
    assert acts(clause, cited=(), cited_anywhere=(), entered=code)
    assert not acts(clause, cited=(), cited_anywhere=(), entered=())
    none = replace(clause, answer=Answer.NOT_APPLICABLE)
    assert not acts(none, cited={"5.1.1#1"}, cited_anywhere={"5.1.1#1"}, entered=code)


def test_trace_says_where_each_clause_acts(command: Command) -> None:
    document = command("trace", "leaflet", "--json").json
    assert document["acts_in"].keys() == {clause.id for clause in rulebook("leaflet").ledger}
    counts = {room: sum(room in where for where in document["acts_in"].values()) for room in ROOMS}
    assert document["acting"] == counts
    shown = command("trace", "leaflet").out
    assert f"acts in: law {counts[LAW]}, worked rounds {counts[WORKED_ROUNDS]}" in shown
