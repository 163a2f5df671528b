"""What the licensee chooses: the default of each election and the ends of its range."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from pitboss.money import Odds
from pitboss.rulebooks import BadElection
from pitboss.rulebooks.enumerations import Shuffler
from tests.rulebooks.zappit.helpers import is_not_open, zappit
from tests.support import clause


@clause("zappit:2(a)#1")
def test_six_decks_or_eight() -> None:
    assert zappit().elections["decks"] == 6
    for decks in (6, 8):
        assert zappit(decks=decks).equipment.decks.value == decks
    for decks in (4, 5, 7, 9):
        is_not_open("2(a)", decks=decks)


@clause("zappit:2(b)", "zappit:4(h)#1")
def test_the_cards_are_shuffled_by_hand_by_a_batch_machine_or_by_a_continuous_device() -> None:
    assert zappit().equipment.shuffler.value is Shuffler.HAND
    for choice, shuffler in (
        ("manual", Shuffler.HAND),
        ("batch_machine", Shuffler.AUTOMATIC),
        ("continuous", Shuffler.CONTINUOUS),
    ):
        assert zappit(shuffler=choice).equipment.shuffler.value is shuffler
    is_not_open("2(b)", shuffler="none")


@clause("zappit:3(e)")
def test_the_decks_come_preshuffled_only_where_the_licensee_says_so() -> None:
    assert zappit().elections["preshuffled"] is False
    assert zappit(preshuffled=True).elections["preshuffled"] is True
    is_not_open("3(e)", preshuffled="perhaps")


@clause("zappit:4(a)#4")
@pytest.mark.parametrize("shuffler", ["batch_machine", "continuous"])
def test_a_machine_may_load_the_shoe(shuffler: str) -> None:
    assert zappit().elections["direct_load"] is False
    assert zappit(shuffler=shuffler, direct_load=True).elections["direct_load"] is True


@clause("zappit:4(a)#4")
def test_without_a_machine_nothing_loads_the_shoe_directly() -> None:
    with pytest.raises(BadElection, match=re.escape("(zappit 4(a))")):
        zappit(shuffler="manual", direct_load=True)


@clause("zappit:4(g)(2)#3")
def test_the_machine_stores_its_batch_securely_unless_the_licensee_says_otherwise() -> None:
    assert zappit().elections["machine_secure_storage"] is True
    assert zappit(machine_secure_storage=False).elections["machine_secure_storage"] is False
    is_not_open("4(g)(2)", machine_secure_storage="perhaps")


@clause("zappit:4(b)")
def test_players_are_offered_the_cut_or_the_dealer_cuts() -> None:
    assert zappit().elections["cut_by"] == "player"
    for cut_by in ("player", "dealer"):
        assert zappit(cut_by=cut_by).elections["cut_by"] == cut_by
    is_not_open("4(b)", cut_by="floorperson")


@clause("zappit:4(d)#3")
def test_half_to_three_quarters_of_the_shoe_are_dealt() -> None:
    assert zappit().elections["penetration"] == Fraction(3, 4)
    for share, exactly in (("50%", Fraction(1, 2)), ("75%", Fraction(3, 4))):
        assert zappit(penetration=share).elections["penetration"] == exactly
    for share in ("49%", "76%", "80%"):
        is_not_open("4(d)", penetration=share)


@clause("zappit:4(g)#1")
def test_a_table_is_idle_after_one_to_sixty_minutes() -> None:
    assert zappit().elections["idle_timeout"] == 10
    for minutes in (1, 60):
        assert zappit(idle_timeout=minutes).elections["idle_timeout"] == minutes
    for minutes in (0, 61):
        is_not_open("4(g)", idle_timeout=minutes)


@clause("zappit:5(b)")
def test_whoever_sat_out_may_be_barred() -> None:
    assert zappit().elections["no_mid_shoe_entry"] is False
    assert zappit(no_mid_shoe_entry=True).elections["no_mid_shoe_entry"] is True
    is_not_open("5(b)", no_mid_shoe_entry="perhaps")


@clause("zappit:5(e)")
def test_a_player_may_have_one_to_seven_adjacent_boxes() -> None:
    assert zappit().elections["max_adjacent_boxes"] == 2
    for boxes in (1, 7):
        assert zappit(max_adjacent_boxes=boxes).boxes.boxes_per_player.value == boxes
    for boxes in (0, 8):
        is_not_open("5(e)", max_adjacent_boxes=boxes)


@clause("zappit:10(a)#2")
def test_the_licensee_pays_a_blackjack_3_to_2_or_6_to_5() -> None:
    assert zappit().elections["bj_pay"] == Odds(3, 2)
    assert zappit(bj_pay="3:2").elections["bj_pay"] == Odds(3, 2)
    assert zappit(bj_pay="6:5").elections["bj_pay"] == Odds(6, 5)
    for odds in ("1:1", "2:1", "7:5"):
        is_not_open("10(a)", bj_pay=odds)


@clause("zappit:7(e)#1")
def test_even_money_is_offered_unless_the_licensee_leaves_it_out() -> None:
    assert zappit().elections["even_money"] is True
    assert zappit(even_money=False).elections["even_money"] is False
    is_not_open("7(e)", even_money="perhaps")


@clause("zappit:7(e)#1", "zappit:5(c)#2")
def test_even_money_is_not_for_the_insured_unless_the_licensee_lets_them() -> None:
    assert zappit().elections["even_money_after_insurance"] is False
    assert zappit(even_money_after_insurance=True).elections["even_money_after_insurance"] is True
    is_not_open("7(e)", even_money_after_insurance="perhaps")


@clause("zappit:11(c)#2")
def test_a_split_hand_is_completed_after_a_refusal_unless_the_licensee_reads_no_card() -> None:
    assert zappit().elections["second_card_after_refusal"] is True
    assert zappit(second_card_after_refusal=False).elections["second_card_after_refusal"] is False
    is_not_open("11(c)", second_card_after_refusal="perhaps")


@clause("zappit:6(n)")
def test_wagers_are_settled_seat_by_seat_or_losers_first() -> None:
    assert zappit().elections["settle_order"] == "seat_by_seat"
    for procedure in ("seat_by_seat", "collect_then_pay"):
        assert zappit(settle_order=procedure).elections["settle_order"] == procedure
    is_not_open("6(n)", settle_order="pay_then_collect")


@clause("zappit:gap.limits")
def test_the_operator_sets_minimum_maximum_and_smallest_chip() -> None:
    elected = zappit().elections
    assert (elected["min"], elected["max"], elected["chip_unit"]) == (10_00, 500_00, 50)
    for key in ("min", "max", "chip_unit"):
        assert zappit(**{"min": "0.01", key: "0.01"}).elections[key] == 1
        is_not_open("gap.limits", **{key: 0})


@clause("zappit:6(h)(4)")
@pytest.mark.parametrize("key", ["zap_then_double", "zap_then_split"])
def test_what_may_follow_a_zap_is_switched_off_one_by_one(key: str) -> None:
    assert zappit().elections[key] is True
    assert zappit(**{key: False}).elections[key] is False
    is_not_open("6(h)(4)", **{key: "perhaps"})


@clause("zappit:9(d)#1")
def test_split_aces_take_any_number_of_cards_unless_the_operator_limits_them() -> None:
    assert zappit().elections["split_aces_one_card"] is False
    assert zappit(split_aces_one_card=True).elections["split_aces_one_card"] is True
    is_not_open("9(d)", split_aces_one_card="perhaps")


@clause("zappit:6(l)#4")
def test_the_dealer_draws_for_nothing_only_where_the_operator_wants_it() -> None:
    assert zappit().elections["dealer_draws_when_no_live_wager"] is False
    drawing = zappit(dealer_draws_when_no_live_wager=True)
    assert drawing.elections["dealer_draws_when_no_live_wager"] is True
    is_not_open("6(l)", dealer_draws_when_no_live_wager="perhaps")


@pytest.mark.parametrize(
    ("key", "default", "least", "most"), [("boxes", 7, 1, 7), ("decision_timeout", 30, 10, 60)]
)
def test_what_the_text_leaves_open_altogether_has_a_range_too(
    key: str, default: int, least: int, most: int
) -> None:
    assert zappit().elections[key] == default
    for end in (least, most):
        assert zappit(**{key: end}).elections[key] == end
    for outside in (least - 1, most + 1):
        with pytest.raises(BadElection, match="not in the text allows"):
            zappit(**{key: outside})


@clause("zappit:4(h)#1")
def test_a_continuous_device_that_is_not_approved_may_not_be_elected() -> None:
    assert zappit().elections["device_approved"] is True
    for shuffler, approved in (("continuous", True), ("batch_machine", False), ("manual", False)):
        elected = zappit(shuffler=shuffler, device_approved=approved)
        assert elected.elections["shuffler"] == shuffler
    with pytest.raises(BadElection, match=r"needs device_approved to be True.*zappit 4\(h\)"):
        zappit(shuffler="continuous", device_approved=False)
