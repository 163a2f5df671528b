"""Mutate the book: every provision and election swapped for a neighbour is noticed by a test."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import BOOKS, rulebook
from pitboss.rulebooks.domains import Totals
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


def test_the_neighbours_of_a_set_of_totals_have_one_less_or_one_more_at_an_end() -> None:
    totals = Totals()
    assert set(totals.neighbours(frozenset({9, 10, 11}))) == {
        frozenset({10, 11}), frozenset({9, 10}), frozenset({8, 9, 10, 11}),
        frozenset({9, 10, 11, 12}),
    }  # fmt: skip
    assert totals.neighbours(frozenset()) == (frozenset({4}),)
    every = frozenset(range(4, 22))
    assert set(totals.neighbours(every)) == {every - {4}, every - {21}}
