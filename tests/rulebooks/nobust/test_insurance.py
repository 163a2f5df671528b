"""Insurance."""

from __future__ import annotations

import pytest

from pitboss.cards import Card
from pitboss.law.insurance import may_insure, settle
from pitboss.law.settlement import HandWager, settle_against_blackjack
from pitboss.law.settlement import settle as settle_wager
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import InsuranceCloses, InsuranceSettled, Result
from tests.support import clause, hand, rules


@clause("nobust:Insurance a")
def test_a_player_may_insure() -> None:
    answer = may_insure(rules("nobust"), up=Card("Ac"), main=50_00)
    assert answer
    assert answer.under == "Insurance a"


@clause("nobust:Insurance b#1")
def test_insurance_is_open_against_an_ace() -> None:
    assert may_insure(rules("nobust"), up=Card("Ad"), main=50_00)


@clause("nobust:Insurance b#1")
@pytest.mark.parametrize("up", ["Td", "Kd", "9c", "2h"])
def test_insurance_is_closed_against_every_other_card(up: str) -> None:
    answer = may_insure(rules("nobust"), up=Card(up), main=50_00, amount=25_00)
    assert not answer
    assert answer.under == "Insurance b#1"


@clause("nobust:Insurance b#1")
def test_insurance_needs_an_original_wager() -> None:
    answer = may_insure(rules("nobust"), up=Card("Ac"), main=0)
    assert not answer
    assert answer.under == "Insurance b#1"


@clause("nobust:Insurance b#1")
def test_insurance_is_taken_before_any_further_card() -> None:
    closes = rules("nobust").insurance.closes.value
    assert closes is InsuranceCloses.BEFORE_ANY_FURTHER_CARD
    answer = may_insure(
        rules("nobust"), up=Card("Ac"), main=50_00, amount=25_00, window_is_closed=True
    )
    assert not answer
    assert answer.under == "Insurance b#1"


@clause("nobust:Insurance b#2")
@pytest.mark.parametrize(("main", "half"), [(50_00, 25_00), (25_00, 12_50), (10_02, 5_01)])
def test_insurance_is_exactly_half_the_original_wager(main: int, half: int) -> None:
    answer = may_insure(rules("nobust"), up=Card("Ac"), main=main, amount=half)
    assert answer
    assert answer.under == "Insurance b#2"


@clause("nobust:Insurance b#2")
@pytest.mark.parametrize("amount", [0, 10_00, 24_99, 25_01, 50_00])
def test_no_other_amount_insures(amount: int) -> None:
    answer = may_insure(rules("nobust"), up=Card("Ac"), main=50_00, amount=amount)
    assert not answer
    assert answer.under == "Insurance b#2"


@clause("nobust:Insurance b#3")
def test_a_natural_of_the_player_dealer_pays_insurance_2_to_1() -> None:
    settled = settle(rules("nobust"), 25_00, dealer_blackjack=True)
    assert (settled.result, settled.paid, settled.returned) == (Result.WIN, 50_00, 75_00)
    assert settled.under == "Insurance b#3"


@clause("nobust:Insurance b#3")
def test_the_insured_wager_is_lost_all_the_same() -> None:
    wager = HandWager(WagerKind.MAIN, 1, 50_00)
    (settled,) = settle_against_blackjack(rules("nobust"), [wager])
    assert (settled.result, settled.paid, settled.returned) == (Result.LOSE, 0, 0)


@clause("nobust:Insurance b#3", "nobust:winners.1.a")
def test_beside_a_natural_of_the_player_insurance_pays_and_the_wager_pushes() -> None:
    insurance = settle(rules("nobust"), 25_00, dealer_blackjack=True)
    assert insurance.paid == 50_00
    wager = settle_wager(rules("nobust"), WagerKind.MAIN, 50_00, hand("Ah Qh"), hand("Ad Kc"))
    assert (wager.result, wager.paid, wager.returned) == (Result.STAND_OFF, 0, 50_00)


@clause("nobust:Insurance b#3", "nobust:dealing.8")
def test_without_that_natural_insurance_loses() -> None:
    settled = settle(rules("nobust"), 25_00, dealer_blackjack=False)
    assert (settled.result, settled.paid, settled.returned) == (Result.LOSE, 0, 0)


@clause("nobust:dealing.8")
def test_insurance_is_settled_with_the_other_wagers() -> None:
    assert rules("nobust").insurance.settled.value is InsuranceSettled.IN_SETTLEMENT
