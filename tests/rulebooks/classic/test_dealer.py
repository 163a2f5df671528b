"""The dealer's cards: the hole card, the check for blackjack, and the draw."""

from __future__ import annotations

import pytest

from pitboss.cards import Card
from pitboss.law.dealer import (
    AtStake,
    card_would_matter,
    looks_for_blackjack,
    must_draw,
    next_card_is_due,
    takes_hole_card,
)
from pitboss.law.settlement import blackjack_is_paid
from tests.support import clause, hand, rules


@clause("classic:deal.2")
def test_the_dealer_takes_a_hole_card_or_none_as_chosen() -> None:
    assert takes_hole_card(rules("classic"))
    assert takes_hole_card(rules("classic", hole_card="peek"))
    answer = takes_hole_card(rules("classic", hole_card="none"))
    assert not answer
    assert answer.under == "deal.2"


@clause("classic:deal.2")
@pytest.mark.parametrize("up", ["As", "Td", "Jh", "Qc", "Kh"])
def test_the_dealer_looks_under_an_ace_or_ten(up: str) -> None:
    assert looks_for_blackjack(rules("classic"), Card(up))


@clause("classic:deal.2")
@pytest.mark.parametrize(
    ("hole_card", "up"), [("peek", "9c"), ("peek", "2d"), ("none", "As"), ("none", "Td")]
)
def test_under_nothing_else_and_never_without_a_hole_card(hole_card: str, up: str) -> None:
    answer = looks_for_blackjack(rules("classic", hole_card=hole_card), Card(up))
    assert not answer
    assert answer.under == "deal.2"


@clause("classic:deal.3")
@pytest.mark.parametrize("up", ["As", "Kd", "9c", "2h"])
def test_where_the_dealer_looks_a_blackjack_is_paid_at_its_turn(up: str) -> None:
    assert blackjack_is_paid(rules("classic"), Card(up)) == ("at_its_turn", "deal.3")


@clause("classic:deal.3")
@pytest.mark.parametrize(
    ("up", "when"),
    [
        ("2h", "after_the_deal"),
        ("9c", "after_the_deal"),
        ("Kd", "at_the_end"),
        ("As", "at_the_end"),
    ],
)
def test_else_after_the_deal_unless_it_may_be_tied(up: str, when: str) -> None:
    paid = blackjack_is_paid(rules("classic", hole_card="none"), Card(up))
    assert paid == (when, "deal.3")


@clause("classic:dealer.1")
@pytest.mark.parametrize("cards", ["9c 7d", "2c 2d", "As 5d", "As 5d Tc"])
def test_the_dealer_draws_to_16(cards: str) -> None:
    answer = must_draw(rules("classic"), hand(cards).cards)
    assert answer
    assert answer.under == "dealer.1"


@clause("classic:dealer.1")
@pytest.mark.parametrize("soft_17", ["stand", "hit"])
@pytest.mark.parametrize("cards", ["9c 8d", "6h Ad Tc", "Tc Kd", "As 7d", "9c 7d 6h"])
def test_the_dealer_stands_on_17(cards: str, soft_17: str) -> None:
    answer = must_draw(rules("classic", soft_17=soft_17), hand(cards).cards)
    assert not answer
    assert answer.under == "dealer.1"


@clause("classic:dealer.2")
@pytest.mark.parametrize("cards", ["6h Ad", "As Ad 5c", "2c 4d Ah"])
def test_a_soft_17_stands_or_draws_as_chosen(cards: str) -> None:
    assert not must_draw(rules("classic"), hand(cards).cards)
    assert not must_draw(rules("classic", soft_17="stand"), hand(cards).cards)
    answer = must_draw(rules("classic", soft_17="hit"), hand(cards).cards)
    assert answer
    assert answer.under == "dealer.2"


@clause("classic:dealer.3")
@pytest.mark.parametrize(
    ("dealer", "stake"),
    [
        ("6h", AtStake()),
        ("6h Td", AtStake()),
        ("6h Td", AtStake(hands=(hand("As Kd"),))),
        ("6h Td", AtStake(insurance=True)),
    ],
)
def test_no_card_is_drawn_that_can_change_nothing(dealer: str, stake: AtStake) -> None:
    for answer in (
        card_would_matter(rules("classic"), hand(dealer).cards, stake),
        next_card_is_due(rules("classic"), hand(dealer).cards, stake),
    ):
        assert not answer
        assert answer.under == "dealer.3"


@clause("classic:dealer.3")
@pytest.mark.parametrize(
    ("dealer", "stake"),
    [
        ("Kh", AtStake(hands=(hand("As Kd"),))),
        ("Ah", AtStake(insurance=True)),
        ("6h Td", AtStake(hands=(hand("As Kd"), hand("8c 4d")))),
    ],
)
def test_one_that_can_is(dealer: str, stake: AtStake) -> None:
    assert next_card_is_due(rules("classic", hole_card="none"), hand(dealer).cards, stake)
