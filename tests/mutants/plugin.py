"""A plugin of pytest for runs in a private copy: whose code runs, what covers it, in which order.

It is copied beside the tree that is tested, and imports nothing of it.
"""

from __future__ import annotations

import json
import os
import resource
import signal
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

_RECORD = os.environ.get("MUTANTS_RECORD")
_ORDER = os.environ.get("MUTANTS_ORDER")
_TESTS: dict[str, dict[str, Any]] = {}
_SECONDS: dict[str, int] = {}
_MEMORY = 4 << 30
"""What a run of tests may take: a changed loop may never end."""


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
    lines = [line.partition(" ") for line in Path(_ORDER).read_text("utf-8").splitlines()]
    wanted = {name: n for n, (_, _, name) in enumerate(lines)}
    _SECONDS.update({name: int(seconds) for seconds, _, name in lines})
    if not any("/browser/" in name for name in wanted):  # which reserves more than it uses
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, most))

    def place(item: pytest.Item) -> int:
        return wanted.get(item.nodeid, wanted.get(item.nodeid.split("::")[0], len(wanted)))

    items[:] = sorted((item for item in items if place(item) < len(wanted)), key=place)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Any:
    """The lines that run belong to this test."""
    if _RECORD is None:
        return (yield from _within(_SECONDS.get(item.nodeid, 0)))
    import coverage

    measured = coverage.Coverage.current()
    os.environ["MUTANTS_TEST"] = item.nodeid
    if measured is not None:
        measured.switch_context(item.nodeid)
    result = yield
    if measured is not None:
        measured.switch_context("")
    return result


def _within(seconds: int) -> Any:
    """Fail a test for which the processor works longer than this, however busy it is."""

    def end(*_: object) -> None:
        pytest.fail(f"the test still runs after {seconds} seconds")

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds)  # 0: no limit
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Any:
    """What a fixture prepares for several tests belongs to all of them."""
    if _RECORD is None or fixturedef.scope == "function":
        return (yield)
    import coverage

    measured = coverage.Coverage.current()
    if measured is None:
        return (yield)
    measured.switch_context("")
    try:
        return (yield)
    finally:
        measured.switch_context(os.environ.get("MUTANTS_TEST", ""))


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
