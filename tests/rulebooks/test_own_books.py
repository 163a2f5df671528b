"""Users' own books: the examples against published figures, and how a book is based on another."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.law.stakes import StakedBet
from pitboss.law.wagering import may_wager
from pitboss.law.wagers import WagerKind
from pitboss.rulebooks import BadBook, BadElection, TableRules, rulebook
from pitboss.rulebooks.loader import forget_books, read_text
from pitboss.simulator.run import simulate
from pitboss.solver import solve
from pitboss.table import acts
from pitboss.table.log_verifier import verify
from pitboss.table.sources import Seeded
from pitboss.table.table import Automation, Table
from tests.rigs.random_play import play_randomly

EXAMPLES = Path(__file__).parents[2] / "examples" / "books"
BOOKS = sorted(path.name for path in EXAMPLES.glob("*.toml"))

EDGES = {
    "strip.toml": 0.0046,
    "strip-6-5.toml": 0.0185,
    "reno.toml": 0.0043,
    "pennsylvania.toml": 0.0026,
    "uk.toml": 0.0062,
    "macau.toml": 0.0019,
}
"""The published figures, to two decimals of a percent; 6 to 5 is a rule of thumb"""


def _rules(name: str) -> TableRules:
    return rulebook(str(EXAMPLES / name)).elect()


def test_there_is_an_edge_for_every_example() -> None:
    assert set(EDGES) == set(BOOKS)


@pytest.mark.parametrize("name", BOOKS)
def test_an_example_is_priced_as_printed(name: str) -> None:
    rules = _rules(name)
    published = rules.book.published
    assert published is not None
    assert float(published.edge) == pytest.approx(EDGES[name])
    # The 6 to 5 table's figure is a sum of two rounded ones.
    near = 5e-4 if name == "strip-6-5.toml" else 1e-4
    assert solve(rules).house_edge == pytest.approx(EDGES[name], abs=near)


@pytest.mark.parametrize("name", BOOKS)
def test_an_example_is_simulated_as_priced(name: str) -> None:
    run = simulate(_rules(name), rounds=400_000, seed=3, fresh=True)
    assert run.agrees()


@pytest.mark.parametrize("name", BOOKS)
def test_an_example_is_played(name: str) -> None:
    assert play_randomly(_rules(name), rounds=40, seed=5).rounds >= 40


def test_macau_with_six_decks_is_as_printed_too() -> None:
    rules = rulebook(str(EXAMPLES / "macau.toml")).elect(decks=6)
    assert solve(rules).house_edge == pytest.approx(0.0016, abs=5e-5)


def test_fours_fives_and_tens_are_not_split_in_the_united_kingdom() -> None:
    chart = solve(_rules("uk.toml"), policy="basic").chart
    assert chart is not None
    split = {row.hand for row in chart.pairs if "P" in {letter.value for letter in row.letters}}
    assert split.isdisjoint({"4,4", "5,5", "T,T"})
    assert "8,8" in split


# Settled elections.


def test_an_election_that_the_book_settles_is_closed() -> None:
    reno = rulebook(str(EXAMPLES / "reno.toml"))
    assert reno.elect(decks=1).equipment.decks.value == 1
    with pytest.raises(BadElection, match=r"decks=8 is out of range: reno reno\.1"):
        reno.elect(decks=8)
    assert "decks" not in reno.open_elections
    assert "penetration" in reno.open_elections


def test_on_the_command_line_that_is_bad_input() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "pitboss", "solve", str(EXAMPLES / "reno.toml"), "--decks", "8"],
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 2
    assert ran.stderr == ("pitboss: decks=8 is out of range: reno reno.1 sets it to 1\n")


# Bases.

BASE = """
id = "house"
title = "House"
jurisdiction = "Here"
document = "Rules"
based_on = "classic"
[clauses]
"1" = "One deck is used."
[equipment]
decks = { is = 1, under = "1" }
"""
MINE = """
id = "mine"
title = "Mine"
based_on = "base.toml"
[clauses]
"2" = "A blackjack pays six to five."
[settlement]
blackjack_odds = { is = "6:5", under = "2" }
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    folder = tmp_path / "books"
    folder.mkdir()
    (folder / "base.toml").write_text(BASE)
    (folder / "mine.toml").write_text(MINE)
    return folder / "mine.toml"


def test_a_base_is_looked_up_beside_the_file(mine: Path) -> None:
    rules = rulebook(str(mine)).elect()
    assert rules.equipment.decks.value == 1
    assert str(rules.settlement.blackjack_odds.value) == "6 to 5"


def test_a_log_carries_all_that_its_verification_needs(
    mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(rulebook(str(mine)).elect(), Seeded(3), automation=Automation.DEALER)
    table.do(acts.Sit(box=1, player="Ada"))
    table.prepare()
    written = table.log.write()
    for file in mine.parent.iterdir():
        file.unlink()
    forget_books()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert verify(written.splitlines(keepends=True)).ok


def test_books_based_on_each_other_are_refused(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(BASE.replace('"classic"', '"mine.toml"'))
    (tmp_path / "mine.toml").write_text(MINE)
    with pytest.raises(BadBook, match="in a loop"):
        rulebook(str(tmp_path / "mine.toml"))


def test_a_text_without_its_base_says_so() -> None:
    with pytest.raises(BadBook, match="is missing"):
        read_text("mine", MINE)


def test_a_number_is_shown_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    file.write_text(BASE.replace("is = 1,", "is = 1.2,"))
    with pytest.raises(BadBook, match=r"equipment.decks: 1\.2 is not allowed here"):
        rulebook(str(file))


def test_a_table_may_have_no_maximum() -> None:
    text = f'{BASE}[limits]\nmaximum = {{ is = "none", under = "1" }}\n'
    rules = read_text("house", text).elect(min=50)
    assert rules.limits.maximum.value is None
    assert may_wager(rules, StakedBet(1, "P1", WagerKind.MAIN, 1_000_000_00), on_table=[])
    assert not may_wager(rules, StakedBet(1, "P1", WagerKind.MAIN, 49_00), on_table=[])
