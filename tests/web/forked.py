"""Servers that start at once: processes forked from one in which everything is imported already.

A server that starts as a user starts it imports for half a second; the houses that stay open for
a whole session do. The many others, of which a test often needs two or three, do not.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from typing import Final

IMPORTED: Final = (
    "argon2",
    "psycopg",
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
    "uvicorn.protocols.http.auto",
    "uvicorn.protocols.websockets.auto",
    "pitboss.cli.main",
    "pitboss.cli.serve",
    "pitboss.cli.house_database",
    "pitboss.store.first_manager",
    "pitboss.store.postgres",
    "pitboss.store.sqlite",
    "pitboss.web.http.app",
    "pitboss.web.http.server",
)
"""What is imported before any server starts; a server imports the rest itself"""

_FORKS: Final = multiprocessing.get_context("forkserver")


class Forked:
    """A server's process, as far as the tests use one of ``subprocess``."""

    def __init__(self, arguments: Sequence[str]) -> None:
        _FORKS.set_forkserver_preload(list(IMPORTED))
        reading, writing = _FORKS.Pipe(duplex=False)
        self._process = _FORKS.Process(target=_serve, args=(arguments, dict(os.environ), writing))
        self._process.start()
        writing.close()
        self.stdout = os.fdopen(os.dup(reading.fileno()), encoding="utf-8")
        reading.close()

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        """The exit code, once the process has ended."""
        return self._process.exitcode

    def wait(self, timeout: float) -> int:
        """Wait for the end of the process."""
        self._process.join(timeout)
        code = self._process.exitcode
        if code is None:
            raise subprocess.TimeoutExpired("pitboss serve", timeout)
        return code

    def terminate(self) -> None:
        """Ask the process to end."""
        self._process.terminate()


def _serve(arguments: Sequence[str], environment: Mapping[str, str], output: Connection) -> None:
    """``pitboss serve`` in the new process, with the environment that the test has now."""
    from pitboss.cli.main import cli

    os.dup2(output.fileno(), 1)
    output.close()
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["pitboss", *arguments]
    cli(arguments, prog_name="pitboss")
