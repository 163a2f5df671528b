"""Every event names the clause of what happened, not that of something near it."""

from __future__ import annotations

import pytest

from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.table import Table
from tests.support import clause
from tests.table.helpers import bet, close_window, of, refused, rigged, stand


def dealt(book: str, shoe: str, *stakes: int, **elections: str) -> Table:
    table = rigged(book, shoe, **elections)
    for box, stake in enumerate(stakes, 1):
        bet(table, box, f"P{box}", stake)
    table.do(acts.CloseBets())
    return table


@clause("nz:5.1", "rws:3.3", "leaflet:play.1", "zappit:5(c)#1")
@pytest.mark.parametrize(
    ("book", "under"),
    [("nz", "5.1"), ("rws", "3.3"), ("leaflet", "play.1"), ("zappit", "5(c)#1")],
)
def test_a_wager_is_made_under_the_clause_on_betting(book: str, under: str) -> None:
    assert of(e.WagerPlaced, bet(rigged(book, ""), 1, "P1", 50))[0].under == under


@clause("nz:15B.2#1", "rws:3.9", "leaflet:pairs.1#1")
@pytest.mark.parametrize(
    ("book", "kind", "under", "elections"),
    [
        ("nz", "perfect_pairs", "15B.2#1", {"layout": 4}),
        ("rws", "over_13", "3.9", {}),
        ("leaflet", "perfect_pairs", "pairs.1#1", {}),
    ],
)
def test_a_side_bet_is_placed_under_the_clause_that_offers_it(
    book: str, kind: str, under: str, elections: dict[str, int]
) -> None:
    table = rigged(book, "", **elections)
    bet(table, 1, "P1", 50)
    assert of(e.WagerPlaced, bet(table, 1, "P1", 10, kind))[0].under == under


@clause("rws:3.10")
def test_the_call_has_its_own_clause() -> None:
    table = rigged("rws", "Th 9h 9c 8d")
    bet(table, 1, "P1", 50)
    assert of(e.BetsClosed, table.do(acts.CloseBets()))[0].under == "3.10"


@clause("zappit:11(c)#2", "nz:16.4#2")
@pytest.mark.parametrize(
    ("book", "shoe", "under"),
    [("zappit", "Th 7h 2c Ts 5s 8d", "11(c)#2"), ("nz", "Th 7h 2c 5s 8d Ts", "16.4#2")],
)
def test_who_refuses_the_exposed_card_is_bound_by_that_sentence(
    book: str, shoe: str, under: str
) -> None:
    table = dealt(book, shoe, 10)
    card = table.draw()
    assert card is not None
    table.do(acts.Report(what="exposed_card", card=card.text))
    events = table.do(acts.RefuseCard(box=1))
    assert of(e.CardRefused, events)[0].under == under


@clause("nz:13.4", "zappit:6(l)#4", "rws:gap.dealer-idle")
@pytest.mark.parametrize(
    ("book", "shoe", "under"),
    [
        ("nz", "Th 6h 6c Kd", "13.4"),
        ("zappit", "Th 6h 6c 9s Kd", "6(l)#4"),
        ("rws", "Th 6h 6c Kd", "gap.dealer-idle"),
    ],
)
def test_a_dealer_who_draws_for_nobody_stops_under_that_clause(
    book: str, shoe: str, under: str
) -> None:
    table = dealt(book, shoe, 50)
    close_window(table)
    events = table.do(acts.Hit(box=1))
    assert of(e.DealerHandCompleted, events)[0].under == under


@clause("leaflet:play.4#1", "leaflet:play.4#2")
def test_the_leaflets_dealer_draws_and_stands_under_two_sentences() -> None:
    events = stand(dealt("leaflet", "Th 6h 9c 5s 8d", 50), 1)
    drawn = [card.under for card in of(e.CardDealt, events)]
    assert drawn[-1] == "play.4#1"
    assert of(e.DealerHandCompleted, events)[0].under == "play.4#2"


@clause("zappit:7(b)#1", "zappit:7(b)#2")
@pytest.mark.parametrize(("amount", "under"), [(10, "7(b)#1"), (15, "7(b)#2")])
def test_insurance_above_half_stands_on_the_sentence_that_allows_it(
    amount: int, under: str
) -> None:
    table = dealt("zappit", "Th Ah 9c 8s", 25, chip_unit="5")
    events = table.do(acts.Insure(box=1, player="P1", amount=amount * 100))
    assert of(e.WagerPlaced, events)[0].under == under


@clause("rws:5.7.3")
def test_a_bet_taken_back_is_returned_under_the_option_chosen() -> None:
    table = dealt("rws", "Th 9h 9c 8d", 50)
    table.do(acts.Report(what="dealing_error", reconstructed=False, why="a card too many"))
    events = table.do(acts.TakeBack(player="P1"))
    assert {
        event.under for event in events if isinstance(event, e.WagerSettled | e.BetsWithdrawn)
    } == {"5.7.3"}


@clause("zappit:6(j)(2)", "zappit:6(h)#1")
def test_after_the_last_player_a_closed_hand_says_what_closed_it() -> None:
    table = dealt("zappit", "5c Tc 8c 7h 6d 9d 9s Th 9c", 10, 10, 10)
    table.do(acts.Double(box=1))
    table.do(acts.Report(what="missed_card", box=2, hand=1, why="passed over"))
    stand(table, 3)
    assert refused(table, acts.Hit(box=1)).under == "6(j)(2)"
    assert refused(table, acts.Stand(box=2)).under == "6(h)#1"
