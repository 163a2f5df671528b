"""The processor time of each file of tests, with the servers and browsers that it uses.

The suite is to stay fast: a run in several processes ends with the files that took the most.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

MOST: Final = 10
"""How many files are shown"""

PROCESSES: Final = Path("/proc")
_TICKS: Final = os.sysconf("SC_CLK_TCK")
_USED: Final = slice(11, 15)
"""In a process's ``stat``, after its name: by itself, for the system, and the same of the ended"""


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:  # it has ended meanwhile
        return ""


def spent(process: int) -> float:
    """Seconds for which a process, and all that it has started, have used a processor.

    0 where the system does not say.
    """
    stat = _read(PROCESSES / str(process) / "stat").rpartition(")")[2].split()
    seconds = sum(map(int, stat[_USED])) / _TICKS
    threads = (PROCESSES / str(process) / "task").glob("*/children")
    return seconds + sum(spent(int(child)) for path in threads for child in _read(path).split())


class Spending:
    """Notes the seconds of each file in a process that runs tests."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._before = spent(os.getpid())

    def note(self, what: str) -> None:
        """Count everything since the last note for this."""
        now = spent(os.getpid())
        self.seconds[what] += max(0.0, now - self._before)
        self._before = now

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Any:
        """What is spent before any test runs is spent once in each process."""
        done = yield
        self.note("collecting, in every process")
        return done

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> Any:
        """A file has ended when the next test is another's."""
        done = yield
        file = item.nodeid.partition("::")[0]
        if nextitem is None or nextitem.nodeid.partition("::")[0] != file:
            self.note(file)
        return done

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Hand the figures to the process that reports."""
        session.config.workeroutput["spent"] = dict(self.seconds)  # type: ignore[attr-defined]


class Sum:
    """Adds up what all processes have spent, and shows it at the end."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """A process has ended."""
        for file, seconds in getattr(node, "workeroutput", {}).get("spent", {}).items():
            self.seconds[file] += seconds

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Show the files that took the most."""
        if total := sum(self.seconds.values()):
            terminalreporter.section("processor time")
            for line in lines(self.seconds):
                terminalreporter.line(line)
            terminalreporter.line(f"{total / 60:.1f} minutes in {len(self.seconds) - 1} files")


def lines(seconds: Mapping[str, float]) -> list[str]:
    """The most expensive files, the most expensive first."""
    most = sorted(seconds.items(), key=lambda each: -each[1])[:MOST]
    return [f"{used:6.1f} s {file}" for file, used in most]
