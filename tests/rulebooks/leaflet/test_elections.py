"""What the operator may elect, and the defaults."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.rulebooks import BadElection
from tests.support import clause, rules

CLAUSES = (
    "leaflet:gap.decks",
    "leaflet:gap.boxes",
    "leaflet:gap.limits",
    "leaflet:gap.shuffle",
    "leaflet:pairs.1#1",
    "leaflet:split.1",
    "leaflet:split.4",
    "leaflet:double.1",
)
"""The clauses of the elections; each test of this file is a table with rows of all of them."""


@clause(*CLAUSES)
@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("decks", 8),
        ("boxes", 7),
        ("min", 10_00),
        ("max", 500_00),
        ("pp_min", 1_00),
        ("pp_max", 50_00),
        ("penetration", Fraction(3, 4)),
        ("burn", 1),
        ("perfect_pairs", True),
        ("resplit_aces", False),
        ("soft_double", False),
        ("pair_by", "rank"),
    ],
)
def test_where_nothing_is_elected(key: str, value: object) -> None:
    assert rules("leaflet").elections[key] == value


@clause(*CLAUSES)
@pytest.mark.parametrize(
    ("key", "choice", "value"),
    [
        ("decks", 2, 2),
        ("decks", 8, 8),
        ("boxes", 1, 1),
        ("boxes", 7, 7),
        ("min", "0.01", 1),
        ("max", 10, 10_00),
        ("pp_min", "0.01", 1),
        ("pp_max", 1, 1_00),
        ("penetration", "0.50", Fraction(1, 2)),
        ("penetration", "85%", Fraction(17, 20)),
        ("burn", 0, 0),
        ("burn", 1, 1),
        ("perfect_pairs", False, False),
        ("resplit_aces", True, True),
        ("soft_double", True, True),
        ("pair_by", "rank", "rank"),
        ("pair_by", "value", "value"),
    ],
)
def test_both_ends_of_the_range_are_open(key: str, choice: object, value: object) -> None:
    assert rules("leaflet", **{key: choice}).elections[key] == value


@clause(*CLAUSES)
@pytest.mark.parametrize(
    ("key", "choice", "under"),
    [
        ("decks", 1, "gap.decks"),
        ("decks", 9, "gap.decks"),
        ("boxes", 0, "gap.boxes"),
        ("boxes", 8, "gap.boxes"),
        ("min", 0, "gap.limits"),
        ("max", "0.005", "gap.limits"),
        ("pp_min", 0, "gap.limits"),
        ("pp_max", "much", "gap.limits"),
        ("penetration", "0.49", "gap.shuffle"),
        ("penetration", "0.86", "gap.shuffle"),
        ("burn", 2, "gap.shuffle"),
        ("perfect_pairs", "maybe", "pairs.1"),
        ("resplit_aces", "once", "split.4"),
        ("soft_double", 2, "double.1"),
        ("pair_by", "suit", "split.1"),
    ],
)
def test_what_lies_outside_is_refused_by_its_clause(key: str, choice: object, under: str) -> None:
    with pytest.raises(BadElection, match=f"leaflet {under} allows"):
        rules("leaflet", **{key: choice})


@clause("leaflet:gap.limits")
@pytest.mark.parametrize(
    "choices", [{"min": 501}, {"max": "9.99"}, {"pp_min": 51}, {"pp_max": "0.99"}]
)
def test_no_minimum_lies_above_its_maximum(choices: dict[str, object]) -> None:
    with pytest.raises(BadElection, match=r"leaflet gap\.limits"):
        rules("leaflet", **choices)
