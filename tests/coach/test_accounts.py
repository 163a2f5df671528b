"""Rows and accounts made from a log: what was taken, what it cost, and what was luck."""

from __future__ import annotations

from math import sqrt
from statistics import mean, stdev

import msgspec
import pytest

import pitboss
from pitboss.coach.accounts import RoundAccount, SessionAccount, account_of, round_sd
from pitboss.coach.advice import advice_on, chart_of
from pitboss.coach.at_table import spot_at
from pitboss.coach.following import Follower
from pitboss.coach.rows import decisions
from pitboss.coach.spots import Standard
from pitboss.rulebooks import BOOKS
from pitboss.table import acts
from pitboss.web.live.bots import BotChart, decision, surrenders

from .rounds import mimics, played


def bot_chart(book: str) -> BotChart:
    """The chart of the house's bots, as the server makes it."""
    rows = {
        name: {row.hand: tuple(str(letter) for letter in row.letters) for row in some}
        for name, some in chart_of(pitboss.rulebook(book).elect()).sections()
    }
    return msgspec.convert(rows, BotChart)


@pytest.mark.parametrize("book", BOOKS)
def test_a_session_of_the_houses_bots_costs_nothing_by_the_chart(book: str) -> None:
    chart = bot_chart(book)
    table = played(
        book,
        lambda state, box, hand: decision(state, box, hand, chart),
        offered=lambda state, box: surrenders(state, box, chart),
        rounds=40,
        seed=3,
    )
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


@pytest.mark.parametrize("book", BOOKS)
def test_mimicking_the_dealer_costs_the_difference_of_the_exact_values(book: str) -> None:
    table = played(book, mimics, rounds=600, seed=11)
    account = account_of(table.log.events, "P1")
    lost = pitboss.regret(book, lambda hand, up: "stand" if hand.total >= 17 else "hit")
    assert lost.regret == pytest.approx(pitboss.solve(book).ev - lost.value)
    costs = [one.cost / 100_00 for one in account.rounds]
    error = stdev(costs) / sqrt(len(costs))
    assert len(costs) == 600 and error < lost.regret / 10
    assert abs(mean(costs) - lost.regret) < 3 * error


def test_boxes_of_one_round_vary_together() -> None:
    """The spread of two boxes is simulated, and larger than that of two rounds of one."""
    rules = pitboss.rulebook("classic").elect()
    alone, together = round_sd(rules, 1), round_sd(rules, 2)
    assert together**2 > 2 * alone**2 + 0.5, "two boxes share the dealer's hand"
    one = RoundAccount(1, 2, 200, 0.0, 0, 0.0, 100.0**2 + 100.0**2)
    account = SessionAccount(rules, Standard.HAND, (one,), ())
    assert account.sd == pytest.approx(100 * together)
    assert "from simulated rounds with as many boxes" in str(account)
    unequal = RoundAccount(1, 2, 200, 0.0, 0, 0.0, 190.0**2 + 10.0**2)
    whole = SessionAccount(rules, Standard.HAND, (unequal,), ()).sd
    assert 190 * alone < whole < 200 * alone


def test_an_account_counts_the_boxes_of_each_round_for_its_spread() -> None:
    rules = pitboss.rulebook("classic").elect()
    for boxes in (1, 2):
        table = played("classic", mimics, rounds=3, boxes=boxes, seed=5)
        account = account_of(table.log.events, "P1")
        assert [one.boxes for one in account.rounds] == [boxes] * 3
        assert account.sd == pytest.approx(100_00 * round_sd(rules, boxes) * sqrt(3))


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


def test_insurance_that_is_best_by_the_cards_seen_is_a_gain_of_the_round() -> None:
    """One deck, and six small cards on the table: 16 of 45 cards are tens."""
    table = pitboss.open_table("classic", shoe="2c 3s 4s 5s Ah 3d 4d 5d 9d 8c 7c 6c 6d", decks=1)
    table.prepare()
    for box in (1, 2, 3):
        table.wager(box=box, chips=100, player=f"P{box}")
    table.deal()
    table.do(acts.Insure(box=1, amount=50_00, player="P1"))
    table.perform()
    table.go_on()
    (row,) = [r for r in decisions(table.log.events, "P1", Standard.SEEN) if r.kind == "window"]
    assert (row.best, row.taken, row.cost) == ("insure", "insure", 0)
    tens = 16 / 45
    # Half a bet at 2 to 1 on a ten in the hole, next to nothing for whoever declines.
    assert row.gained == pytest.approx(0.5 * (2 * tens - (1 - tens)), abs=1e-6)
    assert row.gained == pytest.approx(row.values["insure"] - row.values["decline"])


def test_hidden_cards_exchanged_change_nothing() -> None:
    """The hole card, the burn card and everything undealt: the same advice to the byte."""
    texts = set()
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
        texts.add(str([advice_on(spot, standard).to_json() for standard in Standard]))
    assert len(texts) == 1
