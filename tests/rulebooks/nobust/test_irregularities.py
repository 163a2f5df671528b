"""Irregularities, on which the text is silent."""

from __future__ import annotations

import pytest

from pitboss.law.irregularities import (
    Irregularity,
    may_reconstruct,
    needs_ruling,
    outcome_is_established,
    resolution,
)
from tests.support import clause, rules


@clause("nobust:gap.irregular")
@pytest.mark.parametrize("what", Irregularity)
def test_every_irregularity_is_left_to_the_floor(what: Irregularity) -> None:
    assert needs_ruling(rules("nobust"), what)
    assert resolution(rules("nobust"), what).under == "gap.irregular"


@clause("nobust:gap.irregular")
def test_no_round_is_saved_or_rebuilt_without_a_ruling() -> None:
    for answer in (
        outcome_is_established(rules("nobust"), [True]),
        may_reconstruct(
            rules("nobust"), in_initial_deal=True, interim_settled=False, final_settled=False
        ),
    ):
        assert not answer
        assert answer.under == "gap.irregular"
