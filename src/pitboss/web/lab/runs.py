"""Simulator runs that people have started: their progress, results and files."""

from __future__ import annotations

import asyncio
import logging
import secrets
import tempfile
from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import IO, Any, Final

import msgspec

from pitboss.store.records import Person
from pitboss.web.http.problems import Problem
from pitboss.web.lab.limits import run_limits
from pitboss.web.lab.workers import STREAM, Failed, LabWorkers, RunningTask

_REMEMBERED: Final = 100
"""The most finished runs whose results can still be read."""
_PRIORITY: Final = 8
_PREPARING: Final = 120.0
"""CPU seconds beyond those of the rounds, for their tables and for the files."""


class LabRun:
    """One run, with its latest message as JSON and its files on disk."""

    def __init__(self, id: str, owner: str, job: RunningTask, address: str = "") -> None:
        self.id, self.owner, self.job, self.address = id, owner, job, address
        self.is_over = False
        self._told: msgspec.Raw | None = None
        self._files: dict[str, tuple[int, int]] = {}
        self._disk: IO[bytes] | None = None
        self._is_dropped = False
        self._news = asyncio.Event()

    def file(self, ending: str) -> bytes | None:
        """The result as a file, if the run has ended with one."""
        if self._disk is None or (place := self._files.get(ending)) is None:
            return None
        start, size = place
        self._disk.seek(start)
        return self._disk.read(size)

    def close(self) -> None:
        """Give up the files, also those that are still to come."""
        self._is_dropped = True
        if self._disk is not None:
            self._disk.close()
            self._disk = None

    async def follow(self) -> None:
        """Collect progress until the run ends."""
        try:
            async for message in self.job.results():
                self._write(message.pop("files", {}))
                self._tell(message)
        except Failed as failed:
            self._tell({"problem": str(failed)})
        finally:
            self.is_over = True
            self._news.set()

    def _write(self, files: dict[str, bytes]) -> None:
        """Store the files in one without a name, which the system removes with the process."""
        if not files or self._is_dropped:
            return
        places = {}
        try:
            self._disk = tempfile.TemporaryFile(prefix="pitboss-run-")  # noqa: SIM115  # see close
            for ending, made in files.items():
                places[ending] = (self._disk.tell(), len(made))
                self._disk.write(made)
            self._disk.flush()
        except OSError as error:  # a full disk: the result is still shown
            logging.getLogger("pitboss.web").error("the files of a run are lost: %s", error)
        else:
            self._files = places

    def _tell(self, document: dict[str, Any]) -> None:
        self._told = msgspec.Raw(msgspec.json.encode(document))
        self._news.set()

    async def marks(self) -> AsyncIterator[msgspec.Raw]:
        """The latest message, and all that follow."""
        shown: msgspec.Raw | None = None
        while True:
            self._news.clear()
            if self._told is not None and self._told is not shown:
                shown = self._told
                yield shown
            elif self.is_over:
                return
            else:
                await self._news.wait()


class Runs:
    """The runs of a server."""

    def __init__(self, workers: LabWorkers) -> None:
        self._workers = workers
        self._known: OrderedDict[str, LabRun] = OrderedDict()
        self._following: set[asyncio.Task[None]] = set()

    def check_address(self, address: str, *, most: int) -> None:
        """Refuse a run if this many are playing for the people at an address."""
        if sum(run.address == address and not run.is_over for run in self._known.values()) >= most:
            why = f"at most {most} runs at a time from one address; wait for one of them"
            raise Problem(429, why, headers={"retry-after": "2"})

    def start(
        self, person: Person | None, owner: str, document: dict[str, Any], *, address: str = ""
    ) -> LabRun:
        """Start a run within a person's limits; a ``Problem`` names the one it would exceed."""
        limits = run_limits(person)
        more = "; sign in for more" if person is None or person.is_guest else ""
        if document["rounds"] > limits.rounds:
            raise Problem(403, f"a run may have at most {limits.rounds:,} rounds{more}")
        if sum(run.owner == owner and not run.is_over for run in self._known.values()) >= (
            limits.at_once
        ):
            why = f"at most {limits.at_once} run at a time; wait for it or stop it{more}"
            raise Problem(429, why, headers={"retry-after": "2"})
        document = {**document, "seconds": limits.seconds}
        run = LabRun(
            secrets.token_hex(12),
            owner,
            self._workers.begin(
                "run",
                document,
                lane=STREAM,
                priority=_PRIORITY,
                seconds=limits.seconds + _PREPARING,
            ),
            address,
        )
        self._known[run.id] = run
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)[1].close()
        task = asyncio.create_task(run.follow())
        self._following.add(task)
        task.add_done_callback(self._following.discard)
        return run

    def get(self, id: str) -> LabRun:
        """A run by its id; a ``Problem`` if there is none."""
        run = self._known.get(id)
        if run is None:
            raise Problem(404, "run not found")
        return run

    def close(self) -> None:
        """Give up the files of every run."""
        for run in self._known.values():
            run.close()

    def stop(self, run: LabRun) -> None:
        """End a run early; completed chunks count."""
        self._workers.stop(run.job)
