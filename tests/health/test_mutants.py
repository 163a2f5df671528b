"""The mutator of the code: what it changes, and that it neither lies nor touches the tree."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mutants import trials
from tests.mutants.changes import Change, changes_of, drawn
from tests.mutants.copies import Copy, Tree
from tests.mutants.covering import GOLDENS, Records, by_imports
from tests.mutants.serving import is_served
from tests.mutants.trials import (
    CAUGHT,
    EQUIVALENT,
    SURVIVED,
    UNDECIDED,
    Equivalent,
    Results,
    Trials,
    Verdict,
    equivalents,
)

ROOT = Path(__file__).parents[2]


def written(tmp_path: Path, code: str) -> list[Change]:
    """The changes of a module with this text."""
    path = tmp_path / "src" / "sample" / "one.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(code, "utf-8")
    return changes_of(tmp_path, path)


KINDS = [
    ("comparison", "def f(a, b):\n    return g(a < b)\n", "return g(a < b) -> return g(a <= b)"),
    ("comparison", "x = a is not None\n", "x = a is not None -> x = a is None"),
    ("comparison", "x = a  not  in b\n", "x = a not in b -> x = a in b"),
    ("constant", "LIMIT = 12\n", "LIMIT = 12 -> LIMIT = 13"),
    ("constant", "x = f(deep=True)\n", "x = f(deep=True) -> x = f(deep=False)"),
    ("arithmetic", "x = a + b\n", "x = a + b -> x = a - b"),
    ("arithmetic", "x += 'é' and b\n", "x += 'é' and b -> x -= 'é' and b"),
    ("and or", "x = 'é' and (b)\n", "x = 'é' and (b) -> x = 'é' or (b)"),
    ("operand dropped", "x = a or b\n", "x = a or b -> x = a"),
    ("operand dropped", "x = a or b\n", "x = a or b -> x = b"),
    ("not", "x = not a\n", "x = not a -> x = (a)"),
    ("condition", "if a.b():\n    c()\n", "if a.b(): -> if not a.b():"),
    ("condition", "x = [a for a in b if c]\n",
     "x = [a for a in b if c] -> x = [a for a in b if True]"),
    ("statement deleted", "f(\n    1\n)\n", "f( 1 ) -> pass"),
    ("statement deleted", "a.b = 1\n", "a.b = 1 -> pass"),
    ("arguments swapped", "x = f(a, b)\n", "x = f(a, b) -> x = f(b, a)"),
    ("argument dropped", "x = f(a, b=1)\n", "x = f(a, b=1) -> x = f(a)"),
    ("returned value", "def f():\n    return a\n", "return a -> return None"),
    ("returned value", "def f():\n    return a < b\n", "return a < b -> return not (a < b)"),
    (
        "clause",
        "x = run.rules.limits.maximum.under\n",
        "x = run.rules.limits.maximum.under -> x = run.rules.deal.turns.under",
    ),
    (
        "clause",
        'x = rules.book.cites.get("wager", y)\n',
        'x = rules.book.cites.get("wager", y) -> x = rules.book.cites.get("none", y)',
    ),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "code", "text"), KINDS)
def test_each_kind_of_change(tmp_path: Path, kind: str, code: str, text: str) -> None:
    changes = [change for change in written(tmp_path, code) if change.kind == kind]
    assert text in [change.text for change in changes]
    for change in changes:
        compile(change.made_in(code), "changed", "exec")


def test_what_says_nothing_about_the_code_is_left_alone(tmp_path: Path) -> None:
    code = (
        '"""A docstring."""\nfrom typing import TYPE_CHECKING\n__all__ = ["a", "b"]\n'
        'if TYPE_CHECKING:\n    import x\nassert 1 < 2, f"{1 + 1}"\n'
        "def f(a: int, b: list[1]) -> None: ...\n"
        "x = max(a, b)\n"
    )
    assert written(tmp_path, code) == []


def test_a_change_has_the_same_id_wherever_its_line_is(tmp_path: Path) -> None:
    twice = "    if a > 1:\n        return 1\n"
    code = f"def f(a):\n{twice}{twice}    return 3\n"
    before, after = written(tmp_path, code), written(tmp_path, f"# a comment\n\n{code}")
    assert [one.id for one in before] == [one.id for one in after]
    assert len({one.id for one in before}) == len(before), "the same line twice is two changes"
    assert [one.line + 2 for one in before] == [one.line for one in after]


def test_the_same_seed_draws_the_same_changes_of_every_kind() -> None:
    changes = [c for p in (ROOT / "src/pitboss/law").glob("*.py") for c in changes_of(ROOT, p)]
    first, second = (drawn(list(changes), 60, seed, ROOT) for seed in (1, 1))
    assert first == second != drawn(list(changes), 60, 2, ROOT)
    assert len(set(first)) == 60 and len({change.kind for change in first}) > 8


def test_every_equivalent_change_is_one_that_can_be_made() -> None:
    rows = equivalents(ROOT / "tests" / "mutants" / "equivalent.toml")
    for row in rows:
        assert row.why
        assert any(row.is_of(change) for change in changes_of(ROOT, ROOT / row.file)), row


# Trials of a small package.

ONE = """\
def larger(a: int, b: int) -> int:
    return a if a > b else b


def unseen(a: int) -> int:
    return a + 1


def loop(left: int) -> int:
    while left > 0:
        left -= 1
    return left


def shaky(a: int) -> int:
    return a * 2
"""
TWO = """\
FACTOR = 1 + 1


def double(a: int) -> int:
    return 2 * a


def far(a: int) -> int:
    return FACTOR * a
"""
TESTS = """\
import subprocess
import sys
from pathlib import Path

from sample.one import larger, loop, shaky


def test_larger():
    assert larger(1, 2) == larger(2, 1) == 2


def test_loop():
    assert loop(3) == 0


def test_shaky():
    marker = Path("was_here")
    if marker.exists():
        raise AssertionError("a test that fails by itself")
    assert shaky(2) == 4


def test_a_process():
    code = "from sample.two import double; assert double(2) == 4"
    subprocess.run([sys.executable, "-c", code], check=True)
"""


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """A package of two modules and its tests."""
    root = tmp_path / "made"
    for path, text in {
        "src/sample/__init__.py": "",
        "src/sample/one.py": ONE,
        "src/sample/two.py": TWO,
        "tests/test_sample.py": TESTS,
    }.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    return Tree(root, "sample")


def contents(tree: Tree) -> dict[str, tuple[bytes, int]]:
    """Every file of a tree with its time."""
    files = (path for path in tree.root.rglob("*") if path.is_file())
    return {str(path): (path.read_bytes(), path.stat().st_mtime_ns) for path in files}


def change_of(tree: Tree, text: str, file: str = "one") -> Change:
    """The change with this text."""
    path = tree.root / "src" / "sample" / f"{file}.py"
    return next(one for one in changes_of(tree.root, path) if one.text == text)


FLIPPED = "return a if a > b else b -> return a if a >= b else b"
CAUGHT_ONE = "return a if a > b else b -> return None"


def verdicts(tree: Tree, *changes: Change, **options: object) -> Iterator[Verdict]:
    """What becomes of these changes."""
    same = Equivalent("src/sample/one.py", "larger", FLIPPED, "of equals either is the larger")
    trials = Trials(tree, tree.root.parent / "cache", known=[same], **options)  # type: ignore[arg-type]
    return trials.tried(changes, 1)


def test_a_change_is_caught_survives_or_is_known_and_the_tree_stays_as_it_is(tree: Tree) -> None:
    before = contents(tree)
    caught, survived, same = verdicts(
        tree,
        change_of(tree, CAUGHT_ONE),
        change_of(tree, "return a + 1 -> return a - 1"),
        change_of(tree, FLIPPED),
    )
    assert (caught.outcome, caught.why) == (CAUGHT, "by tests/test_sample.py::test_larger")
    assert (survived.outcome, survived.why) == (
        SURVIVED,
        "1 file of tests passes; what covers it is not recorded",
    )
    assert (same.outcome, same.why) == (EQUIVALENT, "of equals either is the larger")
    assert contents(tree) == before


def test_a_broken_import_and_a_loop_without_end_are_caught(tree: Tree) -> None:
    copy, began = Copy(tree), time.monotonic()
    assert copy.run(["tests/test_sample.py"], limit=300).code == 0
    copy.close()
    usual = time.monotonic() - began
    broken = change_of(tree, CAUGHT_ONE)._replace(start=0, end=0, new="import nowhere\n")
    endless = change_of(tree, "left -= 1 -> pass")
    first, second = verdicts(tree, broken, endless, starting=1 + 3 * usual, budget=0.1)
    assert (first.outcome, second.outcome) == (CAUGHT, CAUGHT), (first, second)
    assert "do not come in time" in second.why


def test_what_fails_without_a_change_decides_nothing(tree: Tree) -> None:
    (tree.root / "was_here").touch()
    tests = tree.root / "tests" / "test_sample.py"
    tests.write_text(TESTS.replace("test_larger", "est_larger"), "utf-8")
    (verdict,) = verdicts(tree, change_of(tree, CAUGHT_ONE))
    assert verdict.outcome == UNDECIDED
    assert "test_shaky fails without the change as well" in verdict.why


def test_a_record_finds_the_tests_of_a_line_also_in_processes_they_start(tree: Tree) -> None:
    records = Records(tree, tree.root.parent / "cache")
    copy = Copy(tree)
    try:
        assert records.missing() == ["tests/test_sample.py"]
        assert records.record(copy, "tests/test_sample.py") == ""
    finally:
        copy.close()
    file = "tests/test_sample.py::"
    first, second = (
        change_of(tree, CAUGHT_ONE),
        change_of(tree, "return 2 * a -> return None", "two"),
    )
    assert [test.name for test in records.covering(first)] == [f"{file}test_larger"]
    assert f"{file}test_a_process" in [test.name for test in records.covering(second)]
    assert records.covering(change_of(tree, "return a + 1 -> return None")) == []
    assert Records(tree, tree.root.parent / "cache").missing() == []


def test_a_record_is_read_although_lines_have_moved(tree: Tree) -> None:
    file = "tests/test_sample.py"
    _recorded(tree, file)
    for module in ("one", "two"):
        path = tree.root / "src" / "sample" / f"{module}.py"
        path.write_text(f"# a comment\n{path.read_text('utf-8')}", "utf-8")
    records = Records(tree, tree.root.parent / "cache")
    assert records.missing() == []
    moved = change_of(tree, CAUGHT_ONE)
    assert [test.name for test in records.covering(moved)] == [f"{file}::test_larger"]
    (tree.root / file).write_text(f"# a comment\n{TESTS}", "utf-8")
    assert Records(tree, tree.root.parent / "cache").missing() == [file]


def test_what_is_never_measured_is_tried_by_what_uses_it(tree: Tree) -> None:
    file = "tests/test_sample.py"
    more = "\n\ndef test_far():\n    from sample.two import far\n\n    assert far(2) == 4\n"
    (tree.root / file).write_text(TESTS + more, "utf-8")
    _recorded(tree, file)
    records = Records(tree, tree.root.parent / "cache")
    constant = change_of(tree, "FACTOR = 1 + 1 -> FACTOR = 1 - 1", "two")
    tests = records.covering(constant)
    assert [test.name for test in tests] == [f"{file}::test_far"]
    names = {test.name.rpartition("::")[2] for test in records.beside(tests)}
    assert names == {"test_larger", "test_loop", "test_shaky", "test_a_process"}
    assert records.shares("src/sample/two.py") == {file: 1.0}


def test_an_endless_test_fails_by_its_processor_time(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    _recorded(tree, "tests/test_sample.py")
    records = Records(tree, tree.root.parent / "cache")
    monkeypatch.setattr(trials, "_AT_LEAST", 1)
    (verdict,) = verdicts(tree, change_of(tree, "left -= 1 -> pass"), records=records)
    assert (verdict.outcome, verdict.why) == (CAUGHT, "by tests/test_sample.py::test_loop")


def test_a_fork_makes_the_change_and_the_next_one_does_not_have_it(tree: Tree) -> None:
    copy = Copy(tree)
    try:
        copy.serve(tree.tests)
        changed = change_of(tree, CAUGHT_ONE)
        first = copy.run(["tests/test_sample.py"], limit=60, served=True, change=changed)
        copy.restore(changed)
        assert (first.code, first.failed) == (1, "tests/test_sample.py::test_larger")
        process = change_of(tree, "return 2 * a -> return None", "two")
        second = copy.run(["tests/test_sample.py"], limit=60, served=True, change=process)
        copy.restore(process)
        assert (second.code, second.failed) == (1, "tests/test_sample.py::test_a_process")
        assert copy.run(["tests/test_sample.py"], limit=60, served=True).code == 0
        assert copy.is_serving
    finally:
        copy.close()


def test_a_change_outside_of_functions_is_tried_in_a_process_that_begins_for_it(
    tree: Tree,
) -> None:
    inside = {2, 6}
    assert is_served(change_of(tree, CAUGHT_ONE), inside)
    constant = change_of(tree, "FACTOR = 1 + 1 -> FACTOR = 1 - 1", "two")
    assert not is_served(constant, inside)
    more = "\n\ndef test_far():\n    from sample.two import far\n\n    assert far(2) == 4\n"
    (tree.root / "tests" / "test_sample.py").write_text(TESTS + more, "utf-8")
    (verdict,) = verdicts(tree, constant, served=True)
    assert (verdict.outcome, verdict.why) == (CAUGHT, "by tests/test_sample.py::test_far")


def test_tests_for_which_no_time_is_left_are_left_out(tree: Tree) -> None:
    slow = "def test_first():\n    end = 10**7\n    while end:\n        end -= 1\n\n\n"
    slow += "def test_second():\n    assert False\n"
    (tree.root / "tests" / "test_sample.py").write_text(slow, "utf-8")
    copy = Copy(tree)
    try:
        copy.serve(tree.tests)
        ran = [
            copy.run(["tests/test_sample.py"], limit=60, served=True, budget=budget).code
            for budget in (0, 60)
        ]
    finally:
        copy.close()
    assert ran == [0, 1]


def test_verdicts_that_are_noted_are_not_tried_again(tree: Tree, tmp_path: Path) -> None:
    results = Results(tmp_path / "results")
    (verdict,) = verdicts(tree, change_of(tree, FLIPPED))
    results.add(verdict)
    assert Results(tmp_path / "results").outcomes == {verdict.change.id: EQUIVALENT}
    assert Results(None).outcomes == {}


def _recorded(tree: Tree, file: str) -> None:
    copy = Copy(tree)
    try:
        assert Records(tree, tree.root.parent / "cache").record(copy, file) == ""
    finally:
        copy.close()


def test_no_process_of_a_run_is_left(tree: Tree) -> None:
    code = (
        "import subprocess, sys\n\n\ndef test_it():\n"
        "    sleeper = [sys.executable, '-c', 'import time; time.sleep(600)']\n"
        "    print(subprocess.Popen(sleeper, start_new_session=True).pid, file=open('pid', 'w'))\n"
    )
    (tree.root / "tests" / "test_sample.py").write_text(code, "utf-8")
    copy = Copy(tree)
    try:
        assert copy.run(["tests/test_sample.py"], limit=60).code == 0
        process = int((copy.tree.root / "pid").read_text())
        for _ in range(200):
            if not _is_running(process):
                return
            time.sleep(0.05)
        raise AssertionError("the process still runs")
    finally:
        copy.close()


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
        stat = Path(f"/proc/{process}/stat")
        return not (stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z")
    except ProcessLookupError:
        return False


def test_without_a_record_the_room_comes_first_and_then_what_imports_the_module() -> None:
    tree = Tree(ROOT, "pitboss")
    change = next(iter(changes_of(ROOT, ROOT / "src/pitboss/store/passwords.py")))
    names = [test.name for test in by_imports(tree, change)]
    goldens = [name for name in names if name.startswith(GOLDENS)]
    assert goldens == names[: len(goldens)] and all("evening" in name for name in goldens)
    files = names[len(goldens) :]
    assert files[0] == "tests/store/test_passwords.py"
    assert all(name.startswith(("tests/store/", "tests/web/", "tests/cli/")) for name in files)
