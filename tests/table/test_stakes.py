"""What one person has on one box for one purpose is one stake, whatever handfuls it came in."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.law.wagers import WagerKind
from pitboss.store.ledger import Accounts
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.evolve import evolve
from pitboss.table.log_verifier import opened
from pitboss.table.quickstart import open_table
from pitboss.table.run import TableStep
from pitboss.table.sources import Rigged
from pitboss.table.table import Automation, Table
from tests.rigs.invariants import broken
from tests.support import clause, rules
from tests.table.helpers import (
    bet,
    close_window,
    dealt,
    of,
    refused,
    rigged,
    sentences_of,
    stand,
    wager,
)


def lower(box: int, player: str, dollars: int | None = None, kind: str = "main") -> acts.Withdraw:
    stake = None if dollars is None else dollars * 100
    return acts.Withdraw(box=box, player=player, kind=kind, stake=stake)


@clause("rws:1.14", "rws:5.8")
def test_the_log_keeps_the_handfuls_and_the_table_one_wager() -> None:
    table = rigged("rws", "Ts 9c 9h 8c")
    bet(table, 1, "P1", 100)
    bet(table, 1, "P1", 50)
    table.do(lower(1, "P1", 30))
    (only,) = table.state.wagers
    assert (only.id, only.stake, only.effective) == (1, 120_00, 120_00)
    assert [x.stake for x in of(e.WagerPlaced, table.log.events)] == [100_00]
    assert [x.stake for x in of(e.WagerRaised, table.log.events)] == [50_00]
    assert [x.stake for x in of(e.WagerLowered, table.log.events)] == [30_00]
    assert table.state.money == {"P1": -120_00}
    assert sentences_of(table)[2:] == [
        "P1, box 1: Initial Bet 100.",
        "P1, box 1: 50 added, Initial Bet now 150.",
        "P1, box 1: 30 taken back, Initial Bet now 120.",
    ]
    table.do(lower(1, "P1", 120))
    assert table.state.wagers == () and of(e.WagerWithdrawn, table.log.events)
    assert table.state.money == {"P1": 0}


@clause("rws:5.2", "nz:14.6", "leaflet:gap.limits")
@pytest.mark.parametrize(
    ("book", "under"), [("rws", "5.2"), ("nz", "14.6"), ("leaflet", "gap.limits")]
)
def test_what_stays_of_a_lowered_wager_reaches_the_minimum(book: str, under: str) -> None:
    table = rigged(book, "Ts 9c 9h 8c")
    least = table.rules.limits.minimum.value // 100
    bet(table, 1, "P1", least + 10)
    assert refused(table, lower(1, "P1", 11)).under == under
    for wrong in (0, -5, least + 11):
        assert "at most" in refused(table, lower(1, "P1", wrong)).why
    table.do(lower(1, "P1", 10))
    assert wager(table, 1).stake == least * 100


@clause("nz:5.8", "nz:5.8(b)")
def test_a_latecomer_is_held_to_the_minimum_in_all_and_not_in_each_handful() -> None:
    table = rigged("nz", "Ts 9c 9h 8c 9d Td Ts 9c 8h 8c", midshoe_limit="b")
    for players in (("P1", "P2"), ("P2",)):
        for number, player in enumerate(players, 1):
            table.do(acts.Bet(box=number, player=player, stake=10_00))
        table.do(acts.CloseBets())
        for number, _ in enumerate(players, 1):
            stand(table, number)
    table.do(acts.Bet(box=1, player="P1", stake=5_00))  # sat the second round out
    assert refused(table, acts.Bet(box=1, player="P1", stake=5_00)).under == "5.8(b)"
    table.do(acts.Bet(box=2, player="P2", stake=5_00))
    table.do(acts.Bet(box=2, player="P2", stake=5_00))


@clause("nz:5.2#1")
@pytest.mark.parametrize(
    ("kind", "elections", "stake"),
    [
        ("main", {}, 5_25),
        ("main", {"chips": [5, 25]}, 7_00),
        ("perfect_pairs", {"layout": 4, "chips": [5, 25]}, 6_00),
        ("super_sevens", {"layout": 2, "chips": [2.5, 5]}, 3_00),
    ],
)
def test_a_wager_is_an_amount_that_the_chips_in_use_make(
    kind: str, elections: dict[str, Any], stake: int
) -> None:
    table = rigged("nz", "Ts 9c 9h 8c", **elections)
    if kind != "main":
        bet(table, 1, "P1", 10)
    refusal = refused(table, acts.Bet(box=1, player="P1", kind=kind, stake=stake))
    assert refusal.under == "5.2#1" and "this table's chips" in refusal.why


@clause("nz:5.2#1", "zappit:gap.limits", "zappit:5(a)")
@pytest.mark.parametrize(("book", "under"), [("nz", "5.2#1"), ("zappit", "gap.limits")])
def test_a_double_is_an_amount_that_the_chips_in_use_make(book: str, under: str) -> None:
    table = dealt(book, "6c 7d 5d Td Tc 3h", {1: 20})
    close_window(table)
    assert refused(table, acts.Double(box=1, amount=10_25)).under == under
    table.do(acts.Double(box=1, amount=10_50))


@clause("nz:12.2", "rws:3.21#1", "nobust:Splits a#2", "leaflet:split.2", "zappit:9(b)(2)")
@pytest.mark.parametrize("book", ["nz", "rws", "leaflet", "zappit"])
def test_the_second_hand_carries_as_much_as_all_handfuls_of_the_first(book: str) -> None:
    table = rigged(book, "8c 6d 8d Tc 9d 9h Kd")
    bet(table, 1, "P1", 60)
    bet(table, 1, "P1", 15)
    table.do(acts.CloseBets())
    close_window(table)
    table.do(acts.Split(box=1))
    assert wager(table, 1, "split").stake == 75_00


@clause("rws:3.14.2.a#3", "nz:9.3(a)")
@pytest.mark.parametrize(("book", "under"), [("rws", "3.14.2.a"), ("nz", "9.3(a)")])
def test_insurance_is_one_wager_that_may_be_added_to(book: str, under: str) -> None:
    table = dealt(book, "Tc Ad 9d Kc", {1: 60})
    table.do(acts.Insure(box=1, player="P1", amount=20_00))
    assert refused(table, acts.Insure(box=1, player="P1", amount=11_00)).under.startswith(under)
    table.do(acts.Insure(box=1, player="P1", amount=10_00))
    (insured,) = table.state.open_wagers(kind=WagerKind.INSURANCE)
    assert insured.stake == 30_00
    close_window(table)
    stand(table, 1)
    assert table.state.money["P1"] == 0  # the blackjack takes 60, insurance of 30 pays 60


@clause("nobust:dealing.2#2", "nobust:collection.1")
def test_one_circle_pays_one_fee_and_two_circles_two() -> None:
    table = rigged("nobust", "Tc Td 7d 9d 9h Td", fee_player=3)
    table.do(acts.Sit(box=8, player="Bea"))
    table.do(acts.TakeBank(player="Bea", box=8, wager=1000_00))
    for box in (1, 1, 1, 2):
        bet(table, box, "P1", 10)
    table.do(acts.CloseBets())
    assert [(x.player, x.amount) for x in of(e.FeeCollected, table.log.events)] == [
        ("P1", 6_00),
        ("Bea", 2_00),
    ]


@clause("rws:5.15", "rws:3.9", "nz:15A.2#1", "nobust:Perfect Pairs 4", "nobust:Buster 1#2")
@pytest.mark.parametrize(
    ("book", "kind", "elections", "under"),
    [
        ("rws", "player_pair", {}, "5.15"),
        ("nz", "perfect_pairs", {"layout": 4}, "15B.2#1"),
        ("leaflet", "perfect_pairs", {}, "pairs.1#1"),
    ],
)
def test_a_side_bet_without_its_main_wager_goes_back_at_the_call(
    book: str, kind: str, elections: dict[str, Any], under: str
) -> None:
    table = rigged(book, "Tc Td 7d 9d 9h Td", **elections)
    bet(table, 1, "P1", 50)
    bet(table, 2, "P2", 50)
    bet(table, 2, "P2", 10, kind)
    table.do(lower(2, "P2"))
    table.do(acts.CloseBets())
    (back,) = [x for x in of(e.WagerSettled, table.log.events) if x.wager == 3]
    assert (back.result, back.returned, back.under) == ("returned", 10_00, under)


@clause("rws:3.13.2.d", "nobust:Perfect Pairs 7")
def test_a_side_bet_left_behind_is_cut_to_a_smaller_main_wager() -> None:
    table = rigged("rws", "Tc 7d 9d Td")
    bet(table, 1, "P1", 100)
    bet(table, 1, "P2", 90, "over_13")
    table.do(lower(1, "P1"))
    assert wager(table, 1, "over_13").stake == 90_00  # it may stay until the call
    events = bet(table, 1, "P1", 60)
    (cut,) = of(e.WagerLowered, events)
    assert (cut.stake, cut.under) == (30_00, "3.13.2.d")
    assert wager(table, 1, "over_13").stake == 60_00
    assert table.state.money == {"P1": -60_00, "P2": -60_00}


@clause("rws:5.1#2")
def test_who_stands_behind_keeps_what_the_seated_player_leaves_of_the_maximum() -> None:
    table = rigged("rws", "Ts 9c 9h 8c")
    bet(table, 1, "P1", 400)
    bet(table, 1, "P2", 600)
    (back,) = of(e.WagerLowered, bet(table, 1, "P1", 150))
    assert (back.wager, back.stake, back.under) == (2, 150_00, "5.1#2")
    assert [w.stake for w in table.state.wagers] == [550_00, 450_00]


@clause("rws:1.26#2")
def test_the_highest_bettor_is_told_by_the_whole_stake_when_one_walks_away_too() -> None:
    table = rigged("rws", "Ts 9c 7h 8c")
    for player, dollars in (("A", 150), ("B", 60), ("C", 100), ("B", 60)):
        table.do(acts.Bet(box=1, player=player, stake=dollars * 100))
    table.do(acts.CloseBets())
    close_window(table)
    assert table.state.boxes[0].decider == "A"
    table.do(acts.Report(what="absent", box=1, player="A"))
    assert table.state.boxes[0].decider == "B"


@clause("zappit:5(c)#1")
def test_a_wager_may_come_between_the_call_and_the_first_card_where_the_card_closes() -> None:
    table = Table(rules("zappit"), Rigged("Tc 9c 7d 9d 8h Td"), automation=Automation.NONE)
    bet(table, 1, "P1", 10)
    table.do(acts.CloseBets())
    bet(table, 1, "P1", 5)
    bet(table, 2, "P2", 10)
    assert [box.number for box in table.state.boxes] == [1, 2]
    table.perform()
    assert refused(table, acts.Bet(box=2, player="P2", stake=10_00)).under == "5(c)#1"
    table.automation = Automation.DEALER
    for _ in range(5):
        table.perform()
    assert [len(box.hands[0].hand.cards) for box in table.state.boxes] == [2, 2]
    assert broken(table) is None
    assert wager(table, 1).stake == 15_00


@clause("nz:5.5(a)", "rws:3.10", "rws:5.8")
@pytest.mark.parametrize(("book", "under"), [("nz", "5.5(a)"), ("rws", "5.8")])
def test_no_wager_comes_after_the_call_where_the_call_closes(book: str, under: str) -> None:
    table = Table(rules(book), Rigged("Tc 9c 7d 9d 8h Td"), automation=Automation.NONE)
    bet(table, 1, "P1", 50)
    table.do(acts.CloseBets())
    assert refused(table, acts.Bet(box=1, player="P1", stake=5_00)).under == under


@clause("nz:5.6#1", "nz:5.6#2")
def test_a_side_bet_is_free_until_the_call_and_locked_from_it() -> None:
    table = rigged("nz", "Tc 7d 9d Td", layout=4)
    bet(table, 1, "P1", 10)
    bet(table, 1, "P1", 10, "perfect_pairs")
    bet(table, 1, "P1", 5, "perfect_pairs")
    table.do(lower(1, "P1", 3, "perfect_pairs"))
    assert wager(table, 1, "perfect_pairs").stake == 12_00
    table.do(acts.CloseBets())
    assert refused(table, lower(1, "P1", 1, "perfect_pairs")).under == "5.5(b)"
    assert refused(table, lower(1, "P1", None, "perfect_pairs")).under == "5.5(b)"


def test_every_handful_is_posted_to_the_escrow_of_its_wager() -> None:
    table = rigged("rws", "Ts 9c 9h 8c")
    bet(table, 1, "P1", 100)
    bet(table, 1, "P1", 50)
    table.do(lower(1, "P1", 30))
    accounts, state = Accounts("t1"), opened(table.log.events[0])
    posted = []
    for n, event in enumerate(table.log.events[1:], 2):
        after = evolve(state, event)
        posted += [
            (p.account, p.amount) for p in accounts.postings(n, TableStep(event, state, after))
        ]
        state = after
    assert posted == [
        ("escrow/t1/1", 100_00),
        ("player/P1", -100_00),
        ("escrow/t1/1", 50_00),
        ("player/P1", -50_00),
        ("escrow/t1/1", -30_00),
        ("player/P1", 30_00),
    ]


def test_the_law_of_stakes_is_noticed_where_it_does_not_hold() -> None:
    table = open_table("rws", seed=3)
    table.wager(box=1, chips=100, player="Ada")
    (only,) = table.state.wagers
    beside = replace(only, id=2, kind="over_13", hand=None)

    def label(*wagers: object, **more: object) -> str:
        escrow = sum(w.stake for w in wagers)  # type: ignore[attr-defined]
        table.state = replace(table.state, wagers=wagers, money={"Ada": -escrow}, **more)
        return broken(table) or ""

    assert label(only) == ""
    assert "two wagers on one box for one purpose" in label(only, replace(only, id=2))
    assert "outside the limits" in label(replace(only, stake=40_00, effective=40_00))
    high = [replace(only, player=p, id=n, stake=600_00) for n, p in enumerate(("Ada", "Ben"), 1)]
    assert "above the maximum" in label(*high)
    assert "not what the sign shows" in label(only, replace(beside, stake=5_00, effective=5_00))
    assert "where 10000 may lie" in label(only, replace(beside, stake=150_00, effective=150_00))
    assert label(only, beside) == ""
