"""Perfect Pairs."""

from __future__ import annotations

import pytest

from pitboss.cards import Card
from pitboss.law.answers import Refusal
from pitboss.law.layout import spots
from pitboss.law.stakes import StakedBet
from pitboss.law.wagering import may_wager
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import SideSettled
from tests.side_bets import perfect_pairs
from tests.support import clause, rules

PAIRS, MAIN = "perfect_pairs", WagerKind.MAIN


@clause("leaflet:pairs.1#1")
def test_perfect_pairs_is_bet_beside_a_main_bet() -> None:
    table = [StakedBet(1, "P1", MAIN, 10_00)]
    answer = may_wager(rules("leaflet"), StakedBet(1, "P1", PAIRS, 20_00), on_table=table)
    assert answer
    assert answer.under == "pairs.1#1"


@clause("leaflet:pairs.1#1")
@pytest.mark.parametrize("box", [1, 3])
def test_it_is_not_bet_alone(box: int) -> None:
    table = [StakedBet(2, "P1", MAIN, 10_00)]
    answer = may_wager(rules("leaflet"), StakedBet(box, "P1", PAIRS, 2_00), on_table=table)
    assert not answer
    assert answer.under == "pairs.1#1"


@clause("leaflet:pairs.1#1")
def test_it_does_not_lie_on_the_box_of_another() -> None:
    table = [StakedBet(1, "P2", MAIN, 10_00)]
    answer = may_wager(rules("leaflet"), StakedBet(1, "P1", PAIRS, 2_00), on_table=table)
    assert isinstance(answer, Refusal)
    assert answer.under == "pairs.1#1"
    assert "another" in answer.why


@clause("leaflet:pairs.1#1")
def test_it_would_need_an_own_main_bet_even_there() -> None:
    # The two conditions cover each other, so the first is lifted to see the second.
    anywhere = rules("leaflet").with_provision("side_bets.perfect_pairs.on_anothers_box", True)
    table = [StakedBet(1, "P2", MAIN, 10_00)]
    answer = may_wager(anywhere, StakedBet(1, "P1", PAIRS, 2_00), on_table=table)
    assert not answer
    assert answer.under == "pairs.1#1"


@clause("leaflet:pairs.1#1")
def test_the_operator_need_not_offer_it() -> None:
    table = [StakedBet(1, "P1", MAIN, 10_00)]
    without = rules("leaflet", perfect_pairs=False)
    answer = may_wager(without, StakedBet(1, "P1", PAIRS, 2_00), on_table=table)
    assert not answer
    assert answer.under == "pairs.1#1"
    assert PAIRS not in spots(without)
    assert PAIRS in spots(rules("leaflet"))


@clause("leaflet:pairs.1#2")
@pytest.mark.parametrize("cards", ["Kh Qh", "Th Kh", "8s 9s", "As 2s"])
def test_two_cards_that_are_no_pair_lose(cards: str) -> None:
    first, second = (Card(text) for text in cards.split())
    lost = perfect_pairs.settle(rules("leaflet"), 2_00, first, second)
    assert (lost.result, lost.paid, lost.returned) == ("lose", 0, 0)
    assert lost.under == "pairs.1#2"


@clause("leaflet:pairs.1#2", "leaflet:pairs.2")
@pytest.mark.parametrize("card", ["8s", "Kh", "Ad", "Tc"])
def test_the_same_card_of_the_same_suit_pays_25_to_1(card: str) -> None:
    paid = perfect_pairs.settle(rules("leaflet"), 2_00, Card(card), Card(card))
    assert (paid.paid, paid.returned, paid.under) == (50_00, 52_00, "pairs.2")


@clause("leaflet:pairs.1#2", "leaflet:pairs.3")
@pytest.mark.parametrize("cards", ["6c 6s", "Kh Kd"])
def test_the_same_colour_in_two_suits_pays_12_to_1(cards: str) -> None:
    first, second = (Card(text) for text in cards.split())
    paid = perfect_pairs.settle(rules("leaflet"), 2_00, first, second)
    assert (paid.paid, paid.returned, paid.under) == (24_00, 26_00, "pairs.3")


@clause("leaflet:pairs.1#2", "leaflet:pairs.4")
@pytest.mark.parametrize("cards", ["9d 9c", "9d 9s", "Ah Ac", "Jh Js"])
def test_two_colours_pay_6_to_1(cards: str) -> None:
    first, second = (Card(text) for text in cards.split())
    paid = perfect_pairs.settle(rules("leaflet"), 2_00, first, second)
    assert (paid.paid, paid.returned, paid.under) == (12_00, 14_00, "pairs.4")


@clause("leaflet:gap.pp-settle")
def test_it_is_settled_after_the_deal() -> None:
    pairs = rules("leaflet").side_bet("perfect_pairs")
    assert pairs.settled.value is SideSettled.AFTER_THE_DEAL
