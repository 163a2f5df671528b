"""``pitboss report``: the par sheet in a file, and how it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands import Command


def test_the_par_sheet_is_written(command: Command, tmp_path: Path) -> None:
    page, data = tmp_path / "par.html", tmp_path / "par.json"
    unsplit = ("report", "classic", "--set", "max_hands=1")
    ran = command(*unsplit, "-o", str(page), "--date", "1 August 2026")
    assert (ran.code, ran.out) == (0, "")
    assert ran.err == f"{page} written\n"
    text = page.read_text("utf-8")
    assert text.startswith("<!doctype html>")
    assert "1 August 2026" in text
    ran = command(*unsplit, "--decks", "8", "-o", str(data))
    assert ran.code == 0
    document = json.loads(data.read_text("utf-8"))
    elections = {made["key"]: made for made in document["elections"]}
    assert elections["decks"] == {
        "key": "decks",
        "value": 8,
        "default": 6,
        "changed": True,
        "clause": "cards.1",
    }
    assert elections["max_hands"]["changed"] and not elections["min"]["changed"]
    assert document["identification"]["date"] is None
    assert document["provisions"]["settlement.blackjack_odds"] == {
        "value": [3, 2],
        "under": "settle.2",
    }
    assert document["cards"]["T"] == 128
    ran = command(*unsplit, "--decks", "8", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert ran.json == document, "the file and standard output are the same document"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nz"], "name the file to write with -o FILE (.html or .json), or add --json"),
        (["nz", "-o", "par.pdf"], "-o 'par.pdf' must end in .html or .json"),
        (["nz", "-o", "nowhere/par.html"], "folder 'nowhere' does not exist"),
        (["nz", "-o", "par.html", "--decks", "3"], "nz 3.3(a) allows a whole number from 4 to 8"),
    ],
)
def test_refusals_are_one_sentence(
    command: Command, arguments: list[str], says: str, monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    ran = command("report", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
