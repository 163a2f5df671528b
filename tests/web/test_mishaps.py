"""What the server does when something goes wrong at a table: whether it waits, and for whom."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from pitboss.rulebooks import rulebook
from pitboss.rulebooks.authority import StaffRank
from pitboss.store.records import TableInfo
from pitboss.table import acts
from pitboss.table.sources import Rigged
from pitboss.table.state import Phase
from pitboss.web.live.driver import Clocks, TableDriver
from pitboss.web.live.irregularities import Reporter, ReportRequest, known, report_of
from pitboss.web.live.open_table import LiveTable, open_live
from pitboss.web.wire.prompts import asks
from tests.support import clause


def live_table(
    book: str, shoe: str, *, errs: bool = False, **settings: Any
) -> tuple[LiveTable, TableDriver]:
    """A server's table whose cards come in the order written.

    It may ``err`` like a hand, as a machine does in no book, to see what the house then does.
    """
    info = TableInfo(
        id="T",
        name="T",
        book=book,
        opened_by="Ada",
        dealt_by="machine",
        cards="shoe",
        bots=0,
        price="",
        status="open",
        sequence=0,
        hash="",
        owner=None,
        address=None,
        lease=0.0,
        created=0.0,
    )
    live, _ = open_live(info, rulebook(book).elect(**settings))
    live.table.source = Rigged(shoe)
    live.table.state = structs.replace(live.state, dealt_by_machine=not errs)
    for box, player in ((1, "Ada"), (2, "Bo")):
        live.table.do(acts.Sit(box=box, player=player))
        live.table.do(acts.Bet(box=box, player=player, stake=50_00))
    live.table.do(acts.CloseBets())
    while live.state.phase in (Phase.AFTER_DEAL, Phase.WINDOW):
        live.table.perform()
    return live, TableDriver(live, Clocks())


PEOPLE = frozenset({"Ada", "Bo"})


@clause("nz:16.7#1", "nz:7.2#3")
def test_the_house_waits_for_the_cut_of_discards_and_then_cuts_itself() -> None:
    live, house = live_table("nz", "Th 9h 7c 5d 9d END Kd Td")
    live.table.do(acts.Hit(box=1))
    waits = []
    while not live.state.shoe.is_cut:
        step = house.next_step(PEOPLE)
        assert step is not None
        waits.append((step.waits_for, step.kind))
        live.carry_out(step.actor, step.do)
    assert waits == [("Ada", "cut"), ("Bo", "cut"), ("", "")]
    assert live.state.boxes[0].hands[0].hand.cards[-1].text == "Kd"


@clause("rws:5.12#1")
def test_whoever_gets_the_card_is_asked_which_comes_first() -> None:
    live, house = live_table("rws", "6c 9h 9d 5h 8s 2d Kd 6s 8d", errs=True)
    cards = tuple(card.text for card in (live.table.draw(), live.table.draw()) if card)
    live.table.do(acts.Report(what="drawn_together", cards=cards))
    live.table.do(acts.Double(box=1, amount=50_00))
    assert [(a["player"], a["label"], a["clause"]) for a in asks(live.state)] == [
        ("Ada", "Take 2d", "5.12#1"),
        ("Ada", "Take Kd", "5.12#1"),
    ]
    step = house.next_step(PEOPLE)
    assert step is not None and step.waits_for == "Ada"
    live.carry_out(step.actor, step.do)
    assert live.state.boxes[0].hands[0].hand.cards[-1].text == "2d"
    assert live.state.choosing == ("Ada", "Bo")


@clause("zappit:11(j)")
def test_while_the_reader_is_broken_the_house_does_nothing() -> None:
    live, house = live_table("zappit", "6c 9h 9d 5h 8s 2d Kd 6s 8d")
    assert house.next_step(PEOPLE) is not None
    live.table.do(acts.Report(what="reader_fault"))
    assert house.next_step(PEOPLE) is None
    live.table.do(acts.Report(what="reader_repaired"))
    assert house.next_step(PEOPLE) is not None


def test_the_pit_sees_what_cannot_be_and_why() -> None:
    live, _ = live_table("nz", "Th 9h 7c 5d 9d Kd Td", errs=True)
    document = {
        one["what"]: one for one in known(live.state, Reporter("Sue", StaffRank.SUPERVISOR))
    }
    assert document["csm_malfunction"]["refused"] == "the table has no continuous shuffler"
    assert document["madness_failure"]["refused"] == "this table does not offer Madness 21"
    assert "insurance is not offered against" in document["insurance_not_offered"]["refused"]
    assert document["drawn_unexposed"]["refused"] is None
    assert document["drawn_unexposed"]["draws"] == 1
    assert document["void_hand"]["needs"] == ["box", "hand"]
    assert document["void_hand"]["refused"] is None
    assert "seated_first" not in document
    named = report_of(live.state, ReportRequest(what="exposed_card"), "Sue")
    assert named.card is not None


def test_the_pit_is_asked_for_what_a_report_must_state() -> None:
    needs, drawn = {}, {}
    for book in ("nz", "rws", "zappit"):
        live, _ = live_table(book, "Th 9h 7c 5d 9d 8c 7h 6h")
        for report in known(live.state, Reporter("Sue", StaffRank.SUPERVISOR)):
            needs[report["what"]] = report["needs"]
            drawn[report["what"]] = report["draws"]
    assert {what: fields for what, fields in needs.items() if fields} == {
        "void_hand": ["box", "hand"],
        "absent": ["box"],
        "damaged_card": ["card"],
        "insurance_not_offered": ["box", "player"],
        "under_minimum": ["box"],
        "stray_cards": ["box"],
        "ruling": ["ruling"],
        "dealer_card_missed": ["which"],
        "no_cards_dealt": ["box"],
        "one_card_dealt": ["box"],
        "missed_card": ["box", "hand"],
        "readmitted": ["player"],
    }
    assert {what: cards for what, cards in drawn.items() if cards} == {
        "drawn_unexposed": 1,
        "extra_dealer_card": 1,
        "exposed_card": 1,
        "stray_cards": 2,
        "drawn_together": 2,
    }
