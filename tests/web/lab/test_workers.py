"""Workers: the most urgent first, dropped when unwanted, replaced when they do not end."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from pitboss.rulebooks import rulebook
from pitboss.store import Store, open_database
from pitboss.web.lab import price_cache
from pitboss.web.lab import workers as w
from pitboss.web.lab.desk import PARTS
from pitboss.web.lab.price_cache import Price, PriceCache
from pitboss.web.lab.price_worker import priced, priced_in_steps
from pitboss.web.lab.protocol import IDLE, Message, WorkerMessage, WorkerTask
from pitboss.web.lab.runs import Runs
from pitboss.web.lab.worker import FAIR, WorkerDesk, give_way
from pitboss.web.lab.workers import (
    QUEUE,
    QUICK,
    READ,
    SLOW,
    STREAM,
    Busy,
    Failed,
    LabWorkers,
    RunningTask,
)
from pitboss.web.pit.theory import edge_of
from tests.web.lab.sleeper import KINDS
from tests.web.looping import done


def with_workers(work: Callable[[LabWorkers], Awaitable[Any]]) -> Any:
    """Run some work with one worker per lane, and return its result."""

    async def whole() -> Any:
        # With a busy test running, a worker that yields would not even start.
        program = "tests.web.lab.sleeper"
        workers = LabWorkers(number=1, program=program, reader=program, is_nice=False)
        workers.start()
        try:
            return await asyncio.wait_for(work(workers), 30)
        finally:
            await workers.close()

    return done(whole())


async def messages_of(job: RunningTask) -> list[Any]:
    return [one async for one in job.results()]


def test_the_most_urgent_task_is_next_and_equals_take_turns() -> None:
    order: list[int] = []
    desk = WorkerDesk(
        KINDS, lambda message: None if message.result is None else order.append(message.id)
    )
    for id, upto, priority in ((1, 2, 8), (2, 2, 8), (3, 1, 0)):
        desk.take(Message(task=WorkerTask(id, "count", {"upto": upto}, priority)))
    while not desk.is_idle:
        desk.step()
    assert order == [3, 1, 2, 1, 2]


@pytest.mark.parametrize(("priority", "is_served"), [(8, True), (IDLE, False)])
def test_what_is_less_urgent_gets_every_fourth_step_and_looking_ahead_none(
    priority: int, is_served: bool
) -> None:
    steps: list[int] = []
    desk = WorkerDesk(KINDS, lambda message: None if message.is_now else steps.append(message.id))
    desk.take(Message(task=WorkerTask(1, "count", {"upto": 100}, priority)))
    desk.take(Message(task=WorkerTask(2, "count", {"upto": 100}, 3)))
    for _ in range(10 * FAIR):
        desk.step()
    assert steps.count(1) == (10 if is_served else 0)


def test_what_is_queued_is_dropped_and_the_process_stays() -> None:
    async def work(workers: LabWorkers) -> tuple[int, int]:
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


def test_a_cancelled_job_is_given_up_at_once_however_long_the_worker_is_busy() -> None:
    async def work(workers: LabWorkers) -> None:
        busy = workers.begin("sleep", {"seconds": 0.4})
        dropped = [workers.begin("count", {"upto": 10}) for _ in range(w.QUEUE - 2)]
        for job in dropped:
            workers.cancel(job)
        worker = workers.all[0]
        assert list(worker.jobs.values()) == [busy]
        await busy.result()
        assert await workers.begin("sleep", {"seconds": 0}).result()
        assert not worker.jobs and not worker._cancelled

    with_workers(work)


def test_what_runs_on_after_cancelling_loses_its_process_and_the_others_their_place_only() -> None:
    async def work(workers: LabWorkers) -> tuple[int, int, float]:
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
    async def work(workers: LabWorkers) -> tuple[int, int]:
        before = await workers.begin("sleep", {"seconds": 0}).result()
        wanted = workers.begin("spin", {"seconds": w.PATIENCE + 0.8})
        behind = workers.begin("sleep", {"seconds": 0})
        await asyncio.sleep(0.1)
        workers.cancel(behind)
        return before, int(await wanted.result())

    before, after = with_workers(work)
    assert before == after


def test_a_process_may_be_replaced_again_and_again_under_those_who_wait() -> None:
    async def work(workers: LabWorkers) -> int:
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
    async def work(workers: LabWorkers) -> list[bool]:
        others = [workers.begin("sleep", {"seconds": 5}, lane=lane) for lane in (SLOW, STREAM)]
        await workers.begin("sleep", {"seconds": 0}, lane=QUICK).result()
        return [job.is_over for job in others]

    assert with_workers(work) == [False, False]


class Lanes(LabWorkers):
    """Workers that record the lane of each job; when full, they say so."""

    def __init__(self, **document: WorkerMessage) -> None:
        super().__init__()
        self.begun: list[tuple[str, str]] = []
        self._told = document

    def begin(
        self,
        kind: str,
        document: dict[str, Any],
        *,
        lane: str = QUICK,
        priority: int = 0,
        seconds: float = w.SECONDS,
    ) -> RunningTask:
        self.begun.append((kind, lane))
        if not self._told or len(self.begun) < 2:
            raise Busy("no worker here")
        job = RunningTask(WorkerTask(1, kind, document, priority, seconds), lane)
        for message in (self._told[lane], WorkerMessage(1, is_last=True)):
            job.tell(message)
        return job


def test_a_price_waits_for_no_comparison_and_no_run() -> None:
    quick = {part for part, (lane, _) in PARTS.items() if lane == QUICK}
    assert quick == {"main", "hands"}
    workers = Lanes()
    with pytest.raises(Busy):
        Runs(workers).start(None, "somebody", {"rounds": 1})
    assert workers.begun == [("run", STREAM)]


PRICE: dict[str, Any] = {
    "house_edge": 0.01, "sd": 1.1, "policy": "basic", "side_bets": {}, "chart": None
}  # fmt: skip
EDGE = WorkerMessage(1, result={**PRICE, "sd": None})


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(open_database(f"sqlite:///{tmp_path / 'house.sqlite3'}"))
    yield opened
    opened.close()


def test_a_table_is_priced_in_the_quick_lane_however_full_it_is_at_first(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Prices in use stay in memory, however many others there are."""
    monkeypatch.setattr(price_cache, "MOST", 2)
    monkeypatch.setattr(price_cache, "PAUSE", 0.01)
    workers = Lanes(quick=EDGE, slow=WorkerMessage(1, result=PRICE))
    rules = rulebook("classic").default_rules

    async def work() -> None:
        prices = PriceCache(store, workers)
        for key in ("one", "two", "three"):
            prices.want(rules, key)
            while store.kept(f"price/{key}") is None:
                await asyncio.sleep(0.01)
            assert (price := prices.price("one")) is not None and price.sd == 1.1
        assert prices.price("two") is None
        prices.stop()

    done(asyncio.wait_for(work(), 10))
    assert workers.begun == [("table", lane) for lane in (QUICK, *(QUICK, SLOW) * 3)]


def test_the_edge_of_a_table_waits_for_no_further_figure(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(price_cache, "PAUSE", 0.01)
    document: dict[str, Any] = {"book": "classic", "source": None, "settings": {}}
    *_, early = priced_in_steps({**document, "only_edge": True})
    assert early is not None and early["house_edge"] and early["chart"] and early["sd"] is None
    assert priced(document) == {**early, "sd": pytest.approx(1.15, abs=0.02)}
    workers = Lanes(quick=EDGE, slow=WorkerMessage(1, problem="the process ended", is_last=True))

    async def work() -> list[Price | None]:
        prices, rules = PriceCache(store, workers), rulebook("classic").default_rules
        for key in ("one", "two"):
            prices.want(rules, key)
        while prices._wanted or prices._unfinished:
            await asyncio.sleep(0.01)
        prices.stop()
        return [prices.price("one"), prices.price("two")]

    for price in done(asyncio.wait_for(work(), 10)):
        assert price is not None and (price.house_edge, price.sd) == (0.01, None)
        assert edge_of(price, "main") is None, "without its spread no luck is told"
    assert store.kept("price/one") is None, "what is not whole is not kept"


def test_a_full_queue_says_so() -> None:
    async def work(workers: LabWorkers) -> None:
        for _ in range(QUEUE):
            last = workers.begin("sleep", {"seconds": 9})
        with pytest.raises(Busy, match="the lab is busy"):
            workers.begin("sleep", {"seconds": 9})
        workers.begin("sleep", {"seconds": 0}, lane=SLOW)
        workers.cancel(last)
        workers.begin("sleep", {"seconds": 0})  # an unwanted job takes up no place

    with_workers(work)


def test_a_task_fails_alone() -> None:
    async def work(workers: LabWorkers) -> tuple[int, int]:
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
    async def work(workers: LabWorkers) -> list[Any]:
        job = workers.begin("count", {"upto": 1000, "pause": 0.01})
        asyncio.get_running_loop().call_later(0.2, workers.stop, job)
        return await messages_of(job)

    counted = with_workers(work)
    assert counted[-1] == "stopped" and counted[:-1] == list(range(len(counted) - 1))


@pytest.mark.parametrize(
    ("kind", "document"), [("spin", {"seconds": 600}), ("power", {"exponent": 400_000_000})]
)
def test_a_task_is_ended_after_its_time_and_no_other_task_suffers(
    kind: str, document: dict[str, Any]
) -> None:
    async def work(workers: LabWorkers) -> tuple[int, int]:
        before = await workers.begin("sleep", {"seconds": 0}).result()
        endless = workers.begin(kind, document, seconds=0.5)
        waiting = [workers.begin("sleep", {"seconds": 0}) for _ in range(3)]
        with pytest.raises(Failed, match=r"more than 0\.5 seconds of processor time"):
            await endless.result()
        after = [await job.result() for job in waiting]
        assert len(set(after)) == 1 and max(job.tries for job in waiting) <= w.TRIES
        return before, after[0]

    before, after = with_workers(work)
    assert before != after, "the system has ended the process"


def test_a_task_of_many_steps_is_ended_after_their_sum() -> None:
    desk_told: list[WorkerMessage] = []
    desk = WorkerDesk(KINDS, desk_told.append)
    desk.take(Message(task=WorkerTask(1, "spins", {"seconds": 0.1}, seconds=0.25)))
    for _ in range(50):
        if desk.is_idle:
            break
        desk.step()
    assert desk_told[-1].problem == "it takes more than 0.25 seconds of processor time"
    assert len([message for message in desk_told if message.result is not None]) < 10


def test_a_task_that_takes_too_much_memory_fails_alone() -> None:
    async def work(workers: LabWorkers) -> None:
        hoarding = workers.begin("hoard", {"megabytes": 4000}, lane=READ)
        with pytest.raises(Failed, match="more memory than it may use"):
            await hoarding.result()
        assert await workers.begin("hoard", {"megabytes": 50}, lane=READ).result() == 50 * 2**20

    with_workers(work)


def test_the_books_of_strangers_have_a_worker_of_their_own() -> None:
    async def work(workers: LabWorkers) -> None:
        slow = workers.begin("sleep", {"seconds": 20}, lane=SLOW)
        assert await workers.begin("sleep", {"seconds": 0}, lane=READ).result()
        assert not slow.is_over

    with_workers(work)


def test_workers_end_with_the_server() -> None:
    async def work(workers: LabWorkers) -> int:
        return int(await workers.begin("sleep", {"seconds": 0}).result())

    with pytest.raises(ProcessLookupError):
        os.kill(with_workers(work), 0)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has this scheduling class")
def test_what_takes_its_time_yields_to_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    request: list[tuple[str, int]] = []
    monkeypatch.setattr(os, "nice", lambda by: None)
    for lane in (QUICK, STREAM, SLOW):
        note = partial(lambda lane, _pid, kind, _param: request.append((lane, kind)), lane)
        monkeypatch.setattr(os, "sched_setscheduler", note)
        give_way(w._NICE[lane])
    assert request == [(STREAM, os.SCHED_IDLE), (SLOW, os.SCHED_IDLE)], "a price must come"


def test_a_process_starts_with_the_first_work_of_its_lane() -> None:
    async def work() -> list[int]:
        workers = LabWorkers(number=1, program="tests.web.lab.sleeper")
        number = []
        for lane in (SLOW, SLOW, STREAM, QUICK):
            workers.begin("sleep", {"seconds": 0}, lane=lane)
            number.append(len(workers.all))
        await workers.close()
        return number

    assert done(work()) == [1, 1, 2, 3]
