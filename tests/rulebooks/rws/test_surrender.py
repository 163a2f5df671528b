"""Paragraphs 1.34 and 3.16: surrender."""

from __future__ import annotations

import pytest

from pitboss.cards import Card
from pitboss.law.play import may_surrender
from pitboss.law.settlement import surrender
from pitboss.rulebooks.enumerations import Result
from tests.rulebooks.rws.helpers import refused
from tests.support import clause, hand, rules


@clause("rws:1.34", "rws:3.16#1")
@pytest.mark.parametrize("up", ["2c", "6d", "9h", "Ts", "Jc", "Kd"])
def test_a_hand_may_be_surrendered_unless_the_dealer_shows_an_ace(up: str) -> None:
    assert may_surrender(rules("rws"), hand("Tc 6d"), up=Card(up))


@clause("rws:1.34", "rws:3.16#1")
def test_there_is_no_surrender_against_an_ace() -> None:
    assert refused(may_surrender(rules("rws"), hand("Tc 6d"), up=Card("As"))) == "3.16#1"


@clause("rws:1.34", "rws:3.16#1", "rws:1.17#2")
@pytest.mark.parametrize(("stake", "back"), [(100_00, 50_00), (75_00, 37_50), (1000_00, 500_00)])
def test_half_of_the_initial_bet_is_given_up(stake: int, back: int) -> None:
    settled = surrender(rules("rws"), stake)
    assert (settled.result, settled.paid, settled.returned) == (Result.SURRENDERED, 0, back)
    assert settled.under == "3.16#1"


@clause("rws:3.16#1")
def test_the_other_half_is_safe_from_a_dealers_blackjack() -> None:
    settled = surrender(rules("rws"), 75_00, dealer_blackjack=True)
    assert (settled.result, settled.returned) == (Result.SURRENDERED, 37_50)


@clause("rws:3.16#2")
def test_it_is_too_late_once_anybody_has_had_a_further_card() -> None:
    sixteen = hand("Tc 6d")
    assert may_surrender(rules("rws"), sixteen, up=Card("9h"), play_has_begun=False)
    late = may_surrender(rules("rws"), sixteen, up=Card("9h"), play_has_begun=True)
    assert refused(late) == "3.16#2"


@clause("rws:3.16#2")
@pytest.mark.parametrize("cards", ["5c 6d 5h", "Tc"])
def test_only_two_cards_are_surrendered(cards: str) -> None:
    assert refused(may_surrender(rules("rws"), hand(cards), up=Card("9h"))) == "3.16#2"


@clause("rws:3.21#2")
def test_a_split_hand_is_not_surrendered() -> None:
    split = hand("8c 8d", split=True)
    assert refused(may_surrender(rules("rws"), split, up=Card("Th"))) == "3.21#2"
    assert may_surrender(rules("rws"), hand("8c 8d"), up=Card("Th"))


@clause("rws:gap.surrender-blackjack")
def test_a_blackjack_is_surrendered_only_where_the_house_allows_it() -> None:
    blackjack, ten = hand("Ac Kd"), Card("Th")
    answer = may_surrender(rules("rws"), blackjack, up=ten)
    assert refused(answer) == "gap.surrender-blackjack"
    assert may_surrender(rules("rws", allow_surrender_blackjack=True), blackjack, up=ten)
