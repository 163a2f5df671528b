"""Section 11: what is done when something has gone wrong."""

from __future__ import annotations

import pytest

from pitboss.cards import cards
from pitboss.law.dealer import must_draw
from pitboss.law.irregularities import Irregularity, Resolution, may_reconstruct, resolution
from pitboss.law.play import (
    closed_under,
    may_double,
    may_hit,
    may_split,
    may_stand,
    may_zap,
)
from pitboss.law.shoe import RunOut, cut_limits, may_cut, when_exhausted
from pitboss.rulebooks.enumerations import (
    DealingError,
    Exhausted,
    ExposedCard,
    ExtraDealerCard,
    FaceUp,
    Misdrawn,
)
from tests.rulebooks.zappit.helpers import frozen, refused_under, zappit
from tests.support import clause


@clause("zappit:11(a)")
def test_a_card_face_up_in_the_shoe_goes_to_the_rack() -> None:
    found_resolution = resolution(zappit(), Irregularity.FACE_UP_IN_SHOE)
    assert found_resolution == Resolution(FaceUp.REMOVED, "11(a)")


@clause("zappit:11(b)")
def test_a_card_drawn_by_mistake_and_not_shown_is_the_next_card() -> None:
    drawn = resolution(zappit(), Irregularity.DRAWN_UNSEEN)
    assert drawn == Resolution(Misdrawn.NEXT_CARD, "11(b)")


@clause("zappit:11(c)#1", "zappit:11(c)#3")
def test_an_exposed_card_is_for_the_players_and_then_for_a_dealer_who_must_draw() -> None:
    exposed = resolution(zappit(), Irregularity.EXPOSED_CARD)
    assert exposed == Resolution(ExposedCard.OFFERED_THEN_DEALER_IF_DRAWING, "11(c)#3")


@clause("zappit:11(c)#3")
def test_a_dealer_on_17_cannot_use_the_exposed_card() -> None:
    assert must_draw(zappit(), cards("Td 6c"))
    assert not must_draw(zappit(), cards("Td 7c"))


@clause("zappit:11(c)#2")
@pytest.mark.parametrize("held", ["Tc 2d", "8c 8d", "5c 4d 2h"])
def test_a_player_who_refuses_the_exposed_card_gets_no_more_cards(held: str) -> None:
    for may_act in (may_hit, may_double, may_split, may_zap):
        assert refused_under(may_act(zappit(), frozen(held))) == "11(c)#2"
    assert closed_under(zappit(), frozen(held)) == "11(c)#2"
    assert may_stand(zappit(), frozen(held))


@clause("zappit:11(d)", "zappit:1.Pat hand")
@pytest.mark.parametrize("pat", ["Td 7c", "Td 8c", "Ad 7c", "Ad 6c"])
def test_a_card_drawn_to_a_pat_hand_goes_to_the_rack(pat: str) -> None:
    assert not must_draw(zappit(), cards(pat))
    overdrawn = resolution(zappit(), Irregularity.EXTRA_DEALER_CARD)
    assert overdrawn == Resolution(ExtraDealerCard.REMOVED, "11(d)")


@clause("zappit:1.Pat hand")
@pytest.mark.parametrize("held", ["Td 6c", "Ad 5c"])
def test_a_hand_that_needs_a_card_is_not_pat(held: str) -> None:
    assert must_draw(zappit(), cards(held))


@clause("zappit:11(f)#1", "zappit:11(f)#2")
def test_a_shoe_that_runs_out_is_filled_from_the_rack_and_a_card_is_burned() -> None:
    ran_out = when_exhausted(zappit())
    assert ran_out == RunOut(Exhausted.SHUFFLE_DISCARDS_AND_BURN, "11(f)#2")


@clause("zappit:11(f)#1")
def test_the_rack_is_cut_as_a_full_stack_is() -> None:
    assert cut_limits(zappit(), 280) == (52, 228)
    assert refused_under(may_cut(zappit(), 280, 51)) == "4(d)#1"


@clause("zappit:11(g)#2")
def test_a_hand_that_got_one_card_has_the_second_late_or_is_dead() -> None:
    passed_over = resolution(zappit(), Irregularity.DEALING_ERROR)
    assert passed_over == Resolution(DealingError.LATE_CARD_OR_DEAD_HAND, "11(g)#2")


@clause("zappit:11(g)#2")
@pytest.mark.parametrize("in_initial_deal", [True, False])
def test_cards_dealt_out_of_order_are_not_put_back(in_initial_deal: bool) -> None:
    answer = may_reconstruct(
        zappit(), in_initial_deal=in_initial_deal, interim_settled=False, final_settled=False
    )
    assert refused_under(answer) == "not in the text"
