"""What a Buster wager wins and loses."""

from __future__ import annotations

import pytest

from pitboss.cards import cards
from pitboss.law.settlement import settle as settle_game
from pitboss.law.settlement import surrender
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import Result
from tests.side_bets import buster
from tests.support import clause, hand, rules


@clause(
    "nobust:Buster 8",
    "nobust:Buster 4#1",
    "nobust:Buster 4#2",
    "nobust:Buster paytable.3",
    "nobust:Buster paytable.4",
    "nobust:Buster paytable.5",
    "nobust:Buster paytable.6",
    "nobust:Buster paytable.7",
    "nobust:Buster paytable.8+",
)
@pytest.mark.parametrize(
    ("dealer", "paid", "row"),
    [
        ("Td 6d 9d", 10_00, "3"),
        ("5d 6h 4h Td", 30_00, "4"),
        ("2d 3d 4d 5d Kd", 50_00, "5"),
        ("2d 3d 2h 4h 2c Kd", 250_00, "6"),
        ("2d 2h 2c 3d 3h 4h 9c", 1000_00, "7"),
        ("2d 2h 2c 2s 2d 3d 3h 9c", 5000_00, "8+"),
        ("2d 2h 2c 2s 2d 2h 2c 2s Td", 5000_00, "8+"),
    ],
)
def test_a_bust_pays_by_its_number_of_cards(dealer: str, paid: int, row: str) -> None:
    settled = buster.settle(rules("nobust"), 10_00, cards(dealer))
    assert (settled.result, settled.paid, settled.returned) == (Result.WIN, paid, 10_00 + paid)
    assert settled.under == f"Buster paytable.{row}"


@clause("nobust:Buster 4#1", "nobust:Buster 4#2")
@pytest.mark.parametrize("dealer", ["Td 6d 6h", "Td 6d 7h", "Td 6d Kh"])
def test_a_bust_is_22_or_more(dealer: str) -> None:
    assert buster.settle(rules("nobust"), 10_00, cards(dealer)).paid == 10_00


@clause("nobust:Buster 4#3", "nobust:Buster 4#2", "nobust:Buster 4#1")
@pytest.mark.parametrize("dealer", ["Td 7d", "Ad 7d", "Kd Ad", "Td 6d 5h", "7d 7h 7c", "Ad 6d Th"])
def test_any_other_hand_of_the_player_dealer_loses(dealer: str) -> None:
    settled = buster.settle(rules("nobust"), 10_00, cards(dealer))
    assert (settled.result, settled.paid, settled.returned) == (Result.LOSE, 0, 0)
    assert settled.under == "Buster 4#3"


@clause("nobust:Buster 5")
def test_a_buster_wager_stands_however_the_game_wager_ends() -> None:
    dealer = "2d 3d 4d 5d Kd"
    lost = settle_game(rules("nobust"), WagerKind.MAIN, 50_00, hand("5c 4c 6c 8c"), hand(dealer))
    assert (lost.result, lost.returned) == (Result.LOSE, 0)
    given_up = surrender(rules("nobust"), 50_00)
    assert given_up.returned == 25_00
    won = settle_game(rules("nobust"), WagerKind.MAIN, 50_00, hand("Tc 2c"), hand(dealer))
    assert (won.result, won.paid) == (Result.WIN, 50_00)
    assert buster.settle(rules("nobust"), 10_00, cards(dealer)).paid == 50_00
