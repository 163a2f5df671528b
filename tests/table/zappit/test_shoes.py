"""Sections 4 and 5(b), (c) at a live table: who may join, what stays, who cuts, when to deal."""

from __future__ import annotations

import pytest

from pitboss.cards import DECK, Card
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.state import Phase
from pitboss.table.table import Table
from tests.support import clause
from tests.table.helpers import bet, close_window, of, refused, rigged, shuffled, stand


def a_round(table: Table, *boxes: int) -> None:
    """A round in which the players of these boxes wager ten and stand."""
    for box in boxes:
        bet(table, box, f"P{box}", 10)
    table.do(acts.CloseBets())
    close_window(table)
    for box in boxes:
        stand(table, box)
    assert table.state.phase is Phase.BETTING


def barring(shoe: str, **elections: object) -> Table:
    """A table that no one may join during a shoe; P1, P2 and P3 have seats."""
    table = rigged("zappit", shoe, no_mid_shoe_entry=True, **elections)
    for box in (1, 2, 3):
        table.do(acts.Sit(box=box, player=f"P{box}"))
    return table


ONE = "Th 9h 9c Td "
TWO = "Th 9h 9c Td 9d 8c "


@clause("zappit:5(b)")
@pytest.mark.parametrize("who", ["P2", "P9"])
def test_whoever_has_not_wagered_on_a_round_is_barred_seated_or_new(who: str) -> None:
    table = barring(ONE * 4)
    late = acts.Bet(box=2 if who == "P2" else 4, player=who, stake=1000)
    assert table.ask(late) is None
    a_round(table, 1)
    assert refused(table, late).under == "5(b)"
    a_round(table, 1)
    assert refused(table, late).under == "5(b)"
    assert table.ask(acts.Bet(box=1, player="P1", stake=1000)) is None


@clause("zappit:5(b)")
def test_nobody_is_barred_who_has_wagered_nor_where_the_house_does_not_elect_it() -> None:
    free = rigged("zappit", ONE * 4)
    a_round(free, 1)
    assert free.ask(acts.Bet(box=2, player="P2", stake=1000)) is None
    table = barring(TWO * 3)
    a_round(table, 1, 2)
    for box in (1, 2):
        assert table.ask(acts.Bet(box=box, player=f"P{box}", stake=1000)) is None


@clause("zappit:5(b)(1)")
def test_the_house_may_let_a_newcomer_in_who_then_plays_on() -> None:
    table = barring(ONE + TWO * 4)
    a_round(table, 1)
    back = acts.Report(what="readmitted", player="P2", by="floorperson")
    assert refused(table, acts.Report(what="readmitted", player="P2", by="player")).under
    assert of(e.PlayerReadmitted, table.do(back))[0].under == "5(b)(1)"
    a_round(table, 1, 2)
    a_round(table, 1, 2)
    assert table.ask(acts.Bet(box=2, player="P2", stake=1000)) is None
    assert refused(table, acts.Bet(box=3, player="P3", stake=1000)).under == "5(b)"


@clause("zappit:5(b)", "zappit:5(b)(1)")
def test_a_player_let_in_who_sits_out_again_is_barred_again() -> None:
    table = barring(ONE * 6)
    a_round(table, 1)
    table.do(acts.Report(what="readmitted", player="P2", by="floorperson"))
    a_round(table, 1)
    assert refused(table, acts.Bet(box=2, player="P2", stake=1000)).under == "5(b)"


@clause("zappit:5(b)(2)")
def test_a_reshuffle_lets_newcomers_in_also_one_in_the_middle_of_a_round() -> None:
    table = barring(ONE * 4)
    a_round(table, 1)
    late = acts.Bet(box=2, player="P2", stake=1000)
    assert refused(table, late).under == "5(b)"
    table.do(acts.Shuffle(reason="ordered"))
    assert table.ask(late) is None

    table = barring(ONE + "Th 9h 9c END 2s 8d " + ONE)
    a_round(table, 1)
    assert refused(table, late).under == "5(b)"
    a_round(table, 1)
    assert of(e.ShoeExhausted, table.log.events)
    assert table.ask(late) is None


@clause("zappit:5(c)#2")
def test_a_made_wager_is_not_touched_before_the_first_card_either() -> None:
    table = rigged("zappit", ONE)
    bet(table, 1, "P1", 10)
    back = acts.Withdraw(box=1, player="P1")
    assert refused(table, back).under == "5(c)#2"
    table.do(acts.Bet(box=1, player="P1", stake=500))  # more chips may still be placed
    assert sum(w.stake for w in table.state.wagers) == 1500
    elected = rigged("zappit", ONE, take_back_before_deal=True)
    bet(elected, 1, "P1", 10)
    assert of(e.WagerWithdrawn, elected.do(back))
    bet(elected, 1, "P1", 10)
    elected.do(acts.CloseBets())
    assert refused(elected, back).under == "5(c)#2"


@clause("zappit:4(f)#1", "zappit:4(a)#1")
@pytest.mark.parametrize("shoe", ["CUT " + ONE, "Th 9h CUT 9c Td "])
def test_no_round_is_dealt_after_the_cover_card_until_the_cards_are_shuffled(shoe: str) -> None:
    table = rigged("zappit", shoe + "2s " + ONE)
    a_round(table, 1)
    bet(table, 1, "P1", 10)
    assert refused(table, acts.CloseBets()).under == "4(f)#1"
    table.do(acts.Shuffle(reason="cut_card", at=1))
    table.do(acts.CloseBets())
    assert table.state.phase is not Phase.BETTING


@clause("zappit:4(a)#1")
def test_a_shuffle_ordered_in_a_round_comes_before_the_next_and_play_begins_with_one() -> None:
    table = rigged("zappit", ONE + "2s " + ONE)
    bet(table, 1, "P1", 10)
    table.do(acts.CloseBets())
    close_window(table)
    table.do(acts.Report(what="reshuffle_ordered", by="floorperson"))
    stand(table, 1)
    bet(table, 1, "P1", 10)
    assert refused(table, acts.CloseBets()).under == "4(f)#2"
    unshuffled = shuffled("zappit")
    bet(unshuffled, 1, "P1", 10)
    assert refused(unshuffled, acts.CloseBets()).under == "4(a)#1"


@clause("zappit:4(c)(2)")
def test_the_cover_card_on_a_second_box_offers_the_cut_to_the_player_who_plays_it() -> None:
    table = rigged("zappit", "Th CUT 5h 6h 9h 7c 9c 8c Td 4d")
    for box, player in ((1, "P1"), (5, "P5")):
        bet(table, box, player, 10)
    table.do(acts.Sit(box=7, player="P7"))
    table.do(acts.Bet(box=4, player="P5", stake=1000))
    assert 4 not in table.state.seats
    table.do(acts.CloseBets())
    close_window(table)
    for box in (1, 4, 5):
        stand(table, box)
    offered = of(e.CutOffered, table.do(acts.Shuffle(reason="cut_card", at=4)))[0]
    # P5 sits to the left of that box; a refusal then passes counter-clockwise from the box.
    assert offered.offers == (
        (5, "P5", "4(c)(2)"),
        (1, "P1", "4(c)(2)"),
        (7, "P7", "4(c)(2)"),
    )
    assert refused(table, acts.Cut(player="P1", depth=100)).under == "4(c)(2)"


@clause("zappit:2(a)#2")
def test_a_card_out_of_the_shoe_tells_nothing_of_its_deck() -> None:
    table = shuffled("zappit")
    table.do(acts.Shuffle(reason="start"))
    out = []
    while table.source.left:
        out.append(table.source.draw())
    texts = [card.text for card in (*table.state.shoe.rack, *out) if isinstance(card, Card)]
    assert sorted(texts) == sorted([card.text for card in DECK] * 6)
