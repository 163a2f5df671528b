"""A process that has imported the package and collected all tests, and runs some in a fork.

To begin takes longer than most tests. So a process begins once; each trial forks it, puts the
changed body in place of the function's, and runs its tests there.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from .changes import Change

COMPILED: Final = ("compiled", "kernels")
"""Packages whose functions are compiled when they are first called, and not changed later."""

NOT_HERE: Final = 71
"""The exit code of a fork in which the change cannot be made."""


class Served(Exception):
    """Raised when the process has ended, or never began."""


class Server:
    """The process of one copy."""

    def __init__(
        self, root: Path, out: Path, tests: Iterable[str], environment: Mapping[str, str]
    ) -> None:
        request, self._asks = os.pipe()
        self._hears, answers = os.pipe()
        command = [sys.executable, "-m", "pytest", "-q", "-p", "mutants_plugin",
                   "-p", "no:cacheprovider", "-p", "no:randomly",
                   "--continue-on-collection-errors", *tests]  # fmt: skip
        self.out = out
        with out.open("w") as output:
            self._process = subprocess.Popen(
                command, cwd=root, stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT, start_new_session=True, pass_fds=(request, answers),
                env={**environment, "MUTANTS_SERVE": f"{request},{answers}"},
            )  # fmt: skip
        os.close(request)
        os.close(answers)
        self._heard = b""
        self._ready = False

    def close(self) -> None:
        """End the process."""
        os.close(self._asks)
        os.close(self._hears)
        self._process.kill()
        self._process.wait()

    def wait(self) -> None:
        """Wait until everything is imported and collected."""
        while not self._ready:
            self._ready = "tests" in self._answer(None)

    def begin(self, request: Mapping[str, Any]) -> int:
        """Fork for a request; returns the process."""
        os.write(self._asks, json.dumps(request).encode() + b"\n")
        return int(self._answer(600)["process"])

    def end(self, limit: float | None) -> int | None:
        """How the fork ended; None if it has not within the limit."""
        try:
            return int(self._answer(limit)["code"])
        except TimeoutError:
            return None

    def _answer(self, limit: float | None) -> dict[str, Any]:
        until = None if limit is None else time.monotonic() + limit
        while b"\n" not in self._heard:
            left = None if until is None else until - time.monotonic()
            if left is not None and left <= 0:
                raise TimeoutError
            if select.select([self._hears], [], [], left)[0]:
                more = os.read(self._hears, 65536)
                if not more:
                    raise Served(self.out.read_text("utf-8", "replace")[-2000:])
                self._heard += more
        line, _, self._heard = self._heard.partition(b"\n")
        answer: dict[str, Any] = json.loads(line)
        return answer


def is_served(change: Change, inside: Iterable[int]) -> bool:
    """Whether a change can be made in a process that has imported its module.

    It is one to the body of a function, which nobody has compiled.
    """
    room = Path(change.file).parts[2]
    return (
        room not in COMPILED
        and bool(change.function)
        and set(range(change.line, change.last_line + 1)) <= set(inside)
    )
