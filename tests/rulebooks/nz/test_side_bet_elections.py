"""What sections 15, 15A and 15B leave to the operator."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebooks.nz.helpers import check_choices, objection, side_bet
from tests.support import clause, rules

SEVENS, MADNESS, PAIRS = "super_sevens", "madness_21", "perfect_pairs"


@clause("nz:15.1", "nz:15A.1", "nz:15B.1")
@pytest.mark.parametrize("layout", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("kind", "its_own", "under"),
    [(SEVENS, 2, "15.2#1"), (MADNESS, 3, "15A.2#1"), (PAIRS, 4, "15B.2#1")],
)
def test_each_is_offered_by_its_own_layout_only(
    kind: str, its_own: int, under: str, layout: int
) -> None:
    answer = side_bet(rules("nz", layout=layout), kind, 1_00)
    assert bool(answer) is (layout == its_own)
    assert answer.under == under


def check_sign(layout: int, kind: str, key: str, under: str) -> None:
    """The posted minimum, maximum and step, a single amount, and none posted."""
    fives: dict[str, Any] = {key: {"min": 5, "max": 20, "step": 5}}
    for stake in (5_00, 10_00, 20_00):
        assert side_bet(rules("nz", layout=layout, **fives), kind, stake)
    for stake in (4_00, 7_00, 25_00):
        answer = side_bet(rules("nz", layout=layout, **fives), kind, stake)
        assert not answer
        assert answer.under == under
    fixed: dict[str, Any] = {key: {"min": 2, "max": 2, "step": 1}}
    assert side_bet(rules("nz", layout=layout, **fixed), kind, 2_00)
    for stake in (1_00, 3_00):
        assert not side_bet(rules("nz", layout=layout, **fixed), kind, stake)
    assert f"nz {under} allows" in objection(**{key: {"min": 5, "max": 4}})


@clause("nz:15.3")
def test_the_operators_sign_gives_the_amounts_of_super_sevens() -> None:
    check_sign(2, SEVENS, "super_sevens_amount", "15.3")


@clause("nz:15A.3")
def test_the_operators_sign_gives_the_amounts_of_madness_21() -> None:
    check_sign(3, MADNESS, "madness_21_amount", "15A.3")


@clause("nz:15B.4")
def test_the_operators_sign_gives_the_amounts_of_perfect_pairs() -> None:
    check_sign(4, PAIRS, "perfect_pairs_amount", "15B.4")


@clause("nz:15B.7")
def test_there_are_two_pay_scales_and_no_third() -> None:
    check_choices("pp_scale", 1, 2, default=1, under="15B.7")
    for neither in (0, 3):
        assert "nz 15B.7 allows 1, 2" in objection(pp_scale=neither)
