"""Sections 1, 3 and 5 at a live table."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.cards import cards
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.table import Table
from tests.support import clause
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


def after(shoe: str, *boxes: int, **elections: object) -> Table:
    """A table where the boxes have 50 each and the window after the deal is closed."""
    table = dealt("rws", shoe, dict.fromkeys(boxes, 50), **elections)
    close_window(table)
    return table


@clause("rws:1.5", "rws:1.33")
def test_the_dealer_deals_and_what_follows_the_initial_deal_is_asked_for() -> None:
    table = after("5h 9h 6c 7d", 1)
    assert table.duty is None  # the player decides first; only then does the dealer have a duty
    completed = [type(x) for x in table.log.events].index(e.DealCompleted)
    before = of(e.CardDealt, table.log.events[:completed])
    assert len(before) == 3
    later = of(e.CardDealt, table.do(acts.Hit(box=1)))
    assert [c.card for c in later] == ["7d"]


@clause("rws:1.10")
def test_a_hand_is_the_cards_received_in_the_round() -> None:
    table = after("5h 9h 6c 7d Td", 1)
    table.do(acts.Hit(box=1))
    box = table.state.box(1)
    assert box is not None
    assert box.hands[0].hand.cards == cards("5h 6c 7d")
    assert table.state.dealer == cards("9h")
    stand(table, 1)
    assert (table.state.boxes, table.state.dealer) == ((), ())


@clause("rws:1.13", "rws:1.22")
def test_whoever_bets_is_a_player_and_the_house_is_the_other_side() -> None:
    table = after("Th 9h 9c 7d", 1)
    assert of(e.WagerPlaced, table.log.events)[0].player == "P1"
    stand(table, 1)
    assert set(table.state.money) == {"P1", "house"}
    assert sum(table.state.money.values()) == 0


@clause("rws:1.20#1", "rws:1.20#2", "rws:5.19")
def test_who_holds_a_post_decides_what_the_rules_leave_open_and_players_do_not() -> None:
    table = after("Th 9h 9c 7d", 1)
    ruling: dict[str, Any] = {"what": "ruling", "ruling": "deal it out", "why": "a spilt drink"}
    assert refused(table, acts.Report(**ruling, by="player")).under == "5.19"
    for by in ("pit supervisor", "pit manager", "shift manager"):
        made = of(e.SupervisorRuled, table.do(acts.Report(**ruling, by=by)))[0]
        assert (made.by, made.ruling, made.why) == (by, ruling["ruling"], ruling["why"])
    assert made.under == "5.19"
    assert refused(table, acts.Report(what="ruling", ruling="so", by="pit manager")).under == "5.19"
    unknown = refused(table, acts.Report(what="flying_saucer", by="pit manager"))
    assert unknown.under == "5.19"


@clause("rws:1.25#1", "rws:1.25#2", "rws:3.3")
def test_a_round_runs_from_the_call_for_bets_to_the_final_settlement() -> None:
    table = dealt("rws", "Th 9h 9c 8d", {1: 50})
    assert sentences_of(table)[0].endswith("Place your bets, please.")
    assert table.ask(acts.Bet(box=2, player="P2", stake=5000)) is not None
    close_window(table)
    end = stand(table, 1)
    closed = next(i for i, x in enumerate(end) if isinstance(x, e.RoundClosed))
    assert all(not isinstance(x, e.WagerSettled) for x in end[closed:])
    assert sentences_of(table)[-1] == "Round 1 is over. Place your bets, please."
    assert table.ask(acts.Bet(box=2, player="P2", stake=5000)) is None


@clause("rws:3.12#3")
def test_a_card_turned_up_by_mistake_lets_the_round_go_on() -> None:
    table = rigged("rws", "Th 9h 9c 8d", allow_squeeze=True)
    bet(table, 1, "P1", 50)
    up_by_mistake = acts.Report(what="squeeze_exposed", box=1)
    assert "no player squeezes" in refused(table, up_by_mistake).why
    table.do(acts.Squeeze(box=1, player="P1"))
    table.do(acts.CloseBets())
    noted = of(e.IrregularityNoted, table.do(up_by_mistake))[0]
    assert noted.under == "3.12#3"
    close_window(table)
    stand(table, 1)
    assert table.state.money == {"P1": 5000, "house": -5000}


@clause("rws:5.1#2")
def test_the_seated_players_bet_counts_first_and_others_fill_up_what_is_left() -> None:
    table = rigged("rws", "Th 9h 9c 8d", min=50, max=1000)
    table.do(acts.Sit(box=1, player="P1"))
    table.do(acts.Bet(box=1, player="P2", stake=600_00))
    table.do(acts.Bet(box=1, player="P3", stake=100_00))
    table.do(acts.Bet(box=1, player="P1", stake=700_00))
    assert {w.player: w.stake for w in table.state.wagers} == {"P1": 700_00, "P2": 300_00}
    assert table.state.money == {"P1": -700_00, "P2": -300_00, "P3": 0}
    assert refused(table, acts.Bet(box=1, player="P3", stake=50_00)).under == "5.1#1"
    assert refused(table, acts.Bet(box=1, player="P1", stake=301_00)).under == "5.1#1"


@clause("rws:5.5", "rws:5.5.2", "rws:5.5.4", "rws:5.17")
@pytest.mark.parametrize(
    ("what", "under"),
    [("foreign_card", "5.5.1"), ("card_count_wrong", "5.5.2"), ("unshuffled", "5.5.4")],
)
def test_each_of_the_findings_makes_the_round_void(what: str, under: str) -> None:
    table = after("Th 9h 9c 8d", 1)
    done = table.do(acts.Report(what=what, why="counted"))
    assert of(e.IrregularityNoted, done)[0].under == under
    assert of(e.RoundVoided, done)[0].under == under
    assert {w.under for w in of(e.WagerSettled, done)} == {"5.17"}
    assert table.state.money == {"P1": 0, "house": 0}


@clause("rws:5.5")
def test_a_shoe_that_runs_out_makes_the_round_void_too() -> None:
    table = after("Th 9h 3c END", 1)
    done = table.do(acts.Hit(box=1))
    assert of(e.RoundVoided, done)
    assert table.state.money == {"P1": 0, "house": 0}


@clause("rws:5.6", "rws:5.13")
def test_nothing_changes_in_a_round_that_is_over() -> None:
    table = after("Th 9h 9c 8d Td 9d 9s 7d", 1)
    stand(table, 1)
    paid = dict(table.state.money)
    for what in ("foreign_card", "dealing_error"):
        assert refused(table, acts.Report(what=what, why="found later")).under
    for what in ("unshuffled", "card_count_wrong"):
        assert not of(e.RoundVoided, table.do(acts.Report(what=what, why="found later")))
    table.shuffle("unshuffled")
    bet(table, 1, "P1", 50)
    table.do(acts.CloseBets())
    table.do(acts.Report(what="unshuffled", why="counted"))
    assert table.state.money == paid


@clause("rws:5.5.2", "rws:5.5.4")
@pytest.mark.parametrize(
    ("what", "under"), [("card_count_wrong", "5.5.2"), ("unshuffled", "5.5.4")]
)
@pytest.mark.parametrize("in_round", [True, False])
def test_nothing_is_dealt_from_condemned_cards_before_they_are_shuffled(
    what: str, under: str, in_round: bool
) -> None:
    table = after("Th 9h 9c 8d Td 9d 9s 7d", 1)
    if not in_round:
        stand(table, 1)
    table.do(acts.Report(what=what, why="counted"))
    bet(table, 1, "P1", 50)
    assert refused(table, acts.CloseBets()).under == under
    assert of(e.CardsShuffled, table.shuffle(what))[0].under == under
    table.do(acts.CloseBets())


@clause("rws:5.17", "rws:5.19")
def test_a_round_is_void_only_on_the_grounds_of_the_text_or_by_a_ruling() -> None:
    ruled = acts.Report(what="ruling", ruling="void_round", why="a fire drill", by="Max")
    assert refused(rigged("rws", ""), ruled).why == "no round is in progress"
    table = after("Th 9h 9c 8d", 1)
    assert refused(table, acts.Report(what="void_round", why="a fire drill")).under == "5.19"
    done = table.do(ruled)
    assert of(e.RoundVoided, done)[0].under == "5.19"
    assert {w.under for w in of(e.WagerSettled, done)} == {"5.17"}
    assert table.state.money == {"P1": 0, "house": 0}


@clause("rws:5.7.tail", "rws:5.9#2")
def test_who_goes_on_takes_the_later_cards_as_they_come() -> None:
    table = after("Th 9h 9d 9c 8c 7d Td", 1, 2)
    error = acts.Report(what="dealing_error", reconstructed=False, by="House", why="order lost")
    done = table.do(error)
    noted = of(e.IrregularityNoted, done)[0]
    assert (noted.by, noted.why) == ("House", "order lost")
    assert of(e.ChoiceOffered, done)[0].players == ("P1", "P2")
    table.do(acts.Continue(player="P1"))
    assert refused(table, acts.TakeBack(player="P1")).under == "5.7"
    table.do(acts.TakeBack(player="P2"))
    drawn = of(e.CardDealt, table.do(acts.Stand(box=1)))
    assert [c.card for c in drawn] == ["7d", "Td"]
    assert table.state.money["P2"] == 0


@clause("rws:5.12#1", "rws:5.12#2", "rws:5.12#3")
def test_of_cards_drawn_together_the_player_chooses_one_and_the_other_is_next() -> None:
    table = after("2h 9h 3c 5d", 1)
    done = table.do(acts.Report(what="drawn_together", cards=("6s", "Ts")))
    assert {c.card for c in of(e.CardHeld, done)} == {"6s", "Ts"}
    assert refused(table, acts.Hit(box=1, pick="Kd")).under == "5.12#1"
    first = table.do(acts.Hit(box=1, pick="Ts"))
    assert [c.card for c in of(e.CardDealt, first)] == ["Ts"]
    table.do(acts.Continue(player="P1"))
    second = table.do(acts.Hit(box=1))
    assert of(e.CardDealt, second)[0].card == "6s"


@clause("rws:5.14#1", "rws:5.14#2")
def test_where_the_chips_lie_when_betting_closes_decides() -> None:
    table = rigged("rws", "Th 5h 9h 9c 6c 8d Td")
    bet(table, 1, "P1", 50)
    table.do(acts.Bet(box=2, player="P1", stake=5000, placed_by="dealer"))
    table.do(acts.CloseBets())
    assert refused(table, acts.Withdraw(box=2, player="P1")).under == "5.8"
    assert [b.number for b in table.state.boxes] == [1, 2]
    assert {w.box for w in table.state.wagers} == {1, 2}


@clause("rws:5.18#1", "rws:5.18#2")
def test_staff_may_bet_for_a_player_and_the_bet_is_the_players() -> None:
    table = rigged("rws", "Th 9h 9c 8d")
    placed = of(e.WagerPlaced, bet(table, 1, "P1", 50, placed_by="pit supervisor"))[0]
    assert (placed.player, placed.placed_by) == ("P1", "pit supervisor")
    assert "placed by pit supervisor" in sentences_of(table)[-1]
    assert table.state.money == {"P1": -5000}
    assert wager(table, 1).player == "P1"
