"""A box with several bettors: each is asked for their own chips before the next card."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.legal_acts import permitted
from pitboss.table.state import BackBettorsDue
from pitboss.table.table import Automation, Table
from tests.rigs.invariants import broken
from tests.support import clause
from tests.table.helpers import bet, close_window, of, rigged, sentences_of
from tests.table.helpers import refused as refusal

ELEVEN = "5c 9h 6d Tc 8d"
EIGHTS = "8c 9h 8d 3c 4c 8h 8s Tc Td Qd Qh Kd Kh"


def shared(book: str, shoe: str, *stakes: int, **elections: Any) -> Table:
    """A table after the deal: P1 sits at box 1, and the others bet behind."""
    table = rigged(book, shoe, **elections)
    for number, dollars in enumerate(stakes, 1):
        bet(table, 1, f"P{number}", dollars)
    table.do(acts.CloseBets())
    close_window(table)
    return table


def money(table: Table) -> list[int]:
    """The net result of each of the three."""
    return [table.state.money.get(f"P{n}", 0) for n in (1, 2, 3)]


def refused(table: Table, act: acts.Act) -> str:
    """The clause that refuses an act."""
    return refusal(table, act).under


def double(player: str, amount: int | None = None) -> acts.Double:
    return acts.Double(box=1, hand=1, player=player, amount=amount)


def decline(player: str, **more: int) -> acts.Decline:
    return acts.Decline(box=1, hand=1, player=player, **more)


@clause("nz:14.3(c)#1", "nz:14.3(c)#2")
def test_each_bettor_answers_for_himself_before_the_one_card() -> None:
    table = shared("nz", ELEVEN, 20, 10, 15)
    happened = table.do(double("P1"))
    assert [type(x) for x in happened] == [e.HandDoubled, e.WagerPlaced, e.BackBettorsAsked]
    back_bettors_asked = of(e.BackBettorsAsked, happened)[0]
    assert (back_bettors_asked.what, back_bettors_asked.players, back_bettors_asked.under) == (
        "double",
        ("P2", "P3"),
        "14.3(c)#1",
    )
    assert money(table) == [-40_00, -10_00, -15_00]
    assert table.duty is None and table.go_on() == ()
    assert sentences_of(table)[-1] == '"P2 and P3: double too?"'
    # They answer in any order; a bettor who has answered is not asked again.
    assert of(e.WagerPlaced, table.do(double("P3", 5_00)))[0].stake == 5_00
    assert refused(table, double("P3", 5_00)) == "14.3(c)#1"
    last = table.do(decline("P2"))
    assert [type(x) for x in last[:2]] == [e.ShareDeclined, e.CardDealt]
    assert len(of(e.CardDealt, last)) == 2  # the hand's one card, and the dealer's
    assert "P2 adds nothing on box 1." in sentences_of(table)
    # 21 against 17: the doubles win with the wagers that they were added to.
    assert table.state.money["house"] == -(40_00 + 10_00 + 20_00)


@clause("nz:14.3(c)#1", "nz:14.3(e)", "rws:3.22.1#1")
@pytest.mark.parametrize("book, alone", [("nz", "14.3(e)"), ("rws", "3.22.1#1")])
def test_nobody_adds_unless_the_decider_does(book: str, alone: str) -> None:
    table = shared(book, EIGHTS, 100, 60)
    assert refused(table, double("P2")) == {"nz": "14.3(a)", "rws": "3.8"}[book]
    assert refused(table, decline("P2")) == "not in the text"
    table.do(acts.Split(box=1, player="P1"))
    assert refused(table, double("P2")) == alone
    # Nor may the player in control, or anyone else, answer for them.
    first = {"nz": "14.3(d)", "rws": "3.21.1"}[book]
    for player in ("P1", None):
        assert refused(table, acts.Split(box=1, player=player)) == first
        assert refused(table, acts.Decline(box=1, player=player)) == first
    assert refused(table, acts.Stand(box=1, player="P1")) == first
    assert refused(table, acts.Decline(box=2, player="P2")) == first
    stranger = table.ask(acts.Split(box=1, player="P9"))
    assert stranger is not None and "no wager on the hand" in stranger.why
    assert money(table)[1] == -60_00


@clause("nz:14.3(e)")
def test_nobody_splits_where_the_decider_doubles() -> None:
    table = shared("nz", "5c 9h 5d 3c 4c 8h 8s", 100, 60)
    table.do(double("P1"))
    answer = refusal(table, acts.Split(box=1, player="P2"))
    assert answer.under == "14.3(e)"
    assert answer.why == "no one may split unless the player in control does"
    assert money(table)[1] == -60_00


@clause("rws:3.22.1#1", "rws:3.22#2")
def test_a_follower_adds_as_much_as_his_own_bet_at_most() -> None:
    table = shared("rws", ELEVEN, 100, 60)
    table.do(double("P1", 10_00))
    assert refused(table, double("P2", 60_01)) == "3.22#2"
    table.do(double("P2"))
    placed = of(e.WagerPlaced, table.log.events)
    assert [w.stake for w in placed if w.player == "P2"] == [60_00, 60_00]


@clause("nz:14.3(d)")
@pytest.mark.parametrize("stay, hand", [(None, 1), (1, 1), (2, 2)])
def test_whoever_does_not_pay_for_a_split_names_the_hand(stay: int | None, hand: int) -> None:
    table = shared("nz", EIGHTS, 20, 10, 15)
    happened = table.do(acts.Split(box=1))
    back_bettors_asked = of(e.BackBettorsAsked, happened)[0]
    assert (back_bettors_asked.what, back_bettors_asked.new_hand, back_bettors_asked.players) == (
        "split",
        2,
        ("P2", "P3"),
    )
    assert table.state.asked == BackBettorsDue(asked_kind(table), 1, 1, 2, ("P2", "P3"))
    assert table.duty is None  # "before any further cards are dealt"
    assert refused(table, decline("P2", stay=3)) == "14.3(d)"
    table.do(acts.Split(box=1, player="P3"))
    declined = table.do(acts.Decline(box=1, player="P2", stay=stay))
    assert of(e.ShareDeclined, declined)[0].stays == hand
    lies = {p: [w.hand for w in table.state.open_wagers(player=p)] for p in ("P1", "P2", "P3")}
    assert lies == {"P1": [1, 2], "P2": [hand], "P3": [1, 2]}
    assert money(table) == [-40_00, -10_00, -30_00]
    assert broken(table, replayed=True) is None


def asked_kind(table: Table) -> Any:
    assert table.state.asked is not None
    return table.state.asked.what


@clause("nz:14.3(d)")
def test_the_house_may_elect_the_second_hand_for_whoever_names_none() -> None:
    table = shared("nz", EIGHTS, 20, 10, split_default_hand="second")
    table.do(acts.Split(box=1))
    table.do(decline("P2"))
    assert [w.hand for w in table.state.open_wagers(player="P2")] == [2]


@clause("rws:3.21.1")
def test_who_declined_a_split_is_asked_at_no_later_one() -> None:
    table = shared("rws", "8c 9h 8d 8h 8s Tc Td Qd Qh Kd Kh", 100, 60, 70)
    table.do(acts.Split(box=1))
    assert refused(table, acts.Decline(box=1, player="P2", stay=2)) == "3.21.1"
    table.do(decline("P2"))
    table.do(acts.Split(box=1, player="P3"))
    assert [w.hand for w in table.state.open_wagers(player="P2")] == [1]
    back_bettors_askeds = of(e.BackBettorsAsked, table.do(acts.Split(box=1)))
    assert [one.players for one in back_bettors_askeds] == [("P3",)]
    assert refused(table, acts.Split(box=1, player="P2")) == "3.21.1"
    table.do(decline("P3"))
    assert money(table) == [-300_00, -60_00, -140_00]


@clause("nz:14.3(d)")
def test_in_nz_whoever_has_a_wager_on_the_hand_chooses_again() -> None:
    table = shared("nz", "8c 9h 8d 8h 3s 4c Td Qd Qh Kd Kh", 20, 10)
    table.do(acts.Split(box=1))
    table.do(decline("P2", stay=1))
    table.do(acts.Split(box=1))
    assert table.state.asked is not None and table.state.asked.players == ("P2",)
    table.do(acts.Split(box=1, player="P2"))
    assert sorted(w.hand or 0 for w in table.state.open_wagers(player="P2")) == [1, 3]


@clause("nz:14.5#1", "nz:14.5#2")
@pytest.mark.parametrize(("boxes", "under"), [(2, "14.5#2"), (7, "14.3(a)")])
def test_a_lone_bettor_does_not_decide_at_anothers_seat(boxes: int, under: str) -> None:
    table = rigged("nz", "Th 9h 6c 9d 8c Kc Td", boxes=boxes)
    for box, player in ((1, "P1"), (2, "P2")):
        table.do(acts.Sit(box=box, player=player))
    for box in (1, 2):
        table.do(acts.Bet(box=box, player="P1", stake=10_00))
    table.do(acts.CloseBets())
    table.do(acts.Stand(box=1, player="P1"))
    for act in (acts.Hit, acts.Stand, acts.Double):
        assert refused(table, act(box=2, player="P1")) == under
    table.do(acts.Stand(box=2, player="P2"))
    assert table.state.money == {"P1": 20_00, "house": -20_00}


@clause("nz:16.6")
def test_a_standing_bettor_who_is_away_leaves_the_decisions_alone() -> None:
    table = shared("nz", ELEVEN, 20, 10)
    table.do(acts.Report(what="absent", box=1, player="P2"))
    assert table.duty is None and table.state.box(1).is_absent is False  # type: ignore[union-attr]
    happened = table.do(double("P1"))
    assert [type(x) for x in happened[2:5]] == [e.BackBettorsAsked, e.ShareDeclined, e.CardDealt]


@clause("nz:16.6")
def test_the_seated_player_who_is_away_has_cards_up_to_twelve_and_nobody_speaks_for_him() -> None:
    table = shared("nz", "5c 9h 2d 3c 4c 8d", 20, 10)
    happened = table.do(acts.Report(what="absent", box=1, player="P1"))
    assert [card.card for card in of(e.CardDealt, happened)] == ["3c", "4c", "8d"]
    assert of(e.HandStood, happened)[0].under == "16.6"


def test_whoever_is_reported_away_while_asked_adds_nothing() -> None:
    table = shared("nz", EIGHTS, 20, 10, split_default_hand="second")
    table.do(acts.Split(box=1))
    happened = table.do(acts.Report(what="absent", box=1, player="P2"))
    assert of(e.ShareDeclined, happened)[0].stays == 2
    assert table.state.asked is None and of(e.CardDealt, happened)


@pytest.mark.parametrize("hand", [1, 2])
def test_a_hand_that_becomes_void_takes_its_question_with_it(hand: int) -> None:
    table = shared("nz", EIGHTS, 20, 10)
    table.do(acts.Split(box=1))
    table.do(acts.Report(what="void_hand", box=1, hand=hand, why="dealt wrongly"))
    assert table.state.asked is None and broken(table) is None


def test_a_void_round_and_bets_taken_back_end_the_question() -> None:
    table = shared("rws", ELEVEN, 100, 60)
    table.do(double("P1"))
    table.do(acts.Report(what="dealing_error", reconstructed=True))
    table.do(acts.TakeBack(player="P2"))
    assert table.state.asked is None and money(table)[1] == 0
    table.do(acts.Continue(player="P1"))
    other = shared("rws", ELEVEN, 100, 60)
    other.do(double("P1"))
    other.do(acts.Report(what="tech_interruption"))
    assert other.state.asked is None and money(other) == [0, 0, 0]


@clause("rws:5.7", "rws:3.21.1")
@pytest.mark.parametrize("follows", [True, False])
def test_a_split_outlives_the_bettor_who_made_it_while_others_are_asked(follows: bool) -> None:
    table = shared("rws", EIGHTS, 100, 60)
    table.do(acts.Split(box=1))
    table.do(acts.Report(what="dealing_error", reconstructed=True))
    table.do(acts.TakeBack(player="P1"))
    table.do(acts.Continue(player="P2"))
    table.do(acts.Split(box=1, player="P2") if follows else decline("P2", stay=1))
    assert broken(table) is None and table.state.asked is None
    first, second = table.state.boxes[0].hands
    assert (first.is_void, second.is_void) == (False, not follows)
    assert money(table)[0] == 0


@clause("rws:5.3", "rws:3.22.1#1")
@pytest.mark.parametrize("act", [acts.Double(box=1), acts.Decline(box=1)])
def test_a_bettor_who_takes_over_the_box_while_asked_need_not_be_named(act: acts.Act) -> None:
    table = shared("rws", ELEVEN, 100, 60)
    table.do(double("P1"))
    table.do(acts.Report(what="absent", box=1, player="P1"))
    assert table.state.boxes[0].decider == "P2"
    happened = table.do(act)
    added = [w.stake for w in of(e.WagerPlaced, happened)]
    assert added == ([60_00] if isinstance(act, acts.Double) else [])
    assert table.state.asked is None and broken(table) is None


@pytest.mark.parametrize("automation", list(Automation))
def test_no_automation_answers_for_anybody(automation: Automation) -> None:
    table = shared("nz", EIGHTS, 20, 10)
    table._automated = automation.tasks
    table.do(acts.Split(box=1))
    table.go_on()
    assert len(table.state.boxes[0].hands[0].hand.cards) == 1
    assert [type(act).__name__ for act in permitted(table.state)] == ["Split", "Decline", "Decline"]


@pytest.mark.parametrize("book", ["nz", "rws", "zappit", "leaflet", "nobust", "classic"])
def test_a_single_bettor_is_asked_nothing(book: str) -> None:
    table = rigged(book, "5c 9h 6d Tc 8d Td 2c 3c 4c 5d")
    if table.rules.banking is not None:
        table.do(acts.Sit(box=7, player="P7"))
        table.do(acts.TakeBank(player="P7", box=7, wager=1_000_00))
    bet(table, 1, "P1", 100)
    table.do(acts.CloseBets())
    close_window(table)
    assert not of(e.BackBettorsAsked, table.do(acts.Double(box=1)))


@clause("nz:14.3(f)", "nz:14.3(g)", "rws:3.14.2")
@pytest.mark.parametrize("book", ["nz", "rws"])
def test_insurance_is_each_bettors_own(book: str) -> None:
    table = rigged(book, "Kc Ah 9d 8d")
    for number, dollars in enumerate((100, 60), 1):
        bet(table, 1, f"P{number}", dollars)
    table.do(acts.CloseBets())
    table.do(acts.Insure(box=1, player="P2", amount=30_00))
    assert money(table)[:2] == [-100_00, -90_00]
    placed = of(e.WagerPlaced, table.log.events)[-1]
    assert (placed.player, placed.kind) == ("P2", "insurance")
