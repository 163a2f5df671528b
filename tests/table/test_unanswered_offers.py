"""An offer after the deal that a player does not answer is noted, and changes nothing else."""

from __future__ import annotations

import json

import pytest

from pitboss.history import read_history, write_history
from pitboss.history.sessions import read_log
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.procedure.duties import active
from pitboss.table.state import Phase
from pitboss.table.table import Table
from pitboss.table.words.transcript import describe
from tests.support import clause
from tests.table.helpers import bet, close_window, dealt, is_true, refused, rigged, shuffled

OFFERS = [
    ("nz", "As", {}, "9.1#1"),
    ("rws", "As", {}, "3.14.2#1"),
    ("rws", "6s", {}, "3.16#1"),
    ("zappit", "As", {}, "7(a)#1"),
    ("leaflet", "As", {}, "insurance.1"),
    ("classic", "As", {}, "insurance.1"),
    ("classic", "6s", {"surrender": "early"}, "surrender.1"),
]


@clause("nz:9.1#1", "rws:3.14.2#1", "rws:3.16#1", "zappit:7(a)#1", "leaflet:insurance.1")
@pytest.mark.parametrize(("book", "up", "elections", "under"), OFFERS)
def test_what_is_on_offer_is_passed_on_without_an_answer(
    book: str, up: str, elections: dict[str, str], under: str
) -> None:
    table = dealt(book, f"Th {up} 9c 8d 5c", {1: 50}, **elections)
    assert table.state.phase is Phase.WINDOW
    before = table.state
    assert "no open wager" in refused(table, acts.PassOffer(player="P2")).why
    [passed] = table.do(acts.PassOffer(player="P1"))
    assert isinstance(passed, e.OfferUnanswered) and passed.under == under
    assert table.state == before, "it is still open until the dealer closes it"
    assert describe(passed, before) == "P1 does not answer what is on offer."
    close_window(table)
    late = refused(table, acts.PassOffer(player="P1"))
    assert late.why == "nothing is on offer" and is_true(table)


def test_before_the_cards_nothing_is_on_offer() -> None:
    table = rigged("nz", "Th As 9c 8d 5c")
    bet(table, 1, "P1", 50)
    assert refused(table, acts.PassOffer(player="P1")).why == "nothing is on offer"


def test_a_history_keeps_who_did_not_answer() -> None:
    table = shuffled("rws")
    table.prepare()
    for box in (1, 2):
        bet(table, box, f"P{box}", 100)
    table.do(acts.CloseBets())
    assert table.state.phase is Phase.WINDOW
    table.do(acts.PassOffer(player="P2"))
    close_window(table)
    stand_to_the_end(table)
    log = table.log.write()
    lines = list(write_history(read_log(log.splitlines(keepends=True))))
    assert any(action.endswith("p2 silent") for line in lines[1:-1] for action in actions_of(line))
    result = read_history(lines)
    assert result.write() == log and result.rounds == 1


def actions_of(line: str) -> list[str]:
    """The actions of a round's line, after the line's own beginning."""
    texts: list[str] = json.loads(line)["actions"]
    return texts


def stand_to_the_end(table: Table) -> None:
    """Everybody stands as soon as the book lets them."""
    while (turn := active(table.state)) is not None and table.state.phase is Phase.PLAY:
        box, hand = turn[0].number, turn[1].number
        stand = acts.Stand(box=box, hand=hand)
        table.do(stand if table.ask(stand) is None else acts.Hit(box=box, hand=hand))
