"""Production enters the code that the ledger's rows name; a test alone does not count."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import deque
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.audit import trace as tracing
from pitboss.audit.trace import trace
from pitboss.law.play import closed_under
from pitboss.rulebooks import BOOKS, Answer, Ledger, rulebook
from tests.entered import INDEX, worked_rounds
from tests.proof.corpus import worked
from tests.proof.watch import Watch, codes
from tests.support import hand, rules


def test_the_index_says_what_production_enters() -> None:
    """Run in a new process: code whose answers other tests have cached would not be entered."""
    command = [sys.executable, "-m", "tests.entered", "--check"]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=root)
    assert done.returncode == 0, f"write it anew: python -m tests.entered\n{done.stdout}"


@pytest.mark.parametrize("book", BOOKS)
def test_every_row_names_code_that_production_enters(book: str) -> None:
    idle = [entry.clause.id for entry in trace(rulebook(book)).entries if entry.idle]
    assert idle == []


def test_a_call_by_a_test_does_not_count() -> None:
    names = ("law.play.closed_under", "law.play.may_zap", "law.play.may_hit")
    watch = Watch({"leaflet": names})
    assert worked("leaflet"), "read before anybody watches"
    with watch.watching(), watch.book("leaflet"):
        closed_under(rules("leaflet"), hand("9c 8d"))
    assert watch.acting["leaflet"] == set()
    with watch.watching(), watch.book("leaflet"):
        deque(worked_rounds("leaflet"), maxlen=0)
    assert watch.acting["leaflet"] == {"law.play.closed_under", "law.play.may_hit"}
    assert watch.missing("leaflet") == {"law.play.may_zap"}  # this game has no zap


def test_a_class_is_entered_by_what_it_does_itself() -> None:
    assert {code.co_name for code in codes("table.prizes.Controller")} == {
        "__init__",
        "draw",
        "under_seal",
    }


def test_a_row_that_names_idle_code_is_not_enforced(monkeypatch: pytest.MonkeyPatch) -> None:
    book = rulebook("leaflet")
    before = trace(book)
    first = next(c for c in book.ledger if c.answer is Answer.ENFORCED)
    untrue = replace(first, by=(*first.by, "law.play.may_zap"))
    rows = tuple(untrue if c is first else c for c in book.ledger)
    monkeypatch.setattr(book, "ledger", Ledger("leaflet", rows))
    after = trace(book)
    assert {c.id for c in after.unlocated} - {c.id for c in before.unlocated} == {first.id}
    assert after.count(Answer.ENFORCED) == before.count(Answer.ENFORCED) - 1


def test_an_election_counts_only_where_the_book_cites_the_clause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    book = rulebook("leaflet")
    cited = {clause for _, clause in book.citations()}
    aside = next(c for c in book.ledger if c.id not in cited and c.number not in cited)
    untrue = replace(aside, by=(tracing.ELECT,))
    rows = tuple(untrue if c is aside else c for c in book.ledger)
    monkeypatch.setattr(book, "ledger", Ledger("leaflet", rows))
    assert aside.id in {c.id for c in trace(book).unlocated}


def test_the_index_names_nothing_but_what_ledgers_name() -> None:
    for book, result in json.loads(INDEX.read_text("utf-8")).items():
        named = {by for clause in rulebook(book).ledger for by in clause.by}
        assert {*result["acting"], *result["showing"]} <= named
