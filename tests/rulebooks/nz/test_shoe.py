"""Sections 7 and 8: the cut, the cutting card, the burn, and when to shuffle."""

from __future__ import annotations

import pytest

from pitboss.law import shoe
from pitboss.rulebooks import BadElection
from tests.support import clause, rules


@clause("nz:7.5")
@pytest.mark.parametrize(("decks", "deepest"), [(4, 156), (6, 260), (8, 364)])
def test_the_cut_leaves_a_deck_at_either_end(decks: int, deepest: int) -> None:
    table = rules("nz", decks=decks)
    assert shoe.cut_limits(table, decks * 52) == (52, deepest)
    for depth in (52, deepest):
        assert shoe.may_cut(table, decks * 52, depth)
    for depth in (0, 51, deepest + 1):
        answer = shoe.may_cut(table, decks * 52, depth)
        assert not answer
        assert answer.under == "7.5"


@clause("nz:7.5")
@pytest.mark.parametrize(("stack", "middle"), [(104, (52, 52)), (103, (51, 52)), (60, (30, 30))])
def test_a_stack_too_small_for_that_is_cut_in_the_middle(
    stack: int, middle: tuple[int, int]
) -> None:
    assert shoe.cut_limits(rules("nz"), stack) == middle


@clause("nz:7.6")
def test_what_lies_before_the_cutting_card_goes_to_the_back() -> None:
    stack = shoe.cut(range(1, 313), 100)
    assert stack == (*range(101, 313), *range(1, 101))


@clause("nz:7.6(a)#1")
@pytest.mark.parametrize(("decks", "half"), [(4, 104), (5, 130), (6, 156), (8, 208)])
def test_the_cutting_card_lies_between_the_back_and_the_middle(decks: int, half: int) -> None:
    size = decks * 52
    assert shoe.cutting_card_limits(rules("nz", decks=decks), size) == (0, half)
    for behind in (0, half):
        table = rules("nz", decks=decks, cut_depth=behind)
        assert shoe.cutting_card_position(table, size) == size - behind


@clause("nz:7.6(a)#1")
@pytest.mark.parametrize(("decks", "half"), [(4, 104), (6, 156)])
def test_it_is_not_inserted_beyond_the_middle(decks: int, half: int) -> None:
    table = rules("nz", decks=decks, cut_depth=half + 1)
    try:
        position = shoe.cutting_card_position(table, decks * 52)
    except BadElection as refused:
        assert "nz 7.6(a) allows" in str(refused)
    else:
        raise AssertionError(f"inserted after {position} cards")


@clause("nz:7.6(a)#1")
def test_a_deck_and_a_half_lies_behind_it_unless_chosen_otherwise() -> None:
    assert shoe.cutting_card_position(rules("nz"), 312) == 234


@clause("nz:7.6(b)#1")
@pytest.mark.parametrize(
    ("shuffler", "in_the_shoe"), [("hand", True), ("automatic", True), ("continuous", False)]
)
def test_a_continuous_shuffler_is_dealt_from_without_a_cutting_card(
    shuffler: str, in_the_shoe: bool
) -> None:
    assert shoe.has_cutting_card(rules("nz", shuffler=shuffler)) is in_the_shoe


@clause("nz:7.1(b)", "nz:8.8")
def test_a_cutting_card_that_leads_a_round_orders_a_shuffle_at_once() -> None:
    assert shoe.shuffle_is_due(rules("nz"), first_of_round=True) == (True, "8.8")


@clause("nz:7.1(c)", "nz:8.7")
def test_one_that_comes_later_orders_it_after_the_round() -> None:
    assert shoe.shuffle_is_due(rules("nz"), first_of_round=False) == (False, "8.7")


@clause("nz:8.1#1")
@pytest.mark.parametrize("shuffler", ["hand", "automatic"])
def test_the_first_card_of_a_shoe_is_burned_if_the_operator_so_chooses(shuffler: str) -> None:
    for burned in (
        shoe.burns_first_card(rules("nz", shuffler=shuffler)),
        shoe.burns_first_card(rules("nz", shuffler=shuffler, burn_first=True)),
    ):
        assert burned
        assert burned.under == "8.1#1"
    kept = shoe.burns_first_card(rules("nz", shuffler=shuffler, burn_first=False))
    assert not kept
    assert kept.under == "8.1#1"


@clause("nz:8.1#1")
def test_no_card_is_burned_from_a_continuous_shuffler() -> None:
    answer = shoe.burns_first_card(rules("nz", shuffler="continuous"))
    assert not answer
    assert answer.under == "8.1#1"
