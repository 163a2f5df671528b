"""When something has gone wrong."""

from __future__ import annotations

import pytest

from pitboss.law.irregularities import Irregularity, needs_ruling, resolution
from pitboss.law.shoe import when_exhausted
from tests.support import clause, rules


@clause("classic:irregular.1")
def test_if_the_shoe_runs_out_the_discards_are_shuffled() -> None:
    assert when_exhausted(rules("classic")) == ("shuffle_discards", "irregular.1")
    assert not needs_ruling(rules("classic"), Irregularity.SHOE_EXHAUSTED)


@clause("classic:irregular.2")
@pytest.mark.parametrize(
    "what",
    [
        Irregularity.FACE_UP_IN_SHOE,
        Irregularity.DRAWN_UNSEEN,
        Irregularity.EXPOSED_CARD,
        Irregularity.EXTRA_DEALER_CARD,
        Irregularity.DEALING_ERROR,
        Irregularity.INTERRUPTION,
    ],
)
def test_a_supervisor_rules_on_whatever_else_goes_wrong(what: Irregularity) -> None:
    assert needs_ruling(rules("classic"), what)
    assert resolution(rules("classic"), what) == ("ruling", "irregular.2")


@clause("classic:irregular.3")
def test_the_hand_of_an_absent_player_stands() -> None:
    absent = resolution(rules("classic"), Irregularity.ABSENT_PLAYER)
    assert absent == ("stands", "irregular.3")
