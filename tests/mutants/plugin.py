"""A plugin of pytest for runs in a private copy: whose code runs, what covers it, in which order.

It is copied beside the tree that is tested, and imports nothing of it.
"""

from __future__ import annotations

import functools
import gc
import json
import os
import resource
import signal
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

_RECORD = os.environ.get("MUTANTS_RECORD")
_ORDER = os.environ.get("MUTANTS_ORDER")
_SERVE = os.environ.pop("MUTANTS_SERVE", None)
_TESTS: dict[str, dict[str, Any]] = {}
_SECONDS: dict[str, int] = {}
_BEGAN = 0.0
"""What the processor had worked before the tests"""
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
    if _SERVE is None:
        items[:] = _ordered(items)


def _ordered(items: list[pytest.Item]) -> list[pytest.Item]:
    if _ORDER is None:
        return items
    lines = [line.partition(" ") for line in Path(_ORDER).read_text("utf-8").splitlines()]
    wanted = {name: n for n, (_, _, name) in enumerate(lines)}
    _SECONDS.update({name: int(seconds) for seconds, _, name in lines})
    if not any("/browser/" in name for name in wanted):  # which reserves more than it uses
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, most))

    def place(item: pytest.Item) -> int:
        return wanted.get(item.nodeid, wanted.get(item.nodeid.split("::")[0], len(wanted)))

    return sorted((item for item in items if place(item) < len(wanted)), key=place)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Serve: fork for each request. The fork returns, and runs the tests of the request."""
    if _SERVE is None:
        return None
    reads, writes = map(int, _SERVE.split(","))
    requests, answers = os.fdopen(reads, "r"), os.fdopen(writes, "w")
    functions, caches = _imported()
    gc.freeze()  # what is only read need not be copied for a fork
    print(json.dumps({"tests": len(session.items)}), file=answers, flush=True)
    while line := requests.readline():
        process = os.fork()
        if not process:
            requests.close()
            answers.close()
            _become(json.loads(line), session, functions, caches)
            return None
        print(json.dumps({"process": process}), file=answers, flush=True)
        _, status = os.waitpid(process, 0)
        code = os.waitstatus_to_exitcode(status)
        print(json.dumps({"code": code}), file=answers, flush=True)
    os._exit(0)


Functions = dict[tuple[str, CodeType], list[FunctionType]]


def _imported() -> tuple[Functions, list[Any]]:
    """The functions of the package by their code, and what they keep between calls."""
    source, functions, caches = os.environ["MUTANTS_SOURCE"] + os.sep, Functions(), list[Any]()
    for one in gc.get_objects():
        if type(one) is FunctionType and one.__code__.co_filename.startswith(source):
            functions.setdefault((one.__code__.co_filename, one.__code__), []).append(one)
        elif type(one) is functools._lru_cache_wrapper:
            code = getattr(one.__wrapped__, "__code__", None)
            if code is not None and code.co_filename.startswith(source):
                caches.append(one)
    return functions, caches


def _become(
    request: dict[str, Any], session: pytest.Session, functions: Functions, caches: list[Any]
) -> None:
    """Be a run of the tests that are requested, of the code with the change."""
    global _RECORD, _ORDER, _BEGAN
    _BEGAN = _worked()
    os.setsid()
    os.environ.update(request["environment"])
    _RECORD, _ORDER = os.environ.get("MUTANTS_RECORD"), os.environ.get("MUTANTS_ORDER")
    tempfile.tempdir = None
    config: Any = session.config
    config._tmp_path_factory._given_basetemp = Path(request["scratch"])
    config._tmp_path_factory._basetemp = None
    config.option.maxfail = 1 if _RECORD is None else 0
    session.testsfailed = 0  # files that could not be collected
    session.items[:] = _ordered(session.items)
    if request["file"] and not _replace(**{k: request[k] for k in _CHANGE}, functions=functions):
        os._exit(71)
    for one in caches:  # what was calculated while the tests were collected
        one.cache_clear()
    if _RECORD is not None:
        import coverage

        coverage.Coverage(config_file=os.environ["COVERAGE_PROCESS_START"]).start()


_CHANGE = ("file", "before", "after")


def _replace(file: str, before: str, after: str, functions: Functions) -> bool:
    """Give the functions of a module the changed bodies; whether that is possible."""
    if not any(getattr(one, "__file__", None) == file for one in list(sys.modules.values())):
        return True  # whoever imports it later reads the changed file
    sides = (compile(text, file, "exec", dont_inherit=True) for text in (before, after))
    olds, news = (list(_bodies(code)) for code in sides)
    if len(olds) != len(news):
        return False
    for old, new in zip(olds, news, strict=True):
        if _does(old) != _does(new):
            changed = functions.get((file, old), [])
            if not changed:
                return False
            for one in changed:
                try:
                    one.__code__ = new
                except ValueError:  # it needs another number of cells
                    return False
    return True


def _bodies(code: CodeType) -> Iterator[CodeType]:
    """The functions that are made when a module is imported, those of its classes too."""
    for one in code.co_consts:
        if isinstance(one, CodeType):
            if one.co_flags & CO_OPTIMIZED:
                yield one
            else:
                yield from _bodies(one)


def _does(code: CodeType) -> tuple[Any, ...]:
    """What a function does, on whichever lines."""
    inner = tuple(
        _does(one) if isinstance(one, CodeType) else (type(one), one) for one in code.co_consts
    )
    return (code.co_code, inner, code.co_names, code.co_varnames, code.co_freevars,
            code.co_exceptiontable)  # fmt: skip


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Any:
    """The lines that run belong to this test."""
    if _RECORD is None:
        most = float(os.environ.get("MUTANTS_BUDGET", "-20")) + 20
        return (yield from _within(_SECONDS.get(item.nodeid) or int(most)))
    import coverage

    measured = coverage.Coverage.current()
    os.environ["MUTANTS_TEST"] = item.nodeid
    if measured is not None:
        measured.switch_context(item.nodeid)
    began = _worked()
    result = yield
    if item.nodeid in _TESTS:
        _TESTS[item.nodeid]["seconds"] = _worked() - began
    if measured is not None:
        measured.switch_context("")
    return result


def _worked() -> float:
    """The seconds that the processor has worked, also for processes that have ended."""
    return sum(os.times()[:4])


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


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Leave out the tests for which no time is left."""
    budget = os.environ.get("MUTANTS_BUDGET")
    if budget is not None and _worked() - _BEGAN > float(budget):
        pytest.skip("no time is left")


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
    test["passed"] = test["passed"] and report.outcome != "failed"
    test["ran"] = test["ran"] or (report.when == "call" and report.outcome == "passed")
    if report.outcome == "failed" and (failed := os.environ.get("MUTANTS_FAILED")):
        with open(failed, "a", encoding="utf-8") as out:
            out.write(f"{report.nodeid}\n")


def pytest_sessionfinish() -> None:
    """Leave the notes of a record."""
    if _RECORD is not None:
        import coverage

        measured = coverage.Coverage.current()
        if measured is not None and _SERVE is not None:
            measured.stop()
            measured.save()
        Path(_RECORD).write_text(json.dumps(_TESTS), "utf-8")
