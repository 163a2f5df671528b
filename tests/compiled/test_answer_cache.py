"""Answers cached between runs: used for the same question, never for changed sources."""

from __future__ import annotations

import shutil
from pathlib import Path
from time import time_ns
from typing import Any

import pytest

from pitboss.compiled import answer_cache, cache
from pitboss.rulebooks import rulebook


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))


class Worked:
    """Calculates a number, and counts how often."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> dict[str, Any]:
        self.times += 1
        return {"number": 0.1 + self.times}


def test_the_same_question_is_worked_out_once() -> None:
    work_out = Worked()
    first = answer_cache.answer(["edge", "nz"], work_out)
    assert answer_cache.answer(["edge", "nz"], work_out) == first
    assert work_out.times == 1
    assert answer_cache.answer(["edge", "rws"], work_out) != first
    assert work_out.times == 2


def test_any_change_of_a_source_or_a_book_asks_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "package"
    shutil.copytree(cache.PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__", "static"))
    monkeypatch.setattr(answer_cache, "PACKAGE", package)
    monkeypatch.setattr(
        answer_cache, "IMPORTED_AT", time_ns() + 10**12
    )  # as if it were imported last
    work_out = Worked()
    answer_cache.answer(["edge"], work_out)
    answer_cache.answer(["edge"], work_out)
    assert work_out.times == 1
    for changed in ("law/settlement.py", "rulebooks/nz/book.toml", "solver/engine.py"):
        with (package / changed).open("a") as source:
            source.write("\n# a rule has changed\n")
        before = work_out.times
        answer_cache.answer(["edge"], work_out)
        assert work_out.times == before + 1, changed


def test_a_source_written_after_the_import_keeps_no_answer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "package"
    shutil.copytree(cache.PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__", "static"))
    monkeypatch.setattr(
        answer_cache, "PACKAGE", package
    )  # every file of it is younger than this process
    work_out = Worked()
    answer_cache.answer(["edge"], work_out)
    answer_cache.answer(["edge"], work_out)
    assert work_out.times == 2


def test_a_damaged_answer_counts_as_none(tmp_path: Path) -> None:
    work_out = Worked()
    answer_cache.answer(["edge"], work_out)
    (file,) = (tmp_path / "cache").rglob("answers-*/*")
    whole = file.read_text()
    for damaged in ("", whole[:-3], whole.replace("edge", "egde"), "[]", '{"asked": 1}'):
        file.write_text(damaged)
        times = work_out.times
        answer_cache.answer(["edge"], work_out)
        assert work_out.times == times + 1, damaged


def test_where_nothing_can_be_written_it_is_worked_out_each_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "file"))
    work_out = Worked()
    answer_cache.answer(["edge"], work_out)
    answer_cache.answer(["edge"], work_out)
    assert work_out.times == 2


def test_rules_are_identified_by_every_provision() -> None:
    book = rulebook("classic")
    rules = book.elect()
    assert rules.identity == book.elect(decks=6).identity
    others = [
        book.elect(decks=8),
        book.elect(soft_17="hit"),
        rules.with_provision("dealer.stands_on", 18),
        rulebook("nz").elect(),
    ]
    assert len({rules.identity, *(each.identity for each in others)}) == 5
