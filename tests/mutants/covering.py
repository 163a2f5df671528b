"""Which tests run a line: recorded once by coverage, or by the room and the imports."""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import shutil
import tempfile
import zlib
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

from .callers import Mentions, Name
from .changes import Change
from .copies import Copy, Tree

_RECORD_LIMIT: Final = 3600.0
_UNKNOWN_SECONDS: Final = 1.0
_LONG: Final = tuple(
    f"tests/{room}/"
    for room in (
        "cli",
        "evidence",
        "handbook",
        "health",
        "rule_space",
        "simulator",
        "solver",
        "web",
    )
)


class Test(NamedTuple):
    """A test, or a whole file of them, and how long it takes without a change."""

    name: str
    seconds: float = _UNKNOWN_SECONDS
    is_recorded: bool = False

    @property
    def file(self) -> str:
        """Its file."""
        return self.name.split("::")[0]


def digest(path: Path) -> str:
    """What a file says, in a few letters."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def cache_of(tree: Tree) -> Path:
    """The folder for the records of this tree, outside of it."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    named = hashlib.sha256(str(tree.root.resolve()).encode()).hexdigest()[:12]
    return base / "pitboss-mutants" / named


class Records:
    """What each file of tests ran when it was recorded."""

    def __init__(self, tree: Tree, folder: Path) -> None:
        self.tree, self.folder, self.sources = tree, folder, folder / "sources"
        self._read: dict[str, dict[str, Any]] = {}
        self._digests: dict[str, str] = {}
        self._moves: dict[tuple[str, str], dict[int, int]] = {}
        self._tests = frozenset(tree.tests)
        for path in sorted(folder.glob("*.record")):
            record = json.loads(zlib.decompress(path.read_bytes()))
            self._read[record["file"]] = record

    def missing(self) -> list[str]:
        """The files of tests to record first: what calculates or waits for long comes last."""
        new = [test for test in self.tree.tests if self._is_new(test)]
        return sorted(new, key=lambda test: test.startswith(_LONG))

    def _is_new(self, test: str) -> bool:
        record = self._read.get(test)
        return record is None or record["digest"] != digest(self.tree.root / test)

    def record(self, copy: Copy, test: str) -> str:
        """Run a file of tests under coverage, and keep what it ran; returns what went wrong."""
        with tempfile.TemporaryDirectory(prefix="mut-") as folder:
            notes = Path(folder) / "tests.json"
            ran = copy.run([test], limit=_RECORD_LIMIT, record=notes, served=True)
            tests = json.loads(notes.read_text("utf-8")) if notes.exists() else {}
            record = {
                "file": test,
                "digest": digest(self.tree.root / test),
                "tests": tests,
                **_measured(Path(folder), test, list(tests), copy.tree),
            }
        self._read[test] = record
        self.sources.mkdir(parents=True, exist_ok=True)
        for file, known in record["sources"].items():
            if not (self.sources / known).exists():
                shutil.copyfile(copy.tree.root / file, self.sources / known)
        path = self.folder / f"{test.replace('/', '.')}.record"
        part = path.with_suffix(f".{os.getpid()}")
        part.write_bytes(zlib.compress(json.dumps(record).encode()))
        part.replace(path)
        return "" if ran.code in (0, 5) else (ran.failed or ran.output[-300:])

    def covering(self, change: Change) -> list[Test]:
        """The tests that ran a changed line or, if it is never measured, a line that uses it."""
        return (
            self._of_lines(change.file, self._places(change))
            or self._of_lines(change.file, self._statement(change))
            or self._of_mentions(change)
        )

    def is_measured(self, change: Change) -> bool:
        """Whether some test ran the change's line, or the statement of which it is a part."""
        return bool(self._of_lines(change.file, self._statement(change)))

    def knows(self, file: str) -> bool:
        """Whether any test ran this module."""
        return any(file in record["sources"] for record in self._read.values())

    def shares(self, file: str) -> dict[str, float]:
        """How much of a module each file of tests runs, of what all of them run."""
        lines = {
            tests: record["lines"][file].keys()
            for tests, record in self._read.items()
            if file in record["sources"]
        }
        every = frozenset[str]().union(*lines.values())
        return {tests: len(those) / len(every) for tests, those in lines.items() if every}

    def beside(self, tests: Iterable[Test]) -> list[Test]:
        """The other tests of the same files: what a file reads or prepares once serves them all."""
        known = {test.name for test in tests}
        return [
            test
            for file in dict.fromkeys(name.split("::")[0] for name in known)
            for test in self._passing(file)
            if test.name not in known
        ]

    def _passing(self, file: str) -> list[Test]:
        """The tests of a file that passed without a change."""
        tests = self._read[file]["tests"].items()
        return [
            Test(name, test["seconds"], True)
            for name, test in tests
            if test["passed"] and test["ran"]
        ]

    def _of_lines(self, file: str, places: Iterable[int]) -> list[Test]:
        """The tests that ran any of these lines."""
        places, found_tests = list(places), list[Test]()
        for tests, record in self._read.items():
            if file not in record["sources"] or tests not in self._tests:
                continue
            mask = self._tests_at(record, file, places)
            # The first bit: before any test, or in a process that one of them started.
            chosen = {
                name for n, name in enumerate(record["tests"], 1) if mask & 1 or mask >> n & 1
            }
            found_tests += [test for test in self._passing(tests) if test.name in chosen]
        return found_tests

    def _tests_at(self, record: dict[str, Any], file: str, places: Iterable[int]) -> int:
        """The tests of a record that ran these lines, as bits; lines may have moved since."""
        lines: dict[str, str] = record["lines"][file]
        moved, mask = self._moved(file, record["sources"][file]), 0
        for line in places:
            mask |= int(lines.get(str(line if moved is None else moved.get(line, 0)), "0"), 16)
        return mask

    def _moved(self, file: str, before: str) -> dict[int, int] | None:
        """Where each line was when it was recorded, if it was there; None if nothing has moved."""
        now = self._now(file)
        if now == before:
            return None
        if (file, before) not in self._moves:
            old = self.sources / before
            then = old.read_text("utf-8").splitlines() if old.exists() else []
            text = (self.tree.root / file).read_text("utf-8").splitlines()
            same = SequenceMatcher(None, text, then, autojunk=False).get_matching_blocks()
            self._moves[file, before] = {
                after + n + 1: at + n + 1 for after, at, size in same for n in range(size)
            }
        return self._moves[file, before]

    def _now(self, file: str) -> str:
        if file not in self._digests:
            self._digests[file] = digest(self.tree.root / file)
        return self._digests[file]

    def _places(self, change: Change) -> list[int]:
        """The changed lines that run later than the import."""
        inside = bodies((self.tree.root / change.file).read_text("utf-8"))
        return [line for line in range(change.line, change.last_line + 1) if line in inside]

    def _statement(self, change: Change) -> list[int]:
        """The lines of the statement: not each line of a long one is measured by itself."""
        text = (self.tree.root / change.file).read_text("utf-8")
        inside, lines = bodies(text), statements(text)
        return [line for line in lines.get(change.line, range(0)) if line in inside]

    def _of_mentions(self, change: Change) -> list[Test]:
        """The tests that ran what uses the changed name, or what uses that, and so on."""
        places = self._places(change)
        name = self._mentions.at(change.file, change.line)
        if places and name is not None and self._is_measured(name):
            return []  # the function runs in Python, and no test reaches this line
        found_tests: dict[str, Test] = {}
        seen, left = {name}, [name] if name is not None else []
        while left:
            for line, user in self._mentions.of(left.pop(0)):
                tests = self._of_lines(user.file, [line])
                found_tests |= {test.name: test for test in tests}
                if not tests and user not in seen:
                    seen.add(user)
                    left.append(user)
        if not found_tests and not places:
            inside = bodies((self.tree.root / change.file).read_text("utf-8"))
            return self._of_lines(change.file, inside)
        return list(found_tests.values())

    def _is_measured(self, name: Name) -> bool:
        """Whether any test ran a line of a function or class."""
        return bool(self._of_lines(name.file, self._mentions.lines(name)))

    @cached_property
    def _mentions(self) -> Mentions:
        return Mentions(self.tree)


@cache
def bodies(text: str) -> frozenset[int]:
    """The lines in bodies of functions; the others run when the module is imported."""
    numbers: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            last = node.body[-1].end_lineno
            assert last is not None
            numbers |= set(range(node.body[0].lineno, last + 1))
    return frozenset(numbers)


@cache
def statements(text: str) -> dict[int, range]:
    """The lines of the innermost statement at each line; a body is not part of it."""
    ranges: dict[int, range] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", [])
            last = body[0].lineno - 1 if body else node.end_lineno
            whole = range(node.lineno, max(last or 0, node.lineno) + 1)
            for line in whole:
                if line not in ranges or len(whole) < len(ranges[line]):
                    ranges[line] = whole
    return ranges


def _measured(folder: Path, test: str, names: list[str], tree: Tree) -> dict[str, Any]:
    """The lines of every process of the run, and the tests to which they belong, as bits."""
    from coverage import CoverageData

    places = {name: n for n, name in enumerate(names, 1)}
    lines: dict[str, dict[int, int]] = {}
    for path in sorted(folder.glob("data.*")):
        data = CoverageData(str(path))
        data.read()
        for measured in data.measured_files():
            file = Path(measured)
            if not file.is_relative_to(tree.root):
                continue
            # Every test imports nearly every module: only what runs later tells them apart.
            inside = bodies(file.read_text("utf-8"))
            here = lines.setdefault(str(file.relative_to(tree.root)), {})
            for line, contexts in data.contexts_by_lineno(measured).items():
                for context in contexts if line in inside else ():
                    name = context.removeprefix(f"{test}|")
                    here[line] = here.get(line, 0) | 1 << places.get(name, 0)
    lines = {file: here for file, here in lines.items() if here}
    return {
        "sources": {file: digest(tree.root / file) for file in lines},
        "lines": {
            file: {str(line): f"{mask:x}" for line, mask in here.items()}
            for file, here in lines.items()
        },
    }


GOLDENS: Final = "tests/test_goldens.py"

_SHOWN_BY: Final = {
    "audit": ("play-leaflet", "commands"),
    "cli": ("commands", "pages"),
    "coach": ("coaching", "commands-leaflet", "commands-zappit"),
    "compiled": ("simulations", "environments", "coaching"),
    "envs": ("environments",),
    "history": ("play-", "documents"),
    "kernels": ("simulations", "environments"),
    "law": ("play-", "commands-", "documents"),
    "players": ("simulations", "coaching", "commands"),
    "proof": ("play-",),
    "report": ("pages", "commands"),
    "rulebooks": ("documents", "play-leaflet", "commands-"),
    "scenarios": ("documents",),
    "simulator": ("simulations", "commands-leaflet", "pages"),
    "solver": ("coaching", "commands", "pages"),
    "store": ("evening-",),
    "statistics": ("simulations", "commands", "pages"),
    "table": ("play-", "documents"),
    "terminal": ("commands-", "commands"),
    "web": ("evening-", "play-"),
}
"""The digests that the code of a room is most likely to change, by how their names begin."""


def by_imports(tree: Tree, change: Change) -> list[Test]:
    """The tests of the module's room, then the files of tests that import the module."""
    parts = Path(change.file).with_suffix("").parts[1:]
    room, module = parts[1] if len(parts) > 2 else "", ".".join(parts).removesuffix(".__init__")
    parent, _, name = module.rpartition(".")
    # A package within a room gives the names of its modules.
    whole = f"|from {re.escape(parent)} import" if parent.count(".") > 1 else ""
    imports = re.compile(
        rf"(from|import) {re.escape(module)}\b{whole}"
        rf"|from {re.escape(parent or module)} import [^\n]*\b{re.escape(name)}\b"
    )
    own, near, others = list[Test](), list[Test](), list[Test]()
    for test in tree.tests:
        imported = imports.search((tree.root / test).read_text("utf-8"))
        if room and test.startswith(f"tests/{room}/"):
            (near if imported or f"/test_{name}." in test else own).append(Test(test))
        elif imported:
            others.append(Test(test))
    return [*_goldens(tree, room), *near, *own, *others]


def _goldens(tree: Tree, room: str) -> list[Test]:
    """The digests that a change of this room is most likely to change."""
    if not (tree.root / GOLDENS).exists():
        return []
    kept = sorted(path.stem for path in (tree.root / "tests" / "goldens" / "kept").glob("*.txt"))
    wanted = _SHOWN_BY.get(room, ())
    kinds = [kind for start in wanted for kind in kept if kind.startswith(start)]
    return [Test(f"{GOLDENS}::test_nothing_has_changed_unnoticed[{kind}]") for kind in kinds]
