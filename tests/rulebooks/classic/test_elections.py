"""What the operator may choose, and the defaults."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.money import Odds
from pitboss.rulebooks import BadElection, rulebook
from tests.support import clause, rules

CLAUSES = (
    "classic:cards.1",
    "classic:limits.1",
    "classic:shoe.1",
    "classic:deal.2",
    "classic:dealer.2",
    "classic:double.1",
    "classic:double.4",
    "classic:split.2",
    "classic:split.3",
    "classic:split.4",
    "classic:surrender.1",
    "classic:insurance.1",
    "classic:settle.2",
    "classic:settle.4",
    "classic:settle.5",
    "classic:settle.6",
    "classic:side.1",
)
"""The clauses of the elections; each test of this file is a table with rows of all of them."""

DEFAULTS = [
    ("decks", 6),
    ("soft_17", "stand"),
    ("blackjack_pays", Odds(3, 2)),
    ("double_on", "any"),
    ("double_after_split", True),
    ("max_hands", 4),
    ("resplit_aces", False),
    ("draw_to_split_aces", False),
    ("surrender", "none"),
    ("hole_card", "peek"),
    ("dealer_blackjack_takes", "all"),
    ("push_22", False),
    ("charlie", "none"),
    ("insurance", True),
    ("penetration", Fraction(3, 4)),
    ("min", 10_00),
    ("max", 1000_00),
]


@clause(*CLAUSES)
@pytest.mark.parametrize(("key", "value"), DEFAULTS)
def test_where_nothing_is_chosen(key: str, value: object) -> None:
    assert rules("classic").elections[key] == value


@clause("classic:side.1")
def test_no_side_bet_is_offered_and_there_are_no_further_choices() -> None:
    assert str(rules("classic").elections["side_bets"]) == "none"
    assert set(rulebook("classic").elections) == {*dict(DEFAULTS), "side_bets"}


@clause(*CLAUSES)
@pytest.mark.parametrize(
    ("key", "choices"),
    [
        ("decks", [1, 2, 3, 4, 5, 6, 7, 8]),
        ("soft_17", ["stand", "hit"]),
        ("double_on", ["any", "9-11", "10-11", "none"]),
        ("double_after_split", [True, False]),
        ("max_hands", [1, 2, 3, 4]),
        ("resplit_aces", [True, False]),
        ("draw_to_split_aces", [True, False]),
        ("surrender", ["none", "late", "early", "early_not_ace"]),
        ("hole_card", ["peek", "none"]),
        ("dealer_blackjack_takes", ["all", "original", "busted_plus_one"]),
        ("push_22", [True, False]),
        ("charlie", ["none", 5, 6, 7]),
        ("insurance", [True, False]),
    ],
)
def test_the_whole_range_is_open(key: str, choices: list[object]) -> None:
    for choice in choices:
        assert rules("classic", **{key: choice}).elections[key] == choice
        assert rules("classic", **{key: str(choice)}).elections[key] == choice


@clause(*CLAUSES)
@pytest.mark.parametrize(
    ("key", "choice", "value"),
    [
        ("blackjack_pays", "3:2", Odds(3, 2)),
        ("blackjack_pays", "6:5", Odds(6, 5)),
        ("blackjack_pays", "1:1", Odds(1, 1)),
        ("blackjack_pays", "2:1", Odds(2, 1)),
        ("penetration", "0.25", Fraction(1, 4)),
        ("penetration", "95%", Fraction(19, 20)),
        ("min", "0.01", 1),
        ("max", "2500.50", 2500_50),
    ],
)
def test_odds_shares_and_amounts_are_read_as_written(key: str, choice: str, value: object) -> None:
    assert rules("classic", **{key: choice}).elections[key] == value


@clause(*CLAUSES)
@pytest.mark.parametrize(
    ("key", "choice", "under"),
    [
        ("decks", 0, "cards.1"),
        ("decks", 9, "cards.1"),
        ("soft_17", "draw", "dealer.2"),
        ("blackjack_pays", "7:5", "settle.2"),
        ("double_on", "11", "double.1"),
        ("double_after_split", "once", "double.4"),
        ("max_hands", 0, "split.2"),
        ("max_hands", 5, "split.2"),
        ("resplit_aces", 3, "split.3"),
        ("draw_to_split_aces", 1, "split.4"),
        ("surrender", "full", "surrender.1"),
        ("hole_card", "face_down", "deal.2"),
        ("dealer_blackjack_takes", "none", "settle.4"),
        ("push_22", "22", "settle.5"),
        ("charlie", 4, "settle.6"),
        ("charlie", 8, "settle.6"),
        ("insurance", "half", "insurance.1"),
        ("penetration", "0.24", "shoe.1"),
        ("penetration", "0.96", "shoe.1"),
        ("min", 0, "limits.1"),
        ("max", "0.005", "limits.1"),
        ("side_bets", "roulette", "side.1"),
    ],
)
def test_what_lies_outside_is_refused_by_its_clause(key: str, choice: object, under: str) -> None:
    with pytest.raises(BadElection, match=f"classic {under} allows"):
        rules("classic", **{key: choice})


@clause("classic:limits.1")
@pytest.mark.parametrize("choices", [{"min": 1001}, {"max": "9.99"}, {"min": 100, "max": 50}])
def test_the_minimum_does_not_lie_above_the_maximum(choices: dict[str, object]) -> None:
    with pytest.raises(BadElection, match=r"classic limits\.1"):
        rules("classic", **choices)
