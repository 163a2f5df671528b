"""What sections 3 to 8 and 14 leave to the operator: the ranges and the defaults."""

from __future__ import annotations

import pytest

from tests.rulebooks.nz.helpers import check_choices, check_range, objection
from tests.support import clause, rules


@clause("nz:3.1#1")
def test_there_are_up_to_seven_boxes_and_seven_by_default() -> None:
    check_range("boxes", 1, 7, default=7, under="3.1")


@clause("nz:3.2(c)")
def test_the_cloth_follows_one_of_four_drawings_the_first_by_default() -> None:
    check_choices("layout", 1, 2, 3, 4, default=1, under="3.2(c)")
    for none in (0, 5):
        assert "nz 3.2(c) allows" in objection(layout=none)


@clause("nz:3.3(a)#1")
def test_there_are_four_to_eight_decks_and_six_by_default() -> None:
    check_range("decks", 4, 8, default=6, under="3.3(a)")


@clause("nz:3.3(b)")
def test_there_are_one_or_two_cutting_cards_and_one_by_default() -> None:
    check_range("cutting_cards", 1, 2, default=1, under="3.3(b)")


@clause("nz:3.3(e)")
def test_a_shuffler_is_the_operators_choice_and_none_is_used_by_default() -> None:
    check_choices("shuffler", "hand", "automatic", "continuous", default="hand", under="3.3(e)")


@clause("nz:3.4#2")
def test_a_continuous_shuffler_runs_on_one_set_or_two_and_on_one_by_default() -> None:
    check_range("csm_sets", 1, 2, default=1, under="3.4")


@clause("nz:3.5(a)#2")
def test_a_controller_serves_up_to_four_tables_and_one_by_default() -> None:
    check_range("tables_per_controller", 1, 4, default=1, under="3.5(a)")


@clause("nz:5.8")
def test_latecomers_idlers_both_or_by_default_nobody_is_limited() -> None:
    check_choices("midshoe_limit", "off", "a", "b", "both", default="off", under="5.8")


@clause("nz:6.4")
def test_cards_for_a_shuffler_are_shown_before_loading_only_if_chosen() -> None:
    check_choices("fan_before_load", True, False, default=False, under="6.4")


@clause("nz:6.5#1")
def test_cards_may_come_checked_or_shuffled_but_not_by_default() -> None:
    check_choices(
        "card_supply", "normal", "pre_checked", "pre_shuffled", default="normal", under="6.5"
    )


@clause("nz:7.6(a)#1")
def test_up_to_half_of_the_largest_shoe_lies_behind_the_cutting_card_and_78_by_default() -> None:
    check_range("cut_depth", 0, 208, default=78, under="7.6(a)")


@clause("nz:8.1#1")
def test_the_first_card_is_burned_unless_the_operator_chooses_not_to() -> None:
    check_choices("burn_first", True, False, default=True, under="8.1")


@clause("nz:8.10")
def test_nobody_writes_at_the_table_unless_the_operator_consents() -> None:
    check_choices("allow_notes", True, False, default=False, under="8.10")


@clause("nz:14.1")
def test_up_to_three_share_a_box_and_three_by_default() -> None:
    check_range("players_per_box", 1, 3, default=3, under="14.1")


@clause("nz:14.2#1")
def test_a_box_is_held_to_the_table_maximum_unless_chosen_otherwise() -> None:
    check_choices("box_total_cap", True, False, default=True, under="14.2")


@clause("nz:14.2#1", "nz:14.6")
@pytest.mark.parametrize(
    ("key", "default", "under"), [("min", 5_00, "14.6"), ("max", 500_00, "14.2")]
)
def test_the_limits_are_5_and_500_by_default_and_never_nothing(
    key: str, default: int, under: str
) -> None:
    assert rules("nz").elections[key] == default
    assert rules("nz", **{"min": "0.01", key: "0.01"}).elections[key] == 1
    for amount in (0, "-5", "much"):
        assert f"nz {under} allows" in objection(**{key: amount})


@clause("nz:14.2#2")
def test_a_players_own_maximum_is_an_amount_and_by_default_there_is_none() -> None:
    assert rules("nz").elections["player_max"] is None
    assert rules("nz", player_max="none").elections["player_max"] is None
    assert rules("nz", player_max=100).elections["player_max"] == 100_00
    assert "nz 14.2 allows" in objection(player_max="much")


@clause("nz:14.3(d)")
def test_a_wager_for_which_no_hand_is_named_stays_on_the_first_by_default() -> None:
    check_choices("split_default_hand", "first", "second", default="first", under="14.3(d)")


@clause("nz:14.7")
def test_a_player_may_be_held_to_one_box_and_has_three_by_default() -> None:
    check_range("max_boxes_per_player", 1, 7, default=3, under="14.7")


@clause("nz:14.2#1", "nz:14.6")
def test_the_minimum_is_not_above_the_maximum() -> None:
    assert objection(min=50, max=50) == ""
    assert "the minimum of 60 is above the maximum of 50 (nz 14.6, nz 14.2)" in objection(
        min=60, max=50
    )


@clause("nz:16.5#3", "nz:9.6")
def test_a_void_hand_reverses_what_was_settled_unless_the_operator_keeps_to_it() -> None:
    assert rules("nz").elections["void_reverses_settled"] is True
    assert rules("nz", void_reverses_settled=False).elections["void_reverses_settled"] is False
    assert "nz 16.5 allows" in objection(void_reverses_settled="perhaps")
