"""Paragraphs 1.6 and 3.22: doubling down."""

from __future__ import annotations

import pytest

from pitboss.law.play import closed_under, may_double, may_hit
from pitboss.law.settlement import HandWager, settle, settle_against_blackjack
from pitboss.law.wagering import may_double_too, may_withdraw
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import Result
from tests.rulebooks.rws.helpers import refused
from tests.support import clause, hand, rules


@clause("rws:1.6", "rws:3.22#1")
@pytest.mark.parametrize("cards", ["2c 2d", "5c 6d", "Ac 2d", "Ac 9d", "Tc 6d", "Tc Td", "Ac Ad"])
def test_any_first_two_cards_below_21_may_be_doubled(cards: str) -> None:
    assert may_double(rules("rws"), hand(cards))


@clause("rws:3.22#1")
@pytest.mark.parametrize("cards", ["2c 3d 4h", "5c 3d 3h"])
def test_three_cards_may_not_be_doubled(cards: str) -> None:
    assert refused(may_double(rules("rws"), hand(cards))) == "3.22#1"


@clause("rws:3.22#1")
def test_a_blackjack_may_not_be_doubled() -> None:
    assert refused(may_double(rules("rws"), hand("Ac Kd"))) == "3.22#1"


@clause("rws:3.22#1", "rws:1.27#2")
@pytest.mark.parametrize("cards", ["Kc Ad", "Tc Ah"])
def test_a_soft_21_of_split_tens_may_not_be_doubled(cards: str) -> None:
    assert refused(may_double(rules("rws"), hand(cards, split=True))) == "3.22#1"


@clause("rws:1.6", "rws:3.22#1")
@pytest.mark.parametrize("cards", ["8c 3d", "Kc 5d", "5c Ad"])
def test_the_first_two_cards_of_a_split_hand_may_be_doubled(cards: str) -> None:
    assert may_double(rules("rws"), hand(cards, split=True))


@clause("rws:1.6", "rws:3.22#1")
def test_split_aces_may_not_be_doubled() -> None:
    assert refused(may_double(rules("rws"), hand("Ac 3d", split=True))) == "3.22#1"


@clause("rws:1.6", "rws:3.22#2")
@pytest.mark.parametrize("amount", [1_00, 60_00, 99_99, 100_00])
def test_a_double_is_at_most_the_initial_bet(amount: int) -> None:
    assert may_double(rules("rws"), hand("5c 6d"), wager=100_00, amount=amount)


@clause("rws:1.6", "rws:3.22#2")
@pytest.mark.parametrize("amount", [100_01, 120_00])
def test_a_double_above_the_initial_bet_is_refused(amount: int) -> None:
    answer = may_double(rules("rws"), hand("5c 6d"), wager=100_00, amount=amount)
    assert refused(answer) == "3.22#2"


@clause("rws:3.22#2")
def test_a_doubled_hand_takes_exactly_one_card() -> None:
    drawn = hand("5c 6d 2h", doubled=True)
    assert closed_under(rules("rws"), drawn) == "3.22#2"
    assert refused(may_hit(rules("rws"), drawn)) == "3.22#2"
    assert refused(may_double(rules("rws"), drawn)) == "3.22#2"
    assert closed_under(rules("rws"), hand("5c 6d 2h")) is None


@clause("rws:3.22#3", "rws:3.22.1#2")
def test_a_double_is_not_taken_back() -> None:
    assert not may_withdraw(rules("rws"), bets_are_closed=True)


@clause("rws:3.22.1#1")
def test_a_standing_player_doubles_only_with_the_seated_one() -> None:
    assert may_double_too(rules("rws"), decider_doubles=True)
    assert refused(may_double_too(rules("rws"), decider_doubles=False)) == "3.22.1#1"


@clause("rws:3.22.1#1")
def test_a_standing_player_who_adds_nothing_is_bound_by_the_one_card() -> None:
    assert refused(may_hit(rules("rws"), hand("5c 4d 2h", doubled=True))) == "3.22#2"


@clause("rws:3.22.2#1")
@pytest.mark.parametrize("kind", [WagerKind.MAIN, WagerKind.DOUBLE])
@pytest.mark.parametrize("dealer", ["Tc 7d", "Tc 6d 6h"])
def test_a_doubled_hand_that_busts_loses_both_bets(kind: str, dealer: str) -> None:
    busted = hand("6c 6d Th", doubled=True)
    lost = settle(rules("rws"), kind, 100_00, busted, hand(dealer))
    assert (lost.result, lost.returned) == (Result.LOSE, 0)


@clause("rws:3.22.2#1")
def test_a_doubled_hand_that_busts_loses_both_bets_to_a_blackjack_too() -> None:
    settled = settle_against_blackjack(
        rules("rws"),
        [
            HandWager(WagerKind.MAIN, 1, 100_00, busted=True),
            HandWager(WagerKind.DOUBLE, 1, 60_00, busted=True),
        ],
    )
    assert [s.returned for s in settled] == [0, 0]


@clause("rws:3.22.2#2")
def test_a_dealers_blackjack_takes_the_initial_bet_and_not_the_double() -> None:
    initial, double = settle_against_blackjack(
        rules("rws"),
        [HandWager(WagerKind.MAIN, 1, 100_00), HandWager(WagerKind.DOUBLE, 1, 60_00)],
    )
    assert (initial.result, initial.returned) == (Result.LOSE, 0)
    assert (double.result, double.returned) == (Result.RETURNED, 60_00)
    assert initial.under == double.under == "3.22.2#2"
