"""The table in words: golden rounds, a sentence for every kind of event, the layout as text."""

from __future__ import annotations

import pytest

from pitboss.rulebooks.provisions import number
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.state import Phase
from pitboss.table.words import transcript as words
from pitboss.table.words.sentences import SENTENCES
from tests.golden import FOLDER, ROUNDS, played, transcript
from tests.support import rules
from tests.table.helpers import bet, dealt, rigged, stand
from tests.transcripts_rounds import BOOKS, PHASES

REMEDIES = [
    (book, what, number(under))
    for book in BOOKS
    for what, under in rules(book).book.remedies.items()
]


@pytest.mark.parametrize("name", ROUNDS)
def test_a_golden_round_is_told_as_it_was(name: str) -> None:
    kept = (FOLDER / f"{name}.txt").read_text("utf-8")
    assert transcript(name) == kept, "read the difference; then python -m tests.golden"


@pytest.mark.parametrize(("book", "what", "clause"), REMEDIES)
def test_every_remedy_has_a_golden_round_under_its_clause(
    book: str, what: str, clause: str
) -> None:
    name = f"{book}/{what.replace('_', '-')}"
    assert name in ROUNDS, f"show {what} in tests/transcripts_rounds/{book}.py"
    assert clause in {number(event.under) for event in played(name).log.events}


def test_every_phase_of_a_round_has_a_golden_round() -> None:
    assert {name for rounds in BOOKS.values() for name in rounds} >= set(PHASES)


@pytest.mark.parametrize("name", ROUNDS)
def test_a_golden_round_ends_and_its_money_adds_up(name: str) -> None:
    state = played(name).state
    assert state.phase is Phase.BETTING
    assert sum(state.money.values()) + state.escrow == 0


def test_no_transcript_is_left_over() -> None:
    kept = {p.relative_to(FOLDER).with_suffix("").as_posix() for p in FOLDER.rglob("*.txt")}
    assert kept == set(ROUNDS)


def test_every_kind_of_event_has_its_sentence() -> None:
    assert set(SENTENCES) == set(e.KINDS)


def test_the_layout_shows_limits_hands_and_wagers_the_seated_players_first() -> None:
    table = rigged("nz", "Th 9h 7c 8d", decks=4, player_max=100)
    table.do(acts.Bet(box=1, player="P2", stake=2000))
    bet(table, 1, "P1", 10)
    assert "Box 1    P1 10" in str(table)
    table.do(acts.CloseBets())
    shown = str(table).splitlines()
    assert shown[1:4] == [
        "Wagers: at least 5, at most 500",
        "Each player at most 100",
        "Box total at most 500",
    ]
    assert "Dealer   9♥   9" in shown
    assert "Box 1    T♥ 7♣   17   P1 10 (5 5), P2 20 (5 5 5 5)" in shown


def test_a_story_cites_the_clause_of_every_event() -> None:
    table = dealt("nz", "Th 9h 7c", {1: 10}, decks=4)
    texts = list(words.transcript(table.log.events))
    assert len(texts) == table.log.length
    assert texts[2].endswith("(nz 5.1)")
    assert rules("nz").book.id in texts[-1]


def test_one_round_can_be_told_alone() -> None:
    table = dealt("nz", "Th 9h 7c 8d 9c 7h 8c Tc", {1: 10}, decks=4)
    stand(table, 1)
    bet(table, 1, "P1", 20)
    table.do(acts.CloseBets())
    stand(table, 1)
    second = list(words.transcript_of_round(table.log.events, 2))
    assert second[0] == "P1, box 1: wager 20. (nz 5.1)"
    assert second[-1].startswith("Round 2 is over.")
    assert len(second) == len(table.log.round(2))


@pytest.mark.parametrize(("name", "begins"), [("ivy", "Ivy"), ("you", "You"), ("Ivy", "Ivy")])
def test_a_player_has_no_article_however_the_name_is_spelt(name: str, begins: str) -> None:
    table = rigged("nz", "2c Ts 9h 6d Tc")
    table.do(acts.Sit(box=1, player=name))
    texts = list(words.transcript(table.log.events))
    assert any(f"{begins} sits down at box 1." in line for line in texts)
    assert not any("The " + name in line for line in texts)
