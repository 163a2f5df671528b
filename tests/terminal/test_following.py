"""A shared box: your double adds no one else's chips, and you are asked about theirs."""

from __future__ import annotations

import io

import pytest

from pitboss.rulebooks import rulebook
from pitboss.table import acts
from pitboss.table import events as e
from pitboss.table.table import Table
from pitboss.terminal.commentary import ME, Teller
from pitboss.terminal.decisions import Prompter
from pitboss.terminal.game import TerminalGame
from pitboss.terminal.keyboard import keyboard
from pitboss.terminal.screen import Screen
from pitboss.terminal.shoes import Rehearsed, chance
from tests.support import clause


def types(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """What is typed from now on."""
    typed = "".join(f"{line}\n" for line in lines)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))


def wagers(table: Table, player: str) -> list[tuple[str, int | None, int]]:
    placed = [event for event in table.log.events if isinstance(event, e.WagerPlaced)]
    return [(w.kind, w.hand, w.stake) for w in placed if w.player == player]


@clause("nz:14.3(c)#1")
def test_who_wagers_behind_you_adds_nothing_to_your_double(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table(rulebook("nz").elect(burn_first=False), Rehearsed("5c 6h 6d Tc Td Kc"))
    table.do(acts.Bet(box=1, player="Bob", stake=10_00))
    types(monkeypatch, "20", "d", "15")
    dealt = chance(shoe=table.source, seed=None, table="t")  # type: ignore[arg-type]
    TerminalGame(table, dealt, Screen(keyboard()), boxes=1, stake=20_00).play(1)
    assert "Bob adds nothing. (nz" in capsys.readouterr().out
    assert wagers(table, "Bob") == [("main", 1, 10_00)]
    assert wagers(table, ME) == [("main", 1, 20_00), ("double", 1, 15_00)]
    assert table.state.round == 2


def shared(book: str, cards: str, **settings: object) -> Table:
    """A table where you bet behind Bob, who has the seat."""
    table = Table(rulebook(book).elect_all(settings), Rehearsed(cards))
    least = table.rules.limits.minimum.value
    table.do(acts.Sit(box=1, player="Bob"))
    table.do(acts.Bet(box=1, player="Bob", stake=2 * least))
    table.do(acts.Bet(box=1, player=ME, stake=2 * least))
    table.do(acts.CloseBets())
    if table.duty is not None:
        table.perform()
    return table


def follow(table: Table, act: acts.Act) -> None:
    table.do(act)
    assert table.state.asked is not None
    screen = Screen(keyboard())
    Prompter(table, screen, Teller(table, screen)).answer(table.state.asked)


@clause("nz:14.3(c)#1")
def test_you_are_asked_at_anothers_double_and_name_your_own_amount(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    types(monkeypatch, "h", "y", "11", "5")
    table = shared("nz", "5c 6h 6d Tc Td Kc", burn_first=False)
    follow(table, acts.Double(box=1, player="Bob"))
    text = capsys.readouterr().out
    assert "is doubled  y double too  n don't double" in text
    assert "11 is above the wager of 10 (nz 11.2(a))" in text
    assert wagers(table, ME) == [("main", 1, 10_00), ("double", 1, 5_00)]
    assert table.state.asked is None


@clause("nz:14.3(d)")
def test_after_anothers_split_you_name_the_hand(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    types(monkeypatch, "2")
    table = shared("nz", "8c 6h 8d Tc Td Kc", burn_first=False)
    follow(table, acts.Split(box=1, player="Bob"))
    assert "1 stay on hand 1 only  2 stay on hand 2 only" in capsys.readouterr().out
    assert [w.hand for w in table.state.open_wagers(player=ME)] == [2]


@clause("rws:3.21.1")
def test_where_the_book_leaves_no_choice_you_stay_on_the_first_hand(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    types(monkeypatch, "1")
    table = shared("rws", "8c 6h 8d Tc Td Kc")
    follow(table, acts.Split(box=1, player="Bob"))
    text = capsys.readouterr().out
    assert "1 stay on hand 1 only" in text and "2 stay" not in text
    assert [w.hand for w in table.state.open_wagers(player=ME)] == [1]
