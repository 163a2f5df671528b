"""Sections 2(a), 4(d), 4(f), 4(h), 6(c) and 6(d): the decks, the cut, the cover card, the burn."""

from __future__ import annotations

from collections import Counter

import pytest

from pitboss.cards import DECK
from pitboss.law.answers import Permit
from pitboss.law.shoe import (
    ShuffleMoment,
    burns_first_card,
    burns_for_new_dealer,
    composition,
    cut,
    cut_limits,
    cutting_card_limits,
    cutting_card_position,
    has_cutting_card,
    may_cut,
    shuffle_is_due,
    size,
)
from tests.rulebooks.zappit.helpers import refused_under, zappit
from tests.support import clause


@clause("zappit:2(a)#1")
@pytest.mark.parametrize(("decks", "number"), [(6, 312), (8, 416)])
def test_the_shoe_holds_six_or_eight_whole_decks(decks: int, number: int) -> None:
    assert size(zappit(decks=decks)) == number
    assert Counter(composition(zappit(decks=decks))) == dict.fromkeys(DECK, decks)


@clause("zappit:2(a)#1")
def test_the_shoe_holds_six_decks_unless_eight_are_elected() -> None:
    assert size(zappit()) == 312


@clause("zappit:2(a)#3")
def test_a_cover_card_goes_with_the_decks() -> None:
    assert zappit().equipment.cutting_cards.value == 1
    assert has_cutting_card(zappit())


@clause("zappit:4(h)#2", "zappit:2(b)")
def test_only_a_device_that_reshuffles_by_itself_needs_no_cover_card() -> None:
    assert has_cutting_card(zappit())
    assert has_cutting_card(zappit(shuffler="batch_machine"))
    assert not has_cutting_card(zappit(shuffler="continuous"))


@clause("zappit:4(d)#1")
@pytest.mark.parametrize(("stack", "deepest"), [(312, 260), (416, 364)])
def test_the_cut_lies_a_deck_or_more_from_either_end(stack: int, deepest: int) -> None:
    assert cut_limits(zappit(), stack) == (52, deepest)
    for depth in (52, 156, deepest):
        assert may_cut(zappit(), stack, depth) == Permit("4(d)#1")
    for depth in (0, 40, 51, deepest + 1, stack):
        assert refused_under(may_cut(zappit(), stack, depth)) == "4(d)#1"


@clause("zappit:4(d)#2")
def test_what_lies_above_the_cut_goes_underneath() -> None:
    stack = cut(range(312), 100)
    assert stack[0] == 100
    assert stack[211:213] == (311, 0)
    assert stack[-1] == 99


@clause("zappit:4(d)#3")
@pytest.mark.parametrize(("stack", "quarter"), [(312, 78), (416, 104)])
def test_a_quarter_of_the_stack_lies_behind_the_cover_card_at_least(
    stack: int, quarter: int
) -> None:
    assert cutting_card_limits(zappit(), stack).least == quarter


@clause("zappit:4(d)#3")
@pytest.mark.parametrize(
    ("dealt", "stack", "position"),
    [("75%", 312, 234), ("75%", 416, 312), ("50%", 312, 156), ("60%", 312, 187)],
)
def test_the_cover_card_lies_where_the_licensee_has_it(
    dealt: str, stack: int, position: int
) -> None:
    assert cutting_card_position(zappit(penetration=dealt), stack) == position


@clause("zappit:4(d)#3")
def test_the_cover_card_lies_just_a_quarter_from_the_bottom_unless_elected() -> None:
    assert cutting_card_position(zappit(), 312) == 234


@clause("zappit:6(d)#2", "zappit:4(f)#1")
@pytest.mark.parametrize("first_of_round", [True, False])
def test_the_round_is_finished_before_the_cover_card_makes_a_shuffle(first_of_round: bool) -> None:
    due = shuffle_is_due(zappit(), first_of_round=first_of_round)
    assert due == ShuffleMoment(at_once=False, under="6(d)#2")


@clause("zappit:6(c)#1")
@pytest.mark.parametrize("shuffler", ["manual", "batch_machine"])
def test_the_first_card_of_a_full_batch_is_burned(shuffler: str) -> None:
    assert burns_first_card(zappit(shuffler=shuffler)) == Permit("6(c)#1")


@clause("zappit:6(c)#1")
def test_a_continuous_device_does_not_spare_the_burn() -> None:
    # 4(h) sets 4(b) to (g) aside for such a device, and nothing of section 6.
    assert burns_first_card(zappit(shuffler="continuous")) == Permit("6(c)#1")


@clause("zappit:6(c)#2")
def test_a_new_dealer_burns_a_card() -> None:
    assert burns_for_new_dealer(zappit()) == Permit("6(c)#2")
