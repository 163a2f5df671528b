"""The workers of a server: resident processes, their queues, cancelling and replacing them."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec

from pitboss.web.lab.protocol import (
    IDLE,
    LENGTH,
    READY,
    Message,
    WorkerMessage,
    WorkerTask,
    framed,
    too_long,
)

PROGRAM: Final = "pitboss.web.lab.worker"
READER: Final = "pitboss.web.lab.reader"
QUEUE: Final = 32
"""The most tasks that may wait for one worker."""
PATIENCE: Final = 1.0
"""CPU seconds a cancelled task may use before its process is ended."""
HUNG: Final = 15.0
"""Seconds after which it is ended even if it has used no CPU time."""
SECONDS: Final = 300.0
"""CPU seconds that a task may use, unless it says otherwise."""
TRIES: Final = 2
"""How many times a task is begun if its process ends."""

QUICK: Final = "quick"
STREAM: Final = "stream"
SLOW: Final = "slow"
READ: Final = "read"
"""The lanes: prices for controls and tables, results sent line by line, and all the rest but texts
of strangers, which are read in the last.

A step is not interrupted, so a price never waits for a step of a comparison or of a run. Only the
first lane gets processor time where other work fills every core; the tables come before the rest.
"""
_NICE: Final = {QUICK: 5, STREAM: 12, SLOW: 15, READ: 10}
_MEGABYTES: Final = {QUICK: 2048, STREAM: 2048, SLOW: 2048, READ: 512}
"""The most memory of a worker; one that prices has some 200 MB after its start."""


class Busy(Exception):
    """Every queue is full; the message says so."""


class Failed(Exception):
    """A task that could not be carried out; the message says why."""


class RunningTask:
    """A task under way: its results as they come, in order."""

    def __init__(self, task: WorkerTask, lane: str) -> None:
        self.task, self.lane, self.tries = task, lane, 0
        self.is_over = False
        self._told: asyncio.Queue[WorkerMessage] = asyncio.Queue()

    def tell(self, message: WorkerMessage) -> None:
        """Take a message from the worker; nothing follows the last."""
        if not self.is_over:
            self.is_over = message.is_last
            self._told.put_nowait(message)

    async def results(self) -> AsyncIterator[Any]:
        """The results up to the last; raises :class:`Failed` if there is a problem."""
        while True:
            message = await self._told.get()
            if message.problem is not None:
                raise Failed(message.problem)
            if message.is_last:
                return
            yield message.result

    async def result(self) -> Any:
        """The only result."""
        result = None
        async for one in self.results():
            result = one
        return result


class Worker:
    """One process, started again whenever it ends."""

    def __init__(self, lane: str, log: logging.Logger, program: tuple[str, ...]) -> None:
        self.lane, self._log, self._program = lane, log, program
        self.jobs: dict[int, RunningTask] = {}
        self.is_ready = asyncio.Event()
        self._process: asyncio.subprocess.Process | None = None
        self._keeping = asyncio.create_task(self._keep())
        self._patience: dict[int, asyncio.TimerHandle] = {}
        self._cancelled: dict[int, tuple[float, float]] = {}
        self._is_replaced = False
        self._now: int | None = None

    @property
    def pid(self) -> int | None:
        """The id of the process, if there is one."""
        return None if self._process is None else self._process.pid

    @property
    def waiting(self) -> int:
        """The jobs still wanted; a cancelled one only awaits confirmation."""
        return sum(not job.is_over for job in self.jobs.values())

    def begin(self, job: RunningTask) -> None:
        """Begin a job."""
        self.jobs[job.task.id] = job
        if self._process is not None and self._process.returncode is None:
            job.tries += 1
            self._say(Message(task=job.task))

    def cancel(self, job: RunningTask) -> None:
        """Drop a job; one that does not end in time loses its process."""
        if self.jobs.get(job.task.id) is not job or job.is_over:
            return
        job.tell(WorkerMessage(job.task.id, problem="cancelled", is_last=True))
        # The worker confirms it between two steps, which may be much later on a busy machine: until
        # then only its number is needed.
        del self.jobs[job.task.id]
        self._say(Message(cancel=job.task.id))
        self._cancelled[job.task.id] = self._clocks()
        self._wait_for(job.task.id)

    def stop(self, job: RunningTask) -> None:
        """End a job early with the result so far."""
        self._say(Message(stop=job.task.id))

    async def close(self) -> None:
        """End the process for good."""
        for timer in self._patience.values():
            timer.cancel()
        self._keeping.cancel()
        await asyncio.gather(self._keeping, return_exceptions=True)

    def _say(self, message: Message) -> None:
        process = self._process
        if process is None or process.returncode is not None:
            return  # the next process is given all jobs that are still wanted
        if process.stdin is not None and not process.stdin.is_closing():
            with contextlib.suppress(OSError, RuntimeError):
                process.stdin.write(framed(message))

    def _wait_for(self, id: int) -> None:
        loop = asyncio.get_running_loop()
        self._patience[id] = loop.call_later(PATIENCE, self._end_process, id)

    def _clocks(self) -> tuple[float, float]:
        """The wall-clock time, and the CPU time that the process has used."""
        now = asyncio.get_running_loop().time()
        used = None if self.pid is None else _processor_seconds(self.pid)
        return now, now if used is None else used

    def _end_process(self, id: int) -> None:
        """End the process of a cancelled job that has not ended, if it keeps another job waiting.

        On a busy machine a process that gets no time is not at fault, so CPU time counts.
        """
        if self._patience.pop(id, None) is None or id not in self._cancelled:
            return
        before, now = self._cancelled[id], self._clocks()
        is_over = now[1] - before[1] >= PATIENCE or now[0] - before[0] >= HUNG
        waits = [job for job in self.jobs.values() if not job.is_over]
        # One that only waits in the queue delays no other.
        if is_over and self._now in (id, None) and any(job.task.priority < IDLE for job in waits):
            self._is_replaced = True
            if self._process is not None:
                _kill(self._process)
        else:
            self._wait_for(id)

    async def _keep(self) -> None:
        pause = 0.0
        while True:
            await asyncio.sleep(pause)
            before = asyncio.get_running_loop().time()
            try:
                await self._live()
            except OSError as error:
                self._log.error("a worker cannot be started: %s", error)
            self.is_ready.clear()
            self._blame()
            # Pause before restarting, so that a process that fails immediately does not loop.
            lived = asyncio.get_running_loop().time() - before
            pause = 0.0 if self._is_replaced or lived > 5 else 1.0
            self._is_replaced = False

    def _blame(self) -> None:
        """Charge the end of the process to the job that it was at, and to no other."""
        at = None if self._is_replaced else self._now
        for job in tuple(self.jobs.values()):
            if job.task.id != at:
                job.tries = max(0, job.tries - 1)
            elif self._process is not None and self._process.returncode == -signal.SIGXCPU:
                self._forget(job.task.id)
                job.tell(WorkerMessage(job.task.id, problem=too_long(job.task), is_last=True))

    async def _live(self) -> None:
        """Start a process, give it the waiting jobs, and listen until it ends."""
        self._now = None
        program = (sys.executable, "-m", *self._program)
        pipe, nowhere = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        self._process = await asyncio.create_subprocess_exec(
            *program, stdin=pipe, stdout=pipe, stderr=nowhere
        )
        try:
            assert self._process.stdout is not None
            for id in tuple(self._cancelled):
                self._forget(id)
            for job in tuple(self.jobs.values()):
                self._again(job)
            with contextlib.suppress(asyncio.IncompleteReadError):
                while True:
                    head = await self._process.stdout.readexactly(LENGTH)
                    body = await self._process.stdout.readexactly(int.from_bytes(head, "big"))
                    self._take(msgspec.msgpack.decode(body, type=WorkerMessage))
        finally:
            await _ended(self._process)

    def _again(self, job: RunningTask) -> None:
        """Begin a job again after its process has ended, unless the job itself caused that."""
        if job.is_over:
            self._forget(job.task.id)
        elif job.tries >= TRIES:
            self._forget(job.task.id)
            why = "it could not be calculated: the process ended"
            job.tell(WorkerMessage(job.task.id, problem=why, is_last=True))
        else:
            self.begin(job)

    def _take(self, message: WorkerMessage) -> None:
        if message.id == READY:
            self.is_ready.set()
            return
        if message.is_now:
            self._now = message.id
            return
        job = self.jobs.get(message.id)
        if message.is_last:
            self._forget(message.id)
        if job is not None:
            job.tell(message)

    def _forget(self, id: int) -> None:
        self.jobs.pop(id, None)
        self._cancelled.pop(id, None)
        if (timer := self._patience.pop(id, None)) is not None:
            timer.cancel()


def _processor_seconds(pid: int) -> float | None:
    """The CPU time of a process, if the system reports it."""
    try:
        with open(f"/proc/{pid}/stat") as file:  # a Path interns the number for ever
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return None


def _kill(process: asyncio.subprocess.Process) -> None:
    """Kill a process by signal; its own method might reap it without notifying the loop."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)


async def _ended(process: asyncio.subprocess.Process) -> None:
    """End a process, and release its pipes."""
    _kill(process)
    if process.stdin is not None:
        process.stdin.close()
    if process.stdout is not None:
        with contextlib.suppress(OSError):
            await process.stdout.read()
    await process.wait()


class LabWorkers:
    """The quick workers (one fewer than the processors, at least one), and one for each other lane.

    A worker starts with the first work of its lane, unless all start with the server. Where none
    yields, as in tests, one worker does the work of all lanes but the quick one.
    """

    def __init__(
        self,
        *,
        number: int | None = None,
        program: str = PROGRAM,
        reader: str = READER,
        is_nice: bool = True,
    ) -> None:
        self._log = logging.getLogger("pitboss.web")
        self._programs = {QUICK: program, STREAM: program, SLOW: program, READ: reader}
        self._is_nice = is_nice
        self._number = number or max(1, (os.cpu_count() or 2) - 1)
        self._ids = itertools.count(READY + 1)
        self._lanes: dict[str, list[Worker]] = {}
        self._is_closed = False

    def start(self) -> None:
        """Start the processes without waiting for them."""
        for lane in (QUICK, STREAM, SLOW, READ):
            self._of(lane)

    def _of(self, lane: str) -> list[Worker]:
        """The workers of a lane, which start now if they have not yet."""
        if not self._is_nice and lane == STREAM:
            lane = SLOW
        if lane not in self._lanes and not self._is_closed:
            nice = _NICE[lane] if self._is_nice else 0
            number = self._number if lane == QUICK else 1
            program = (self._programs[lane], str(nice), str(_MEGABYTES[lane]))
            self._lanes[lane] = [Worker(lane, self._log, program) for _ in range(number)]
        return self._lanes.get(lane, [])

    @property
    def all(self) -> list[Worker]:
        """Every worker."""
        return [worker for lane in self._lanes.values() for worker in lane]

    def begin(
        self,
        kind: str,
        document: dict[str, Any],
        *,
        lane: str = QUICK,
        priority: int = 0,
        seconds: float = SECONDS,
    ) -> RunningTask:
        """Give a calculation to the worker with the shortest queue."""
        if self._is_closed:
            raise Busy("the server is closing")
        worker = min(self._of(lane), key=lambda one: one.waiting)
        if worker.waiting >= QUEUE:
            raise Busy("the lab is busy: too many calculations are waiting; try again in a moment")
        job = RunningTask(WorkerTask(next(self._ids), kind, document, priority, seconds), lane)
        worker.begin(job)
        return job

    def cancel(self, job: RunningTask) -> None:
        """Drop a job that is no longer wanted."""
        if (worker := self._worker_of(job)) is not None:
            worker.cancel(job)

    def stop(self, job: RunningTask) -> None:
        """End a job early with the result so far."""
        if (worker := self._worker_of(job)) is not None:
            worker.stop(job)

    def _worker_of(self, job: RunningTask) -> Worker | None:
        return next((one for one in self.all if one.jobs.get(job.task.id) is job), None)

    async def close(self) -> None:
        """End every process."""
        self._is_closed = True
        await asyncio.gather(*(worker.close() for worker in self.all))
