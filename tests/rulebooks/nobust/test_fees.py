"""The collection fees."""

from __future__ import annotations

import pytest

from pitboss.law.banking import extra_fee, fees
from pitboss.law.wagers import WagerKind
from tests.support import clause, rules


@clause("nobust:dealing.2#2", "nobust:collection.1")
def test_a_player_owes_the_fee_for_each_circle() -> None:
    due = fees(rules("nobust"), circles={"Ann": 2, "Cy": 1}, banker="Bob")
    assert due["Ann"] == (2_00, "dealing.2#2")
    assert due["Cy"] == (1_00, "dealing.2#2")


@clause("nobust:dealing.1#4", "nobust:collection.1")
def test_the_player_dealer_owes_the_fee_for_banking() -> None:
    due = fees(rules("nobust"), circles={"Ann": 2}, banker="Bob")
    assert due["Bob"] == (2_00, "dealing.1#4")


@clause("nobust:dealing.2#2")
def test_nobody_else_owes_a_fee() -> None:
    assert set(fees(rules("nobust"), circles={"Ann": 2}, banker="Bob")) == {"Ann", "Bob"}


@clause("nobust:collection.1")
def test_the_card_room_sets_both_fees() -> None:
    table = rules("nobust", fee_player="0.50", fee_player_dealer=3)
    due = fees(table, circles={"Ann": 3}, banker="Bob")
    assert {person: amount for person, (amount, _) in due.items()} == {"Ann": 1_50, "Bob": 3_00}


@clause("nobust:Double-Down b", "nobust:Splits d")
@pytest.mark.parametrize("kind", [WagerKind.DOUBLE, WagerKind.SPLIT])
def test_a_double_or_a_split_costs_no_further_fee(kind: str) -> None:
    assert extra_fee(rules("nobust"), kind) == (0, "Double-Down b")


@clause("nobust:Perfect Pairs 2#2")
def test_a_pairs_wager_costs_no_fee() -> None:
    assert extra_fee(rules("nobust"), "perfect_pairs")[0] == 0
