"""Who may order what, which reports cannot be true, and what closing a table returns."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.law.authority import authority_for, may_order
from pitboss.law.irregularities import known_to
from pitboss.rulebooks import BOOKS, BadBook, rulebook
from pitboss.rulebooks.authority import TITLES, StaffRank
from pitboss.rulebooks.loader import read_text
from pitboss.rulebooks.provisions import NOT_IN_THE_TEXT
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.log_verifier import replay
from pitboss.table.sources import Rigged
from pitboss.table.state import Phase
from pitboss.table.table import Automation, Table
from pitboss.web.live.irregularities import Reporter, ReportRequest, judge, known
from pitboss.web.live.open_table import LiveTable, ServerRefusal
from tests import authority as script
from tests.support import clause, rules
from tests.table.helpers import bet, of, refused, rigged
from tests.web.serving import Server
from tests.web.test_mishaps import live_table

SUE, MAX = Reporter("Sue", StaffRank.SUPERVISOR), Reporter("Max", StaffRank.SHIFT_MANAGER)


@pytest.mark.parametrize("book", ["nz", "rws", "zappit"])
def test_an_evening_by_the_book_comes_out_as_the_documents_provide(
    sqlite_house: Server, book: str
) -> None:
    lines: list[str] = []
    record = script.Record(lines.append)
    script.evenings(sqlite_house, (book,), record)
    wrong = [line for line in lines if line.startswith("X")]
    assert record.failures == len(wrong) == 0, "\n".join(wrong)
    assert record.lines > 40


def test_a_line_that_differs_from_the_document_makes_the_script_fail() -> None:
    record = script.Record(lambda _line: None)
    record.line("rws", "dealer", "ruling", "accepted", good=True)
    assert record.failures == 0
    record.line("rws", "dealer", "ruling", "accepted", good=False)
    assert record.failures == 1


ORDERED_BY = [
    ("nz", "vacancy_shuffle", "casino supervisor", StaffRank.SHIFT_MANAGER, "7.1(d)"),
    ("nz", "reshuffle_ordered", "game supervisor", StaffRank.SUPERVISOR, "7.1(e)"),
    ("nz", "csm_malfunction", "casino operator", StaffRank.SUPERVISOR, "16.13"),
    ("rws", "ruling", "Table Games Shift Manager", StaffRank.SHIFT_MANAGER, "5.19"),
    ("rws", "drawn_together_dealer", "Pit Supervisor", StaffRank.SUPERVISOR, "5.12.1"),
    ("rws", "unshuffled", "supervisor", StaffRank.SUPERVISOR, NOT_IN_THE_TEXT),
    ("zappit", "reshuffle_ordered", "floorperson", StaffRank.SUPERVISOR, "4(f)#2"),
    ("zappit", "recut", "floorperson", StaffRank.SUPERVISOR, "4(e)#1"),
    ("leaflet", "void_round", "supervisor", StaffRank.SUPERVISOR, "gap.irregular"),
]


@clause("nz:7.1(d)", "nz:7.1(e)", "rws:5.19", "rws:5.12.1", "zappit:4(f)#2", "zappit:4(e)#1")
@pytest.mark.parametrize(("book", "what", "title", "rank", "under"), ORDERED_BY)
def test_the_book_names_who_may_order_it(
    book: str, what: str, title: str, rank: StaffRank, under: str
) -> None:
    needed = authority_for(rules(book), what)
    assert (needed.title, needed.rank, needed.under) == (title, rank, under)
    for requested_rank in StaffRank:
        answer = may_order(rules(book), what, requested_rank)
        assert bool(answer) is (requested_rank.level >= rank.level)
        assert answer.under == under
    assert title in getattr(may_order(rules(book), what, StaffRank.DEALER), "why", "")


def test_no_remedy_may_be_ordered_by_a_dealer_or_only_by_nobody() -> None:
    for book in BOOKS:
        for record, _ in known_to(rules(book)):
            assert not may_order(rules(book), record.name, StaffRank.DEALER), record.name
            assert may_order(rules(book), record.name, StaffRank.SHIFT_MANAGER), record.name


OWN = """
id = "ours"
title = "Ours"
jurisdiction = "here"
document = "ours"
based_on = "leaflet"

[authority]
"""


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ('ruling = { by = "janitor", under = "gap.irregular" }', "unknown title 'janitor'"),
        ('ruling = "shift manager"', "must be a table of by and under"),
        ('coffee = { by = "dealer", under = "gap.irregular" }', "not one of the book's remedies"),
        ('ruling = { by = "shift manager", under = "99" }', "99"),
    ],
)
def test_an_authority_that_cannot_be_is_refused_with_its_place(line: str, text: str) -> None:
    with pytest.raises(BadBook) as error:
        read_text("ours", OWN + line)
    assert text in str(error.value)


def test_a_book_may_reserve_a_remedy_of_its_base_to_a_higher_rank() -> None:
    line = 'void_round = { by = "shift manager", under = "gap.irregular" }'
    own = read_text("ours", OWN + line)
    assert own.authority["void_round"].rank is StaffRank.SHIFT_MANAGER
    assert own.authority["ruling"] == rulebook("leaflet").authority["ruling"]
    assert set(TITLES.values()) == set(StaffRank)


@clause("rws:5.19")
def test_the_list_and_the_order_ask_for_the_rank() -> None:
    live, _ = live_table("rws", "Th 9h 7c 5d 9d Kd Td", min=50)
    ruling = ReportRequest(what="ruling", ruling="play on", reason="?")
    with pytest.raises(ServerRefusal, match="Table Games Shift Manager") as error:
        judge(live.state, ruling, SUE)
    assert (error.value.status, error.value.clause) == (403, "5.19")
    assert of(e.SupervisorRuled, judge(live.state, ruling, MAX).events)[0].by == "Max"
    document = {one["what"]: one for one in known(live.state, SUE)}
    assert "Table Games Shift Manager" in document["ruling"]["refused"]
    assert {one["what"]: one for one in known(live.state, MAX)}["ruling"]["refused"] is None


@clause("nz:16.5#1")
def test_the_list_offers_an_error_of_the_deal_because_it_tries_every_hand() -> None:
    live, _ = live_table("nz", "Th 9h 7c 5d 9d Kd Td", errs=True)
    document = {one["what"]: one for one in known(live.state, SUE)}
    assert document["dealing_error"]["refused"] is None
    assert [r["hands"] for r in document["dealing_error"]["remedies"]] == [True, False]
    lost = ReportRequest(what="dealing_error", remedy="as_it_is", reason="?", hands=((2, 1),))
    assert [(v.box, v.hand) for v in of(e.HandVoided, judge(live.state, lost, SUE).events)] == [
        (2, 1)
    ]


@clause("nz:16.8")
def test_a_damaged_card_is_the_one_that_is_named() -> None:
    """A card that nobody has named has been seen by nobody; it is no stand-in for one."""
    live, _ = live_table("nz", "Th 9h 7c 5d 9d Kd Td", errs=True)
    message = {one["what"]: one for one in known(live.state, SUE)}
    assert message["damaged_card"]["refused"] is None and message["damaged_card"]["needs"] == [
        "card"
    ]
    with pytest.raises(ServerRefusal) as unnamed:
        judge(live.state, ReportRequest(what="damaged_card", reason="?"), SUE)
    assert (unnamed.value.why, unnamed.value.clause) == ("the report must state the card", "16.8")
    named = judge(live.state, ReportRequest(what="damaged_card", reason="?", card="9h"), SUE)
    assert [x.card for x in of(e.CardToBeReplaced, named.events)] == ["9h"]


def test_what_needs_a_reason_needs_it_in_the_preview_too() -> None:
    live, _ = live_table("rws", "Th 9h 7c 5d 9d Kd Td", min=50)
    absent = ReportRequest(what="absent", box=1)
    for reason in ("", "  "):
        with pytest.raises(ServerRefusal) as lacking:
            judge(live.state, replace(absent, reason=reason), SUE)
        assert (lacking.value.why, lacking.value.status) == ("a ruling needs a reason", 422)
    assert judge(live.state, replace(absent, reason="he left"), SUE).events


@pytest.mark.parametrize("errs", [False, True])
@pytest.mark.parametrize("book", [book for book in BOOKS if book != "nobust"])
def test_what_the_list_offers_is_accepted_and_the_rest_is_refused(book: str, errs: bool) -> None:
    limits = {"min": 50} if book == "rws" else {}
    live, _ = live_table(book, "Th 9h 7c 5d 9d Kd Td", errs=errs, **limits)
    for one in known(live.state, MAX):
        accepted = [
            (remedy["remedy"], box, player)
            for remedy in one["remedies"]
            for box in range(1, 8)
            for player in ("Ada", "Bo", "")
            if is_accepted(live, one["what"], remedy, box, player)
        ]
        assert bool(accepted) is (one["refused"] is None), (one["what"], accepted, one["refused"])


def is_accepted(live: LiveTable, what: str, remedy: dict[str, Any], box: int, player: str) -> bool:
    """Whether the house and the book accept a report with these details."""
    report = ReportRequest(what=what, reason="?", box=box, hand=1, ruling="so it is", which="first")
    report = replace(report, remedy=remedy["remedy"] or None, player=player or None)
    report = replace(report, card="2c" if what == "damaged_card" else None)
    if remedy["hands"]:
        report = replace(report, hands=((box, 1),), ruling=None)
    try:
        judge(live.state, report, MAX)
    except ServerRefusal:
        return False
    return True


@clause("nz:16.9", "nz:16.10#1")
def test_a_shuffle_is_missed_only_after_the_cut_card_and_the_cut_card_only_before_it() -> None:
    table = rigged("nz", "2c Th 9h 7c CUT 5d 9d Kd Td 8h 7s 6d 5h 9s Tc")
    table.shuffle()
    missed, missing = (acts.Report(what=w) for w in ("reshuffle_missed", "cut_card_missing"))
    assert "has not come out of this shoe" in refused(table, missed).why
    assert table.ask(missing) is None
    table.do(acts.Bet(box=1, player="P1", stake=50_00))
    table.do(acts.CloseBets())
    while table.state.shoe.cut_seen is None:
        table.do(acts.Stand(box=1))
    assert table.state.round == 2
    assert table.ask(missed) is None
    assert "has come out of this shoe" in refused(table, missing).why


@clause("rws:5.2.1")
@pytest.mark.parametrize(("stake", "why"), [(50_00, "is not below the minimum"), (49_00, None)])
def test_a_box_is_below_the_minimum_only_if_it_is(stake: int, why: str | None) -> None:
    table = rigged("rws", "Th 9h 7c 5d", min=50)
    table.do(acts.Bet(box=1, player="P1", stake=stake, unnoticed=True))
    table.do(acts.CloseBets())
    noticed = acts.Report(what="under_minimum", box=1)
    if why is None:
        assert of(e.IrregularityNoted, table.do(noticed))[0].under == "5.2.1"
    else:
        assert why in refused(table, noticed).why
    empty = acts.Report(what="under_minimum", box=2)
    assert "no main wager" in refused(table, empty).why


@clause("nz:7.1(d)")
def test_a_table_where_someone_plays_has_not_been_vacant() -> None:
    table = rigged("nz", "2c Th 9h 7c 5d 9d Kd Td 8h 7s 6d 5h 9s Tc")
    vacant = acts.Report(what="vacancy_shuffle", by="Max", why="no one came")
    table.shuffle()
    table.do(acts.Sit(box=1, player="P1"))
    assert table.ask(vacant) is None  # the first player after the vacancy
    table.do(acts.Bet(box=1, player="P1", stake=50_00))
    assert "there are bets on it" in refused(table, vacant).why
    table.do(acts.CloseBets())
    assert "there are bets on it" in refused(table, vacant).why
    table.do(acts.Stand(box=1))
    assert "has not been empty" in refused(table, vacant).why
    table.do(acts.Leave(box=1, player="P1"))
    assert table.ask(vacant) is None


def test_a_table_that_closes_returns_bets_and_bank_and_says_why() -> None:
    table = rigged("nobust", "")
    table.do(acts.Sit(box=1, player="Ada"))
    table.do(acts.Sit(box=2, player="Ben"))
    table.do(acts.TakeBank(player="Ben", box=2, wager=1000_00))
    table.do(acts.Bet(box=1, player="Ada", stake=50_00))
    done = table.do(acts.ReturnUndealt(by="Sue", why="late"))
    assert [type(event).__name__ for event in done] == ["UndealtWagerReturned", "BankReturned"]
    assert {(event.by, event.why, event.under) for event in done} == {("Sue", "late", "closing")}  # type: ignore[attr-defined]
    assert not table.state.wagers and table.state.banker is None
    assert set(table.state.money.values()) == {0}
    assert replay(table.log.events) == table.state


def test_nothing_goes_back_while_a_round_is_played() -> None:
    live, _ = live_table("nz", "Th 9h 7c 5d 9d Kd Td")
    late = acts.ReturnUndealt(by="Sue", why="late")
    assert refused(live.table, late).why == "the round is still in progress"


@clause("zappit:7(b)#3", "zappit:7(e)#1", "classic:insurance.1", "nz:9.2#2")
@pytest.mark.parametrize(
    ("book", "until_the_check"), [("zappit", True), ("classic", True), ("nz", False)]
)
def test_after_the_offer_is_closed_insurance_is_open_where_the_check_ends_it(
    book: str, until_the_check: bool
) -> None:
    table = Table(rules(book), Rigged("Th As Ad 5d 9d Kd 4d"), automation=Automation.NONE)
    bet(table, 1, "Ada", 50)
    table.do(acts.CloseBets())
    while table.state.phase is not Phase.WINDOW:
        table.perform()
    insure, even = acts.Insure(box=1, player="Ada", amount=25_00), acts.TakeEvenMoney(box=1)
    assert table.ask(insure) is None
    offers_even_money = table.ask(even) is None
    table.perform()  # the dealer closes the offer
    assert not table.state.has_looked
    assert (table.ask(insure) is None) is until_the_check
    if offers_even_money:
        assert (table.ask(even) is None) is until_the_check
    if until_the_check:
        table.perform()
        assert table.state.has_looked
        closes = rules(book).insurance.closes.under
        assert refused(table, insure).under == closes


def test_a_remedy_that_the_report_does_not_offer_is_refused_with_those_that_it_does() -> None:
    live, _ = live_table("rws", "Th 9h 6c Td 5c")
    report = ReportRequest(what="dealing_error", remedy="bogus", reason="x")
    with pytest.raises(ServerRefusal, match="as_it_is, reconstructed") as why:
        judge(live.state, report, Reporter("Sue", StaffRank.SUPERVISOR))
    assert why.value.status == 422
