"""The index of which tests witness which clauses, which comes with the package.

python -m tests.witnesses          write the index anew
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import yaml

from pitboss.rulebooks import rulebook
from pitboss.scenarios.format import Scenario
from pitboss.scenarios.loader import read_scenarios

TESTS = Path(__file__).parent
SHIPPED = TESTS.parent / "src" / "pitboss" / "scenarios" / "books"
INDEX = TESTS.parent / "src" / "pitboss" / "rulebooks" / "witnesses.json"


class Witness(NamedTuple):
    """A test function with the clauses it is marked with."""

    name: str
    clauses: tuple[str, ...]
    function: Callable[..., Any]

    def runs(self) -> Iterator[Callable[[], Any]]:
        """The test once for every combination of its parameters."""
        choices: list[list[dict[str, Any]]] = []
        for mark in getattr(self.function, "pytestmark", []):
            if mark.name == "parametrize":
                names = mark.args[0]
                names = [n.strip() for n in names.split(",")] if isinstance(names, str) else names
                choices.append([_bound(list(names), values) for values in mark.args[1]])
        for chosen in product(*choices):
            arguments = {key: value for part in chosen for key, value in part.items()}
            yield partial(self.function, **arguments)


def _bound(names: list[str], given: Any) -> dict[str, Any]:
    one = (given,) if len(names) == 1 else given
    values = given.values if hasattr(given, "marks") else one  # pytest.param(...) or plain
    return dict(zip(names, values, strict=True))


def witnesses() -> Iterator[Witness]:
    """Every test that is marked with clauses."""
    for path in sorted(TESTS.rglob("test_*.py")):
        if "@clause(" not in path.read_text("utf-8"):
            continue
        module = importlib.import_module(
            ".".join(("tests", *path.relative_to(TESTS).with_suffix("").parts))
        )
        for name, function in vars(module).items():
            marks = getattr(function, "pytestmark", []) if name.startswith("test_") else []
            clauses = tuple(c for mark in marks if mark.name == "clause" for c in mark.args)
            if clauses:
                where = path.relative_to(TESTS.parent).as_posix()
                yield Witness(f"{where}::{name}", clauses, function)


def scenario_files() -> tuple[Path, ...]:
    """The worked-round files that ``tests/scenarios/test_books.py`` runs."""
    more = TESTS / "scenarios" / "more"
    return (*sorted(SHIPPED.glob("*.yaml")), *sorted(more.glob("*.yaml")))


@cache
def scenarios(path: Path) -> tuple[Scenario, ...]:
    """The worked rounds of a file.

    Every process of the suite reads them all, so the C parser is used if there is one. It accepts
    files that the strict one refuses, but reads these the same.
    """
    with patch.object(yaml, "SafeLoader", getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        return tuple(read_scenarios(str(path)).scenarios)


def worked() -> Iterator[tuple[str, str, str]]:
    """Every worked round with the clauses that it witnesses: its name, the book, the clause.

    A round names clauses by the document's numbers. If the ledger enters a number in parts, it is
    unknown which of them the round covers, so it witnesses none of them.
    """
    for path in sorted(SHIPPED.glob("*.yaml")):
        where = path.relative_to(TESTS.parent).as_posix()
        for scenario in scenarios(path):
            parts = [clause.id for clause in rulebook(scenario.rulebook).ledger]
            for cited in dict.fromkeys(map(str, scenario.clauses)):
                if cited in parts and f"{cited}#2" not in parts:
                    yield f"{where}::{scenario.id}", scenario.rulebook, cited


def index() -> dict[str, dict[str, list[str]]]:
    """The witnesses by book and clause."""
    texts: dict[str, dict[str, list[str]]] = {}
    for witness in witnesses():
        for cited in witness.clauses:
            book, _, clause = cited.partition(":")
            texts.setdefault(book, {}).setdefault(clause, []).append(witness.name)
    for name, book, clause in worked():
        texts.setdefault(book, {}).setdefault(clause, []).append(name)
    return {
        book: {clause: sorted(names) for clause, names in sorted(by_clause.items())}
        for book, by_clause in sorted(texts.items())
    }


def text() -> str:
    """The index as it is written."""
    return json.dumps(index(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    INDEX.write_text(text(), "utf-8")
    print(f"{INDEX.name}: {sum(len(v) for v in index().values())} clauses witnessed")
