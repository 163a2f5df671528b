"""Shuffling, cutting and burning, on which the text is silent."""

from __future__ import annotations

import pytest

from pitboss.law.shoe import burns_first_card, cutting_card_position, shuffle_is_due
from tests.support import clause, rules


@clause("nobust:gap.shuffle")
@pytest.mark.parametrize(
    ("elected", "dealt"), [({}, 234), ({"penetration": "50%"}, 156), ({"penetration": "85%"}, 265)]
)
def test_the_cutting_card_lies_at_the_elected_depth(elected: dict[str, str], dealt: int) -> None:
    assert cutting_card_position(rules("nobust", **elected), 312) == dealt


@clause("nobust:gap.shuffle")
@pytest.mark.parametrize("first_of_round", [True, False])
def test_the_cards_are_shuffled_after_the_round_of_the_cutting_card(first_of_round: bool) -> None:
    shuffle = shuffle_is_due(rules("nobust"), first_of_round=first_of_round)
    assert not shuffle.at_once
    assert shuffle.under == "gap.shuffle"


@clause("nobust:gap.shuffle")
def test_no_card_is_burned() -> None:
    answer = burns_first_card(rules("nobust"))
    assert not answer
    assert answer.under == "gap.shuffle"
