"""The clause that orders a shuffle, and what happens to cards shuffled during a round."""

from __future__ import annotations

import pytest

from pitboss.cards import Card
from pitboss.law.shoe import cutting_card_position, size
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.sources import Stack
from pitboss.table.state import Phase
from pitboss.table.table import NotPermitted, Table
from tests.support import clause, rules
from tests.table.helpers import bet, close_window, dealt, of, refused, rigged, shuffled, stand

FIRST = [
    ("nz", "7.1(a)"),
    ("zappit", "4(a)#1"),
    ("rws", "gap.shuffle"),
    ("leaflet", "gap.shuffle"),
    ("nobust", "gap.shuffle"),
    ("classic", "shoe.1"),
]


@clause("nz:7.1(a)", "zappit:4(a)#1", "classic:shoe.1", "rws:gap.shuffle", "nobust:gap.shuffle")
@pytest.mark.parametrize(("book", "under"), FIRST)
def test_the_first_shuffle_stands_under_the_clause_that_orders_it(book: str, under: str) -> None:
    table = shuffled(book)
    assert table.shuffle_is_due() == ("start", None)
    assert of(e.CardsShuffled, table.prepare())[0].under == under


@clause("nz:8.7", "zappit:4(f)#1")
@pytest.mark.parametrize(("book", "under"), [("nz", "8.7"), ("zappit", "4(f)#1")])
def test_a_later_shuffle_stands_under_the_clause_of_the_cutting_card(book: str, under: str) -> None:
    table = shuffled(book)
    table.prepare()
    assert of(e.CardsShuffled, table.shuffle("cut_card", "dealer"))[0].under == under


@pytest.mark.parametrize(("book", "under"), [("nz", "3.3(e)"), ("zappit", "4(h)#1")])
def test_a_continuous_shuffler_shuffles_after_every_round(book: str, under: str) -> None:
    table = shuffled(book, shuffler="continuous")
    table.prepare()
    bet(table, 1, "P1", 50)
    table.do(acts.CloseBets())
    while table.state.phase is not Phase.BETTING:
        close_window(table)
        if table.state.phase is Phase.PLAY:
            act = acts.Stand(box=1, hand=1)
            table.do(act if table.ask(act) is None else acts.Hit(box=1, hand=1))
    assert table.shuffle_is_due() == ("continuous", None)
    assert of(e.CardsShuffled, table.prepare())[0].under == under


def _second_round_runs_out(book: str, *, keep_log: bool = True) -> Table:
    """Four discards are in the rack, and box 1 hits when the shoe is empty."""
    source = Stack()
    source.shuffle([Card(c) for c in ("Th", "9s", "8c", "Td", "5h", "6s", "5c")])
    table = Table(rules(book), source, keep_log=keep_log)
    bet(table, 1, "P1", 10)
    table.do(acts.CloseBets())
    stand(table, 1)
    assert [c.text for c in table.state.shoe.rack] == ["Th", "8c", "9s", "Td"]
    bet(table, 1, "P1", 10)
    table.do(acts.CloseBets())
    return table


@clause("nz:16.7#1", "nz:7.2#1", "nz:7.6(a)#1")
def test_discards_shuffled_in_mid_round_are_cut_and_loaded() -> None:
    table = _second_round_runs_out("nz")
    happened = table.do(acts.Hit(box=1, hand=1))
    assert [type(event) for event in happened][1:7] == [
        e.ShoeExhausted,
        e.CardsShuffled,
        e.CutOffered,
        e.CutUnanswered,
        e.ShoeCut,
        e.ShoeLoaded,
    ]
    assert of(e.CutOffered, happened)[0].offers == ((1, "P1", "7.3"),)
    cut = of(e.ShoeCut, happened)[0]
    assert (cut.player, cut.depth, cut.under) == ("employee", 2, "7.4#2")
    loaded = of(e.ShoeLoaded, happened)[0]
    assert (loaded.cards, loaded.position) == (4, 2)
    # Th 8c | 9s Td: the cut brings 9s to the front.
    assert of(e.CardDealt, happened)[0].card == "9s"
    after = stand(table, 1)
    assert [c.card for c in of(e.CardDealt, after)] == ["Td", "Th"]
    assert table.shuffle_is_due() == ("cut_card", "dealer")


@pytest.mark.parametrize("book", ["nz", "leaflet"])
def test_an_act_tells_of_a_shoe_that_runs_out_whether_or_not_the_log_is_kept(book: str) -> None:
    hit = acts.Hit(box=1, hand=1)
    kept, not_kept = (_second_round_runs_out(book, keep_log=keep) for keep in (True, False))
    happened = kept.do(hit)
    assert of(e.ShoeExhausted, happened) and happened == tuple(kept.log.events[-len(happened) :])
    assert not_kept.do(hit) == happened


@clause("zappit:11(f)#1", "zappit:11(f)#2")
def test_after_running_out_the_dealer_cuts_and_burns() -> None:
    table = dealt("zappit", "9d 5h 6s END 2c 9s Td Th", {1: 10})
    happened = table.log.events
    cut = of(e.ShoeCut, happened)[0]
    assert (cut.player, cut.under) == ("dealer", "4(b)")
    order = [type(event) for event in happened]
    assert order.index(e.ShoeCut) < order.index(e.ShoeLoaded) < order.index(e.CardBurned)
    assert of(e.CardsShuffled, happened)[0].under == "11(f)#1"
    assert of(e.CardBurned, happened)[0].under == "11(f)#2"


@clause("zappit:6(c)#1", "zappit:6(c)#2")
def test_each_burn_names_its_own_clause() -> None:
    table = shuffled("zappit")
    first = of(e.CardBurned, table.prepare())
    happened = table.do(acts.ChangeDealer())
    assert [burned.under for burned in first] == ["6(c)#1"]
    assert [burned.under for burned in of(e.CardBurned, happened)] == ["6(c)#2"]


def test_where_the_book_asks_for_no_cut_there_is_none() -> None:
    table = dealt("classic", "9d 5h 6s END Td Th 2c 3c 4c", {1: 10})
    assert of(e.CardsShuffled, table.log.events)
    assert not of(e.ShoeCut, table.log.events)


@clause("zappit:4(e)#1")
def test_cards_that_went_into_the_shoe_in_mid_round_are_not_cut_again() -> None:
    table = dealt("zappit", "9d 5h 6s END 2c 9s Td Th", {1: 10})
    assert refused(table, acts.OrderRecut(by="Sue", why="why not")).under == "4(e)#1"


@clause("nz:8.8", "nz:7.6(a)#1")
def test_a_shoe_shuffled_at_once_has_its_cutting_card() -> None:
    table = rigged("nz", "CUT 2c 9d 5h 6s")
    bet(table, 1, "P1", 10)
    happened = table.do(acts.CloseBets())
    assert of(e.CardsShuffled, happened)[0].under == "8.8"
    assert of(e.ShoeLoaded, happened)[0].position == 312 - 78
    assert of(e.ShoeCut, happened)[0].depth == 156


@clause("nz:7.6(a)#1")
@pytest.mark.parametrize(("stack", "position"), [(312, 234), (300, 222), (100, 50), (3, 2), (0, 0)])
def test_in_a_small_stack_the_cutting_card_lies_as_far_back_as_it_may(
    stack: int, position: int
) -> None:
    assert cutting_card_position(rules("nz"), stack) == position


@clause("zappit:4(d)#3")
def test_a_small_stack_keeps_its_quarter_behind_the_cover_card() -> None:
    assert size(rules("zappit")) == 312
    assert cutting_card_position(rules("zappit"), 10) == 7


def test_a_cut_stack_goes_into_the_shoe_before_the_deal() -> None:
    table = shuffled("zappit")
    bet(table, 1, "P1", 10)
    table.do(acts.Arrive(player="P1"))
    table.shuffle()
    table.cut("P1", 100, load=False)
    table.do(acts.CloseBets())
    assert [event.cards for event in of(e.ShoeLoaded, table.log.events)] == [312]


@clause("nz:7.5", "zappit:4(d)#1")
@pytest.mark.parametrize(("book", "under"), [("nz", "7.5"), ("zappit", "4(d)#1")])
def test_cards_that_nobody_has_shuffled_and_cut_do_not_go_into_the_shoe(
    book: str, under: str
) -> None:
    table = shuffled(book)
    with pytest.raises(NotPermitted, match="no cut stack is ready to be loaded") as refusal:
        table.load()
    assert refusal.value.refusal.under == under
    assert not table.state.shoe.is_loaded


def test_cards_that_nobody_has_dealt_from_are_not_shuffled_again() -> None:
    """A server that shuffles whenever a shuffle is due would never stop."""
    table = shuffled("nz", shuffler="continuous")
    table.prepare()
    assert table.shuffle_is_due() is None and table.prepare() == ()
