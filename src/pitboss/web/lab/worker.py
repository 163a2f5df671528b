"""A worker: a resident process that calculates, the most urgent task first, one step at a time.

Tasks are generators. Between two steps the worker reads its messages, so a price does not wait for
a long run, and a cancelled task ends with its current step.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from math import ceil
from queue import Empty, SimpleQueue
from typing import IO, Any, Final

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


class Control:
    """Signals that a calculation may check between its steps."""

    def __init__(self) -> None:
        self.is_stopped = False
        """Whether to end early with the result so far"""


YIELDING: Final = 12
"""From this niceness up, a worker gets only the CPU time that the tables leave.

With 100 busy tables, the slowest hundredth of their acknowledgements took three times as long
while a worker merely had a low priority.
"""
FAIR: Final = 4
"""One step in this many goes to the task that has waited longest, however urgent the others are."""

Steps = Iterator[Any]
"""Results as they are ready; None yields to a more urgent task."""
Calculation = Callable[[dict[str, Any], Control], Steps]


class WorkerDesk:
    """The tasks of a worker, and which is next."""

    def __init__(
        self,
        kinds: dict[str, Calculation],
        tell: Callable[[WorkerMessage], None],
        within: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        self._kinds, self._tell, self._within = kinds, tell, within
        self._used: dict[int, float] = {}
        self._open: dict[int, tuple[WorkerTask, Steps, Control]] = {}
        self._turns: dict[int, int] = {}
        self._turn = self._steps = 0
        self._now: int | None = None

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing to do."""
        return not self._open

    def take(self, message: Message) -> None:
        """Begin, drop or end a task."""
        if (task := message.task) is not None:
            control = Control()
            steps = self._kinds[task.kind](task.asked, control)
            self._open[task.id] = (task, steps, control)
            self._used[task.id] = 0.0
            self._turns[task.id] = self._next_turn()
        elif message.cancel is not None:
            self._drop(message.cancel)
            self._tell(WorkerMessage(message.cancel, is_last=True))
        elif message.stop in self._open:
            self._open[message.stop][2].is_stopped = True

    def step(self) -> None:
        """Take one step of the most urgent task; equals take turns, and no task waits for ever."""
        self._steps += 1
        waits = [id for id, (task, *_) in self._open.items() if task.priority < IDLE]
        if waits and self._steps % FAIR == 0:
            id = min(waits, key=self._turns.__getitem__)
        else:
            id = min(self._open, key=lambda id: (self._open[id][0].priority, self._turns[id]))
        self._turns[id] = self._next_turn()
        if id != self._now:
            self._now = id
            self._tell(WorkerMessage(id, is_now=True))
        task, began = self._open[id][0], time.process_time()
        self._within(task.seconds - self._used[id])
        try:
            if (result := next(self._open[id][1])) is not None:
                self._tell(WorkerMessage(id, result=result))
            self._used[id] += time.process_time() - began
            if self._used[id] > task.seconds:
                raise ValueError(too_long(task))
        except MemoryError:
            self._drop(id)
            self._tell(
                WorkerMessage(id, problem="it takes more memory than it may use", is_last=True)
            )
        except StopIteration:
            self._drop(id)
            self._tell(WorkerMessage(id, is_last=True))
        except ValueError as error:
            self._drop(id)
            self._tell(WorkerMessage(id, problem=str(error), is_last=True))
        except Exception as error:  # one bad task must not take the others down with it
            self._drop(id)
            why = f"it could not be calculated ({type(error).__name__})"
            self._tell(WorkerMessage(id, problem=why, is_last=True))

    def _next_turn(self) -> int:
        self._turn += 1
        return self._turn

    def _drop(self, id: int) -> None:
        self._turns.pop(id, None)
        self._used.pop(id, None)
        if (known := self._open.pop(id, None)) is not None:
            known[1].close()  # type: ignore[attr-defined]  # every calculation is a generator


def _listen(source: IO[bytes], inbox: SimpleQueue[Message]) -> None:
    """Read messages until the server ends, and then end this process."""
    while len(head := source.read(LENGTH)) == LENGTH:
        body = source.read(int.from_bytes(head, "big"))
        inbox.put(msgspec.msgpack.decode(body, type=Message))
    os._exit(0)


def serve(kinds: dict[str, Calculation], source: IO[bytes], sink: IO[bytes]) -> None:
    """Carry out tasks until the server closes its end of the pipe."""
    inbox: SimpleQueue[Message] = SimpleQueue()
    threading.Thread(target=_listen, args=(source, inbox), daemon=True).start()

    def tell(message: WorkerMessage) -> None:
        try:
            sink.write(framed(message))
            sink.flush()
        except OSError:
            os._exit(0)

    tell(WorkerMessage(READY, is_last=True))
    desk = WorkerDesk(kinds, tell, end_within)
    while True:
        if desk.is_idle:
            desk.take(inbox.get())
        try:
            while True:
                desk.take(inbox.get_nowait())
        except Empty:
            pass
        if not desk.is_idle:
            desk.step()


def give_way(nice: int) -> None:
    """Lower the priority or, from ``YIELDING`` up, take only idle CPU time."""
    os.nice(nice)
    if nice >= YIELDING and sys.platform == "linux":
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def end_within(seconds: float) -> None:
    """Let the system end this process once it has used this much more CPU time.

    It ends a step in the middle of a single long operation too, which Python cannot.
    """
    until = ceil(time.process_time() + max(0.0, seconds)) + 1
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    soft = until if hard == resource.RLIM_INFINITY else min(until, hard)
    resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


def take_at_most(megabytes: int) -> None:
    """Limit the memory of this process; a calculation that needs more fails alone."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    most = megabytes * 2**20
    with contextlib.suppress(ValueError, OSError):  # not every system has such a limit
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def become(load: Callable[[], dict[str, Calculation]]) -> None:
    """Load the calculations and serve, at low priority so that tables do not wait."""
    nice, megabytes = (int(word) for word in (*sys.argv[1:3], "0", "0")[:2])
    give_way(nice)
    if megabytes:
        take_at_most(megabytes)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its workers itself
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # so that output printed by a library is not mistaken for an answer
    serve(load(), sys.stdin.buffer, sink)


def _lab() -> dict[str, Calculation]:
    from pitboss.web.lab.calculations import KINDS, warm

    warm()
    return KINDS


if __name__ == "__main__":
    become(_lab)
