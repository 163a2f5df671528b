"""Histories reproduce their logs byte for byte; single rounds are played and compared."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.history import BadHistory, read_history, read_round, write_history, write_round
from pitboss.history.sessions import Logged, read_log
from pitboss.history.single import lifted
from pitboss.rulebooks import BOOKS, rulebook
from pitboss.table import acts
from pitboss.table.quickstart import open_table
from tests.rigs.random_play import RandomPlayer

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples" / "rounds").glob("*.brh.toml"))


def log_of(book: str, *, rounds: int, trouble: float, seed: int = 1) -> bytes:
    """Random rounds of a book, some with irregularities."""
    people = RandomPlayer(rulebook(book).elect_all({}), seed, trouble=trouble, every_step=False)
    for _ in range(rounds):
        people.play()
    return people.table.log.write()


def raw(lines: list[str]) -> int:
    """How many events are written as they are."""
    actions = [action for line in lines[1:-1] for action in json.loads(line)["actions"]]
    return sum(action.startswith("!") for action in actions)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("trouble", [0.0, 0.05])
def test_a_history_leads_back_to_its_log(book: str, trouble: float) -> None:
    log = log_of(book, rounds=25, trouble=trouble)
    lines = list(write_history(read_log(log.splitlines(keepends=True))))
    history = read_history(lines)
    assert history.write() == log
    assert history.rounds == 25
    assert sum(map(len, lines)) < len(log) / 4
    if not trouble:
        assert raw(lines) < 40  # a shoe that ran out, or a round that became void


def test_senders_and_times_come_back_too() -> None:
    entries = read_log(log_of("nz", rounds=3, trouble=0).splitlines(keepends=True))
    sent = [entry._replace(actor=f"person {n // 5}", at=n // 3) for n, entry in enumerate(entries)]
    history = read_history(write_history(sent))
    assert [entry[:4] for entry in history.entries] == [entry[:4] for entry in sent]


def test_a_change_is_noticed() -> None:
    lines = list(write_history(read_log(log_of("leaflet", rounds=3, trouble=0).splitlines(True))))
    second = json.loads(lines[2])
    at = next(n for n, line in enumerate(second["actions"]) if line.startswith("d dealer"))
    card = second["actions"][at].split()[2]
    second["actions"][at] = f"d dealer {'2h' if card != '2h' else '3h'}"
    with pytest.raises(BadHistory):
        read_history([*lines[:2], json.dumps(second), *lines[3:]])
    with pytest.raises(BadHistory, match="truncated"):
        read_history(lines[:-1])
    with pytest.raises(BadHistory, match="entries"):
        read_history([*lines[:-2], lines[-1]])


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_the_examples_come_out_as_they_say(path: Path) -> None:
    played = read_round(path.read_text("utf-8"))
    assert played.rules.book.id == path.name.split(".")[0]
    assert played.net


def test_a_round_that_comes_out_otherwise_is_refused() -> None:
    text = EXAMPLES[0].read_text("utf-8")
    with pytest.raises(BadHistory, match="at the table, not"):
        read_round(text.replace("net = { p1 = 85 }", "net = { p1 = 86 }"))
    with pytest.raises(BadHistory, match=r"'p1 zap b2' is refused: .*\(leaflet"):
        read_round(text.replace('"p1 split b2"', '"p1 zap b2"'))
    with pytest.raises(BadHistory, match="the next card is due to b2"):
        read_round(text.replace('"d b2 9h"', '"d dealer 9h"', 1))
    with pytest.raises(BadHistory, match="'actions' is missing"):
        read_round('book = "nz"\nplayers = []')


def test_a_round_at_a_table_is_written_and_read_again() -> None:
    table = open_table("nz", shoe="Th 9c 6s 5h Ad", decks=6)
    table.do(acts.Sit(box=1, player='Ada "the ace"'))
    table.do(acts.Bet(box=1, player='Ada "the ace"', stake=25_50 - 50))
    table.do(acts.CloseBets())
    table.do(acts.Hit(box=1))
    text = write_round(table.rules, table.log.events, comments={"p1 hit b1": "sixteen"})
    assert '"p1 hit b1",  # sixteen' in text
    played = read_round(text)
    assert played.net == {'Ada "the ace"': 25_00}
    assert played.events == tuple(table.log.events[2:])


def test_what_the_house_chose_is_written_whatever_kind_it_is() -> None:
    chosen: dict[str, Any] = {
        "penetration": Fraction(5, 8),
        "blackjack_pays": "6:5",
        "decks": 2,
        "soft_17": "hit",
    }
    table = open_table("classic", shoe="Th 9c 6s 8h", **chosen)
    table.do(acts.Sit(box=1, player="Ada"))
    table.do(acts.Bet(box=1, player="Ada", stake=25_00))
    table.do(acts.CloseBets())
    table.do(acts.Stand(box=1))
    text = write_round(table.rules, table.log.events)
    assert 'penetration = "5/8"' in text
    again = read_round(text).events
    assert again == tuple(table.log.events[2:])


def test_every_round_of_a_log_stands_alone() -> None:
    entries = read_log(log_of("classic", rounds=12, trouble=0).splitlines(keepends=True))
    for number in range(1, 13):
        text = lifted(entries, number, table="classic 1")
        assert text is not None
        played = read_round(text)
        assert played.wagers
    assert lifted(entries, 13) is None


def test_a_round_reads_the_same_wherever_in_the_session_it_was_played() -> None:
    """Its wagers are counted from one, as at a table that begins with it."""
    cards = "Th 9c 6s 9h 8d Kh 5d"
    table = open_table("nz", shoe=f"{cards} {cards} {cards}", decks=6)
    for _ in range(3):
        table.wager(box=1, chips=20, player="Ada")
        table.wager(box=2, chips=50, player="Ben")
        table.deal()
        table.stand(box=1)
        table.stand(box=2)
    entries = [Logged(event) for event in table.log.events]
    first, *later = [lifted(entries, number) for number in (1, 2, 3)]
    assert first is not None and "!" not in first, "every event is reproduced, none written raw"
    expected = first.partition("actions")[2]
    assert expected and [(text or "").partition("actions")[2] for text in later] == [expected] * 2
