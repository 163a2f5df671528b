"""Paragraph 2.1 and the appendices: the layout."""

from __future__ import annotations

import pytest

from pitboss.law.layout import spots
from pitboss.law.wagers import WagerKind
from tests.support import clause, rules


@clause("rws:2.1.1", "rws:2.1.1.a#1", "rws:App.A", "rws:App.B", "rws:App.C")
@pytest.mark.parametrize("layout", ["A", "B", "C"])
def test_every_layout_has_a_place_for_each_bet_of_the_game(layout: str) -> None:
    assert set(spots(rules("rws", layout=layout))) == {
        WagerKind.MAIN,
        WagerKind.INSURANCE,
        "player_pair",
        "under_13",
        "over_13",
    }
