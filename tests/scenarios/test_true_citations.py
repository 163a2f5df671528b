"""Every citation of every worked round is true, of its events and of its refusals."""

from __future__ import annotations

import pytest
from msgspec import structs

from pitboss.audit.citations import false_citations
from pitboss.rulebooks import BOOKS, rulebook
from pitboss.rulebooks.claims import read_claim
from pitboss.scenarios.citations import cited_by, worked_rounds
from tests.golden import ROUNDS
from tests.golden import played as golden
from tests.proof.corpus import worked


@pytest.mark.parametrize("book", BOOKS)
def test_every_citation_of_the_worked_rounds_is_true(book: str) -> None:
    assert cited_by(worked(book)).false == ()


@pytest.mark.parametrize("book", BOOKS)
def test_every_citation_of_the_golden_rounds_is_true(book: str) -> None:
    tables = [golden(name) for name in ROUNDS if name.startswith(f"{book}/")]
    assert tables
    wrong = [one for table in tables for one in false_citations(table.rules, table.log.events)]
    assert not wrong


def test_a_citation_whose_condition_does_not_hold_is_named_with_its_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As if the clause on hands over 21 were about hands of 21."""
    ledger = rulebook("nz").ledger
    claim = read_claim("player total 21")
    clauses = tuple(
        structs.replace(clause, when=claim) if clause.id == "5.1(f)" else clause
        for clause in ledger
    )
    monkeypatch.setattr(rulebook("nz"), "ledger", structs.replace(ledger, clauses=clauses))
    false = cited_by(worked_rounds(rulebook("nz"))).false
    assert any("hand busted cites 5.1(f): it claims player total 21" in wrong for wrong in false)


def test_the_clauses_that_worked_rounds_cite_are_counted() -> None:
    leaflet = cited_by(worked_rounds(rulebook("leaflet")))
    assert leaflet.rounds == len(worked_rounds(rulebook("leaflet")))
    # Each round that is dealt gives every box two cards, and the dealer one face up.
    [stood] = [clause for clause in rulebook("leaflet").ledger if clause.id == "play.4#2"]
    assert 0 < leaflet.times(stood) <= sum(leaflet.cited.values())
    assert "opening" not in leaflet.to_json()["cited"]
