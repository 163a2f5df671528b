"""Names: one class one name, handlers named as events, nouns for what is passed and returned."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from pitboss.table.evolve import AFTER

ROOT: Final = Path(__file__).parents[2]

FOLDERS: Final = ("src/pitboss", "tests")

PARTICIPLES: Final = frozenset({"asked", "found", "said", "told"})
"""What is done is no name for a thing: a command, a body, a row, a sentence."""

FIXTURES: Final = {"tests/players/test_effects.py"}
"""Where a fixture has such a name"""


def _trees(folder: str) -> Iterator[tuple[str, ast.Module]]:
    for path in sorted((ROOT / folder).rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text("utf-8"))


def poor_names(tree: ast.Module) -> list[str]:
    """Parameters and variables whose name is a participle, with their lines."""
    names = [(n.lineno, n.arg) for n in ast.walk(tree) if isinstance(n, ast.arg)]
    fields = {  # read from files that exist, and sent
        id(target)
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for statement in node.body
        for target in ast.walk(statement)
        if isinstance(statement, ast.AnnAssign | ast.Assign)
    }
    names += [
        (node.lineno, node.id)
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in fields
    ]
    return [f"{line}: {name}" for line, name in sorted(set(names)) if name in PARTICIPLES]


@pytest.mark.parametrize("folder", FOLDERS)
def test_what_is_passed_and_kept_has_a_noun(folder: str) -> None:
    poor = {
        file: names
        for file, tree in _trees(folder)
        if file not in FIXTURES and (names := poor_names(tree))
    }
    assert not poor, "say what it is: command, body, document, message, rows"


def test_a_participle_is_noticed() -> None:
    code = "class A:\n    told: str\n\ndef f(told):\n    found, b = told\n    for said in b: pass\n"
    assert poor_names(ast.parse(code)) == ["4: told", "5: found", "6: said"]


def event_words(name: str) -> str:
    """``HandHit`` as ``hand_hit``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def test_a_handler_is_named_as_its_event() -> None:
    """What serves several events has a name of its own."""
    serving = Counter(AFTER.values())
    differ = {
        event.__name__: handler.__name__
        for event, handler in AFTER.items()
        if serving[handler] == 1 and handler.__name__ != event_words(event.__name__)
    }
    assert not differ


MANY: Final = 10
"""This number of class names may be defined twice: public ones, which a move must not change."""


def test_classes_have_names_of_their_own() -> None:
    places = defaultdict(list)
    for file, tree in _trees("src/pitboss"):
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(file)
    several = {name: files for name, files in places.items() if len(files) > 1}
    assert len(several) <= MANY, several


def test_no_two_functions_on_one_stack_carry_out() -> None:
    homes = [
        file
        for file, tree in _trees("src/pitboss")
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == "carry_out"
    ]
    assert len(homes) == 1, homes
