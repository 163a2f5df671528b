"""Section 7: who is offered the cut, and in which order."""

from __future__ import annotations

import pytest

from pitboss.law.cutting import Occasion, Offers, offers
from tests.support import clause, rules

SEATS = {1: "ana", 4: "ben", 6: "cal"}


def order(made: Offers) -> list[tuple[int, str]]:
    """The boxes in the order of the offers, each with its clause."""
    return [(offer.box, offer.under) for offer in made.offers]


@clause("nz:7.2#3", "nz:7.3")
@pytest.mark.parametrize("occasion", list(Occasion))
def test_the_cut_is_offered_to_the_seated_players_only(occasion: Occasion) -> None:
    made = offers(rules("nz"), occasion, seats=SEATS, arrived=["dot", "cal"], on_box=4)
    assert sorted((offer.box, offer.player) for offer in made.offers) == sorted(SEATS.items())


@clause("nz:7.3(a)", "nz:7.4#1")
def test_at_the_start_the_first_to_arrive_cuts() -> None:
    made = offers(rules("nz"), Occasion.START, seats=SEATS, arrived=["ben", "cal", "ana"])
    assert order(made) == [(4, "7.3(a)"), (6, "7.4#1"), (1, "7.4#1")]


@clause("nz:7.3")
def test_the_first_to_arrive_is_passed_over_while_not_seated() -> None:
    made = offers(rules("nz"), Occasion.START, seats=SEATS, arrived=["dot", "ben", "ana"])
    assert order(made)[0] == (4, "7.3(a)")


@clause("nz:7.3(b)", "nz:7.4#1")
def test_the_player_cuts_on_whose_box_the_cutting_card_came_out() -> None:
    made = offers(rules("nz"), Occasion.CUTTING_CARD_ON_BOX, seats=SEATS, arrived=["cal"], on_box=4)
    assert order(made) == [(4, "7.3(b)"), (6, "7.4#1"), (1, "7.4#1")]


@clause("nz:7.4#1")
def test_where_nobody_sits_at_that_box_the_next_player_clockwise_is_offered_it() -> None:
    made = offers(rules("nz"), Occasion.CUTTING_CARD_ON_BOX, seats=SEATS, on_box=5)
    assert order(made) == [(6, "7.4#1"), (1, "7.4#1"), (4, "7.4#1")]


@clause("nz:7.3(c)", "nz:7.4#1")
def test_the_player_farthest_right_cuts_when_it_came_out_on_the_dealers_hand() -> None:
    made = offers(rules("nz"), Occasion.CUTTING_CARD_ON_DEALER, seats=SEATS, arrived=["ben"])
    assert order(made) == [(6, "7.3(c)"), (1, "7.4#1"), (4, "7.4#1")]


@clause("nz:7.3", "nz:7.3(d)", "nz:7.4#1")
@pytest.mark.parametrize(
    ("occasion", "under"), [(Occasion.CARDS_REPLACED, "7.3(d)"), (Occasion.ORDERED, "7.3")]
)
def test_the_player_farthest_left_cuts_replaced_cards_and_an_ordered_shuffle(
    occasion: Occasion, under: str
) -> None:
    # Neither who came first nor where the cutting card came out matters then. 7.3(d) is about
    # replaced cards alone; for other shuffles we read the same.
    made = offers(rules("nz"), occasion, seats=SEATS, arrived=["ben"], on_box=6)
    assert order(made) == [(1, under), (4, "7.4#1"), (6, "7.4#1")]


@clause("nz:7.4#2")
@pytest.mark.parametrize("seats", [SEATS, {}])
def test_an_employee_cuts_when_no_player_does(seats: dict[int, str]) -> None:
    made = offers(rules("nz"), Occasion.START, seats=seats, arrived=["ana"])
    assert (made.at_last, made.at_last_under) == ("employee", "7.4#2")
    assert len(made.offers) == len(seats)
