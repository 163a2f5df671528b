"""Reports that cannot be true are refused with the reason; cuts, repairs and shuffles are due."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.cards import Card
from pitboss.law.irregularities import known_to
from pitboss.rulebooks.loader import read_text
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.log_verifier import verify
from pitboss.table.sources import Rigged, Seeded, Stack
from pitboss.table.state import Phase
from pitboss.table.table import Automation, Table
from tests.support import clause, rules
from tests.table.helpers import bet, close_window, dealt, of, refused, rigged, stand

CANNOT_BE = [
    ("nz", "csm_malfunction", {}, "16.13", "no continuous shuffler"),
    ("nz", "csm_malfunction", {"shuffler": "automatic"}, "16.13", "no continuous shuffler"),
    ("nz", "madness_failure", {}, "16.12#1", "does not offer Madness 21"),
    ("nz", "madness_failure", {"layout": 2}, "16.12#1", "does not offer Madness 21"),
    ("nz", "cut_card_missing", {"shuffler": "continuous"}, "16.10#1", "no cutting card"),
    ("nz", "reshuffle_missed", {"shuffler": "continuous"}, "16.9", "no cutting card"),
    ("zappit", "shuffler_fault", {}, "11(k)", "by hand"),
    ("zappit", "shuffler_dead", {}, "11(l)", "by hand"),
    ("rws", "side_bets_missed", {}, "5.16", "no player has a side bet"),
]


@clause("nz:16.13", "nz:16.12#1", "nz:16.10#2", "zappit:11(k)", "rws:5.16")
@pytest.mark.parametrize(("book", "what", "elections", "under", "why"), CANNOT_BE)
def test_what_the_table_does_not_have_cannot_fail(
    book: str, what: str, elections: dict[str, Any], under: str, why: str
) -> None:
    table = dealt(book, "Th 9h 9c Td 8d", {1: 50}, **elections)
    close_window(table)
    answer = refused(table, acts.Report(what=what, ruling="void_round"))
    assert answer.under == under
    assert why in answer.why


def test_a_report_out_of_its_time_is_told_why() -> None:
    table = rigged("zappit", "Th 9h 9c 8d 5c")
    bet(table, 1, "P1", 10)
    late, early = acts.Report(what="missed_card", box=1), acts.Report(what="one_card_dealt", box=1)
    for report in (late, early):
        assert refused(table, report).why == "no round is in progress"
    table.do(acts.CloseBets())
    close_window(table)
    assert refused(table, early).why == "the initial deal is over"
    stand(table, 1)
    assert refused(table, late).why == "no round is in progress"


@clause("nz:16.13", "nz:16.12#1")
def test_and_what_it_has_can() -> None:
    shuffler = dealt("nz", "Th 9h 9c Td 8d", {1: 50}, shuffler="continuous")
    assert shuffler.ask(acts.Report(what="csm_malfunction", ruling="void_round")) is None
    madness = dealt("nz", "Th 9h 9c Td 8d", {1: 50}, layout=3)
    assert madness.ask(acts.Report(what="madness_failure")) is None


@clause("nz:16.13")
def test_a_failed_shuffler_voids_hands_that_are_in_play() -> None:
    table = dealt("nz", "Th 9h 9c Td 8d", {1: 50}, shuffler="continuous")
    fault = acts.Report(what="csm_malfunction", ruling="void_hands", hands=((2, 1),))
    assert "hand 1 of box 2 is not in play" in refused(table, fault).why
    nothing = acts.Report(what="csm_malfunction", ruling="void_hands")
    assert "must state the hands" in refused(table, nothing).why


@clause("nz:16.11")
def test_insurance_was_missed_only_where_it_was_to_be_offered() -> None:
    table = dealt("nz", "Th 9h 9c Td 8d", {1: 50})
    missed = acts.Report(what="insurance_not_offered", box=1, player="P1")
    assert "insurance is not offered against" in refused(table, missed).why
    ace = dealt("nz", "Th As 9c 8d 5c", {1: 50})
    assert ace.ask(missed) is None
    stranger = acts.Report(what="insurance_not_offered", box=1, player="P2")
    assert refused(ace, stranger).why == "P2 has no wager on box 1 to insure"
    ace.do(acts.Insure(box=1, player="P1", amount=25_00))
    assert refused(ace, missed).why == "P1 has already insured box 1"


@clause("zappit:11(i)")
@pytest.mark.parametrize(("up", "wrong"), [("7s", True), ("Ks", False)])
def test_the_reader_is_used_wrongly_only_under_a_low_card(up: str, wrong: bool) -> None:
    table = dealt("zappit", f"Th {up} 9c 8d 5c", {1: 10})
    assert (table.ask(acts.Report(what="wrong_peek")) is None) is wrong


@clause("rws:5.10.3")
def test_stray_cards_lie_where_nobody_has_a_bet() -> None:
    table = dealt("rws", "Th 9h 9c Td 8d", {1: 50})
    stray = acts.Report(what="stray_cards", box=1, cards=("Td",))
    assert refused(table, stray).why == "box 1 has a bet"


@clause("rws:5.10.3")
def test_stray_cards_put_back_in_order_have_been_seen() -> None:
    table = Table(rules("rws"), Rigged("Th 9h 9d 6c 8c Kd"), automation=Automation.NONE)
    bet(table, 1, "P1", 50)
    table.do(acts.CloseBets())
    table.perform()
    stray = [card.text for card in (table.draw(), table.draw()) if card is not None]
    table.do(acts.Report(what="stray_cards", box=2, cards=tuple(stray)))
    assert [(held.card.text, held.exposed) for held in table.state.shoe.held] == [
        ("9h", True),
        ("9d", True),
    ]


FINDS = {
    "face_up_card": "5.11",
    "missing_card": "6(d)(1)",
    "rebuilt": "h.1",
    "shoe_exhausted": "5.5.3",
    "over_limit": "5.1.1#1",
    "orphan_side_bet": "5.15",
}
"""What the table notices without a report, with the clause of the book that has it."""

OWN = """
id = "house"
title = "House rules"
based_on = "rws"

[clauses]
"h.1" = "Cards that have been put back in order are noted."

[remedies]
rebuilt = "h.1"
"""


@pytest.mark.parametrize("what", FINDS)
def test_nobody_reports_what_the_table_finds(what: str) -> None:
    book = "zappit" if what == "missing_card" else "rws"
    own = read_text("house.toml", OWN).elect() if what == "rebuilt" else rules(book)
    table = Table(own, Rigged("Th 9h 9c Td 8d"), automation=Automation.DEALER)
    bet(table, 1, "P1", 50)
    table.do(acts.CloseBets())
    answer = refused(table, acts.Report(what=what))
    assert answer.under == FINDS[what]
    name = what.replace("_", " ")
    assert answer.why == f"{name} may not be reported; the table finds it by itself"
    assert what not in {record.name for record, _ in known_to(table.rules)}, "nor is it offered"


def test_a_right_of_the_players_is_nothing_to_report() -> None:
    table = dealt("nz", "Th 9h 9c Td 8d", {1: 50})
    assert "no rule for seated first" in refused(table, acts.Report(what="seated_first")).why


# The reader.


@clause("zappit:11(j)")
def test_no_card_is_dealt_while_the_reader_is_broken() -> None:
    table = rigged("zappit", "Th 7s 9c 8d 5c")
    table.automation = Automation.NONE
    table._automated = Automation.NONE.tasks
    bet(table, 1, "P1", 10)
    table.do(acts.CloseBets())
    table.perform()
    table.do(acts.Report(what="reader_fault"))
    assert table.duty is None
    assert table.perform() == ()
    assert len(table.state.dealer) == 0
    table.do(acts.Report(what="reader_repaired"))
    assert table.duty is not None
    assert of(e.CardDealt, table.perform())[0].card == "7s"


# No deal while a shuffle is due.


@clause("zappit:4(f)#1", "zappit:6(d)(1)", "leaflet:gap.shuffle")
@pytest.mark.parametrize(
    ("book", "shoe", "under"),
    [
        ("zappit", "Th 9h CUT 9c 8d 5c Td 9s 8c 7d", "4(f)#1"),
        ("leaflet", "Th 9h CUT 9c 8d Td 9s 8c 7d", "gap.shuffle"),
        ("rws", "Th 9h CUT 9c 8d Td 9s 8c 7d", "gap.shuffle"),
    ],
)
def test_after_the_cutting_card_no_round_begins_without_a_shuffle(
    book: str, shoe: str, under: str
) -> None:
    table = dealt(book, shoe, {1: 50})
    close_window(table)
    stand(table, 1)
    assert table.state.phase is Phase.BETTING
    bet(table, 1, "P1", 50)
    answer = refused(table, acts.CloseBets())
    assert answer.under.startswith(under)
    assert "shuffled first" in answer.why
    table.prepare()
    assert table.ask(acts.CloseBets()) is None


@clause("zappit:11(k)", "zappit:4(f)#2")
@pytest.mark.parametrize(
    ("what", "elections", "under"),
    [("shuffler_fault", {"shuffler": "batch_machine"}, "11(k)"), ("reshuffle_ordered", {}, "4(f)")],
)
def test_after_a_jam_or_an_order_no_round_begins_without_a_shuffle(
    what: str, elections: dict[str, Any], under: str
) -> None:
    table = Table(rules("zappit", **elections), Seeded(3))
    table.prepare()
    bet(table, 1, "P1", 10)
    assert table.ask(acts.CloseBets()) is None
    table.do(acts.Report(what=what))
    assert refused(table, acts.CloseBets()).under.startswith(under)
    table.prepare()
    assert table.ask(acts.CloseBets()) is None


@clause("nz:16.9")
def test_a_book_that_says_what_follows_a_missed_shuffle_lets_the_round_stand() -> None:
    table = dealt("nz", "Th 9h CUT 9c 8d Td 9s 8c 7d", {1: 50})
    stand(table, 1)
    bet(table, 1, "P1", 50)
    table.do(acts.CloseBets())
    assert table.state.phase is not Phase.BETTING
    assert table.state.shoe.cut_seen is not None


# The cut in mid-round.


def running_out(book: str, *, asks: bool) -> Table:
    """A table of two players with seven cards left in the shoe and four discards."""
    source = Stack()
    source.shuffle([Card(c) for c in ("Th", "9s", "8c", "Td", "5h", "6s", "5c")])
    table = Table(rules(book), source, asks_for_cuts=asks)
    table.do(acts.Sit(box=3, player="P3"))
    bet(table, 1, "P1", 10)
    table.do(acts.CloseBets())
    stand(table, 1)
    bet(table, 1, "P1", 10)
    table.do(acts.CloseBets())
    table.do(acts.Hit(box=1))
    return table


@clause("nz:16.7#1", "nz:7.2#3", "nz:7.4#1")
def test_discards_shuffled_in_mid_round_wait_for_a_players_cut() -> None:
    table = running_out("nz", asks=True)
    assert table.duty is None
    offers = [(o.box, o.player, o.under) for o in table.state.shoe.offers]
    assert offers == [(1, "P1", "7.3"), (3, "P3", "7.4#1")]
    assert refused(table, acts.Cut(player="P3", depth=2)).under == "7.3"
    assert refused(table, acts.Cut(player="P1", depth=4)).under == "7.5"
    assert refused(table, acts.Report(what="drawn_unexposed", card="5c")).under == "16.2"
    table.do(acts.DeclineCut(player="P1"))
    happened = table.do(acts.Cut(player="P3", depth=2))
    assert [type(x) for x in happened][:2] == [e.ShoeCut, e.ShoeLoaded]
    assert of(e.CardDealt, happened)
    assert verify(table.log.write().splitlines()).ok


@clause("nz:16.7#1", "nz:7.4#2")
def test_where_nobody_is_asked_nobody_is_said_to_decline_and_the_house_cuts() -> None:
    table = running_out("nz", asks=False)
    texts = [
        type(x).__name__
        for x in table.log.events
        if isinstance(x, e.CutOffered | e.CutDeclined | e.CutUnanswered | e.ShoeCut)
    ]
    assert texts == ["CutOffered", "CutUnanswered", "CutUnanswered", "ShoeCut"]
    assert of(e.ShoeCut, table.log.events)[0].player == "employee"


@clause("nz:7.1(b)", "nz:8.8")
@pytest.mark.parametrize("asks", [True, False])
def test_when_the_cutting_card_comes_first_no_round_has_begun(asks: bool) -> None:
    table = Table(rules("nz"), Rigged("CUT 2c Th 9h 9c 8d"), asks_for_cuts=asks)
    bet(table, 1, "P1", 10)
    happened = table.do(acts.CloseBets())
    kinds = [type(x) for x in happened]
    assert kinds[:5] == [
        e.BetsClosed,
        e.CutCardDrawn,
        e.BetsReopened,
        e.ShuffleOrdered,
        e.CardsShuffled,
    ]
    if asks:
        assert table.state.phase is Phase.BETTING
        bet(table, 2, "P2", 10)
        table.do(acts.Withdraw(box=2, player="P2"))
        assert table.state.shoe.offers[0].player == "P1"
        table.do(acts.Cut(player="P1", depth=100))
        table.do(acts.CloseBets())
    else:
        assert kinds.count(e.BetsClosed) == 2
    assert of(e.CardBurned, table.log.events)[0].card == "2c"
    assert table.state.dealer[0].text == "9h"
