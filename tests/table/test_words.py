"""Each table uses the terms of its own document, and no sentence has a forbidden word."""

from __future__ import annotations

import re

import pytest

from pitboss.law.irregularities import RECORDS
from pitboss.rulebooks import BOOKS
from pitboss.table import acts
from pitboss.table.sources import Rigged
from pitboss.table.table import Automation, Table
from pitboss.table.words.phrases import because, mishap, wager_name
from tests.golden import ROUNDS, played, transcript
from tests.support import rules
from tests.table.helpers import bet, close_window, dealt, refused, rigged, sentences_of

TERMS = {
    "nz": ("cutting card", "stand off", "game supervisor"),
    "zappit": ("cover card", "push", "floorperson", "automated card shuffling device"),
    "rws": ("Stand Off", "Pit Supervisor", "Initial Bet"),
    "leaflet": ("discard rack", "bet"),
    "nobust": ("discard tray", "collection fee", "Hole card", "game wager"),
    "classic": ("cut card", "discard rack", "bet"),
}
"""Terms of each document that its golden rounds must show."""

FOREIGN = {
    "nz": ("cover card", "cut card", "push,", "floorperson", "hole card", "discard tray"),
    "zappit": ("cutting card", "cut card", "stand off", "supervisor", "shuffling machine"),
    "rws": ("cutting card", "cover card", "push,", "floorperson", "hole card"),
    "leaflet": ("cutting card", "cover card", "push,", "floorperson", "hole card"),
    "nobust": ("cutting card", "cover card", "stand off", "discard rack", "floorperson"),
    "classic": ("cutting card", "cover card", "stand off", "floorperson", "discard tray"),
}
"""Terms of other documents, which a book's table does not use."""

BARRED = re.compile(
    r"\b(nobody|somebody|anybody|whoever|anew|is no|are no|lies|lie|asks for a card|"
    r"is over with|goes back|go back|the own|burned card|by mistake|nothing more|looks under)\b"
)
"""Words that the glossary replaces."""


def words_of(book: str) -> str:
    return "\n".join(transcript(name) for name in ROUNDS if name.startswith(f"{book}/"))


@pytest.mark.parametrize("book", BOOKS)
def test_a_table_speaks_its_own_document(book: str) -> None:
    text = words_of(book)
    missing = [term for term in TERMS[book] if term not in text]
    assert not missing
    assert [term for term in FOREIGN[book] if term in text] == []


@pytest.mark.parametrize("book", BOOKS)
def test_no_sentence_has_a_word_that_the_glossary_bars(book: str) -> None:
    assert BARRED.findall(words_of(book)) == []
    here = rules(book)
    phrases = [mishap(here, name) for name in RECORDS]
    phrases += [because(here, record.reason) for record in RECORDS.values() if record.reason]
    assert BARRED.findall("\n".join(phrases)) == []
    assert not any("{" in phrase or "_" in phrase for phrase in phrases)


def test_a_result_is_one_short_sentence() -> None:
    sentences = words_of("nz")
    for sentence in ("Box 1 hits.", "Box 1 busts with ", "Ivy joins the table."):
        assert sentence in sentences
    assert re.search(r"^Ivy, box 1, wager \d+: wins \d+\. \(nz ", sentences, re.M)
    assert re.search(r"^Ivy, box 1, wager \d+: stand off, \d+ returned\. \(nz ", sentences, re.M)


def test_side_bets_have_labels() -> None:
    names = [wager_name(rules("nz"), kind) for kind in ("main", "double", "perfect_pairs")]
    assert names == ["wager", "double", "Perfect Pairs"]
    assert wager_name(rules("rws"), "over_13") == "Over 13 bet"
    assert wager_name(rules("nobust"), "main") == "game wager"


@pytest.mark.parametrize(
    "book, shoe, act, why",
    [
        ("nz", "8h 9s 9c", acts.Split(box=1), "only a pair may be split"),
        ("nz", "Ah 9s 8c", acts.Double(box=1), "a hand with an ace may not be doubled"),
        ("leaflet", "4h 9s 4c", acts.Double(box=1), "a total of 8 may not be doubled"),
        ("nz", "Th 9s 8c", acts.Zap(box=1), "this game has no zap"),
        ("leaflet", "Th 9s 8c", acts.Insure(box=1, amount=100), "insurance is not offered"),
    ],
)
def test_a_refusal_states_the_rule(book: str, shoe: str, act: acts.Act, why: str) -> None:
    table = dealt(book, shoe, {1: 10})
    assert refused(table, act).why.startswith(why)


def test_every_golden_table_is_described_to_the_end() -> None:
    for name in ROUNDS:
        table = played(name)
        assert isinstance(table, Table)
        assert transcript(name).count("\n") == len(table.log.events)


@pytest.mark.parametrize(
    ("minutes", "sentence"),
    [
        (1, "1 minute passes."),
        (59, "59 minutes pass."),
        (60, "1 hour passes."),
        (61, "61 minutes pass."),
        (120, "2 hours pass."),
    ],
)
def test_the_time_that_passes(minutes: int, sentence: str) -> None:
    table = rigged("nz", "Th 9h 9c Td 8d")
    table.do(acts.PassTime(minutes=minutes))
    assert sentences_of(table)[-1] == sentence


_CARDS = {"nz": "Th 9h 9c 8d 5c", "zappit": "Th As 9c 8d 5c"}
_ORDER = {
    "nz": [
        *["the dealer must deal the next card first"] * 3,
        "the dealer must complete the deal first",
        "",
        "the dealer must deal the next card first",
        *["no hand is waiting for a decision"] * 3,
    ],
    "zappit": [
        *["the dealer must deal the next card first"] * 4,
        "the dealer must complete the deal first",
        "the dealer must begin the play first",
        "play begins when every player has answered the dealer",
        "the dealer must check the hole card first",
        "",
        *["no hand is waiting for a decision"] * 4,
    ],
}


@pytest.mark.parametrize("book", _ORDER)
def test_a_decision_out_of_turn_is_told_what_comes_first(book: str) -> None:
    table = Table(rules(book), Rigged(_CARDS[book]), automation=Automation.NONE)
    bet(table, 1, "P1", 50)
    table.do(acts.CloseBets())
    answers = []
    while table.state.wagers:
        answer = table.ask(acts.Stand(box=1))
        answers.append(answer.why if answer is not None else "")
        if answer is None:
            table.do(acts.Stand(box=1))
        else:
            table.perform()
    assert answers == _ORDER[book]


def test_nobody_picks_a_card_where_none_were_drawn_together() -> None:
    table = dealt("nz", "Th 9h 2c 8d 5c", {1: 50})
    close_window(table)
    answer = refused(table, acts.Hit(box=1, pick="8d"))
    assert (answer.under, answer.why) == (
        "not in the text",
        "8♦ is not among the cards drawn together",
    )
