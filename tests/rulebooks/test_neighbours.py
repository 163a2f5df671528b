"""Mutate the book: every provision and election swapped for a neighbour is noticed by a test."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import BOOKS, rulebook
from tests.neighbours import changed, neighbours, unnoticed


@pytest.mark.parametrize("name", BOOKS)
def test_every_neighbour_is_noticed_by_a_test_of_its_clause(name: str) -> None:
    missed = unnoticed(rulebook(name))
    assert not missed, "no test marked with the clause notices:\n" + "\n".join(map(str, missed))


def test_a_changed_book_is_put_back() -> None:
    book = rulebook("nz")
    before = book.default_rules
    stands_on = next(n for n in neighbours(book) if n.path == "dealer.stands_on")
    with changed(book, stands_on):
        assert book.elect().dealer.stands_on.value == 16
        assert book.elect() != before
    assert book.elect() == before
    assert book.elect().dealer.stands_on.value == 17
