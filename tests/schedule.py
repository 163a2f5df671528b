"""Which process runs which files of tests: the longest first, and only a few need a browser.

A process that opens pages starts Chromium, its driver, a server and the workers of a lab, which
takes as long as twenty files; one that has servers makes a PostgreSQL of its own.

    python -m tests.schedule    keep the seconds of the longest files of the last whole run here
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Final

import pytest
from xdist.remote import Producer  # type: ignore[import-untyped]
from xdist.scheduler import LoadFileScheduling  # type: ignore[import-untyped]
from xdist.workermanage import WorkerController  # type: ignore[import-untyped]

USUAL: Final = 1.0
"""Seconds of a file of which nothing is known"""

ROOT: Final = Path(__file__).resolve().parents[1]

TYPICAL: Final = Path(__file__).with_name("typical_seconds.json")
"""How long the longest files take, for a clone in which nothing has run yet"""

FOLDERS: Final[Mapping[str, int]] = {"tests/web/browser/": 2, "tests/web/": 2}
"""How many processes run the files of a folder; what is within another comes first"""


KEPT: Final = 60
"""How many of them are kept: the others are short enough to come in any order"""

STORED: Final = "pitboss/seconds"
"""Where the cache of pytest has the seconds of each file when it last ran here"""


def typical() -> dict[str, float]:
    """The seconds of the longest files on two cores."""
    seconds: dict[str, float] = json.loads(TYPICAL.read_text("utf-8"))
    return seconds


def cache_of(config: pytest.Config) -> pytest.Cache | None:
    """What pytest keeps from run to run, unless it keeps nothing."""
    return getattr(config, "cache", None)


def seconds_in(config: pytest.Config) -> dict[str, float]:
    """How long each file took when it last ran here."""
    cache = cache_of(config)
    seconds: dict[str, float] = {} if cache is None else cache.get(STORED, {})
    return seconds


def folder_of(file: str) -> str | None:
    """The folder for whose files a process prepares, if the file is in one."""
    return next((folder for folder in FOLDERS if file.startswith(folder)), None)


def next_file(
    files: Iterable[str],
    seconds: Mapping[str, float],
    *,
    prepared: Collection[str],
    full: Collection[str],
) -> str | None:
    """The longest file for a process, of those that it is prepared for if there is one.

    A folder that is ``full`` is left to the processes that are prepared for it.
    """
    folders = {file: folder_of(file) for file in files}
    own = [file for file, folder in folders.items() if folder in prepared]
    new = [file for file, folder in folders.items() if folder is not None and folder not in full]
    others = [file for file, folder in folders.items() if folder is None]
    # Pages and servers first: what only calculates is left for whichever process has time.
    some = own or ([] if prepared else new) or others or new
    return max(some, key=lambda file: seconds.get(file, USUAL), default=None)


class LongestFirst(LoadFileScheduling):  # type: ignore[misc]
    """Gives each process whole files, one after the other."""

    def __init__(self, config: pytest.Config, log: Producer, seconds: Mapping[str, float]) -> None:
        super().__init__(config, log)
        self._seconds = typical() | dict(seconds)
        self._prepared: dict[WorkerController, set[str]] = {}

    def _assign_work_unit(self, node: WorkerController) -> None:
        prepared = {here: self._prepared.get(here, set()) for here in self.nodes}
        full = {
            folder
            for folder, most in FOLDERS.items()
            if sum(folder in each for each in prepared.values()) >= most
        }
        file = next_file(self.workqueue, self._seconds, prepared=prepared[node], full=full)
        if file is None:  # what is left is for others
            node.shutdown()
            return
        if (folder := folder_of(file)) is not None:
            self._prepared.setdefault(node, set()).add(folder)
        self.workqueue.move_to_end(file, last=False)
        super()._assign_work_unit(node)


def main() -> int:
    """Keep the seconds of the longest files that exist."""
    stored = ROOT / ".pytest_cache" / "v" / STORED
    seconds: dict[str, float] = json.loads(stored.read_text("utf-8")) if stored.is_file() else {}
    known = {file: round(took, 1) for file, took in seconds.items() if (ROOT / file).is_file()}
    if len(known) < KEPT:
        print("run the whole suite first: ./pitboss test", file=sys.stderr)
        return 2
    longest = sorted(known.items(), key=lambda each: -each[1])[:KEPT]
    TYPICAL.write_text(json.dumps(dict(longest), indent=2) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
