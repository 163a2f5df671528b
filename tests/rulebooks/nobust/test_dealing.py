"""The order in which cards are dealt and seats act."""

from __future__ import annotations

import pytest

from pitboss.law.dealing import CardPlace, DealtCard, order_of_deal, order_of_turns
from tests.support import clause, rules


@clause(
    "nobust:table.4",
    "nobust:dealing.4#1",
    "nobust:dealing.4#4",
    "nobust:dealing.4#5",
    "nobust:dealing.5#1",
    "nobust:dealing.5#2",
)
@pytest.mark.parametrize("wagered", [[2, 6], [6, 2]])
def test_cards_go_clockwise_from_the_left_all_up_but_the_second_of_the_player_dealer(
    wagered: list[int],
) -> None:
    assert order_of_deal(rules("nobust"), wagered) == (
        DealtCard(CardPlace.BOX, 2, True),
        DealtCard(CardPlace.BOX, 6, True),
        DealtCard(CardPlace.DEALER, None, True),
        DealtCard(CardPlace.BOX, 2, True),
        DealtCard(CardPlace.BOX, 6, True),
        DealtCard(CardPlace.DEALER, None, False),
    )


@clause("nobust:table.4")
@pytest.mark.parametrize("wagered", [[2, 6, 1], [6, 2, 1], [1, 2, 6]])
def test_seats_act_clockwise_from_the_left(wagered: list[int]) -> None:
    assert order_of_turns(rules("nobust"), wagered) == (1, 2, 6)
