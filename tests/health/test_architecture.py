"""The structure of the code: import direction, module length, exports."""

from __future__ import annotations

import ast
import doctest
import importlib
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "pitboss"
MODULES = sorted(SOURCE.rglob("*.py"))

LAYERS = [
    {"_imported"},
    {"numbers"},
    {"acts", "cards", "documents", "frames", "money", "jsonable"},
    {"rulebooks"},
    {"law"},
    {"table", "compiled"},
    {"audit", "solver", "store"},
    {"statistics", "players", "scenarios", "history"},
    {"kernels"},
    {"simulator"},
    {"coach"},
    {"report", "envs", "handbook", "evidence", "school"},
    {"web", "terminal"},
    {"cli"},
]
"""Each package imports only from earlier layers of this list."""


def _room(path: Path) -> str:
    return path.relative_to(SOURCE).with_suffix("").parts[0]


ROOMS = sorted({_room(path) for path in MODULES})

in_every_room = pytest.mark.parametrize("room", ROOMS)
"""One test per package: one per module would take longer to report than to run."""


def _modules(room: str) -> list[Path]:
    return [path for path in MODULES if _room(path) == room]


def _named(path: Path) -> str:
    return str(path.relative_to(SOURCE))


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def _length(path: Path) -> int:
    return len(path.read_text("utf-8").splitlines())


def _imports(path: Path) -> set[str]:
    texts = set()
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("pitboss."):
            texts.add(node.module.split(".")[1])
        elif isinstance(node, ast.Import):
            texts |= {a.name.split(".")[1] for a in node.names if a.name.startswith("pitboss.")}
    return texts


@in_every_room
def test_imports_point_one_way(room: str) -> None:
    depth = {room: i for i, layer in enumerate(LAYERS) for room in layer}
    if room in ("__init__", "__main__"):
        return
    assert room in depth, f"say in LAYERS where {room!r} stands"
    for path in _modules(room):
        for imported in _imports(path):
            allowed = imported == room or depth[imported] < depth[room]
            assert allowed, f"{_named(path)} must not import {imported}"


def test_a_module_fits_in_one_sitting() -> None:
    long = {_named(path): _length(path) for path in MODULES if _length(path) > 500}
    assert not long, "split it by part of the rulebook"


MANY_PARAMETERS = {
    # A stand-alone program, whose parameters are the keys of the file that it checks.
    "audit/fairness.py": {"verify"},
    # The public entry point: every option of a run by keyword, with its default.
    "simulator/run.py": {"simulate", "prepare_run"},
    # Environments: `gymnasium.make` hands on every option by keyword.
    "envs/aec.py": {"__init__"},
    "envs/single.py": {"__init__"},
    "envs/vector.py": {"__init__"},
}
"""Functions that may have more than eight parameters, and why."""

ENTRIES = {"kernel", "lean_kernel", "entry", "command"}
"""The decorators of functions that are called from outside with everything they need."""


def _decorators(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """The last names of a function's decorators: ``command`` of ``@main.command(...)``."""
    called = (d.func if isinstance(d, ast.Call) else d for d in function.decorator_list)
    return {d.attr if isinstance(d, ast.Attribute) else getattr(d, "id", "") for d in called}


@cache
def _kernels() -> frozenset[str]:
    """The functions that are compiled, and take everything they need by position."""
    return frozenset(
        node.name
        for path in MODULES
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.FunctionDef)
        and {"kernel", "lean_kernel", "inner"} & _decorators(node)
    )


@in_every_room
def test_no_call_has_more_than_eight_positional_arguments(room: str) -> None:
    """With more, a reader asks of each which one it is. Kernels are called so, which is fastest."""
    if room == "kernels":
        return
    for path in _modules(room):
        for node in ast.walk(_tree(path)):
            if not isinstance(node, ast.Call) or len(node.args) <= 8:
                continue
            name = ast.unparse(node.func)
            where = f"{_named(path)}, line {node.lineno}: {name}"
            assert name in _kernels(), f"{where} has {len(node.args)}; name its arguments"


@in_every_room
def test_no_function_has_more_than_eight_parameters(room: str) -> None:
    """A kernel's entry may, and a command, whose options its parameters are."""
    for path in _modules(room):
        allowed = MANY_PARAMETERS.get(_named(path), set())
        for node in ast.walk(_tree(path)):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            if node.name in allowed or _decorators(node) & ENTRIES:
                continue
            arguments = node.args
            named = [
                a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
            ]
            many = len([name for name in named if name not in ("self", "cls")])
            where = f"{_named(path)}: {node.name}"
            assert many <= 8, f"{where} has {many} parameters; make a small value of some"


def test_half_of_the_modules_are_short() -> None:
    lengths = sorted(map(_length, MODULES))
    assert lengths[len(lengths) // 2] <= 130


@in_every_room
def test_every_module_and_public_name_says_what_it_is(room: str) -> None:
    for path in _modules(room):
        tree = _tree(path)
        assert ast.get_docstring(tree), f"{_named(path)} opens with one true sentence"
        for node in tree.body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
                assert ast.get_docstring(node), f"{_named(path)}: {node.name} needs a docstring"


def test_the_law_is_exact() -> None:
    """Money, books and law use no float and no division that yields one."""
    for path in MODULES:
        if _room(path) not in ("cards", "money", "rulebooks", "law"):
            continue
        for node in ast.walk(_tree(path)):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), path
            assert not (isinstance(node, ast.Name) and node.id == "float"), path


def test_importing_the_law_is_light() -> None:
    code = (
        "import sys, pitboss.law.play; print([m for m in sys.modules if m.split('.')[0] in {%s}])"
    )
    heavy = "'numba', 'numpy', 'click', 'rich', 'starlette'"
    out = subprocess.run(
        [sys.executable, "-c", code % heavy], capture_output=True, text=True, check=True
    )
    assert out.stdout.strip() == "[]"


def test_importing_pitboss_loads_no_learning_library() -> None:
    code = (
        "import sys, pitboss, pitboss.cli.main; pitboss.solve, pitboss.simulate; "
        "print([m for m in ('gymnasium', 'pettingzoo', 'pyarrow') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


@in_every_room
def test_examples_in_docstrings_run(room: str) -> None:
    failed = []
    for path in _modules(room):
        if path.stem == "__main__":
            continue
        parts = path.relative_to(SOURCE.parent).with_suffix("").parts
        module = importlib.import_module(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
        if doctest.testmod(module).failed:
            failed.append(_named(path))
    assert not failed


PAGES = [p for p in sorted((ROOT / "docs").rglob("*.md")) if ">>>" in p.read_text("utf-8")]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_examples_in_the_documentation_run(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False).failed == 0


def test_an_example_is_a_session_in_python() -> None:
    """Only examples in ``pycon`` blocks are highlighted and tested."""
    for page in PAGES:
        fences = re.findall(r"```(\w*)\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
        assert {name for name, text in fences if ">>> " in text} == {"pycon"}, page.name


def test_examples_in_the_readme_run() -> None:
    assert doctest.testfile(str(ROOT / "README.md"), module_relative=False).failed == 0
    opening = (ROOT / "README.md").read_text("utf-8").split("```")[1]
    assert len(re.findall(r"^>>> ", opening, re.MULTILINE)) == 5, "README opens with five lines"


def test_the_pages_made_from_the_books_are_up_to_date() -> None:
    from tests.docs import FOLDER, generated

    for name, text in generated():
        assert (FOLDER / name).read_text("utf-8") == text, "regenerate it: python -m tests.docs"


def test_nothing_names_this_machine() -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split("\0")
    here = str(ROOT.parent) + "/"
    for name in filter(None, tracked):
        path = ROOT / name
        if path.suffix in {".py", ".toml", ".md", ".txt", ".json", ""} and path.is_file():
            assert here not in path.read_text("utf-8"), name
