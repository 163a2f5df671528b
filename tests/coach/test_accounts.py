"""Rows and accounts made from a log: what was taken, what it cost, and what was luck."""

from __future__ import annotations

import pytest

import pitboss
from pitboss.coach.accounts import account_of
from pitboss.coach.advice import advice_on
from pitboss.coach.at_table import spot_at
from pitboss.coach.by_chart import act_by_chart
from pitboss.coach.following import Follower
from pitboss.coach.rows import decisions
from pitboss.coach.seen import CardsSeen
from pitboss.coach.spots import Standard
from pitboss.table import acts
from pitboss.table.state import Box, PlayedHand, TableState

from .rounds import mimics, played

KINDS = {kind.words.command: kind for kind in acts.KINDS if issubclass(kind, acts.OnHand)}


def by_chart(state: TableState, box: Box, hand: PlayedHand) -> acts.Act:
    spot = spot_at(state, CardsSeen(box.decider or ""), box.number, hand.number)
    assert spot is not None
    return KINDS[act_by_chart(spot)](box=box.number, hand=hand.number)


@pytest.mark.parametrize("book", ["classic", "nz", "leaflet"])
def test_the_chart_costs_nothing_by_the_chart(book: str) -> None:
    table = played(book, by_chart, rounds=40, seed=3)
    account = account_of(table.log.events, "P1", Standard.CHART)
    assert account.cost == 0
    assert account.right == len(account.decisions) > 20


def test_an_account_agrees_with_the_ledger_to_the_cent() -> None:
    table = played("nz", mimics, rounds=60, boxes=2, seed=5)
    account = account_of(table.log.events, "P1")
    assert account.actual == table.state.money["P1"]
    assert account.expected + account.luck == account.actual
    assert len(account.rounds) == 60
    per_box = pitboss.solve("nz").ev * 2 * 100_00
    assert account.expected == pytest.approx(60 * per_box - account.cost, abs=1)


def test_mimicking_the_dealer_costs_the_difference_of_the_exact_values() -> None:
    table = played("classic", mimics, rounds=600, seed=11)
    account = account_of(table.log.events, "P1")
    lost = pitboss.regret("classic", lambda hand, up: "stand" if hand.total >= 17 else "hit")
    assert account.cost / 100_00 / 600 == pytest.approx(lost.regret, rel=0.2)


def test_rows_name_the_hand_the_acts_and_the_cost() -> None:
    shoe = "2c Ts Th 7d 8c 9h"
    table = pitboss.open_table("classic", shoe=shoe)
    table.prepare()
    table.wager(box=1, chips=100)
    table.deal()
    table.hit()
    (row,) = decisions(table.log.events, "P1")
    assert (row.cell, row.taken, row.best, row.round) == ("hard/17/T", "hit", "stand", 1)
    solved = pitboss.solve("classic").hand("T7", "T")
    assert solved.stand is not None and solved.hit is not None
    assert row.cost == pytest.approx((solved.stand - solved.hit) * 100_00)
    assert row.grade == "mistake"
    assert list(decisions(table.log.events, "P1")) == [row]
    assert list(decisions(table.log.events, "P2")) == []


def test_insurance_declined_is_right_and_taken_is_a_mistake() -> None:
    for takes in (False, True):
        table = pitboss.open_table("classic", shoe="2c 9s Ah 9d 8c")
        table.prepare()
        table.wager(box=1, chips=100)
        table.deal()
        if takes:
            table.do(acts.Insure(box=1, amount=50_00, player="P1"))
        table.perform()
        table.go_on()
        rows = [row for row in decisions(table.log.events, "P1") if row.kind == "window"]
        assert [row.taken for row in rows] == ["insure" if takes else "decline"]
        assert (rows[0].cost > 0) is takes


def test_hidden_cards_exchanged_change_nothing() -> None:
    """The hole card, the burn card and everything undealt: the same advice to the byte."""
    told = set()
    for burn, hole in (("2c", "8c"), ("As", "5d"), ("Kd", "Qh"), ("7h", "2s")):
        table = pitboss.open_table("classic", shoe=f"{burn} Ts 9h 6d {hole} 3c")
        table.prepare()
        table.wager(box=1, chips=100)
        table.deal()
        follower = Follower(table.log.events[0], "P1")
        for event in table.log.events[1:]:
            follower.follow(event)
        spot = spot_at(follower.state, follower.seen, 1)
        assert spot is not None
        told.add(str([advice_on(spot, standard).to_json() for standard in Standard]))
    assert len(told) == 1
