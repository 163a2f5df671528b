"""A user's own book tells its own document, that document's silence and its base apart."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pitboss.rulebooks import BadBook, BadElection, rulebook
from pitboss.solver import solve
from pitboss.table.quickstart import open_table
from pitboss.table.table import NotPermitted

HEAD = 'id = "house"\ntitle = "House"\njurisdiction = "Here"\ndocument = "Rules"\n'
HOUSE = f"""{HEAD}based_on = "classic"
[clauses]
"7" = "Split aces receive one card each."
"8" = "Doubling is for a total of 10 or 11."
[splitting]
aces_receive = {{ is = "one_card", under = "7" }}
[doubling]
totals = {{ is = [10, 11], under = "8" }}
"""
ROUNDS = """
format: 1
rulebook: house.toml
scenarios:
- id: H01
  title: "A total of 9 may not be doubled"
  rulebook: house.toml
  clauses: ["8"]
  settings: {decks: 6}
  wagers:
    - {box: 1, player: P1, role: seated, kind: main, stake: 10}
  shoe: [5h, 7d, 4s, Tc, Th]
  acts:
    - {box: 1, hand: 1, act: double, refused: "8"}
    - {box: 1, hand: 1, act: hit}
    - {box: 1, hand: 1, act: stand}
  expect:
    wagers:
      - {box: 1, hand: 1, player: P1, kind: main, stake: 10, result: win, paid: 10,
         returned: 20, when: end}
    net: {P1: 10}
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    path = tmp_path / "house.toml"
    path.write_text(HOUSE)
    return path


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pitboss", *arguments], capture_output=True, text=True, check=False
    )


def _json(*arguments: str) -> Any:
    ran = _run(*arguments, "--json")
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_a_clause_of_the_base_is_cited_as_the_base_s(house: Path) -> None:
    book = rulebook(str(house))
    assert book.cite("7") == "house 7"
    assert book.cite("dealer.2") == "classic dealer.2"
    assert book.cite("not in the text") == "house, not in the text"
    assert (book.ledger.short("8"), book.ledger.short("dealer.2")) == ("8", "classic dealer.2")
    table = open_table(str(house), shoe="5h 7d 4s Tc Th")
    table.wager(box=1, chips=10)
    table.deal()
    with pytest.raises(NotPermitted, match=r"\(house 8\)"):
        table.double()
    with pytest.raises(NotPermitted, match=r"\(classic split\.1\)"):
        table.split()


def test_a_base_of_a_base_is_cited_by_its_own_name(house: Path) -> None:
    above = house.with_name("above.toml")
    above.write_text(
        HEAD.replace("house", "above")
        + 'based_on = "house.toml"\n[clauses]\n"1" = "One deck."\n'
        + '[equipment]\ndecks = { is = 1, under = "1" }\n'
    )
    book = rulebook(str(above))
    cited = {clause: book.cite(clause) for clause in ("1", "7", "dealer.2")}
    assert cited == {"1": "above 1", "7": "house 7", "dealer.2": "classic dealer.2"}


def test_an_option_that_contradicts_the_book_is_closed(house: Path) -> None:
    book = rulebook(str(house))
    assert "draw_to_split_aces" not in book.open_elections
    with pytest.raises(BadElection, match="house 7 sets it to no"):
        book.elect(draw_to_split_aces=True)
    assert solve(book.elect(draw_to_split_aces=False)).ev == solve(book.elect()).ev
    # Doubling on 10 and 11 is the option itself: what the base offers besides is closed too.
    with pytest.raises(BadElection, match="double_on=any is out of range: house 8"):
        book.elect(double_on="any")


def test_an_option_keeps_the_choices_that_agree_with_the_book(tmp_path: Path) -> None:
    path = tmp_path / "early.toml"
    path.write_text(
        f'{HEAD}based_on = "classic"\n[clauses]\n"9" = "Surrender before any play."\n'
        '[surrendering]\ntime = { is = "before_any_play", under = "9" }\n'
    )
    book = rulebook(str(path))
    assert book.elections["surrender"].default == "early"
    assert book.elections["surrender"].domain.allowed == "early, early_not_ace"
    assert book.elect(surrender="early_not_ace").surrendering is not None
    with pytest.raises(BadElection, match="house 9 allows early, early_not_ace"):
        book.elect(surrender="late")


def test_everything_that_is_missing_is_named_at_once(tmp_path: Path) -> None:
    path = tmp_path / "bare.toml"
    words = 'about = "a"\n'
    path.write_text(f'{HEAD}[words]\n{words}[equipment]\ndecks = {{ is = 6, under = "1" }}\n')
    with pytest.raises(BadBook) as refused:
        rulebook(str(path))
    [sentence] = str(refused.value).splitlines()
    assert "provisions and parts are missing; the schema has no defaults" in sentence
    names = sentence.rpartition("[absent]: ")[2].split(", ")
    assert len(names) == int(sentence.split()[1]) > 60
    assert {"equipment.boxes", "dealer.stands_on", "banking"} <= set(names)
    assert "equipment.decks" not in names


def test_rules_and_trace_tell_the_documents_apart(house: Path) -> None:
    shown = _json("rules", str(house))["provisions"]
    assert shown["splitting.aces_receive"] | {"value": None} == {
        "value": None,
        "under": "7",
        "source": "document",
        "document": "house",
    }
    assert shown["dealer.soft_17"]["source"] == "base"
    assert shown["dealer.soft_17"]["document"] == "classic"
    text = _run("rules", str(house)).stdout
    assert "from its document" in text
    assert "classic dealer.2" in text
    trace = _json("trace", str(house))
    assert (
        trace["documents"]["house"] | {"clauses": 2, "enforced": 2} == trace["documents"]["house"]
    )
    assert trace["documents"]["classic"]["clauses"] == len(rulebook("classic").ledger)
    assert trace["provisions"]["document"] == 2
    assert trace["unwitnessed"] == ["7", "8"]
    assert "classic: " in _run("trace", str(house)).stdout


def test_own_worked_rounds_are_witnesses(house: Path) -> None:
    rounds = house.with_name("rounds.yaml")
    rounds.write_text(ROUNDS)
    assert _run("check", str(rounds)).returncode == 0
    assert _json("trace", str(house), "--rounds", str(rounds))["unwitnessed"] == ["7"]
    rounds.write_text(ROUNDS.replace("returned: 20", "returned: 25"))
    ran = _run("trace", str(house), "--rounds", str(rounds))
    assert ran.returncode == 2
    assert "H01 fails" in ran.stderr
    rounds.write_text(ROUNDS.replace("house.toml", "classic"))
    ran = _run("trace", str(house), "--rounds", str(rounds))
    assert ran.returncode == 2
