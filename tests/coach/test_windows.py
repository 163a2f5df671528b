"""What players did before play: even money, part of an insurance, and whose decision it was."""

from __future__ import annotations

import pytest

import pitboss
from pitboss.coach.at_table import spot_at
from pitboss.coach.rows import decisions
from pitboss.coach.seen import CardsSeen
from pitboss.table import acts
from pitboss.table.sources import Rigged
from pitboss.table.state import Phase
from pitboss.table.table import Automation, Table


def _two_blackjacks() -> Table:
    """Two players with a blackjack each, against an ace."""
    table = pitboss.open_table("zappit", shoe="2c Ks Kd Ah As Ad 8c 9c")
    table.prepare()
    table.wager(box=1, chips=100)
    table.do(acts.Sit(box=2, player="P2"))
    table.do(acts.Bet(box=2, player="P2", stake=100_00))
    table.deal()
    return table


@pytest.mark.parametrize("taker", [1, 2])
def test_even_money_is_the_decision_of_the_player_who_took_it(taker: int) -> None:
    table = _two_blackjacks()
    table.do(acts.TakeEvenMoney(box=taker, player=f"P{taker}"))
    table.perform()
    table.go_on()
    taken = {
        player: [row.taken for row in decisions(table.log.events, player) if row.kind == "window"]
        for player in ("P1", "P2")
    }
    assert taken[f"P{taker}"] == ["even_money"]
    assert taken[f"P{3 - taker}"] == ["decline"]


def test_part_of_an_insurance_costs_its_part() -> None:
    costs = {}
    for amount in (10_00, 25_00, 50_00):
        table = pitboss.open_table("classic", shoe="2c 9s Ah 9d 8c")
        table.prepare()
        table.wager(box=1, chips=100)
        table.deal()
        table.do(acts.Insure(box=1, amount=amount, player="P1"))
        table.perform()
        table.go_on()
        [row] = [row for row in decisions(table.log.events, "P1") if row.kind == "window"]
        assert row.taken == "insure"
        costs[amount] = row.cost
    assert costs[10_00] == pytest.approx(costs[50_00] / 5)
    assert costs[25_00] == pytest.approx(costs[50_00] / 2)
    assert costs[50_00] > 0


def test_the_rest_of_an_insurance_is_still_a_decision() -> None:
    table = pitboss.open_table("classic", shoe="2c 9s Ah 9d 8c")
    table.prepare()
    table.wager(box=1, chips=100)
    table.deal()
    for amount, left in ((10_00, 40_00), (30_00, 10_00)):
        table.do(acts.Insure(box=1, amount=amount, player="P1"))
        spot = spot_at(table.state, CardsSeen("P1"), 1)
        assert spot is not None and spot.answers["insure"]
        assert spot.insured == left
    table.do(acts.Insure(box=1, amount=10_00, player="P1"))
    assert spot_at(table.state, CardsSeen("P1"), 1) is None, "no part is left"


@pytest.mark.parametrize("book", ["nz", "rws", "zappit"])
def test_nothing_is_decided_before_the_dealer_has_done_what_comes_first(book: str) -> None:
    table = Table(
        pitboss.rulebook(book).elect(), Rigged("Th 7s 9c Td 8d 5c 4c"), automation=Automation.NONE
    )
    table.do(acts.Sit(box=1, player="P1"))
    table.do(acts.Bet(box=1, player="P1", stake=50_00))
    decided = 0
    while table.state.wagers or not decided:
        spot = spot_at(table.state, CardsSeen("P1"), 1)
        if table.state.phase is not Phase.WINDOW:
            assert (spot is not None) == (table.ask(acts.Stand(box=1)) is None)
        if spot is not None and not spot.is_window:
            table.do(acts.Stand(box=1))
            decided += 1
        elif table.state.phase is Phase.BETTING:
            table.do(acts.CloseBets())
        else:
            table.perform()
    assert decided == 1
