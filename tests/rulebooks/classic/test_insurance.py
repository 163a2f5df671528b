"""Insurance."""

from __future__ import annotations

import pytest

from pitboss.cards import Card
from pitboss.law.insurance import may_insure, may_take_even_money, settle
from pitboss.law.layout import spots
from pitboss.law.wagers import WagerKind
from tests.support import clause, hand, rules


@clause("classic:insurance.1")
def test_against_an_ace_a_bet_may_be_insured() -> None:
    answer = may_insure(rules("classic"), up=Card("As"), main=20_00)
    assert answer
    assert answer.under == "insurance.1"


@clause("classic:insurance.1")
@pytest.mark.parametrize("up", ["Td", "Kh", "9c", "2d"])
def test_against_no_other_card(up: str) -> None:
    answer = may_insure(rules("classic"), up=Card(up), main=20_00)
    assert not answer
    assert answer.under == "insurance.1"


@clause("classic:insurance.1")
def test_only_where_it_is_offered() -> None:
    without = rules("classic", insurance=False)
    answer = may_insure(without, up=Card("As"), main=20_00)
    assert not answer
    assert answer.under == "insurance.1"
    assert WagerKind.INSURANCE not in spots(without)
    assert WagerKind.INSURANCE in spots(rules("classic"))


@clause("classic:insurance.1")
@pytest.mark.parametrize(
    ("hole_card", "closes"), [("peek", "before_the_look"), ("none", "before_any_further_card")]
)
def test_until_the_look_or_without_one_until_a_further_card(hole_card: str, closes: str) -> None:
    table = rules("classic", hole_card=hole_card)
    assert table.insurance.closes.value == closes
    answer = may_insure(table, up=Card("As"), main=20_00, amount=10_00, window_is_closed=True)
    assert not answer
    assert answer.under == "insurance.1"


@clause("classic:insurance.2")
@pytest.mark.parametrize("amount", [1, 5_00, 10_00])
def test_insurance_is_at_most_half_the_bet(amount: int) -> None:
    answer = may_insure(rules("classic"), up=Card("As"), main=20_00, amount=amount)
    assert answer
    assert answer.under == "insurance.2"


@clause("classic:insurance.2")
@pytest.mark.parametrize(
    ("main", "amount"), [(20_00, 0), (20_00, 10_01), (20_00, 11_00), (25_01, 12_51)]
)
def test_not_more_and_not_nothing(main: int, amount: int) -> None:
    answer = may_insure(rules("classic"), up=Card("As"), main=main, amount=amount)
    assert not answer
    assert answer.under == "insurance.2"


@clause("classic:insurance.2")
def test_half_the_bet_is_the_only_limit() -> None:
    # With chips of a cent every amount can be paid, so dearer ones are put in their place.
    dear = rules("classic").with_provision("equipment.chips", (5_00,))
    assert may_insure(dear, up=Card("As"), main=25_00, amount=12_50)


@clause("classic:insurance.3")
def test_insurance_pays_two_to_one_on_a_dealer_blackjack() -> None:
    paid = settle(rules("classic"), 10_00, dealer_blackjack=True)
    assert (paid.result, paid.paid, paid.returned) == ("win", 20_00, 30_00)
    assert paid.under == "insurance.3"


@clause("classic:insurance.3")
def test_and_loses_without_one() -> None:
    lost = settle(rules("classic"), 10_00, dealer_blackjack=False)
    assert (lost.result, lost.paid, lost.returned) == ("lose", 0, 0)
    assert lost.under == "insurance.3"


@clause("classic:insurance.3")
@pytest.mark.parametrize(
    ("hole_card", "settled"), [("peek", "at_the_look"), ("none", "at_the_second_card")]
)
def test_as_soon_as_that_is_known(hole_card: str, settled: str) -> None:
    assert rules("classic", hole_card=hole_card).insurance.settled.value == settled


@clause("classic:insurance.4")
@pytest.mark.parametrize("up", ["As", "Kd"])
def test_no_blackjack_is_settled_at_even_money(up: str) -> None:
    answer = may_take_even_money(rules("classic"), hand("Ac Kd"), up=Card(up))
    assert not answer
    assert answer.under == "insurance.4"
