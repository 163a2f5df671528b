"""Surrender."""

from __future__ import annotations

import pytest

from pitboss.cards import Card
from pitboss.law.play import may_surrender
from pitboss.law.settlement import surrender
from tests.support import clause, hand, rules

UP_CARDS = ("2h", "9c", "Td", "Kh", "As")


@clause("classic:surrender.1")
@pytest.mark.parametrize("up", UP_CARDS)
@pytest.mark.parametrize(
    ("choice", "against"),
    [
        ("none", ()),
        ("late", UP_CARDS),
        ("early", UP_CARDS),
        ("early_not_ace", ("2h", "9c", "Td", "Kh")),
    ],
)
def test_surrender_is_offered_as_chosen(choice: str, against: tuple[str, ...], up: str) -> None:
    table = rules("classic", surrender=choice)
    answer = may_surrender(table, hand("Tc 6d"), up=Card(up))
    assert bool(answer) is (up in against)
    assert answer.under == "surrender.1"


@clause("classic:surrender.1")
@pytest.mark.parametrize("up", UP_CARDS)
def test_not_at_all_unless_chosen(up: str) -> None:
    assert not may_surrender(rules("classic"), hand("Tc 6d"), up=Card(up))


@clause("classic:surrender.1")
@pytest.mark.parametrize(
    ("choice", "allowed"), [("late", True), ("early", False), ("early_not_ace", False)]
)
def test_late_at_a_players_turn_early_before_anything(choice: str, allowed: bool) -> None:
    answer = may_surrender(
        rules("classic", surrender=choice), hand("Tc 6d"), up=Card("9c"), play_has_begun=True
    )
    assert bool(answer) is allowed
    assert answer.under == "surrender.1"


@clause("classic:surrender.1")
@pytest.mark.parametrize("choice", ["late", "early", "early_not_ace"])
def test_only_the_first_decision_on_an_unsplit_hand_that_is_no_blackjack(choice: str) -> None:
    for other in (
        hand("Tc 2d 4h"),
        hand("6c 5d 5h", doubled=True),
        hand("8c 8d", split=True),
        hand("As Kd"),
    ):
        answer = may_surrender(rules("classic", surrender=choice), other, up=Card("9c"))
        assert not answer
        assert answer.under == "surrender.1"


@clause("classic:surrender.2")
@pytest.mark.parametrize("choice", ["late", "early", "early_not_ace"])
def test_half_the_bet_is_lost(choice: str) -> None:
    half = surrender(rules("classic", surrender=choice), 25_00)
    assert (half.result, half.paid, half.returned) == ("surrendered", 0, 12_50)
    assert half.under == "surrender.2"


@clause("classic:surrender.2")
@pytest.mark.parametrize("choice", ["early", "early_not_ace"])
def test_after_an_early_surrender_the_rest_is_safe(choice: str) -> None:
    half = surrender(rules("classic", surrender=choice), 10_00, dealer_blackjack=True)
    assert (half.result, half.returned) == ("surrendered", 5_00)


@clause("classic:surrender.2")
def test_after_a_late_one_a_dealer_blackjack_takes_it_all() -> None:
    late = rules("classic", surrender="late", hole_card="none")
    lost = surrender(late, 10_00, dealer_blackjack=True)
    assert (lost.result, lost.returned) == ("lose", 0)
    assert lost.under == "surrender.2"
