"""What a dealer blackjack takes: all, the original only, or busted bets plus one."""

from __future__ import annotations

import pytest

from pitboss.law.settlement import HandWager, settle, settle_against_blackjack
from pitboss.law.wagers import WagerKind
from tests.support import clause, hand, rules

MAIN, SPLIT, DOUBLE = WagerKind.MAIN, WagerKind.SPLIT, WagerKind.DOUBLE

PLAIN = (HandWager(MAIN, 1, 10_00),)
DOUBLED = (HandWager(MAIN, 1, 10_00), HandWager(DOUBLE, 1, 10_00))
DOUBLED_FOR_LESS = (HandWager(MAIN, 1, 10_00), HandWager(DOUBLE, 1, 4_00))
SPLIT_IN_TWO = (HandWager(MAIN, 1, 10_00), HandWager(SPLIT, 2, 10_00))
SPLIT_AND_DOUBLED = (*SPLIT_IN_TWO, HandWager(DOUBLE, 2, 10_00))
FIRST_BUSTED = (
    HandWager(MAIN, 1, 10_00, busted=True),
    HandWager(SPLIT, 2, 10_00),
    HandWager(DOUBLE, 2, 10_00),
    HandWager(SPLIT, 3, 10_00),
)
DOUBLE_BUSTED = (
    HandWager(MAIN, 1, 10_00),
    HandWager(SPLIT, 2, 10_00, busted=True),
    HandWager(DOUBLE, 2, 10_00, busted=True),
)


@clause("classic:settle.4")
@pytest.mark.parametrize(
    ("wagers", "everything", "original", "busted_plus_one"),
    [
        (PLAIN, 10_00, 10_00, 10_00),
        (DOUBLED, 20_00, 10_00, 10_00),
        (DOUBLED_FOR_LESS, 14_00, 10_00, 10_00),
        (SPLIT_IN_TWO, 20_00, 10_00, 10_00),
        (SPLIT_AND_DOUBLED, 30_00, 10_00, 10_00),
        (FIRST_BUSTED, 40_00, 10_00, 20_00),
        (DOUBLE_BUSTED, 30_00, 10_00, 30_00),
    ],
)
def test_a_dealer_blackjack_takes_so_much_in_all(
    wagers: tuple[HandWager, ...], everything: int, original: int, busted_plus_one: int
) -> None:
    staked = sum(wager.stake for wager in wagers)
    for choice, taken in (
        ("all", everything),
        ("original", original),
        ("busted_plus_one", busted_plus_one),
    ):
        table = rules("classic", hole_card="none", dealer_blackjack_takes=choice)
        settled = settle_against_blackjack(table, wagers)
        assert staked - sum(one.returned for one in settled) == taken
        assert all(one.paid == 0 for one in settled)


@clause("classic:settle.4")
def test_all_is_taken_unless_chosen_otherwise() -> None:
    settled = settle_against_blackjack(rules("classic"), SPLIT_AND_DOUBLED)
    assert [(one.result, one.returned, one.under) for one in settled] == [
        ("lose", 0, "settle.4"),
        ("lose", 0, "settle.4"),
        ("lose", 0, "settle.4"),
    ]


@clause("classic:settle.4")
@pytest.mark.parametrize("choice", ["original", "busted_plus_one"])
def test_else_the_first_bet_goes_and_what_was_added_comes_back(choice: str) -> None:
    table = rules("classic", hole_card="none", dealer_blackjack_takes=choice)
    settled = settle_against_blackjack(table, SPLIT_AND_DOUBLED)
    assert [(one.result, one.returned, one.under) for one in settled] == [
        ("lose", 0, "settle.4"),
        ("returned", 10_00, "settle.4"),
        ("returned", 10_00, "settle.4"),
    ]


@clause("classic:settle.4")
def test_if_the_original_is_taken_a_bust_that_was_added_comes_back() -> None:
    table = rules("classic", hole_card="none", dealer_blackjack_takes="original")
    settled = settle_against_blackjack(table, DOUBLE_BUSTED)
    assert [(one.result, one.returned) for one in settled] == [
        ("lose", 0),
        ("returned", 10_00),
        ("returned", 10_00),
    ]


@clause("classic:settle.4")
def test_a_dealer_blackjack_beats_another_21() -> None:
    lost = settle(rules("classic"), MAIN, 10_00, hand("7c 7d 7h"), hand("Ah Tc"))
    assert (lost.result, lost.returned, lost.under) == ("lose", 0, "settle.4")
