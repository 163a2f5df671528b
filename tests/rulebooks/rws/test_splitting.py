"""Paragraphs 1.29 and 3.21: splitting."""

from __future__ import annotations

import pytest

from pitboss.law.play import (
    closed_under,
    may_hit,
    may_split,
    may_stand,
    order_of_hands,
    split_wager,
)
from pitboss.law.settlement import HandWager, Settled, settle, settle_against_blackjack
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import Result, Uncovered
from tests.rulebooks.rws.helpers import refused
from tests.support import clause, hand, rules

MAIN, SPLIT, DOUBLE = WagerKind.MAIN, WagerKind.SPLIT, WagerKind.DOUBLE


@clause("rws:1.29", "rws:3.21#1")
@pytest.mark.parametrize("pair", ["8c 8d", "2h 2h", "Kc Qd", "Tc Jh", "Kc Ks", "Ac Ad"])
def test_two_cards_of_equal_value_may_be_split(pair: str) -> None:
    assert may_split(rules("rws"), hand(pair))


@clause("rws:1.29", "rws:3.21#1")
@pytest.mark.parametrize("cards", ["9c 8d", "Tc 9d", "Ac Kd", "8c 8d 8h"])
def test_other_cards_may_not(cards: str) -> None:
    assert refused(may_split(rules("rws"), hand(cards))) == "3.21#1"


@clause("rws:3.21#1")
def test_the_bet_on_the_new_hand_equals_that_on_the_old() -> None:
    assert split_wager(rules("rws"), wager=100_00, amount=100_00)
    for amount in (60_00, 99_99, 100_01, 200_00):
        answer = split_wager(rules("rws"), wager=100_00, amount=amount)
        assert refused(answer) == "3.21#1"


@clause("rws:3.21.1")
def test_the_bet_of_one_who_does_not_follow_stays_on_the_first_hand() -> None:
    provision = rules("rws").sharing.not_paying_a_split
    assert (provision.value, provision.under) == (Uncovered.FIRST_HAND, "3.21.1")


@clause("rws:3.21.2#1")
def test_a_box_has_four_hands_at_most() -> None:
    eights = hand("8c 8d", split=True)
    for hands_on_box in (2, 3):
        assert may_split(rules("rws"), eights, hands_on_box=hands_on_box)
    assert refused(may_split(rules("rws"), eights, hands_on_box=4)) == "3.21.2#1"


@clause("rws:3.21.2#2")
@pytest.mark.parametrize("card", ["Ac", "2d", "8h", "Ks"])
def test_a_split_hand_does_not_stand_on_its_one_card(card: str) -> None:
    assert not may_stand(rules("rws"), hand(card, split=True))
    assert closed_under(rules("rws"), hand(card, split=True), hands_on_box=2) is None


@clause("rws:3.21.2#3")
def test_a_new_hand_lies_right_of_its_parent_and_is_played_after_it() -> None:
    once = order_of_hands((1,), 1)
    assert once == (1, 2)
    assert order_of_hands(once, 1) == (1, 3, 2)
    assert order_of_hands(once, 2) == (1, 2, 3)


@clause("rws:3.21.2#4")
def test_aces_are_split_once() -> None:
    assert may_split(rules("rws"), hand("Ac Ad"), hands_on_box=1)
    again = may_split(rules("rws"), hand("Ac Ah", split=True), hands_on_box=2)
    assert refused(again) == "3.21.2#4"


@clause("rws:3.21.2#4")
@pytest.mark.parametrize("cards", ["Ac 3d", "Ac Ah", "Ac Kd"])
def test_a_split_ace_gets_a_single_card(cards: str) -> None:
    split = hand(cards, split=True)
    assert refused(may_hit(rules("rws"), split)) == "3.21.2#4"
    assert closed_under(rules("rws"), split, hands_on_box=2) == "3.21.2#4"


@clause("rws:3.21.2#4")
def test_other_split_cards_may_get_more() -> None:
    assert may_hit(rules("rws"), hand("8c 3d", split=True))
    assert may_hit(rules("rws"), hand("8c Ad", split=True))


@clause("rws:3.21.2#5")
@pytest.mark.parametrize("cards", ["As Kd", "Kd As"])
def test_a_21_of_split_aces_or_tens_is_paid_evenly_and_ties_another_21(cards: str) -> None:
    split = hand(cards, split=True)
    won = settle(rules("rws"), MAIN, 100_00, split, hand("Tc Qd"))
    assert (won.result, won.paid) == (Result.WIN, 100_00)
    tied = settle(rules("rws"), MAIN, 100_00, split, hand("Tc 5d 6h"))
    assert (tied.result, tied.returned) == (Result.STAND_OFF, 100_00)


@clause("rws:3.21.3#1")
@pytest.mark.parametrize("kind", [MAIN, SPLIT])
@pytest.mark.parametrize("dealer", ["Tc 7d", "Tc 6d 6h"])
def test_a_split_hand_that_busts_loses_its_bet(kind: str, dealer: str) -> None:
    lost = settle(rules("rws"), kind, 100_00, hand("8c 7d Th", split=True), hand(dealer))
    assert (lost.result, lost.returned) == (Result.LOSE, 0)


@clause("rws:3.21.3#1", "rws:3.21.3#2")
def test_a_dealers_blackjack_takes_the_busts_and_one_initial_bet() -> None:
    taken = _against_blackjack(
        HandWager(MAIN, 1, 100_00, busted=True),
        HandWager(SPLIT, 2, 100_00),
        HandWager(SPLIT, 3, 100_00),
        HandWager(DOUBLE, 2, 100_00),
        HandWager(DOUBLE, 3, 50_00),
    )
    assert [s.result for s in taken] == [Result.LOSE] * 2 + [Result.RETURNED] * 3
    assert [s.returned for s in taken] == [0, 0, 100_00, 100_00, 50_00]
    assert [s.under for s in taken[1:]] == ["3.21.3#2", "3.21.3#2", "3.22.2#2", "3.22.2#2"]


@clause("rws:3.21.3#2")
def test_it_takes_one_initial_bet_where_no_split_hand_has_bust() -> None:
    taken = _against_blackjack(HandWager(MAIN, 1, 100_00), HandWager(SPLIT, 2, 100_00))
    assert [s.returned for s in taken] == [0, 100_00]
    assert [s.under for s in taken] == ["3.21.3#2", "3.21.3#2"]


@clause("rws:3.21.3#1", "rws:3.21.3#2")
def test_it_takes_nothing_more_where_every_split_hand_has_bust() -> None:
    taken = _against_blackjack(
        HandWager(MAIN, 1, 100_00, busted=True), HandWager(SPLIT, 2, 100_00, busted=True)
    )
    assert [s.returned for s in taken] == [0, 0]


@clause("rws:3.21.3#2")
def test_the_one_bet_is_taken_from_the_lowest_hand_that_lives() -> None:
    taken = _against_blackjack(
        HandWager(SPLIT, 3, 100_00),
        HandWager(SPLIT, 2, 100_00),
        HandWager(MAIN, 1, 100_00, busted=True),
    )
    assert [s.returned for s in taken] == [100_00, 0, 0]


def _against_blackjack(*wagers: HandWager) -> tuple[Settled, ...]:
    return settle_against_blackjack(rules("rws"), wagers)
