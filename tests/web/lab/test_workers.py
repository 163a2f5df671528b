"""Workers: the most urgent first, dropped when unwanted, replaced when they do not end."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest

from pitboss.web.lab import workers as w
from pitboss.web.lab.desk import PARTS
from pitboss.web.lab.protocol import IDLE, Message, Task
from pitboss.web.lab.runs import Runs
from pitboss.web.lab.worker import FAIR, Desk, give_way
from pitboss.web.lab.workers import QUEUE, QUICK, SLOW, STREAM, Busy, Failed, Job, Workers
from tests.web.lab.sleeper import KINDS
from tests.web.looping import done


def with_workers(work: Callable[[Workers], Awaitable[Any]]) -> Any:
    """What some work with one worker a lane comes to."""

    async def whole() -> Any:
        # Beside a busy test a worker that yields would not even start.
        workers = Workers(number=1, program="tests.web.lab.sleeper", is_nice=False)
        workers.start()
        try:
            return await asyncio.wait_for(work(workers), 30)
        finally:
            await workers.close()

    return done(whole())


async def told(job: Job) -> list[Any]:
    return [one async for one in job.results()]


def test_the_most_urgent_task_is_next_and_equals_take_turns() -> None:
    order: list[int] = []
    desk = Desk(KINDS, lambda told: None if told.result is None else order.append(told.id))
    for id, upto, priority in ((1, 2, 8), (2, 2, 8), (3, 1, 0)):
        desk.take(Message(task=Task(id, "count", {"upto": upto}, priority)))
    while not desk.is_idle:
        desk.step()
    assert order == [3, 1, 2, 1, 2]


@pytest.mark.parametrize(("priority", "is_served"), [(8, True), (IDLE, False)])
def test_what_is_less_urgent_gets_every_fourth_step_and_looking_ahead_none(
    priority: int, is_served: bool
) -> None:
    steps: list[int] = []
    desk = Desk(KINDS, lambda told: None if told.is_now else steps.append(told.id))
    desk.take(Message(task=Task(1, "count", {"upto": 100}, priority)))
    desk.take(Message(task=Task(2, "count", {"upto": 100}, 3)))
    for _ in range(10 * FAIR):
        desk.step()
    assert steps.count(1) == (10 if is_served else 0)


def test_what_is_queued_is_dropped_and_the_process_stays() -> None:
    async def work(workers: Workers) -> tuple[int, int]:
        before = await workers.begin("sleep", {"seconds": 0}).result()
        running = workers.begin("sleep", {"seconds": 0.3})
        queued = workers.begin("count", {"upto": 10**6})
        workers.cancel(queued)
        with pytest.raises(Failed, match="cancelled"):
            await queued.result()
        after = await running.result()
        await asyncio.sleep(w.PATIENCE + 0.2)
        assert not workers.all[0].jobs
        return before, after

    before, after = with_workers(work)
    assert before == after


def test_what_runs_on_after_cancelling_loses_its_process_and_the_others_their_place_only() -> None:
    async def work(workers: Workers) -> tuple[int, int, float]:
        before = await workers.begin("sleep", {"seconds": 0}).result()
        endless = workers.begin("spin", {"seconds": 60})
        waiting = workers.begin("sleep", {"seconds": 0})
        await asyncio.sleep(0.1)
        start = asyncio.get_running_loop().time()
        workers.cancel(endless)
        after = await waiting.result()
        return before, after, asyncio.get_running_loop().time() - start

    before, after, seconds = with_workers(work)
    assert before != after and seconds >= w.PATIENCE
    with pytest.raises(ProcessLookupError):
        os.kill(before, 0)


def test_one_that_is_wanted_is_not_ended_for_a_cancelled_one_behind_it() -> None:
    async def work(workers: Workers) -> tuple[int, int]:
        before = await workers.begin("sleep", {"seconds": 0}).result()
        wanted = workers.begin("spin", {"seconds": w.PATIENCE + 0.8})
        behind = workers.begin("sleep", {"seconds": 0})
        await asyncio.sleep(0.1)
        workers.cancel(behind)
        return before, int(await wanted.result())

    before, after = with_workers(work)
    assert before == after


def test_a_process_may_be_replaced_again_and_again_under_those_who_wait() -> None:
    async def work(workers: Workers) -> int:
        waits = workers.begin("sleep", {"seconds": 0}, priority=8)
        for _ in range(w.TRIES + 1):
            endless = workers.begin("spin", {"seconds": 60})
            await asyncio.wait_for(workers.all[0].is_ready.wait(), 20)
            await asyncio.sleep(0.1)
            workers.all[0].is_ready.clear()
            workers.cancel(endless)
            workers.all[0]._is_replaced = True
            w._kill(cast(Any, workers.all[0]._process))
        return int(await waits.result())

    assert with_workers(work) > 0


def test_a_lane_does_not_wait_for_another() -> None:
    async def work(workers: Workers) -> list[bool]:
        others = [workers.begin("sleep", {"seconds": 5}, lane=lane) for lane in (SLOW, STREAM)]
        await workers.begin("sleep", {"seconds": 0}, lane=QUICK).result()
        assert workers.is_idle(QUICK) and not workers.is_idle(SLOW)
        return [job.is_over for job in others]

    assert with_workers(work) == [False, False]


class Lanes(Workers):
    """Workers that only write down which lane a job was given to."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[tuple[str, str]] = []

    def begin(
        self, kind: str, asked: dict[str, Any], *, lane: str = QUICK, priority: int = 0
    ) -> Job:
        self.begun.append((kind, lane))
        raise Busy("no worker here")


def test_a_price_waits_for_no_comparison_and_no_run() -> None:
    quick = {part for part, (lane, _) in PARTS.items() if lane == QUICK}
    assert quick == {"main", "hands"}
    workers = Lanes()
    with pytest.raises(Busy):
        Runs(workers).start(None, "somebody", {"rounds": 1})
    assert workers.begun == [("run", STREAM)]


def test_a_full_queue_says_so() -> None:
    async def work(workers: Workers) -> None:
        for _ in range(QUEUE):
            last = workers.begin("sleep", {"seconds": 9})
        with pytest.raises(Busy, match="the lab is busy"):
            workers.begin("sleep", {"seconds": 9})
        workers.begin("sleep", {"seconds": 0}, lane=SLOW)
        workers.cancel(last)
        workers.begin("sleep", {"seconds": 0})  # what nobody wants any more takes no place

    with_workers(work)


def test_a_task_fails_alone() -> None:
    async def work(workers: Workers) -> tuple[int, int]:
        before = await workers.begin("sleep", {"seconds": 0}).result()
        with pytest.raises(Failed, match=r"^a sentence$"):
            await workers.begin("fail", {"how": "known"}).result()
        with pytest.raises(Failed, match="KeyError"):
            await workers.begin("fail", {"how": "unknown"}).result()
        after = await workers.begin("sleep", {"seconds": 0}).result()
        with pytest.raises(Failed, match="the process ended"):
            await workers.begin("fail", {"how": "wholly"}).result()
        return before, after

    before, after = with_workers(work)
    assert before == after


def test_a_run_is_stopped_between_two_steps_with_what_it_has() -> None:
    async def work(workers: Workers) -> list[Any]:
        job = workers.begin("count", {"upto": 1000, "pause": 0.01})
        asyncio.get_running_loop().call_later(0.2, workers.stop, job)
        return await told(job)

    counted = with_workers(work)
    assert counted[-1] == "stopped" and counted[:-1] == list(range(len(counted) - 1))


def test_workers_end_with_the_server() -> None:
    async def work(workers: Workers) -> int:
        return int(await workers.begin("sleep", {"seconds": 0}).result())

    with pytest.raises(ProcessLookupError):
        os.kill(with_workers(work), 0)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has this scheduling class")
def test_what_takes_its_time_yields_to_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(os, "nice", lambda by: None)
    monkeypatch.setattr(os, "sched_setscheduler", lambda pid, kind, _: asked.append(kind))
    for lane in (QUICK, STREAM, SLOW):
        give_way(w._NICE[lane])
    assert asked == [os.SCHED_IDLE] * 2, "what a control waits for only has a low priority"
