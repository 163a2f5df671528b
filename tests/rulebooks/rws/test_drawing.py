"""Paragraphs 1.12, 1.27, 1.30 and 3.17 to 3.20: hitting and standing."""

from __future__ import annotations

import pytest

from pitboss.law.counting import is_blackjack
from pitboss.law.play import closed_under, is_closed, may_hit, may_stand
from pitboss.law.settlement import bust_is_collected, settle
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import BustTaken, Result
from tests.rulebooks.rws.helpers import refused
from tests.support import clause, hand, rules


@clause("rws:1.12", "rws:3.17#1")
@pytest.mark.parametrize(
    "cards", ["2c 2d", "Tc 2d", "Ac 9d", "Tc Td", "2c 3d 2h 4s 3c 6d", "Ac 6d", "Ac 6d Tc"]
)
def test_a_player_may_draw_any_number_of_cards_up_to_20(cards: str) -> None:
    assert may_hit(rules("rws"), hand(cards))


@clause("rws:3.17#1")
def test_a_hand_over_21_draws_no_more() -> None:
    assert not may_hit(rules("rws"), hand("Tc 6d 6h"))


@clause("rws:3.17#2")
@pytest.mark.parametrize("cards", ["Ac Kd", "Ac 4d 6h", "Ac Ad 9h", "Tc 6d 5h", "7c 7d 7h"])
def test_no_21_draws_and_the_hand_is_closed(cards: str) -> None:
    assert refused(may_hit(rules("rws"), hand(cards))) == "3.17#2"
    assert closed_under(rules("rws"), hand(cards)) == "3.17#2"


@clause("rws:3.17#2")
def test_a_20_is_not_closed() -> None:
    assert not is_closed(rules("rws"), hand("Ac 9d"))
    assert not is_closed(rules("rws"), hand("Tc 6d 4h"))


@clause("rws:3.17#2", "rws:1.27#1")
def test_where_the_house_lets_a_hard_21_draw_a_soft_one_still_may_not() -> None:
    letter = rules("rws", allow_hit_hard_21=True)
    assert may_hit(letter, hand("Tc 6d 5h"))
    assert may_hit(letter, hand("Ac Td 6h 4s"))  # the ace counts one
    assert refused(may_hit(letter, hand("Ac 4d 6h"))) == "3.17#2"
    assert refused(may_hit(letter, hand("Ac Kd"))) == "3.17#2"
    assert not is_blackjack(letter, hand("Ac 4d 6h"))


@clause("rws:1.27#2")
@pytest.mark.parametrize("cards", ["Kc 5d 6h", "Tc 4d 7h", "Qc Ad"])
def test_a_21_from_split_tens_or_pictures_counts_as_a_soft_21(cards: str) -> None:
    letter = rules("rws", allow_hit_hard_21=True)
    assert refused(may_hit(letter, hand(cards, split=True))) == "3.17#2"


@clause("rws:1.27#2")
def test_a_21_from_other_split_cards_does_not() -> None:
    letter = rules("rws", allow_hit_hard_21=True)
    assert may_hit(letter, hand("8c 6d 7h", split=True))


@clause("rws:1.27#2")
def test_split_tens_that_do_not_make_21_may_draw() -> None:
    assert may_hit(rules("rws"), hand("Kc 5d", split=True))


@clause("rws:3.19", "rws:3.20", "rws:1.30")
@pytest.mark.parametrize("cards", ["Tc 2d", "5c 4d 3h", "Ac Ad", "Ac 2d", "Tc Td", "9c 9d"])
def test_a_player_may_stand_from_12(cards: str) -> None:
    assert may_stand(rules("rws"), hand(cards))


@clause("rws:3.19")
@pytest.mark.parametrize("cards", ["5c 4d", "5c 4d 2h", "2c 2d", "6c 5d", "8c 3d"])
def test_a_player_must_draw_below_12(cards: str) -> None:
    assert refused(may_stand(rules("rws"), hand(cards))) == "3.19"
    assert may_hit(rules("rws"), hand(cards))


@clause("rws:3.19")
def test_a_doubled_hand_need_not_reach_12() -> None:
    assert may_stand(rules("rws"), hand("5c 3d 2h", doubled=True))


@clause("rws:3.18", "rws:1.9")
def test_a_bust_is_collected_at_once() -> None:
    assert bust_is_collected(rules("rws")) == (BustTaken.AT_ONCE, "3.18")


@clause("rws:3.18")
@pytest.mark.parametrize("dealer", ["Tc 7d", "Tc 6d 6h", "Kc Ad"])
def test_a_hand_past_21_loses_whatever_the_dealer_makes(dealer: str) -> None:
    lost = settle(rules("rws"), WagerKind.MAIN, 100_00, hand("Tc 5d Kh"), hand(dealer))
    assert (lost.result, lost.returned, lost.under) == (Result.LOSE, 0, "3.18")
    assert closed_under(rules("rws"), hand("Tc 5d Kh")) == "3.18"
