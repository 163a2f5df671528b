"""Cards: notation, colours, identity."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK, Card, Colour, NotACard, Rank, Suit, cards, decks, show


def test_a_deck_has_every_card_once() -> None:
    assert len(DECK) == 52
    assert len(set(DECK)) == 52
    assert {(card.rank, card.suit) for card in DECK} == {(r, s) for r in Rank for s in Suit}


@given(st.sampled_from(DECK))
def test_notation_and_repr_rebuild_the_card(card: Card) -> None:
    assert Card(card.text) is card
    assert eval(repr(card)) is card
    assert Card.of(card.rank, card.suit) is card
    assert pickle.loads(pickle.dumps(card)) is card
    assert copy.deepcopy(card) is copy.copy(card) is card


def test_colours() -> None:
    assert Card("8h").colour is Card("8d").colour is Colour.RED
    assert Card("8s").colour is Card("8c").colour is Colour.BLACK


def test_cards_are_shown_with_the_signs_of_their_suits() -> None:
    assert show(cards("As Td 9c Qh")) == "A♠ T♦ 9♣ Q♥"


@pytest.mark.parametrize("text", ["", "A", "1s", "10s", "Ax", "as", "AS", "XX", None, 7])
def test_what_is_no_card_is_refused_with_the_notation(text: object) -> None:
    with pytest.raises(NotACard, match="write a rank"):
        Card(text)  # type: ignore[arg-type]


def test_a_card_does_not_change() -> None:
    with pytest.raises(AttributeError):
        Card("As").rank = Rank.TWO


def test_only_jack_queen_and_king_are_pictures() -> None:
    assert [r for r in Rank if r.is_picture] == [Rank.JACK, Rank.QUEEN, Rank.KING]
    assert [r.pips for r in (Rank.TWO, Rank.TEN, Rank.KING, Rank.ACE)] == [2, 10, None, None]


def test_several_decks() -> None:
    six = list(decks(6))
    assert len(six) == 312
    assert all(six.count(card) == 6 for card in DECK)
    assert sorted(DECK, key=lambda card: card) == list(DECK)
