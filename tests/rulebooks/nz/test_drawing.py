"""Section 13: drawing of additional cards."""

from __future__ import annotations

import pytest

from pitboss.law.counting import is_bust
from pitboss.law.dealer import AtStake, card_would_matter, must_draw, next_card_is_due
from pitboss.law.play import closed_under, is_closed, may_hit, may_stand
from pitboss.law.settlement import Settled, bust_is_collected, settle
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import BustTaken, Result
from tests.support import clause, hand, rules

NOTHING = AtStake()
INSURANCE = AtStake(insurance=True)


@clause("nz:13.1")
@pytest.mark.parametrize("cards", ["2c 3d", "As 6d", "Td 9c", "5c 5d 5h 5s", "Ah 9c"])
def test_a_hand_below_21_may_draw(cards: str) -> None:
    assert may_hit(rules("nz"), hand(cards))


@clause("nz:13.1(a)")
@pytest.mark.parametrize("cards", ["As Kd", "7c 7d 7h", "Td 6c 5s", "Ah 4c 6d"])
def test_a_blackjack_and_every_21_may_not(cards: str) -> None:
    answer = may_hit(rules("nz"), hand(cards))
    assert not answer
    assert answer.under == "13.1(a)"
    assert closed_under(rules("nz"), hand(cards)) == "13.1(a)"


@clause("nz:13.1(b)")
@pytest.mark.parametrize("cards", ["2h 3d 4c", "6h 5d 2c", "Td 6c 4s"])
def test_a_doubled_hand_stands_on_its_one_card_however_low(cards: str) -> None:
    doubled = hand(cards, doubled=True)
    answer = may_hit(rules("nz"), doubled)
    assert not answer
    assert answer.under == "13.1(b)"
    assert may_stand(rules("nz"), doubled)
    assert is_closed(rules("nz"), doubled)


@clause("nz:13.1(b)")
def test_a_doubled_hand_is_not_done_before_its_card() -> None:
    assert not is_closed(rules("nz"), hand("2h 3d", doubled=True))


@clause("nz:13.1(c)")
@pytest.mark.parametrize("cards", ["Ac 5d", "Ac Ah", "Ac Kh"])
def test_a_split_ace_has_no_second_draw(cards: str) -> None:
    split = hand(cards, split=True)
    answer = may_hit(rules("nz"), split)
    assert not answer
    assert answer.under == "12.4(b)#2"
    assert is_closed(rules("nz"), split, hands_on_box=2)


@clause("nz:13.1(d)")
@pytest.mark.parametrize("cards", ["2c 2d", "4h 5d", "4h 5d 2s", "5c 6d"])
def test_nobody_stands_on_11_or_less(cards: str) -> None:
    answer = may_stand(rules("nz"), hand(cards))
    assert not answer
    assert answer.under == "13.1(d)"


@clause("nz:13.1(d)")
@pytest.mark.parametrize("cards", ["7c 5d", "4h 5d 2s Ah", "As Ad", "Td 9c"])
def test_twelve_or_more_may_stand(cards: str) -> None:
    assert may_stand(rules("nz"), hand(cards))


@clause("nz:13.2#1")
@pytest.mark.parametrize("dealer", ["Td 7c", "Td 6c Kh"])
def test_a_hand_over_21_loses_whatever_the_dealer_has(dealer: str) -> None:
    over, within = hand("Td 6c 6h"), hand("Td 6c 5h")
    assert is_bust(rules("nz"), over.cards)
    assert not is_bust(rules("nz"), within.cards)
    lost = settle(rules("nz"), WagerKind.MAIN, 10_00, over, hand(dealer))
    assert lost == Settled(Result.LOSE, 0, 0, "5.1(f)")
    assert settle(rules("nz"), WagerKind.MAIN, 10_00, within, hand(dealer)).result is Result.WIN


@clause("nz:13.2#2")
def test_a_bust_is_taken_at_once() -> None:
    assert bust_is_collected(rules("nz")) == (BustTaken.AT_ONCE, "13.2#2")


@clause("nz:13.3")
@pytest.mark.parametrize("cards", ["Td 6d", "2c 3d", "As 5d", "Td 2c 4h", "As Ad 4c"])
def test_the_dealer_draws_to_16_and_below(cards: str) -> None:
    answer = must_draw(rules("nz"), hand(cards).cards)
    assert answer
    assert answer.under == "13.3"


@clause("nz:13.3")
@pytest.mark.parametrize(
    "cards", ["Td 7d", "6s As", "9c 9d", "As 7c", "Td Qc", "As Kd", "Td 6d 9h"]
)
def test_the_dealer_stands_on_17_and_above_hard_or_soft(cards: str) -> None:
    answer = must_draw(rules("nz"), hand(cards).cards)
    assert not answer
    assert answer.under == "13.3"


@clause("nz:13.4")
def test_the_second_card_needs_a_live_hand_or_insurance() -> None:
    first = hand("Ah").cards
    assert card_would_matter(rules("nz"), first, AtStake(hands=(hand("Td 8c"),)))
    assert card_would_matter(rules("nz"), first, INSURANCE)
    answer = card_would_matter(rules("nz"), first, NOTHING)
    assert not answer
    assert answer.under == "13.4"


@clause("nz:13.4")
def test_a_third_card_needs_a_live_hand_that_is_no_blackjack() -> None:
    fifteen = hand("Qh 5d").cards
    assert next_card_is_due(rules("nz"), fifteen, AtStake(hands=(hand("Td 8c"),)))
    for stake in (NOTHING, INSURANCE, AtStake(hands=(hand("As Kd"),))):
        answer = next_card_is_due(rules("nz"), fifteen, stake)
        assert not answer
        assert answer.under == "13.4"


@clause("nz:13.4")
def test_a_waiting_blackjack_needs_the_second_card() -> None:
    assert card_would_matter(rules("nz"), hand("Qh").cards, AtStake(hands=(hand("As Kd"),)))


@clause("nz:13.3", "nz:13.4")
def test_a_live_hand_makes_the_dealer_draw_to_17_only() -> None:
    stake = AtStake(hands=(hand("Td 8c"),))
    assert next_card_is_due(rules("nz"), hand("Qh 6d").cards, stake)
    answer = next_card_is_due(rules("nz"), hand("Qh 7d").cards, stake)
    assert not answer
    assert answer.under == "13.3"


@clause("nz:13.4")
def test_the_operator_may_have_the_second_card_dealt_in_any_case() -> None:
    always = rules("nz", deal_card2_when_dead=True)
    assert next_card_is_due(always, hand("Qh").cards, NOTHING)
    assert not next_card_is_due(always, hand("Qh 5d").cards, NOTHING)
