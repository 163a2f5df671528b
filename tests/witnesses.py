"""Which tests witness which clauses, and the index of them that the package carries.

python -m tests.witnesses          write the index anew
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

TESTS = Path(__file__).parent
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


def index() -> dict[str, dict[str, list[str]]]:
    """The witnesses by book and clause."""
    found: dict[str, dict[str, list[str]]] = {}
    for witness in witnesses():
        for cited in witness.clauses:
            book, _, clause = cited.partition(":")
            found.setdefault(book, {}).setdefault(clause, []).append(witness.name)
    return {
        book: {clause: sorted(names) for clause, names in sorted(by_clause.items())}
        for book, by_clause in sorted(found.items())
    }


def text() -> str:
    """The index as it is written."""
    return json.dumps(index(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    INDEX.write_text(text(), "utf-8")
    print(f"{INDEX.name}: {sum(len(v) for v in index().values())} clauses witnessed")
