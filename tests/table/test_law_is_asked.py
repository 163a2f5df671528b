"""Where the table asks the law: late insurance, reconstruction, fees, interrupted rounds."""

from __future__ import annotations

import pytest

from pitboss.law import insurance
from pitboss.law.answers import Permit
from pitboss.law.play import closed_under, may_double
from pitboss.rulebooks.loader import read_text
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.log_verifier import verify
from pitboss.table.sources import Rigged
from pitboss.table.state import Phase
from pitboss.table.table import Automation, Table
from tests.support import clause, hand, rules
from tests.table.helpers import bet, close_window, dealt, of, refused, rigged, stand, wager

# Insurance.

CLOSES = [
    ("nz", "9.2#2"),
    ("rws", "3.14.2.a#2"),
    ("leaflet", "insurance.1"),
    ("zappit", "7(b)#3"),
    ("classic", "insurance.1"),
]
SHOE = "9c 9d As 8c 8d 7h 5c 5d"


@clause("nz:9.2#2", "rws:3.14.2.a#2", "leaflet:insurance.1", "zappit:7(b)#3", "classic:insurance.1")
@pytest.mark.parametrize(("book", "under"), CLOSES)
def test_the_first_decision_ends_the_time_to_insure(book: str, under: str) -> None:
    table = dealt(book, SHOE, {1: 50, 2: 50})
    late = acts.Insure(box=2, player="P2", amount=25_00)
    assert table.ask(late) is None
    stand(table, 1)
    assert refused(table, late).under == under


def test_the_table_has_no_opinion_of_its_own_on_late_insurance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = dealt("nz", SHOE, {1: 50, 2: 50})
    stand(table, 1)
    late = acts.Insure(box=2, player="P2", amount=25_00)
    assert table.ask(late) is not None
    monkeypatch.setattr(insurance, "may_still_insure", lambda *_, **__: Permit("9.2#2"))
    assert table.ask(late) is None


def test_nobody_insures_against_a_card_that_was_looked_at() -> None:
    """If a card room elects to check, the check ends the time to insure before any further card."""
    table = rigged("nobust", "9c As 8c 7h 5d", peek=True)
    table.do(acts.Sit(box=8, player="P8"))
    table.do(acts.TakeBank(player="P8", box=8, wager=500_00))
    bet(table, 1, "P1", 50)
    table.do(acts.CloseBets())
    close_window(table)
    assert table.state.has_looked
    assert len(table.state.dealer) == 2
    late = refused(table, acts.Insure(box=1, player="P1", amount=25_00))
    assert late.under == "Insurance b#1"


@clause("zappit:7(a)")
def test_insurance_is_not_open_before_the_deal_is_over() -> None:
    table = Table(rules("zappit"), Rigged("9c 9d As 8d 5c 7h"), automation=Automation.NONE)
    for box in (1, 2):
        bet(table, box, f"P{box}", 50)
    table.do(acts.CloseBets())
    table.do(acts.Report(what="one_card_dealt", box=1))
    for _ in range(4):
        table.perform()
    assert table.state.phase is Phase.DEALING
    early = refused(table, acts.Insure(box=2, player="P2", amount=25_00))
    assert early.under.startswith("7(a)")


# Reconstruction.

REBUILT = acts.Report(what="dealing_error", reconstructed=True, by="Sue", why="crossed over")
NOT_REBUILT = acts.Report(what="dealing_error", reconstructed=False, by="Sue", why="crossed over")


def rws_in_window(shoe: str = "9c 6d 8c", *, side_bet: bool) -> Table:
    table = rigged("rws", f"{shoe} 2c 5h Td")
    bet(table, 1, "P1", 100)
    if side_bet:
        bet(table, 1, "P1", 50, "over_13")
    table.do(acts.CloseBets())
    assert table.state.phase is Phase.WINDOW
    return table


@clause("rws:5.9#1", "rws:1.24")
def test_cards_are_put_back_in_order_before_the_interim_settlement() -> None:
    table = rws_in_window(side_bet=False)
    noted = of(e.IrregularityNoted, table.do(REBUILT))
    assert [(event.what, event.under) for event in noted] == [
        ("dealing_error", "5.7"),
        ("rebuilt", "5.9#1"),
    ]
    assert table.state.choosing == ("P1",)


@clause("rws:5.10", "rws:5.10.1")
def test_the_initial_deal_is_not_rebuilt_once_a_side_bet_is_settled() -> None:
    table = rws_in_window(side_bet=True)
    assert wager(table, 1, "over_13").result is not None
    assert refused(table, REBUILT).under == "5.10.1"
    noted = of(e.IrregularityNoted, table.do(NOT_REBUILT))
    assert [event.what for event in noted] == ["dealing_error"]


@clause("rws:5.10.1")
def test_the_initial_deal_is_not_rebuilt_once_a_blackjack_is_paid() -> None:
    table = rigged("rws", "Ac 9c 6d Tc 8c 2c 5h")
    bet(table, 1, "P1", 100)
    bet(table, 2, "P2", 100)
    table.do(acts.CloseBets())
    assert wager(table, 1).result is not None
    assert refused(table, REBUILT).under == "5.10.1"


@clause("rws:5.9#1", "rws:5.10.1")
def test_a_later_error_is_rebuilt_until_a_bust_is_collected() -> None:
    table = rigged("rws", "9c 9d 6d 5c 7d 2c Tc 5h")
    bet(table, 1, "P1", 100)
    bet(table, 1, "P1", 50, "over_13")
    bet(table, 2, "P2", 100)
    table.do(acts.CloseBets())
    table.do(acts.Hit(box=1, hand=1))
    assert table.ask(REBUILT) is None  # the interim settlement bars only the initial deal
    table.do(acts.Hit(box=1, hand=1))
    assert wager(table, 1).when == "bust"
    assert refused(table, REBUILT).under == "5.10.1"


@clause("nz:16.5#1")
def test_elsewhere_every_effort_is_made_to_rebuild() -> None:
    table = dealt("nz", "9c 9d 6d 5c 7d Tc 5h", {1: 50, 2: 50})
    table.do(acts.Hit(box=1, hand=1))
    assert wager(table, 1).when == "bust"
    noted = of(e.IrregularityNoted, table.do(REBUILT))
    assert (noted[-1].what, noted[-1].under) == ("rebuilt", "16.5#1")


# Further fees.

CHARGING = """
id = "charging"
based_on = "nobust"
[banking]
fee_on_extra_wagers = { is = true, under = "Double-Down b" }
"""


def nobust_with_eights(source: str | None) -> Table:
    book = rules("nobust") if source is None else read_text("charging", source).elect_all({})
    table = Table(book, Rigged("8c 6d 8d 9h 3c Tc Td 5c 5d"))
    table.do(acts.Sit(box=8, player="P8"))
    table.do(acts.TakeBank(player="P8", box=8, wager=500_00))
    bet(table, 1, "P1", 50)
    table.do(acts.CloseBets())
    return table


@clause("nobust:Double-Down b", "nobust:Splits d")
def test_a_double_or_a_split_is_charged_no_further_fee() -> None:
    table = nobust_with_eights(None)
    before = dict(table.state.fees)
    table.do(acts.Split(box=1, hand=1))
    table.do(acts.Double(box=1, hand=1))
    assert table.state.fees == before == {"P1": 1_00, "P8": 2_00}


def test_a_card_room_that_charges_for_them_takes_the_fee_of_a_circle() -> None:
    table = nobust_with_eights(CHARGING)
    split = of(e.FeeCollected, table.do(acts.Split(box=1, hand=1)))
    double = of(e.FeeCollected, table.do(acts.Double(box=1, hand=1)))
    assert [(fee.player, fee.amount, fee.under) for fee in (*split, *double)] == [
        ("P1", 1_00, "Double-Down b"),
        ("P1", 1_00, "Double-Down b"),
    ]
    assert table.state.fees["P1"] == 3_00
    assert verify(table.log.write().splitlines(keepends=True)).ok


# Interrupted rounds.

FAULT = acts.Report(what="tech_interruption", why="a power failure")


@clause("rws:1.25#1", "rws:5.4.2", "rws:5.17")
def test_an_interruption_while_bets_are_placed_voids_the_round_and_returns_them() -> None:
    table = rigged("rws", "")
    bet(table, 1, "P1", 100)
    bet(table, 1, "P1", 50, "over_13")
    happened = table.do(FAULT)
    assert of(e.RoundVoided, happened)[0].under == "5.4.2"
    back = of(e.WagerSettled, happened)
    assert {w.under for w in back} == {"5.17"}
    assert [(w.result, w.returned) for w in back] == [("void", 100_00), ("void", 50_00)]
    assert table.state.money["P1"] == 0
    assert (table.state.phase, table.state.round) == (Phase.BETTING, 2)


@clause("rws:5.4")
def test_where_nothing_is_wagered_there_is_nothing_to_interrupt() -> None:
    assert refused(rigged("rws", ""), FAULT).under == "5.4"


@clause("rws:5.5.2", "rws:5.5.4")
@pytest.mark.parametrize(
    ("what", "under"), [("card_count_wrong", "5.5.2"), ("unshuffled", "5.5.4")]
)
def test_what_is_wrong_with_the_cards_voids_a_round_before_its_first_card(
    what: str, under: str
) -> None:
    table = rigged("rws", "")
    bet(table, 1, "P1", 100)
    happened = table.do(acts.Report(what=what))
    assert of(e.IrregularityNoted, happened)[0].under == under
    assert of(e.WagerSettled, happened)[0].returned == 100_00


@clause("rws:5.4.2")
def test_a_void_round_is_not_voided_again() -> None:
    table = Table(rules("rws"), Rigged("9c 6d 8c 2c 5h"), automation=Automation.NONE)
    bet(table, 1, "P1", 100)
    table.do(acts.CloseBets())
    table.perform()
    table.do(FAULT)
    assert table.state.is_void
    assert refused(table, FAULT).under == "5.4"


@clause("nz:16.13")
def test_a_machine_that_fails_between_rounds_voids_nothing() -> None:
    table = rigged("nz", "9c 6d 8c", shuffler="continuous")
    bet(table, 1, "P1", 50)
    failed = acts.Report(what="csm_malfunction", ruling="void_round", why="jammed")
    assert refused(table, failed).under == "16.13"
    table.do(acts.CloseBets())
    assert of(e.RoundVoided, table.do(failed))


# A hand of 21 where the book allows doubling on it.


def test_a_21_that_may_be_doubled_is_open_and_any_other_is_closed() -> None:
    own = rules("classic").with_provision("doubling.on_21", True)
    two, three = hand("Th As", split=True), hand("9h 5c 7d")
    assert closed_under(own, two, hands_on_box=2) is None
    assert may_double(own, two)
    assert not may_double(own, three)
    assert closed_under(own, three) == own.drawing.no_draw_on.under
