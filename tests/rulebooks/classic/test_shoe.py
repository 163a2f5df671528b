"""The shoe: the cut, the cut card, the burn."""

from __future__ import annotations

import pytest

from pitboss.law.cutting import Occasion, offers
from pitboss.law.shoe import (
    burns_first_card,
    burns_for_new_dealer,
    cutting_card_limits,
    cutting_card_position,
    has_cutting_card,
    shuffle_is_due,
)
from pitboss.rulebooks.enumerations import Shuffler
from tests.support import clause, rules


@clause("classic:shoe.1")
def test_the_house_shuffles_by_hand_and_uses_one_cutting_card() -> None:
    equipment = rules("classic").equipment
    assert equipment.shuffler.value is Shuffler.HAND
    assert equipment.cutting_cards.value == 1
    assert has_cutting_card(rules("classic"))


@clause("classic:shoe.1")
@pytest.mark.parametrize("occasion", list(Occasion))
def test_no_player_is_offered_the_cut(occasion: Occasion) -> None:
    cut = offers(rules("classic"), occasion, seats={1: "P1"}, arrived=["P1"], on_box=1)
    assert cut == ((), "dealer", "shoe.1")


@clause("classic:shoe.1")
@pytest.mark.parametrize(("penetration", "dealt"), [("0.25", 78), ("75%", 234), ("0.95", 296)])
def test_the_cutting_card_lies_at_the_chosen_depth(penetration: str, dealt: int) -> None:
    assert cutting_card_position(rules("classic", penetration=penetration), 312) == dealt


@clause("classic:shoe.1")
def test_three_quarters_are_dealt_unless_chosen_otherwise() -> None:
    assert cutting_card_position(rules("classic"), 312) == 234


@clause("classic:shoe.1")
def test_the_shoe_sets_the_depth_no_limit_of_its_own() -> None:
    assert cutting_card_limits(rules("classic"), 312) == (0, 312)


@clause("classic:shoe.2")
@pytest.mark.parametrize("first_of_round", [True, False])
def test_the_round_is_finished_before_the_shuffle(first_of_round: bool) -> None:
    due = shuffle_is_due(rules("classic"), first_of_round=first_of_round)
    assert due == (False, "shoe.2")


@clause("classic:shoe.3")
def test_the_first_card_of_a_shoe_is_burned_and_none_for_a_new_dealer() -> None:
    assert burns_first_card(rules("classic"))
    answer = burns_for_new_dealer(rules("classic"))
    assert not answer
    assert answer.under == "shoe.3"
