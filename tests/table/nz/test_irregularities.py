"""Section 16 at a live table, and the voids of 9.6 and 15.7."""

from __future__ import annotations

import pytest

from pitboss.cards import cards
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.table import Table
from tests.support import clause, rules
from tests.table.helpers import bet, close_window, dealt, of, refused, rigged, stand, wager


def sevens(shoe: str) -> Table:
    table = rigged("nz", shoe, decks=6, layout=2)
    bet(table, 1, "P1", 10)
    bet(table, 1, "P1", 1, "super_sevens")
    bet(table, 2, "P2", 10)
    table.do(acts.CloseBets())
    return table


@clause("nz:15.7", "nz:15.7(a)")
def test_super_sevens_is_void_with_its_hand_even_when_settled() -> None:
    table = sevens("7h 9h 9c 8d 8c")
    stand(table, 1)
    assert wager(table, 1, "super_sevens").paid == 300
    table.do(acts.Report(what="void_hand", box=1, hand=1, why="cards mixed up"))
    voided = wager(table, 1, "super_sevens")
    assert (voided.result, voided.returned, voided.under) == ("void", 100, "15.7(a)")
    assert table.state.money["P1"] == 0


@clause("nz:15.7", "nz:15.7(b)")
def test_super_sevens_is_void_when_the_initial_wager_is() -> None:
    table = rigged("nz", "7h 9h 9c", decks=6, layout=2, shuffler="continuous", csm_failure="round")
    bet(table, 1, "P1", 10)
    bet(table, 1, "P1", 1, "super_sevens")
    table.do(acts.CloseBets())
    table.do(acts.Report(what="csm_malfunction", why="jammed"))
    assert {w.kind for w in table.state.wagers} <= {"main", "super_sevens"}
    assert table.state.money["P1"] == 0


@clause("nz:9.6")
def test_insurance_is_void_with_its_hand() -> None:
    table = dealt("nz", "Th 9h As 8c 7d", {1: 10, 2: 10}, decks=4)
    table.do(acts.Insure(box=1, player="P1", amount=500))
    table.do(acts.Report(what="void_hand", box=1, hand=1, why="cards mixed up"))
    assert wager(table, 1, "insurance").result == "void"
    assert table.state.money["P1"] == 0


@clause("nz:16.5#3", "nz:16.5#4", "nz:16.3#2")
def test_a_voided_hand_is_discarded_its_wagers_go_back_and_later_hands_stay_as_they_fell() -> None:
    table = dealt("nz", "Th 9h 9c 8d 8c 5s", {1: 10, 2: 10}, decks=4)
    done = table.do(
        acts.Report(what="void_hand", box=1, hand=1, lost=("5s",), why="cards mixed up")
    )
    removed = of(e.CardRemoved, done)[0]
    assert removed.card == "5s"
    assert cards("5s")[0] in table.state.shoe.rack
    assert wager(table, 1).result == "void"
    assert set(table.discards()) >= set(cards("Th 8d"))
    second = table.state.box(2)
    assert second is not None
    assert second.hands[0].hand.cards == cards("9h 8c")
    assert wager(table, 2).is_open


@clause("nz:16.5#2", "nz:16.5(b)")
def test_a_rebuilt_round_binds_and_the_dealer_draws_to_the_end() -> None:
    table = dealt("nz", "Th 9h 6c 8d 8c 5s 9d", {1: 10, 2: 10}, decks=4)
    table.do(acts.Report(what="void_hand", box=1, hand=1, why="cards mixed up"))
    assert refused(table, acts.Continue(player="P2")).under == "not in the text"
    assert refused(table, acts.TakeBack(player="P2")).under == "5.5(b)"
    end = stand(table, 2)
    assert of(e.DealerHandCompleted, end)[0].total == 20
    assert table.state.money == {"P1": 0, "P2": -1000, "house": 1000}


@clause("nz:16.7#2")
def test_after_shuffled_discards_no_second_shuffle_falls_due() -> None:
    table = dealt("nz", "Th 9h 7c Td 9d END Tc", {1: 10, 2: 10}, decks=4)
    for box in (1, 2):
        stand(table, box)
    assert of(e.ShoeExhausted, table.log.events)
    assert [s.reason for s in of(e.CardsShuffled, table.log.events)] == ["shoe_exhausted"]
    assert table.shuffle_is_due() is None


@clause("nz:16.8")
def test_a_damaged_card_is_replaced_after_the_round() -> None:
    table = dealt("nz", "Th 9c 9d", {1: 10}, decks=4)
    done = table.do(acts.Report(what="damaged_card", card="Th"))
    assert of(e.CardToBeReplaced, done)[0].under == "16.8"


@clause("nz:16.9", "nz:16.10#1")
@pytest.mark.parametrize(
    ("what", "under"), [("reshuffle_missed", "16.9"), ("cut_card_missing", "16.10#1")]
)
def test_a_missed_shuffle_or_cutting_card_means_a_shuffle_after_the_round(
    what: str, under: str
) -> None:
    table = dealt("nz", "Th 9c 9d Td", {1: 10}, decks=4)
    done = table.do(acts.Report(what=what))
    assert of(e.ShuffleOrdered, done)[0].under == under
    assert table.state.phase.value != "betting"
    stand(table, 1)
    assert table.state.shoe.shuffle_after == what


@clause("nz:16.11")
def test_who_was_not_offered_insurance_may_take_it_before_the_dealers_second_card() -> None:
    table = dealt("nz", "Th 9h As 8c 7d Kd", {1: 10, 2: 10}, decks=4)
    close_window(table)
    late = acts.Insure(box=1, player="P1", amount=500)
    assert table.ask(late) is not None
    table.do(acts.Report(what="insurance_not_offered", box=1, player="P1"))
    table.do(late)
    assert table.ask(acts.Insure(box=2, player="P2", amount=500)) is not None


@clause("nz:16.12#1", "nz:16.12#2")
def test_madness_21_is_not_offered_until_repaired_and_blackjack_goes_on() -> None:
    table = Table(rules("nz", layout=3, decks=4))
    table.prepare()
    table.do(acts.Report(what="madness_failure"))
    bet(table, 1, "P1", 10)
    side = acts.Bet(box=1, player="P1", stake=100, kind="madness_21")
    assert "out of order" in refused(table, side).why
    assert table.ask(acts.CloseBets()) is None
    table.do(acts.Report(what="madness_repaired"))
    table.do(side)
