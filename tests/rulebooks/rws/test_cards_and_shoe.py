"""Paragraphs 1.7, 1.15, 2.2 and 3.11: the decks, the shoe and the dealer's one card."""

from __future__ import annotations

from collections import Counter

import pytest

from pitboss.cards import Rank
from pitboss.law.dealer import takes_hole_card
from pitboss.law.shoe import composition, cutting_card_position, has_cutting_card, shuffle_is_due
from pitboss.rulebooks.enumerations import Shuffler
from tests.rulebooks.rws.helpers import refused
from tests.support import clause, rules


@clause("rws:2.2.1#1", "rws:2.2.1#2")
def test_eight_decks_of_52_cards_are_416_cards() -> None:
    shoe = composition(rules("rws"))
    assert len(shoe) == 416
    assert set(Counter(shoe).values()) == {8}
    assert len(set(shoe)) == 52
    assert sum(card.rank is Rank.ACE for card in shoe) == 32


@clause("rws:2.2.1#1", "rws:2.2.1#2")
@pytest.mark.parametrize(("decks", "number"), [(4, 208), (5, 260), (6, 312), (7, 364)])
def test_fewer_decks_make_fewer_cards(decks: int, number: int) -> None:
    assert len(composition(rules("rws", decks=decks))) == number


@clause("rws:1.7")
def test_an_electronic_shuffler_shuffles_by_itself_and_is_dealt_from() -> None:
    machine = rules("rws", dealing_device="continuous_shuffler")
    assert machine.equipment.shuffler.value is Shuffler.CONTINUOUS
    assert not has_cutting_card(machine)


@clause("rws:1.7")
def test_a_shoe_is_not_its_own_shuffler() -> None:
    shoe = rules("rws", dealing_device="shoe")
    assert shoe.equipment.shuffler.value is Shuffler.HAND
    assert has_cutting_card(shoe)


@clause("rws:gap.shuffle")
@pytest.mark.parametrize(("penetration", "dealt"), [("50%", 208), ("75%", 312), ("85%", 353)])
def test_the_cutting_card_lies_after_the_elected_share_of_the_shoe(
    penetration: str, dealt: int
) -> None:
    assert cutting_card_position(rules("rws", penetration=penetration), 416) == dealt


@clause("rws:gap.shuffle")
def test_three_quarters_are_dealt_where_nothing_is_elected() -> None:
    assert cutting_card_position(rules("rws"), 416) == 312
    assert cutting_card_position(rules("rws"), 208) == 156


@clause("rws:gap.shuffle")
@pytest.mark.parametrize("first_of_round", [True, False])
def test_the_round_is_finished_before_the_shuffle(first_of_round: bool) -> None:
    due = shuffle_is_due(rules("rws"), first_of_round=first_of_round)
    assert due == (False, "gap.shuffle")


@clause("rws:gap.shuffle")
def test_an_electronic_shuffler_has_no_point_of_shuffling() -> None:
    assert has_cutting_card(rules("rws"))
    assert not has_cutting_card(rules("rws", dealing_device="continuous_shuffler"))


@clause("rws:1.15", "rws:3.11#2")
def test_the_dealer_gets_a_single_card_in_the_initial_deal() -> None:
    assert refused(takes_hole_card(rules("rws"))) == "3.11#2"
