"""Section 4(b) and (c): who is offered the cut."""

from __future__ import annotations

import pytest

from pitboss.law.cutting import Occasion, Offers, offers
from tests.rulebooks.zappit.helpers import zappit
from tests.support import clause

SEATS = {1: "P1", 4: "P2", 6: "P3"}


def offered(occasion: Occasion, *, on_box: int | None = None) -> Offers:
    """The offers at a table to which the player at box 4 came first."""
    return offers(zappit(), occasion, seats=SEATS, arrived=["P2", "P1", "P3"], on_box=on_box)


@clause("zappit:4(c)", "zappit:4(c)(1)")
def test_at_the_start_the_first_arrival_is_offered_the_cut() -> None:
    assert offered(Occasion.START).offers == (
        (4, "P2", "4(c)(1)"),
        (1, "P1", "4(c)(1)"),
        (6, "P3", "4(c)(1)"),
    )


@clause("zappit:4(c)", "zappit:4(c)(2)")
@pytest.mark.parametrize(("on_box", "order"), [(1, [1, 6, 4]), (4, [4, 1, 6]), (6, [6, 4, 1])])
def test_the_player_on_whose_box_the_cover_card_came_is_offered_the_cut(
    on_box: int, order: list[int]
) -> None:
    made = offered(Occasion.CUTTING_CARD_ON_BOX, on_box=on_box).offers
    assert [offer.box for offer in made] == order
    assert {offer.under for offer in made} == {"4(c)(2)"}


@clause("zappit:4(c)", "zappit:4(c)(3)#1", "zappit:4(c)(3)#2")
def test_a_cover_card_on_the_dealers_hand_offers_the_cut_from_the_far_right() -> None:
    assert offered(Occasion.CUTTING_CARD_ON_DEALER).offers == (
        (6, "P3", "4(c)(3)#1"),
        (4, "P2", "4(c)(3)#2"),
        (1, "P1", "4(c)(3)#2"),
    )


@clause("zappit:4(c)", "zappit:4(c)(4)#1", "zappit:4(c)(4)#2")
def test_a_reshuffle_that_was_ordered_offers_the_cut_from_the_far_right() -> None:
    assert offered(Occasion.ORDERED).offers == (
        (6, "P3", "4(c)(4)#1"),
        (4, "P2", "4(c)(4)#2"),
        (1, "P1", "4(c)(4)#2"),
    )


@clause("zappit:4(b)")
@pytest.mark.parametrize("occasion", [Occasion.START, Occasion.ORDERED])
def test_the_dealer_cuts_when_all_have_refused(occasion: Occasion) -> None:
    made = offered(occasion)
    assert len(made.offers) == 3
    assert (made.at_last, made.at_last_under) == ("dealer", "4(b)")


@clause("zappit:4(b)")
@pytest.mark.parametrize("occasion", [Occasion.START, Occasion.ORDERED])
def test_the_dealer_cuts_for_the_table_where_the_casino_chooses_so(occasion: Occasion) -> None:
    made = offers(zappit(cut_by="dealer"), occasion, seats=SEATS, arrived=["P2"])
    assert made == Offers((), "dealer", "4(b)")
