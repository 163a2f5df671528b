"""Sections 5, 6, 8, 9 and 11 at a live table."""

from __future__ import annotations

import pytest

from pitboss.cards import cards
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.quickstart import open_table
from pitboss.table.state import Phase
from pitboss.table.table import Automation, NotPermitted, Table
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


def barred() -> Table:
    """A table where P2 has sat out the second round of the shoe."""
    table = rigged("zappit", "Th 9h 9c Td 9d 8c Tc 8d 8s 9s", no_mid_shoe_entry=True)
    for box in (1, 2):
        bet(table, box, f"P{box}", 10)
    table.do(acts.CloseBets())
    close_window(table)
    for box in (1, 2):
        stand(table, box)
    bet(table, 1, "P1", 10)
    table.do(acts.CloseBets())
    close_window(table)
    stand(table, 1)
    assert table.state.phase is Phase.BETTING
    return table


@clause("zappit:5(b)(1)")
def test_the_house_may_let_a_barred_player_back_in() -> None:
    table = barred()
    again = acts.Bet(box=2, player="P2", stake=1000)
    assert refused(table, again).under.startswith("5(b)")
    back = acts.Report(what="readmitted", player="P2", by="floorperson")
    done = of(e.PlayerReadmitted, table.do(back))[0]
    assert (done.by, done.under) == ("floorperson", "5(b)(1)")
    table.do(again)
    assert refused(table, back).under == "5(b)(1)"


@clause("zappit:5(b)(2)")
def test_a_reshuffle_ends_the_bar() -> None:
    table = barred()
    again = acts.Bet(box=2, player="P2", stake=1000)
    assert table.ask(again) is not None
    table.do(acts.Shuffle(reason="ordered"))
    assert table.ask(again) is None


@clause("zappit:6(b)#3", "zappit:6(g)#2")
def test_nobody_learns_the_hole_card_neither_in_the_deal_nor_by_the_reader() -> None:
    table = dealt("zappit", "Th Ts 9c 5d", {1: 10})
    close_window(table)
    checked = of(e.HoleCardChecked, table.log.events)[0]
    assert checked.blackjack is False
    assert not hasattr(checked, "card")
    assert "5♦" not in str(table)
    assert "5♦" not in "".join(sentences_of(table))
    assert "Hole card to the dealer, face down." in sentences_of(table)
    assert "Dealer   T♠ ▒" in str(table)


@clause("zappit:6(d)#1")
def test_a_cover_card_is_laid_aside_at_the_head_of_the_shoe_and_during_play() -> None:
    for shoe in ("CUT Th Ts 9c 9d", "Th Ts CUT 9c 9d"):
        table = dealt("zappit", shoe, {1: 10})
        assert len(of(e.CutCardDrawn, table.log.events)) == 1
        box = table.state.box(1)
        assert box is not None
        assert box.hands[0].hand.cards == cards("Th 9c")
        close_window(table)
        stand(table, 1)
        assert table.shuffle_is_due() is not None


@clause("zappit:6(g)#3")
def test_against_a_dealer_blackjack_no_further_card_is_dealt() -> None:
    table = dealt("zappit", "5h 6h As 4c 3c Kd 9d", {1: 10, 2: 10})
    close_window(table)
    assert table.state.phase is Phase.BETTING
    assert len(of(e.CardDealt, table.log.events)) == 6
    assert refused(table, acts.Hit(box=1)).under


@clause("zappit:6(h)(1)#2")
def test_the_cards_of_a_paid_blackjack_are_taken_away() -> None:
    table = dealt("zappit", "Ah 9h 7s Kc 9c 9d", {1: 10, 2: 10})
    close_window(table)
    assert wager(table, 1).result == "win"
    assert set(table.discards()) == set(cards("Ah Kc"))
    assert table.state.phase is Phase.PLAY


@clause("zappit:6(h)(3)#1", "zappit:6(i)")
def test_cards_are_exchanged_or_dealt_only_when_the_player_says_so() -> None:
    table = dealt("zappit", "Th 7s 6c 9d 2c 3c 5s", {1: 10})
    close_window(table)
    box = table.state.box(1)
    assert box is not None
    assert box.hands[0].hand.cards == cards("Th 6c")
    assert not of(e.HandZapped, table.log.events)
    table.automation = Automation.NONE
    done = table.do(acts.Zap(box=1))
    assert of(e.HandZapped, done)[0].cards == ("Th", "6c")
    assert [(c.card, c.face_up) for c in of(e.CardDealt, done)] == [("2c", True), ("3c", True)]
    assert "T♥↷ 6♣↷ 2♣ 3♣" in str(table)
    hit = table.do(acts.Hit(box=1))
    assert [(c.card, c.face_up) for c in of(e.CardDealt, hit)] == [("5s", True)]


@clause("zappit:6(k)", "zappit:6(l)#3")
def test_when_all_are_done_the_hole_card_is_turned_and_every_total_is_called() -> None:
    table = dealt("zappit", "Th 9h 6s 9c 9d 5c 2d 4s", {1: 10, 2: 10})
    close_window(table)
    assert table.state.hole_is_down
    assert not of(e.HoleCardRevealed, stand(table, 1))
    assert of(e.HoleCardRevealed, stand(table, 2))
    sentences = sentences_of(table)
    assert "The dealer turns 5♣: 11." in sentences
    assert "2♦ to the dealer: 13." in sentences
    assert "4♠ to the dealer: 17." in sentences


@clause("zappit:6(n)(2)#2")
def test_what_losers_lose_goes_to_the_house_and_winners_are_paid_by_it() -> None:
    table = dealt("zappit", "Th 9h 8s 9c 5d 9d", {1: 10, 2: 20})
    close_window(table)
    stand(table, 1)
    end = stand(table, 2)
    assert {w.result for w in of(e.WagerSettled, end)} == {"win", "lose"}
    # The house takes 20 from the loser and pays 10 to the winner; no chip goes between players.
    assert table.state.money == {"P1": 1000, "P2": -2000, "house": 1000}


@clause("zappit:6(o)")
def test_the_cards_go_to_the_rack_so_that_every_hand_can_be_rebuilt() -> None:
    table = dealt("zappit", "Th 9h 8s 8c Td 9d", {1: 10, 2: 10})
    close_window(table)
    stand(table, 1)
    end = stand(table, 2)
    assert of(e.CardsCollected, end)[0].cards == ("Th", "8c", "9h", "Td", "8s", "9d")


@clause("zappit:6(p)")
def test_no_act_of_anybody_takes_or_changes_a_card() -> None:
    named = {
        name
        for act in _acts(acts.Act)
        for name in act.__struct_fields__
        if name in ("card", "cards", "lost", "pick")
    }
    holders = {a.__name__ for a in _acts(acts.Act) if named & set(a.__struct_fields__)}
    # A supervisor's report names cards; a pick chooses among cards that came out together.
    assert holders == {"Report", "Hit"}
    table = dealt("zappit", "Th 7s 6c 9d 5c", {1: 10})
    close_window(table)
    assert refused(table, acts.Hit(box=1, pick="As")).why


def _acts(kind: type[acts.Act]) -> list[type[acts.Act]]:
    return [kind, *(one for sub in kind.__subclasses__() for one in _acts(sub))]


@clause("zappit:8(d)")
def test_after_a_double_the_round_goes_on_with_the_next_hand() -> None:
    table = dealt("zappit", "6h 9h 7s 5c Td 9d 9s 2c", {1: 10, 2: 10})
    close_window(table)
    table.do(acts.Double(box=1))
    assert "9♠ to box 1, laid sideways: 20." in sentences_of(table)
    assert of(e.HandStood, stand(table, 2))
    assert table.state.phase is Phase.BETTING


@clause("zappit:9(b)(2)(i)")
def test_the_first_wager_stays_with_the_first_of_the_split_hands() -> None:
    table = dealt("zappit", "8h 7s 8c 9d 2c 3c", {1: 10})
    close_window(table)
    table.do(acts.Split(box=1))
    assert (wager(table, 1, "main").hand, wager(table, 1, "split").hand) == (1, 2)
    box = table.state.box(1)
    assert box is not None
    assert [h.hand.cards[0].text for h in box.hands] == ["8h", "8c"]


@clause("zappit:11(g)#1")
def test_a_hand_without_a_card_is_dead_and_its_wager_goes_back() -> None:
    table = rigged("zappit", "9h 8s Td 9d")
    table.automation = Automation.NONE
    table._automated = frozenset()
    for box in (1, 2):
        bet(table, box, f"P{box}", 10)
    table.do(acts.CloseBets())
    table.do(acts.Report(what="no_cards_dealt", box=1))
    voided = wager(table, 1)
    assert (voided.result, voided.returned, voided.under) == ("void", 1000, "11(g)#1")
    while table.duty is not None and table.duty.task.value == "deal":
        table.perform()
    assert [c.box for c in of(e.CardDealt, table.log.events)] == [2, None, 2, None]


@clause("zappit:11(g)#2")
def test_a_box_that_took_its_late_card_misses_none() -> None:
    table = open_table("zappit", shoe="4c 6c Qh 9d", automation=Automation.NONE)
    table.wager(box=3, chips=10)
    table.deal()
    table.perform()
    table.perform()
    table.do(acts.Report(what="one_card_dealt", box=3))
    table.do(acts.TakeLateCard(box=3))
    table.perform()
    with pytest.raises(NotPermitted, match="has its second card"):
        table.do(acts.Report(what="one_card_dealt", box=3))


@clause("zappit:11(g)#1", "zappit:11(g)#2")
@pytest.mark.parametrize("act", [acts.TakeLateCard, acts.CallDead])
def test_a_dead_hand_misses_no_card_by_the_sentence_that_made_it_dead(
    act: type[acts.ActOnHand],
) -> None:
    table = open_table("zappit", shoe="9h 8s Td 9d", automation=Automation.NONE)
    for box in (1, 2):
        table.wager(box=box, chips=10, player=f"P{box}")
    table.deal()
    table.do(acts.Report(what="no_cards_dealt", box=1))
    answer = refused(table, act(box=1))
    assert (answer.why, answer.under) == ("the hand is dead", "11(g)#1")
    assert refused(table, act(box=2)).under == "11(g)#2", "that one lives, but misses no card"


@clause("zappit:11(h)")
def test_a_split_hand_that_waits_for_its_second_card_has_missed_no_hit() -> None:
    table = open_table("zappit", shoe="8h 7s 8c 9d 2c 3c Td", automation=Automation.SETTLEMENT)
    table.wager(box=1, chips=10)
    table.deal()
    while table.state.phase is not Phase.PLAY:
        table.perform()
    table.split(box=1)
    missed = acts.Report(what="missed_card", box=1, hand=1)
    answer = refused(table, missed)
    assert (answer.why, answer.under) == ("hand 1 of box 1 has not hit", "11(h)")
    table.perform()
    assert of(e.LateCardDue, table.do(missed)), "with two cards it may have tapped for a third"
