"""An act has one home: few files name the zap, and pages have the acts that the server has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pitboss.acts import BY_CARDS, KEYS, HandAct, Letter
from pitboss.law.play import MAY
from pitboss.rulebooks.schema import PARTS as SCHEMA
from pitboss.table import acts
from pitboss.table import events as e
from tests.scripts import FILE, script

SOURCE = Path(__file__).parents[2] / "src" / "pitboss"

NAMES = re.compile(r"zap(?!pit)", re.IGNORECASE)
"""The act by its word; a citation of the book ``zappit`` names no act."""

HOMES = {
    "acts.py": "the record of the act",
    "web/static/js/acts.js": "the same for the pages, generated",
    "rulebooks/schema/play.py": "the part of the schema: its questions",
    "rulebooks/schema/__init__.py": "the part among the others",
    "rulebooks/supported.py": "the values of the part that have no price",
    "rulebooks/in_brief.py": "the part in a few words",
    "law/play.py": "the rule: which hands, and what they may do afterwards",
    "law/counting.py": "the rule: whether the new cards make a blackjack",
    "table/acts.py": "the command",
    "table/events/play.py": "the event",
    "table/events/__init__.py": "the event among the others",
    "table/evolve/play.py": "what the event makes of a state",
    "table/procedure/player_acts.py": "how the act is done",
    "table/shortcuts.py": "the method of a table",
    "table/words/sentences.py": "the event in words",
}
"""The files that name the zap, and why; a new act costs as many."""

RIGS = ("proof/", "rulebooks/zappit/")
"""What is for tests only, and the book itself"""


def _naming() -> set[str]:
    result = set()
    for path in SOURCE.rglob("*"):
        name = path.relative_to(SOURCE).as_posix()
        is_ours = path.suffix in (".py", ".js") and not name.startswith(RIGS)
        if is_ours and NAMES.search(path.read_text("utf-8")):
            result.add(name)
    return result


def test_an_act_is_named_in_fifteen_files_at_most() -> None:
    assert _naming() <= HOMES.keys(), "loop over pitboss.acts (docs/maintaining/add-an-act.md)"
    assert len(HOMES) <= 15


def test_no_home_is_listed_in_vain() -> None:
    assert HOMES.keys() <= _naming()


@pytest.mark.parametrize(
    "table",
    [MAY, acts.OF_PLAY, e.OF_PLAY],
    ids=["the law", "the commands", "the events"],
)
def test_every_act_has_its_place(table: dict[HandAct, object]) -> None:
    assert list(table) == list(HandAct)


def test_every_act_is_decided_and_evolved() -> None:
    from pitboss.table.evolve import play
    from pitboss.table.procedure import player_acts

    assert play.OF_PLAY.keys() == player_acts.OF_PLAY.keys() == set(HandAct)


def test_words_keys_and_letters_are_distinct() -> None:
    assert len({act.word for act in HandAct}) == len(KEYS) == len(HandAct)
    assert len({letter.colour for letter in Letter}) == len(Letter)
    assert {letter.acts[0] for letter in Letter} == set(HandAct)


def test_what_a_book_may_lack_is_a_part_of_the_schema() -> None:
    assert all(act.words.part in SCHEMA for act in BY_CARDS)


def test_the_pages_have_the_acts_of_the_server() -> None:
    """If not: ``python -m tests.scripts``."""
    assert FILE.read_text("utf-8") == script()
