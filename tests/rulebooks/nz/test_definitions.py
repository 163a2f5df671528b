"""Section 1: the words with a fixed meaning."""

from __future__ import annotations

import pytest
from msgspec import structs

from pitboss.cards import Card, cards
from pitboss.law.counting import Count, count, is_blackjack
from pitboss.law.dealer import takes_hole_card
from pitboss.law.insurance import may_insure
from pitboss.law.layout import spots
from pitboss.law.stakes import StakedBet
from pitboss.law.wagering import may_wager
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.amounts import PrizeTable
from tests.rulebooks.nz.helpers import main
from tests.side_bets import madness_21, perfect_pairs
from tests.support import clause, hand, rules


@clause("nz:1.0 'Blackjack'#1", "nz:1.0 'Blackjack'#2")
@pytest.mark.parametrize("dealt", ["As Kd", "Td Ac", "Jh Ah", "Ac Qc"])
def test_an_ace_and_a_ten_point_card_are_a_blackjack_in_either_order(dealt: str) -> None:
    assert is_blackjack(rules("nz"), hand(dealt))


@clause("nz:1.0 'Blackjack'#1")
@pytest.mark.parametrize("dealt", ["Ah 5c 5d", "Ah 9c", "Kd Qd", "Ac Ad", "Ac"])
def test_no_other_hand_is_one(dealt: str) -> None:
    assert not is_blackjack(rules("nz"), hand(dealt))


@clause("nz:1.0 'Blackjack'#2")
def test_a_dealer_who_draws_to_21_has_no_blackjack() -> None:
    assert not is_blackjack(rules("nz"), hand("6c 5h Kd"))


@clause("nz:1.0 'Box'")
def test_a_box_has_a_place_for_the_wager() -> None:
    assert WagerKind.MAIN in spots(rules("nz"))


@clause("nz:1.0 'Hard Total'")
@pytest.mark.parametrize(("dealt", "total"), [("Td 6c", 16), ("Ah 5d 9c", 15), ("Ah Ad Tc", 12)])
def test_a_total_without_an_ace_or_with_aces_of_one_is_hard(dealt: str, total: int) -> None:
    assert count(rules("nz"), cards(dealt)) == Count(total, soft=False)


@clause("nz:1.0 'Soft Total'")
@pytest.mark.parametrize(("dealt", "total"), [("As 6c", 17), ("Ac Ah", 12), ("As Ah 9c", 21)])
def test_a_total_with_an_ace_of_eleven_is_soft(dealt: str, total: int) -> None:
    assert count(rules("nz"), cards(dealt)) == Count(total, soft=True)


@clause("nz:1.0 'Initial Deal'")
def test_the_dealer_gets_one_card_in_the_initial_deal() -> None:
    answer = takes_hole_card(rules("nz"))
    assert not answer
    assert answer.under == "1.0 'Initial Deal'"


@clause("nz:1.0 'Insurance Wager'")
def test_insurance_is_made_on_the_terms_of_section_nine() -> None:
    assert may_insure(rules("nz"), up=Card("Ah"), main=10_00)
    answer = may_insure(rules("nz"), up=Card("9h"), main=10_00)
    assert not answer
    assert answer.under == "9.1#1"


@clause("nz:1.0 'Pair'", "nz:1.0 'Face Value'")
@pytest.mark.parametrize(("dealt", "paid"), [("Kh Ks", 25_00), ("Kh Ts", 0), ("Jc Qc", 0)])
def test_a_pair_goes_by_the_kind_of_card_and_not_by_its_points(dealt: str, paid: int) -> None:
    first, second = cards(dealt)
    assert perfect_pairs.settle(rules("nz", layout=4), 5_00, first, second).paid == paid


@clause("nz:1.0 'Perfect Pair'", "nz:1.0 'Coloured Pair'", "nz:1.0 'Mixed Pair'")
@pytest.mark.parametrize(
    ("dealt", "kind"),
    [
        ("Kh Kh", "perfect"),
        ("8s 8s", "perfect"),
        ("8h 8d", "coloured"),
        ("5s 5c", "coloured"),
        ("8h 8s", "mixed"),
        ("5c 5d", "mixed"),
    ],
)
def test_pairs_are_told_apart_by_suit_and_colour(dealt: str, kind: str) -> None:
    first, second = cards(dealt)
    paid = {"perfect": 30_00, "coloured": 10_00, "mixed": 5_00}[kind]
    assert perfect_pairs.settle(rules("nz", layout=4), 1_00, first, second).paid == paid


@clause("nz:1.0 'Super Sevens Wager'", "nz:1.0 'Madness 21 Wager'", "nz:1.0 'Perfect Pairs Wager'")
@pytest.mark.parametrize(
    ("layout", "kind", "section"),
    [
        (2, "super_sevens", "15.2#1"),
        (3, "madness_21", "15A.2#1"),
        (4, "perfect_pairs", "15B.2#1"),
    ],
)
def test_a_side_bet_is_an_extra_wager_on_the_terms_of_its_section(
    layout: int, kind: str, section: str
) -> None:
    bet = StakedBet(2, "ana", kind, 1_00)
    assert may_wager(rules("nz", layout=layout), bet, on_table=[main(2, "ana", 10_00)])
    for elsewhere in ([], [main(3, "ana", 10_00)]):
        answer = may_wager(rules("nz", layout=layout), bet, on_table=elsewhere)
        assert not answer
        assert answer.under == section


@clause("nz:1.0 'Jackpot Prize Button'#1")
def test_the_button_draws_five_to_a_thousand_dollars_for_each_dollar_wagered() -> None:
    table = rules("nz", layout=3)
    assert madness_21.prize(table, 0) == 1000_00
    assert madness_21.prize(table, 3749) == 5_00
    settled = madness_21.settle(table, 2_00, hand("As Kd"), prize_per_dollar=24_00)
    assert settled.paid == 48_00


@clause("nz:1.0 'Jackpot Prize Button'#2")
def test_the_prize_table_in_force_governs() -> None:
    table = rules("nz", layout=3)
    rows = table.side_bet("madness_21").rows.value
    drawn = structs.replace(rows.rows[0], pays=PrizeTable(((700_00, 1), (6_00, 2))))
    amended = table.with_provision(
        "side_bets.madness_21.rows", structs.replace(rows, rows=(drawn,))
    )
    assert [madness_21.prize(amended, draw) for draw in range(3)] == [700_00, 6_00, 6_00]
