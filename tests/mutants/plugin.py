"""A plugin of pytest for runs in a private copy: whose code runs, what covers it, in which order.

It is copied beside the tree that is tested, and imports nothing of it.
"""

from __future__ import annotations

import json
import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

_RECORD = os.environ.get("MUTANTS_RECORD")
_ORDER = os.environ.get("MUTANTS_ORDER")
_TESTS: dict[str, dict[str, Any]] = {}


def pytest_configure(config: pytest.Config) -> None:
    """Refuse to test any code but that of the private copy."""
    package, source = os.environ["MUTANTS_PACKAGE"], os.environ["MUTANTS_SOURCE"]
    try:
        spec = find_spec(package)
    except BaseException:
        return  # the import itself is broken: the tests will say so
    if spec is None or not str(spec.origin).startswith(source + os.sep):
        pytest.exit(f"{package} is not imported from {source}", returncode=70)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Only the tests of the command, in its order, whatever the suite's own is.

    A test is given by name, or with all others of its file. A name may be gone: it may depend on
    the process, or on what was changed.
    """
    if _ORDER is None:
        return
    wanted = {name: n for n, name in enumerate(Path(_ORDER).read_text("utf-8").splitlines())}

    def place(item: pytest.Item) -> int:
        return wanted.get(item.nodeid, wanted.get(item.nodeid.split("::")[0], len(wanted)))

    items[:] = sorted((item for item in items if place(item) < len(wanted)), key=place)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Any:
    """The lines that run belong to this test."""
    if _RECORD is None:
        return (yield)
    import coverage

    measured = coverage.Coverage.current()
    if measured is not None:
        measured.switch_context(item.nodeid)
    result = yield
    if measured is not None:
        measured.switch_context("")
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note how long each test took, and whether it passed."""
    test = _TESTS.setdefault(report.nodeid, {"seconds": 0.0, "passed": True, "ran": False})
    test["seconds"] += report.duration
    test["passed"] = test["passed"] and report.outcome != "failed"
    test["ran"] = test["ran"] or (report.when == "call" and report.outcome == "passed")
    if report.outcome == "failed" and (failed := os.environ.get("MUTANTS_FAILED")):
        with open(failed, "a", encoding="utf-8") as out:
            out.write(f"{report.nodeid}\n")


def pytest_sessionfinish() -> None:
    """Leave the notes of a record."""
    if _RECORD is not None:
        Path(_RECORD).write_text(json.dumps(_TESTS), "utf-8")
