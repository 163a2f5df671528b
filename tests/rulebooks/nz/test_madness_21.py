"""Section 15A: Madness 21 wagers."""

from __future__ import annotations

from collections import Counter

import pytest

from pitboss.law.layout import spots
from pitboss.law.settlement import Settled, compare
from pitboss.law.stakes import StakedBet
from pitboss.law.wagering import may_wager
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks.enumerations import Compared, Result, SideSettled
from pitboss.table import acts
from pitboss.table import events as e
from tests.rulebooks.nz.helpers import check_choices, main, side_bet
from tests.side_bets import madness_21
from tests.support import clause, hand, rules
from tests.table.helpers import bet, of, rigged, wager

MADNESS = "madness_21"
TWENTY_FOUR = Settled(Result.WIN, paid=24_00, returned=25_00, under="15A.6#2")


@clause("nz:15A.2#1")
def test_it_is_placed_beside_ones_own_wager_on_the_layout_that_has_it() -> None:
    assert side_bet(rules("nz", layout=3), MADNESS, 1_00)
    answer = side_bet(rules("nz"), MADNESS, 1_00)
    assert not answer
    assert answer.under == "15A.2#1"


@clause("nz:15A.2#1")
def test_it_is_never_placed_without_ones_own_wager() -> None:
    table = rules("nz", layout=3)
    others = [main(1, "P1", 10_00)]
    for here in ([], others):
        answer = may_wager(table, StakedBet(1, "P2", MADNESS, 1_00), on_table=here)
        assert not answer
        assert answer.under == "15A.2#1"
    both = [*others, main(1, "P2", 10_00)]
    assert may_wager(table, StakedBet(1, "P2", MADNESS, 1_00), on_table=both)


@clause("nz:15A.2#2")
def test_each_box_has_a_spot_for_it() -> None:
    assert spots(rules("nz", layout=3)) == (WagerKind.MAIN, WagerKind.INSURANCE, MADNESS)


@clause("nz:15A.3")
def test_its_amount_is_the_dollar_on_the_sign() -> None:
    assert side_bet(rules("nz", layout=3), MADNESS, 1_00)
    for stake in (50, 1_50, 2_00):
        answer = side_bet(rules("nz", layout=3), MADNESS, stake)
        assert not answer
        assert answer.under == "15A.3"


@clause("nz:15A.4(a)", "nz:15A.5", "nz:15A.6#1", "nz:15A.7#2")
@pytest.mark.parametrize("blackjack", ["As Kh", "Tc Ad", "Jd Ac"])
def test_a_blackjack_is_paid_the_displayed_prize_and_keeps_the_stake(blackjack: str) -> None:
    assert (
        madness_21.settle(rules("nz"), 1_00, hand(blackjack), prize_per_dollar=24_00) == TWENTY_FOUR
    )


@clause("nz:15A.4(b)", "nz:15A.5")
@pytest.mark.parametrize("cards", ["9c 9h", "Ac Ad", "Kh Qs", "7c 7d 7h"])
def test_any_other_hand_loses(cards: str) -> None:
    settled = madness_21.settle(rules("nz"), 1_00, hand(cards), prize_per_dollar=24_00)
    assert (settled.result, settled.paid, settled.returned) == (Result.LOSE, 0, 0)


@clause("nz:15A.4(a)", "nz:15A.4(b)")
def test_a_split_ace_with_a_ten_is_no_blackjack_for_it() -> None:
    table = rigged("nz", "Ac 7d Ah Kc Kd 9h 2d", layout=3)
    bet(table, 1, "P1", 10)
    bet(table, 1, "P1", 1, "madness_21")
    table.do(acts.CloseBets())
    lost = wager(table, 1, "madness_21")
    assert (lost.result, lost.returned) == (Result.LOSE, 0)
    settled = of(e.WagerSettled, table.do(acts.Split(box=1)))
    assert lost.id not in {event.wager for event in settled}


@clause("nz:15A.4(b)")
def test_it_loses_under_the_rule_that_says_so() -> None:
    settled = madness_21.settle(rules("nz"), 1_00, hand("9c 9h"), prize_per_dollar=24_00)
    assert settled.under == "15A.4(b)"


@clause("nz:15A.6#1", "nz:15A.7#1")
def test_each_winner_is_paid_the_prize_for_each_dollar() -> None:
    blackjack = hand("As Kh")
    assert madness_21.settle(rules("nz"), 1_00, blackjack, prize_per_dollar=24_00) == TWENTY_FOUR
    two = madness_21.settle(rules("nz"), 2_00, blackjack, prize_per_dollar=24_00)
    assert two == Settled(Result.WIN, paid=48_00, returned=50_00, under="15A.6#2")


@clause("nz:15A.6#2")
def test_the_table_holds_3750_prizes_on_23_levels() -> None:
    drawn = Counter(madness_21.prize(rules("nz"), draw) for draw in range(3750))
    assert drawn == {
        1000_00: 1,
        100_00: 10,
        50_00: 25,
        40_00: 50,
        35_00: 60,
        30_00: 70,
        25_00: 105,
        24_00: 108,
        23_00: 110,
        22_00: 112,
        21_00: 115,
        20_00: 134,
        15_00: 150,
        14_00: 175,
        13_00: 200,
        12_00: 250,
        11_00: 350,
        10_00: 400,
        9_00: 225,
        8_00: 260,
        7_00: 270,
        6_00: 280,
        5_00: 290,
    }
    for outside in (-1, 3750):
        with pytest.raises(IndexError):
            madness_21.prize(rules("nz"), outside)


@clause("nz:15A.8#1", "nz:15A.8#2")
def test_it_is_good_although_the_two_blackjacks_stand_off() -> None:
    blackjack = hand("As Kh")
    assert compare(rules("nz"), blackjack, hand("Ad Qc")).result is Compared.STAND_OFF
    assert madness_21.settle(rules("nz"), 1_00, blackjack, prize_per_dollar=24_00) == TWENTY_FOUR


@clause("nz:15A.9#1")
def test_the_player_in_control_presses_the_button() -> None:
    for bettors in ({"Ana", "Ben"}, {"Ben"}):
        answer = madness_21.may_press(rules("nz"), "Ana", controller="Ana", bettors=bettors)
        assert answer
        assert answer.under == "15A.9"
    for other in ("Ben", "employee"):
        refused = madness_21.may_press(rules("nz"), other, controller="Ana", bettors={"Ana", "Ben"})
        assert not refused
        assert refused.under == "15A.9"


@clause("nz:15A.9#2")
def test_he_may_name_another_who_has_a_madness_21_wager() -> None:
    bettors = {"Ana", "Ben"}
    assert madness_21.may_press(
        rules("nz"), "Ben", controller="Ana", bettors=bettors, nominated_by="Ana"
    )
    for presser, by in (("Cal", "Ana"), ("Ben", "Cal")):
        answer = madness_21.may_press(
            rules("nz"), presser, controller="Ana", bettors=bettors, nominated_by=by
        )
        assert not answer
        assert answer.under == "15A.9"


@clause("nz:15A.9#3")
def test_an_employee_presses_when_all_have_declined() -> None:
    table, bettors = rules("nz"), {"Ana", "Ben"}
    assert madness_21.may_press(
        table, "employee", controller="Ana", bettors=bettors, all_declined=True
    )
    answer = madness_21.may_press(
        table, "Cal", controller="Ana", bettors=bettors, all_declined=True
    )
    assert not answer
    assert answer.under == "15A.9"


@clause("nz:16.12#3")
@pytest.mark.parametrize("stake", [1_00, 2_00, 5_00])
def test_a_wager_won_when_the_equipment_fails_is_paid_25_dollars(stake: int) -> None:
    settled = madness_21.settle_after_failure(rules("nz"), stake, hand("Ah Td"))
    assert settled == Settled(Result.WIN, 25_00, 25_00 + stake, "16.12#3")


@clause("nz:16.12#3")
def test_a_wager_not_won_gets_nothing_for_the_failure() -> None:
    settled = madness_21.settle_after_failure(rules("nz"), 1_00, hand("9c 9h"))
    assert (settled.result, settled.paid, settled.returned) == (Result.LOSE, 0, 0)


@clause("nz:16.12#3")
def test_the_operator_may_pay_it_for_each_dollar() -> None:
    check_choices(
        "m21_failure_basis", "per_wager", "per_dollar", default="per_wager", under="16.12"
    )
    per_dollar = rules("nz", m21_failure_basis="per_dollar")
    settled = madness_21.settle_after_failure(per_dollar, 2_00, hand("Ah Td"))
    assert settled == Settled(Result.WIN, 50_00, 52_00, "16.12#3")


@clause("nz:15A.5")
def test_it_is_settled_when_the_opening_deal_ends() -> None:
    provision = rules("nz").side_bet("madness_21").settled
    assert (provision.value, provision.under) == (SideSettled.AFTER_THE_DEAL, "15A.5")
