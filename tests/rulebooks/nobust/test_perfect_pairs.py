"""What a Perfect Pairs wager wins and loses, and when."""

from __future__ import annotations

import pytest

from pitboss.cards import cards
from pitboss.rulebooks.enumerations import Result, SideSettled
from tests.side_bets import perfect_pairs
from tests.support import clause, rules


@clause(
    "nobust:Perfect Pairs 1",
    "nobust:Perfect Pairs 8#1",
    "nobust:Perfect Pairs paytable.perfect",
    "nobust:Perfect Pairs paytable.colored",
    "nobust:Perfect Pairs paytable.mixed",
)
@pytest.mark.parametrize(
    ("pair", "paid", "row"),
    [
        ("9s 9s", 250_00, "perfect"),
        ("Kh Kh", 250_00, "perfect"),
        ("8h 8d", 120_00, "colored"),
        ("As Ac", 120_00, "colored"),
        ("7c 7d", 60_00, "mixed"),
        ("Qh Qs", 60_00, "mixed"),
    ],
)
def test_a_pair_is_paid_by_how_alike_its_cards_are(pair: str, paid: int, row: str) -> None:
    settled = perfect_pairs.settle(rules("nobust"), 10_00, *cards(pair))
    assert (settled.result, settled.paid, settled.returned) == (Result.WIN, paid, 10_00 + paid)
    assert settled.under == f"Perfect Pairs paytable.{row}"


@clause("nobust:Perfect Pairs 8#2", "nobust:Perfect Pairs 1")
@pytest.mark.parametrize("dealt", ["Th Js", "Kc Qc", "As Ts", "8h 9h"])
def test_without_a_pair_the_wager_is_lost(dealt: str) -> None:
    settled = perfect_pairs.settle(rules("nobust"), 10_00, *cards(dealt))
    assert (settled.result, settled.paid, settled.returned) == (Result.LOSE, 0, 0)
    assert settled.under == "Perfect Pairs 8#2"


@clause("nobust:gap.pp-settle")
@pytest.mark.parametrize(
    ("elected", "settled"),
    [
        ({}, SideSettled.IN_SETTLEMENT),
        ({"perfect_pairs_settle": "final"}, SideSettled.IN_SETTLEMENT),
        ({"perfect_pairs_settle": "after_deal"}, SideSettled.AFTER_THE_DEAL),
    ],
)
def test_pairs_are_settled_at_the_end_unless_elected(
    elected: dict[str, str], settled: SideSettled
) -> None:
    part = rules("nobust", **elected).side_bet("perfect_pairs")
    assert part.settled.value is settled
