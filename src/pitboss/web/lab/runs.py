"""Simulator runs that people have started: their progress, results and files."""

from __future__ import annotations

import asyncio
import secrets
import zlib
from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec

from pitboss.store.records import Person
from pitboss.web.lab.limits import run_limits
from pitboss.web.lab.workers import STREAM, Failed, Job, Workers
from pitboss.web.problems import Problem

_REMEMBERED: Final = 100
"""The most finished runs whose results can still be read."""
_PRIORITY: Final = 8


class Run:
    """One run, with its latest message as JSON and its files compressed: a third of the memory."""

    def __init__(self, id: str, owner: str, job: Job) -> None:
        self.id, self.owner, self.job = id, owner, job
        self.is_over = False
        self._told: msgspec.Raw | None = None
        self._files: dict[str, bytes] = {}
        self._news = asyncio.Event()

    def file(self, ending: str) -> bytes | None:
        """The result as a file, if the run has ended with one."""
        packed = self._files.get(ending)
        return None if packed is None else zlib.decompress(packed)

    async def follow(self) -> None:
        """Collect progress until the run ends."""
        try:
            async for told in self.job.results():
                for ending, made in told.pop("files", {}).items():
                    self._files[ending] = zlib.compress(made)
                self._tell(told)
        except Failed as failed:
            self._tell({"problem": str(failed)})
        finally:
            self.is_over = True
            self._news.set()

    def _tell(self, told: dict[str, Any]) -> None:
        self._told = msgspec.Raw(msgspec.json.encode(told))
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

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._known: OrderedDict[str, Run] = OrderedDict()
        self._following: set[asyncio.Task[None]] = set()

    def start(self, person: Person | None, owner: str, asked: dict[str, Any]) -> Run:
        """Start a run within a person's limits; a ``Problem`` names the one it would exceed."""
        limits = run_limits(person)
        more = "; sign in for more" if person is None or person.is_guest else ""
        if asked["rounds"] > limits.rounds:
            raise Problem(403, f"a run may have at most {limits.rounds:,} rounds{more}")
        if sum(run.owner == owner and not run.is_over for run in self._known.values()) >= (
            limits.at_once
        ):
            why = f"at most {limits.at_once} run at a time; wait for it or stop it{more}"
            raise Problem(429, why, headers={"retry-after": "2"})
        asked = {**asked, "seconds": limits.seconds}
        run = Run(
            secrets.token_hex(12),
            owner,
            self._workers.begin("run", asked, lane=STREAM, priority=_PRIORITY),
        )
        self._known[run.id] = run
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        task = asyncio.create_task(run.follow())
        self._following.add(task)
        task.add_done_callback(self._following.discard)
        return run

    def get(self, id: str) -> Run:
        """A run by its id; a ``Problem`` if there is none."""
        run = self._known.get(id)
        if run is None:
            raise Problem(404, "run not found")
        return run

    def stop(self, run: Run) -> None:
        """End a run early; completed chunks count."""
        self._workers.stop(run.job)
