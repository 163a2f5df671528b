"""Provisions have an effect: swap some of each book for a neighbour, and play differs.

All of them, which takes some minutes: ``python -m tests.provisions nz``.
"""

from __future__ import annotations

import pytest

from pitboss.rulebooks import BOOKS, BadBook, rulebook
from pitboss.rulebooks.enumerations import Compared
from pitboss.rulebooks.loader import read_text
from pitboss.rulebooks.schema import slot
from tests.neighbours import neighbours
from tests.provisions import SAME, Corpus, what_happens

SOME = (
    "counting.ace_high",
    "dealer.stands_on",
    "drawing.no_draw_on",
    "doubling.cards",
    "splitting.hands_at_most",
    "settlement.win_odds",
    "settlement.blackjack_odds",
    "comparison.equal",
    "comparison.over",
    "insurance.odds",
    "limits.minimum",
    "boxes.bettors_at_most",
)
"""Provisions of different parts that every book must have."""


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_played_differs_when_a_provision_does(book: str) -> None:
    corpus = Corpus(book)
    found_neighbours = [n for n in neighbours(rulebook(book)) if n.path in SOME]
    assert len(found_neighbours) >= 10
    assert [str(n) for n in found_neighbours if not corpus.notices(n)] == []


def test_what_cannot_be_told_apart_is_a_change_of_that_book() -> None:
    for book, path, then in SAME:
        changes = {n.then for n in neighbours(rulebook(book)) if n.path == path}
        assert then in changes, f"{book} {path}: {then}"


def test_a_table_that_plays_the_same_is_not_taken_for_another() -> None:
    def play() -> object:
        return rulebook("leaflet").elect().limits.minimum.value

    assert what_happens(play) == what_happens(play)


def test_nobody_wins_against_a_dealer_blackjack_with_less() -> None:
    """The value would make no sense, so the schema refuses it."""
    assert Compared.WIN not in slot("comparison.dealer_blackjack").domain.neighbours(Compared.LOSE)
    own = 'id = "own"\ntitle = "Own"\nbased_on = "classic"\n[comparison]\n'
    with pytest.raises(BadBook, match="'win' is not allowed here; allowed: lose, standoff"):
        read_text("own.toml", own + 'dealer_blackjack = { is = "win", under = "settle.4" }')
