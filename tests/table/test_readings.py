"""Unclear clauses, read one way everywhere at the table, and the other way by election."""

from __future__ import annotations

import pytest

from pitboss.coach.at_table import spot_at
from pitboss.coach.seen import CardsSeen
from pitboss.law.wagering import initial_bet
from pitboss.rulebooks.enumerations import Result
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.legal_acts import permitted
from pitboss.table.sources import Rigged
from pitboss.table.state import Phase, Wager
from pitboss.table.table import Automation, Table
from pitboss.web.wire.prompts import turn_acts, window_acts
from tests.support import clause, rules
from tests.table.helpers import bet, close_window, dealt, of, refused, rigged, stand, wager


def _over_the_maximum(shoe: str, reading: str) -> Table:
    """A box with 1,200 chips, where 1,000 may be in action."""
    table = rigged("rws", shoe, over_limit_initial_bet=reading)
    bet(table, 1, "P1", 1200, unnoticed=True)
    table.do(acts.CloseBets())
    return table


def _result(settled: Wager) -> tuple[Result | None, int, int]:
    return settled.result, settled.paid, settled.returned


MEASURED = [("in_action", 1000_00), ("all_chips", 1200_00)]


@clause("rws:3.14.2.a#3", "rws:5.1.1#1", "rws:1.16")
@pytest.mark.parametrize(("reading", "initial"), MEASURED)
def test_insurance_on_a_box_above_its_maximum_is_half_of_one_initial_bet(
    reading: str, initial: int
) -> None:
    """For the law, the table, the coach, the bots and the page alike."""
    table = _over_the_maximum("6c Ad 5d Tc 7h", reading)
    assert initial_bet(table.rules, chips=1200_00, in_action=1000_00) == initial
    most = initial // 2
    spot = spot_at(table.state, CardsSeen("P1"), 1)
    assert spot is not None
    assert (spot.insured, spot.stake) == (most, 1000_00)
    assert max(a.amount for a in permitted(table.state) if isinstance(a, acts.Insure)) == most
    (offer,) = [each for each in window_acts(table.state) if each["act"] == "insure"]
    assert offer["most"] == most
    too_much = acts.Insure(box=1, player="P1", amount=most + 1)
    assert refused(table, too_much).under == "3.14.2.a#3"
    table.do(acts.Insure(box=1, player="P1", amount=most))


@clause("rws:3.22#2", "rws:3.21#1", "rws:5.1.1#1")
@pytest.mark.parametrize(("reading", "initial"), MEASURED)
def test_a_double_and_a_split_are_measured_by_the_same_initial_bet(
    reading: str, initial: int
) -> None:
    table = _over_the_maximum("8c 7s 8d 3c Tc Th Td", reading)
    close_window(table)
    documents = {each["act"]: each for each in turn_acts(table.state, 1, 1)}
    assert (documents["split"]["costs"], documents["double"]["most"]) == (initial, initial)
    table.do(acts.Split(box=1))
    assert wager(table, 1, "split").stake == initial
    assert refused(table, acts.Double(box=1, amount=initial + 1)).under == "3.22#2"
    table.do(acts.Double(box=1))
    assert wager(table, 1, "double").stake == initial
    main = wager(table, 1)
    settled = {each.wager: each for each in of(e.WagerSettled, stand(table, 1, 2))}
    assert settled[main.id].paid == 1000_00  # whatever the measure, 1,000 were in action


@clause("rws:3.13.2.d", "rws:5.1.1#1")
@pytest.mark.parametrize(("reading", "initial"), MEASURED)
def test_under_13_is_limited_by_the_same_initial_bet(reading: str, initial: int) -> None:
    table = rigged("rws", "", over_limit_initial_bet=reading, side_max=5000)
    bet(table, 1, "P1", 900)
    bet(table, 1, "P2", 300, unnoticed=True)
    over = acts.Bet(box=1, player="P3", kind="under_13", stake=initial + 100)
    assert refused(table, over).under == "3.13.2.d"
    bet(table, 1, "P3", initial // 100, kind="under_13")


@clause("nz:16.5(a)", "nz:16.5#3", "nz:10.1", "nz:13.2#3")
@pytest.mark.parametrize("reverses", [True, False])
def test_a_void_hand_reverses_what_was_paid_unless_the_house_keeps_to_it(reverses: bool) -> None:
    shoe = "Ah Td 9s 9h 6h Kh 6d 9d 8c Ts"
    wagers = {1: 10, 2: 20, 3: 20, 4: 20}
    table = dealt("nz", shoe, wagers, void_reverses_settled=reverses)
    table.do(acts.Hit(box=2))
    settled = [_result(wager(table, box)) for box in (1, 2)]
    assert settled == [(Result.WIN, 15_00, 25_00), (Result.LOSE, 0, 0)]
    for box in (1, 2):
        void = acts.Report(what="void_hand", box=box, hand=1, why="dealt wrongly")
        if reverses:
            table.do(void)
        else:
            assert refused(table, void).under == "16.5(a)"
    after = [_result(wager(table, box)) for box in (1, 2)]
    assert after == ([(Result.VOID, 0, 10_00), (Result.VOID, 0, 20_00)] if reverses else settled)
    table.do(acts.Report(what="void_hand", box=3, hand=1, why="dealt wrongly"))
    assert _result(wager(table, 3)) == (Result.VOID, 0, 20_00)  # open wagers are void either way


@clause("nz:16.5(a)", "nz:10.3(a)#1")
def test_where_settlements_stand_only_the_open_wagers_of_a_hand_are_void() -> None:
    table = rigged("nz", "Ah 9h Ad Kh 9s", void_reverses_settled=False)
    for box, player in ((1, "P1"), (1, "P2"), (2, "P3")):
        bet(table, box, player, 10)
    table.do(acts.CloseBets())
    table.do(acts.TakeEvenMoney(box=1, player="P2"))
    table.do(acts.Report(what="void_hand", box=1, hand=1, why="dealt wrongly"))
    assert _result(wager(table, 1, player="P1")) == (Result.VOID, 0, 10_00)
    assert _result(wager(table, 1, player="P2")) == (Result.WIN, 10_00, 20_00)


@clause("nz:9.6", "nz:9.5")
@pytest.mark.parametrize("reverses", [True, False])
def test_the_insurance_of_a_void_hand_is_void_after_the_second_card_took_it(
    reverses: bool,
) -> None:
    own = rules("nz", void_reverses_settled=reverses)
    table = Table(own, Rigged("Th Td Ah 9d 9c 4d 3c"), automation=Automation.NONE)
    for box in (1, 2):
        bet(table, box, f"P{box}", 10)
    table.do(acts.CloseBets())
    while table.state.phase is not Phase.WINDOW:
        table.perform()
    table.do(acts.Insure(box=1, player="P1", amount=5_00))
    close_window(table)
    for box in (1, 2):
        stand(table, box)
    while len(table.state.dealer) < 2:
        table.perform()
    assert _result(wager(table, 1, "insurance")) == (Result.LOSE, 0, 0)
    table.do(acts.Report(what="void_hand", box=1, hand=1, why="dealt wrongly"))
    assert _result(wager(table, 1, "insurance")) == (Result.VOID, 0, 5_00)
    assert _result(wager(table, 1)) == (Result.VOID, 0, 10_00)


@clause("zappit:7(e)#1", "zappit:5(c)#2")
@pytest.mark.parametrize("allowed", [True, False])
def test_the_insured_may_not_take_even_money_unless_the_house_lets_them(allowed: bool) -> None:
    shoe = "As Tc Ad Kd 8d 8h"
    table = dealt("zappit", shoe, {1: 20, 2: 20}, even_money_after_insurance=allowed)
    early = acts.TakeEvenMoney(box=1, player="P1")
    assert table.ask(early) is None
    table.do(acts.Insure(box=1, player="P1", amount=10_00))
    assert (early in permitted(table.state)) is allowed
    if allowed:
        table.do(early)
        assert _result(wager(table, 1, "insurance")) == (Result.VOID, 0, 10_00)
    else:
        assert refused(table, early).under == "7(e)#1"
        assert wager(table, 1, "insurance").is_open


@clause("zappit:11(c)#2", "zappit:9(c)")
@pytest.mark.parametrize("second", [True, False])
def test_a_split_hand_gets_its_second_card_after_a_refusal_unless_no_card_is_read(
    second: bool,
) -> None:
    shoe = "8c 6h 8d Tc 5c Kd Ad"
    table = dealt("zappit", shoe, {1: 10}, second_card_after_refusal=second)
    table.do(acts.Split(box=1))
    table.do(acts.Report(what="exposed_card", card="Kd"))
    happened = table.do(acts.RefuseCard(box=1, hand=1))
    dealt_on = [(d.box, d.hand, d.card) for d in of(e.CardDealt, happened)]
    if second:
        assert dealt_on == [(1, 2, "Kd")]
        assert refused(table, acts.Hit(box=1, hand=2)).under == "11(c)#2"
    else:
        assert dealt_on == [(None, 1, "Kd")]
        closed = [c for c in of(e.HandClosed, happened) if c.hand == 2]
        assert [c.under for c in closed] == ["11(c)#2"]


@clause("rws:5.7", "rws:5.15", "rws:3.9")
@pytest.mark.parametrize("stays", [True, False])
def test_an_outsiders_side_bet_is_decided_by_two_cards_or_returned_under_its_own_clause(
    stays: bool,
) -> None:
    own = rules("rws", side_bets_after_take_back=stays)
    table = Table(own, Rigged("8c Tc 7d 8d 9d Td"), automation=Automation.NONE)
    bet(table, 1, "P1", 100)
    bet(table, 2, "P2", 100)
    bet(table, 1, "P3", 20, kind="player_pair")
    bet(table, 2, "P4", 50, kind="over_13")
    table.do(acts.CloseBets())
    for _ in range(4):
        table.perform()
    table.do(acts.Report(what="dealing_error", reconstructed=True))
    table.do(acts.TakeBack(player="P1"))
    pair = wager(table, 1, "player_pair")
    assert pair.is_open is stays
    table.do(acts.TakeBack(player="P2"))
    over = wager(table, 2, "over_13")
    assert (over.result, over.returned, over.under) == (Result.RETURNED, 50_00, "5.15")
    if not stays:
        assert (pair.result, pair.under) == (Result.RETURNED, "5.15")


@clause("rws:3.14.2.a#3")
def test_without_an_excess_the_initial_bet_is_all_of_it() -> None:
    for book in ("rws", "nz", "zappit", "leaflet", "nobust"):
        assert initial_bet(rules(book), chips=100_00, in_action=100_00) == 100_00
