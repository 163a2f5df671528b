"""Rules that can only help or only hurt the player, compared on many shoes.

If two tables differ only in what a strategy may do or is paid, and the best of all strategies is
found (no splits, or splits that only add a choice), the order is the same for every shoe. In other
cases the strategy after a split is good rather than best, and only full shoes are compared.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.solver import Policy, Shoe, solve
from tests.support import rules

NEAR = 1e-12

few = settings(max_examples=6, derandomize=True, deadline=None)
full_shoes = pytest.mark.parametrize("decks", [1, 6])


@st.composite
def shoes(draw: st.DrawFn) -> Shoe:
    """Possible rests of one to four decks, never so small that a round could use them up."""
    decks = draw(st.integers(1, 4))
    low = [draw(st.integers(0, 4 * decks)) for _ in range(9)]
    tens = draw(st.integers(12 + decks, 16 * decks))
    # Aces and twos alone do not have the points that a round of four hands may use.
    low[7] = max(low[7], 4)
    return Shoe((*low, tens))


def ev(
    book: str = "classic", *, shoe: Shoe | None = None, policy: str = "optimal", **elected: Any
) -> float:
    """The value of a table for the player."""
    return solve(rules(book, **elected), shoe=shoe, policy=policy).ev


def rises(values: list[float]) -> bool:
    """Whether no value is below the one before it."""
    return all(b >= a - NEAR for a, b in pairwise(values))


@few
@given(shoes())
def test_more_hands_never_cost(shoe: Shoe) -> None:
    assert rises([ev(shoe=shoe, max_hands=hands) for hands in (1, 2, 3, 4)])


@few
@given(shoes())
def test_surrender_never_costs_and_early_is_better_than_late(shoe: Shoe) -> None:
    for kinds in (("none", "late", "early"), ("none", "early_not_ace", "early")):
        assert rises([ev(shoe=shoe, surrender=kind) for kind in kinds])


@few
@given(shoes())
def test_the_more_a_blackjack_pays_the_better(shoe: Shoe) -> None:
    assert rises([ev(shoe=shoe, blackjack_pays=odds) for odds in ("1:1", "6:5", "3:2", "2:1")])


@few
@given(shoes())
def test_more_to_double_on_never_costs_without_splits(shoe: Shoe) -> None:
    values = [
        ev(shoe=shoe, max_hands=1, double_on=totals) for totals in ("none", "10-11", "9-11", "any")
    ]
    assert rises(values)


@few
@given(shoes())
def test_a_pushing_22_and_lost_doubles_cost_without_splits(shoe: Shoe) -> None:
    assert ev(shoe=shoe, max_hands=1, push_22=True) <= ev(shoe=shoe, max_hands=1) + NEAR
    values = [
        ev(shoe=shoe, max_hands=1, hole_card="none", dealer_blackjack_takes=takes)
        for takes in ("all", "busted_plus_one", "original")
    ]
    assert rises(values)


@few
@given(shoes())
def test_what_is_lost_to_a_blackjack_found_before_play_is_the_original_wager(shoe: Shoe) -> None:
    late = ev(shoe=shoe, hole_card="none", dealer_blackjack_takes="original")
    assert late == pytest.approx(ev(shoe=shoe, hole_card="peek"), abs=NEAR)


@few
@given(shoes(), st.sampled_from(["peek", "none"]))
def test_optimal_is_never_worse_than_cdz(shoe: Shoe, hole_card: str) -> None:
    """By construction of the plan for splits, for any shoe."""
    values = [ev(shoe=shoe, hole_card=hole_card, policy=policy) for policy in ("cdz", "optimal")]
    assert rises(values)


@full_shoes
def test_doubling_after_a_split_and_on_more_totals_never_costs(decks: int) -> None:
    assert rises([ev(decks=decks, double_after_split=das) for das in (False, True)])
    totals = ("none", "10-11", "9-11", "any")
    assert rises([ev(decks=decks, double_on=each) for each in totals])


@full_shoes
def test_split_aces_that_draw_or_resplit_never_cost(decks: int) -> None:
    drawing = [ev(decks=decks, draw_to_split_aces=draw) for draw in (False, True)]
    again = [ev(decks=decks, resplit_aces=resplit) for resplit in (False, True)]
    assert rises(drawing)
    assert rises(again)


@full_shoes
def test_what_costs_the_player_costs(decks: int) -> None:
    usual = ev(decks=decks)
    for elected in (
        {"soft_17": "hit"},
        {"blackjack_pays": "6:5"},
        {"push_22": True},
        {"hole_card": "none"},
        {"max_hands": 1},
        {"double_on": "none"},
    ):
        assert ev(decks=decks, **elected) < usual - 1e-4, elected


@full_shoes
def test_the_less_a_blackjack_takes_the_better(decks: int) -> None:
    values = [
        ev(decks=decks, hole_card="none", dealer_blackjack_takes=takes)
        for takes in ("all", "busted_plus_one", "original")
    ]
    assert values[0] < values[1] < values[2]


def test_the_fewer_the_decks_the_better() -> None:
    assert rises([ev(decks=decks) for decks in (8, 6, 4, 2, 1)])


@pytest.mark.parametrize("book", ["nz", "zappit", "rws", "leaflet", "nobust", "classic"])
def test_the_policies_are_each_worth_at_least_as_much_as_the_next(book: str) -> None:
    values = {policy: ev(book, policy=policy.value) for policy in Policy}
    assert rises([values[Policy.BASIC], values[Policy.CDZ], values[Policy.OPTIMAL]])
    assert values[Policy.OPTIMAL] - values[Policy.BASIC] < 0.002, "a chart comes near"


@settings(max_examples=3, derandomize=True, deadline=None)
@given(shoes())
def test_no_chart_is_better_than_play_by_the_exact_cards(shoe: Shoe) -> None:
    values = [ev(shoe=shoe, policy=policy) for policy in ("basic", "cdz", "optimal")]
    assert rises(values)
