"""What the leaflet leaves open: boxes, limits, the shoe, and irregularities."""

from __future__ import annotations

import pytest

from pitboss.law.irregularities import Irregularity, needs_ruling, resolution
from pitboss.law.layout import spots
from pitboss.law.shoe import (
    burns_first_card,
    composition,
    cutting_card_position,
    shuffle_is_due,
    when_exhausted,
)
from pitboss.law.stakes import StakedBet
from pitboss.law.wagering import may_wager
from pitboss.law.wagers import WagerKind
from tests.support import clause, rules

PAIRS, MAIN = "perfect_pairs", WagerKind.MAIN


@clause("leaflet:play.1")
def test_bets_lie_in_the_marked_places_of_a_box() -> None:
    assert set(spots(rules("leaflet"))) == {MAIN, WagerKind.INSURANCE, PAIRS}
    assert may_wager(rules("leaflet"), StakedBet(1, "P1", MAIN, 10_00))
    assert not may_wager(rules("leaflet"), StakedBet(0, "P1", MAIN, 10_00))


@clause("leaflet:gap.boxes")
def test_there_are_seven_boxes() -> None:
    assert may_wager(rules("leaflet"), StakedBet(7, "P1", MAIN, 10_00))
    for box in (0, 8):
        answer = may_wager(rules("leaflet"), StakedBet(box, "P1", MAIN, 10_00))
        assert not answer
        assert answer.under == "gap.boxes"


@clause("leaflet:gap.boxes")
def test_or_as_many_as_elected() -> None:
    assert may_wager(rules("leaflet", boxes=5), StakedBet(5, "P1", MAIN, 10_00))
    assert not may_wager(rules("leaflet", boxes=5), StakedBet(6, "P1", MAIN, 10_00))


@clause("leaflet:gap.boxes")
@pytest.mark.parametrize("boxes", [7, 9])
def test_a_player_may_bet_on_all_of_them(boxes: int) -> None:
    # Nine boxes are the most a layout can have: no limit hides behind the seven of this one.
    table = rules("leaflet").with_provision("equipment.boxes", boxes)
    mine = [StakedBet(box, "P1", MAIN, 10_00) for box in range(1, boxes)]
    assert may_wager(table, StakedBet(boxes, "P1", MAIN, 10_00), on_table=mine)


@clause("leaflet:gap.limits")
@pytest.mark.parametrize("stake", [10_00, 10_01, 500_00])
def test_a_bet_lies_between_the_limits(stake: int) -> None:
    answer = may_wager(rules("leaflet"), StakedBet(1, "P1", MAIN, stake))
    assert answer
    assert answer.under == "gap.limits"


@clause("leaflet:gap.limits")
@pytest.mark.parametrize("stake", [5_00, 9_99, 500_01, 501_00])
def test_and_not_beyond_them(stake: int) -> None:
    answer = may_wager(rules("leaflet"), StakedBet(1, "P1", MAIN, stake))
    assert not answer
    assert answer.under == "gap.limits"


@clause("leaflet:gap.limits")
def test_the_operator_elects_the_limits() -> None:
    high = rules("leaflet", min=25, max="1000.50")
    for stake, allowed in ((24_99, False), (25_00, True), (1000_50, True), (1000_51, False)):
        assert bool(may_wager(high, StakedBet(1, "P1", MAIN, stake))) is allowed


@clause("leaflet:gap.limits")
@pytest.mark.parametrize(
    ("stake", "allowed"), [(99, False), (1_00, True), (50_00, True), (50_01, False)]
)
def test_perfect_pairs_has_limits_of_its_own(stake: int, allowed: bool) -> None:
    table = [StakedBet(1, "P1", MAIN, 10_00)]
    answer = may_wager(rules("leaflet"), StakedBet(1, "P1", PAIRS, stake), on_table=table)
    assert bool(answer) is allowed
    assert allowed or answer.under == "gap.limits"


@clause("leaflet:gap.limits")
def test_and_the_operator_elects_those_too() -> None:
    table = [StakedBet(1, "P1", MAIN, 10_00)]
    other = rules("leaflet", pp_min=5, pp_max=100)
    for stake, allowed in ((4_99, False), (5_00, True), (100_00, True), (100_01, False)):
        answer = may_wager(other, StakedBet(1, "P1", PAIRS, stake), on_table=table)
        assert bool(answer) is allowed


@clause("leaflet:gap.decks")
@pytest.mark.parametrize(("decks", "cards"), [(None, 416), (2, 104), (6, 312)])
def test_the_shoe_holds_the_elected_decks(decks: int | None, cards: int) -> None:
    table = rules("leaflet") if decks is None else rules("leaflet", decks=decks)
    assert len(composition(table)) == cards


@clause("leaflet:gap.shuffle")
@pytest.mark.parametrize(("penetration", "dealt"), [("0.75", 312), ("50%", 208), ("0.85", 353)])
def test_the_cutting_card_lies_at_the_elected_depth(penetration: str, dealt: int) -> None:
    assert cutting_card_position(rules("leaflet", penetration=penetration), 416) == dealt


@clause("leaflet:gap.shuffle")
def test_three_quarters_are_dealt_unless_elected_otherwise() -> None:
    assert cutting_card_position(rules("leaflet"), 416) == 312


@clause("leaflet:gap.shuffle")
@pytest.mark.parametrize("first_of_round", [True, False])
def test_the_round_is_finished_before_the_shuffle(first_of_round: bool) -> None:
    due = shuffle_is_due(rules("leaflet"), first_of_round=first_of_round)
    assert due == (False, "gap.shuffle")


@clause("leaflet:gap.shuffle")
def test_one_card_is_burned_unless_none_is_elected() -> None:
    assert burns_first_card(rules("leaflet"))
    assert burns_first_card(rules("leaflet", burn=1))
    answer = burns_first_card(rules("leaflet", burn=0))
    assert not answer
    assert answer.under == "gap.shuffle"


@clause("leaflet:gap.irregular")
@pytest.mark.parametrize("what", list(Irregularity))
def test_a_supervisor_rules_on_every_irregularity(what: Irregularity) -> None:
    assert needs_ruling(rules("leaflet"), what)
    assert resolution(rules("leaflet"), what) == ("ruling", "gap.irregular")


@clause("leaflet:gap.irregular")
def test_also_when_the_shoe_runs_out() -> None:
    assert when_exhausted(rules("leaflet")) == ("ruling", "gap.irregular")
