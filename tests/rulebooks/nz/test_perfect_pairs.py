"""Section 15B: Perfect Pairs wagers."""

from __future__ import annotations

import pytest

from pitboss.cards import cards
from pitboss.law.layout import Inscription, inscriptions, spots
from pitboss.law.settlement import Settled
from pitboss.law.stakes import StakedBet
from pitboss.law.wagering import may_still_bet, may_wager
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import Result, SideSettled
from tests.rulebooks.nz.helpers import main, side_bet
from tests.side_bets import perfect_pairs
from tests.support import clause, rules

PAIRS = "perfect_pairs"


@clause("nz:15B.2#1")
def test_it_is_placed_beside_ones_own_wager_on_the_layout_that_has_it() -> None:
    assert side_bet(rules("nz", layout=4), PAIRS, 1_00)
    answer = side_bet(rules("nz"), PAIRS, 1_00)
    assert not answer
    assert answer.under == "15B.2#1"


@clause("nz:15B.2#1", "nz:14.1")
def test_all_who_share_a_box_may_place_it_but_none_without_a_wager_there() -> None:
    table = rules("nz", layout=4)
    sharing = [main(1, player, 10_00) for player in ("P1", "P2", "P3")]
    for player in ("P1", "P2", "P3"):
        assert may_wager(table, StakedBet(1, player, PAIRS, 1_00), on_table=sharing)
    for here in ([], sharing):
        answer = may_wager(table, StakedBet(1, "P4", PAIRS, 1_00), on_table=here)
        assert not answer
        assert answer.under == "15B.2#1"


@clause("nz:15B.2#2")
def test_each_box_has_a_spot_for_it() -> None:
    assert spots(rules("nz", layout=4)) == (WagerKind.MAIN, WagerKind.INSURANCE, PAIRS)


@clause("nz:15B.3")
def test_it_is_placed_before_the_cards() -> None:
    assert may_still_bet(rules("nz", layout=4), called=False, first_card_out=False)
    assert not may_still_bet(rules("nz", layout=4), called=True, first_card_out=True)


@clause("nz:15B.4")
@pytest.mark.parametrize("stake", [1_00, 2_00, 25_00])
def test_its_amounts_are_those_on_the_sign_whatever_the_main_wager(stake: int) -> None:
    assert side_bet(rules("nz", layout=4), PAIRS, stake, wager=5_00)


@clause("nz:15B.4")
@pytest.mark.parametrize("stake", [0, 50, 1_50, 26_00, 30_00])
def test_other_amounts_are_refused(stake: int) -> None:
    answer = side_bet(rules("nz", layout=4), PAIRS, stake, wager=50_00)
    assert not answer
    assert answer.under == "15B.4"


@clause("nz:15B.5")
@pytest.mark.parametrize("pair", ["2h 2c", "8h 8d", "Kh Kh", "As Ad"])
def test_two_cards_of_one_rank_win(pair: str) -> None:
    assert perfect_pairs.settle(rules("nz"), 5_00, *cards(pair)).result is Result.WIN


@clause("nz:15B.5")
@pytest.mark.parametrize("pair", ["Kc Qc", "Kh Td", "9c 8c", "Ah 2h"])
def test_two_cards_of_different_rank_lose(pair: str) -> None:
    settled = perfect_pairs.settle(rules("nz"), 5_00, *cards(pair))
    assert (settled.result, settled.paid, settled.returned) == (Result.LOSE, 0, 0)


@clause("nz:15B.5")
def test_they_lose_under_the_rule_that_says_so() -> None:
    assert perfect_pairs.settle(rules("nz"), 5_00, *cards("Kc Qc")).under == "15B.5"


@clause("nz:15B.6")
def test_it_is_settled_when_the_opening_deal_ends() -> None:
    table = rules("nz", layout=4)
    assert table.side_bet("perfect_pairs").settled.value is SideSettled.AFTER_THE_DEAL


@clause("nz:15B.7", "nz:15B.7#1")
@pytest.mark.parametrize(
    ("pair", "paid"), [("5s 5d", 25_00), ("8h 8d", 50_00), ("Js Jc", 50_00), ("Kh Kh", 150_00)]
)
def test_pay_scale_one_pays_5_10_and_30_to_1(pair: str, paid: int) -> None:
    expected = Settled(Result.WIN, paid, paid + 5_00, "15B.7#1")
    assert perfect_pairs.settle(rules("nz"), 5_00, *cards(pair)) == expected
    assert perfect_pairs.settle(rules("nz", pp_scale=1), 5_00, *cards(pair)) == expected


@clause("nz:15B.7", "nz:15B.7#2")
@pytest.mark.parametrize(
    ("pair", "paid"), [("2h 2c", 12_00), ("8h 8d", 24_00), ("Js Jc", 24_00), ("Ac Ac", 50_00)]
)
def test_pay_scale_two_pays_6_12_and_25_to_1(pair: str, paid: int) -> None:
    expected = Settled(Result.WIN, paid, paid + 2_00, "15B.7#2")
    assert perfect_pairs.settle(rules("nz", pp_scale=2), 2_00, *cards(pair)) == expected


@clause("nz:15B.8#1")
@pytest.mark.parametrize(
    ("scale", "shown"),
    [
        (1, "Perfect Pairs: perfect 30 to 1, coloured 10 to 1, mixed 5 to 1"),
        (2, "Perfect Pairs: perfect 25 to 1, coloured 12 to 1, mixed 6 to 1"),
    ],
)
def test_the_layout_shows_the_scale_in_force(scale: int, shown: str) -> None:
    line = Inscription(shown, f"15B.7#{scale}")
    assert line in inscriptions(rules("nz", layout=4, pp_scale=scale))
    assert line not in inscriptions(rules("nz", layout=1, pp_scale=scale))
