"""The lab's queue: which page waits for which part of a price, and what is no longer wanted."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from pitboss.store.store import Store
from pitboss.web.coach.coaching import Coaching
from pitboss.web.coach.drilling import Drilling
from pitboss.web.lab.answers import AnswerCache, QuestionAnswer
from pitboss.web.lab.price_cache import PriceCache, priced_by
from pitboss.web.lab.protocol import IDLE
from pitboss.web.lab.questions import Posed, Question
from pitboss.web.lab.runs import Runs
from pitboss.web.lab.workers import QUICK, SLOW, STREAM, Failed, LabWorkers, RunningTask

PARTS: Final = {"main": (QUICK, 0), "hands": (QUICK, 1), "bets": (STREAM, 2), "chart": (SLOW, 3),
                "spread": (SLOW, 5), "near": (SLOW, IDLE)}  # fmt: skip
"""The parts of a price: the lane that calculates it, and how urgent it is there."""

_MOST_PAGES: Final = 2000
CANCELLED: Final = "cancelled"


class ShownAnswer(msgspec.Struct):
    """The answer that a page shows, and whether it was counted as a new price."""

    digest: str
    is_counted: bool = False


class PendingPart:
    """A part under way, and the pages that wait for it."""

    def __init__(self, job: RunningTask) -> None:
        self.job = job
        self.pages: set[str] = set()
        self.done: asyncio.Task[None] | None = None


class PriceDesk:
    """Prices for pages: each part is calculated once, and dropped if no page wants it."""

    def __init__(self, store: Store, *, prices_tables: bool = True) -> None:
        self.answers, self.workers = AnswerCache(store), LabWorkers(is_nice=prices_tables)
        self._prices_tables = prices_tables
        self.prices = PriceCache(store, self.workers if prices_tables else None)
        self.runs = Runs(self.workers)
        self.coaching = Coaching(store, self.workers)
        self.drilling = Drilling(store, self.workers)
        self._wanted: dict[tuple[str, str], PendingPart] = {}
        self._alone: dict[str, RunningTask] = {}
        self._pages: OrderedDict[str, ShownAnswer] = OrderedDict()

    def start(self) -> None:
        """Start the workers, or let them start with the first question if no table is priced."""
        if self._prices_tables:
            self.workers.start()

    def turn(self, page: str, digest: str) -> None:
        """Note that a page now shows another answer, and drop what it wanted before."""
        if (before := self._pages.get(page)) is None or before.digest != digest:
            self._pages[page] = ShownAnswer(digest)
            for (old, part), wanted in tuple(self._wanted.items()):
                if old != digest and page in wanted.pages:
                    wanted.pages.discard(page)
                    if not wanted.pages:
                        del self._wanted[old, part]
                        self.workers.cancel(wanted.job)
        self._pages.move_to_end(page)
        while len(self._pages) > _MOST_PAGES:
            self._pages.popitem(last=False)

    def leave(self, page: str) -> None:
        """Note that a page was closed, and drop what only it wanted."""
        self.turn(page, "")
        self._pages.pop(page, None)

    def shown(self, page: str, digest: str) -> ShownAnswer:
        """What a page shows, if it is this answer."""
        known = self._pages.get(page)
        return known if known is not None and known.digest == digest else ShownAnswer(digest)

    def is_new(self, answer: QuestionAnswer, part: str) -> bool:
        """Whether a part would have to be calculated."""
        return not self._is_known(answer, part) and (answer.digest, part) not in self._wanted

    def want(
        self, answer: QuestionAnswer, part: str, page: str, *, first: Sequence[str] = ()
    ) -> None:
        """Request a part, unless it is known or being calculated; raises ``Busy``.

        Of the prices one step away, those of the elections named ``first`` come first.
        """
        if self._is_known(answer, part):
            return
        wanted = self._wanted.get((answer.digest, part))
        if wanted is None:
            lane, priority = PARTS[part]
            request = {**answer.question.asked(), "part": part}
            if part == "near":
                request |= {"priced_by": priced_by(), "first": list(first)}
            kind = "near" if part == "near" else "price"
            job = self.workers.begin(kind, request, lane=lane, priority=priority)
            wanted = self._wanted[answer.digest, part] = PendingPart(job)
            wanted.done = asyncio.create_task(self._follow(answer, part, wanted))
        wanted.pages.add(page)

    def _is_known(self, answer: QuestionAnswer, part: str) -> bool:
        if part == "near":
            return answer.is_near_known
        return part in answer.parts or part in answer.problems

    async def _follow(self, answer: QuestionAnswer, part: str, wanted: PendingPart) -> None:
        try:
            async for message in wanted.job.results():
                if part == "near":
                    self._learn_near(answer, message)
                else:
                    self.answers.learn(answer, part, message)
            answer.is_near_known |= part == "near"
        except Failed as failed:
            if str(failed) != CANCELLED:
                answer.problems[part] = str(failed)
        finally:
            if self._wanted.get((answer.digest, part)) is wanted:
                del self._wanted[answer.digest, part]

    def _learn_near(self, answer: QuestionAnswer, document: dict[str, Any]) -> None:
        """Store a price one step away, which is also the answer to its own question."""
        question = msgspec.convert(document.pop("question"), Question)
        digest, main = document["digest"], document.pop("main")
        other = self.answers.get(digest) or self.answers.begin(digest, question)
        if "main" not in other.parts:
            self.answers.learn(other, "main", main)
        answer.near.append(msgspec.Raw(msgspec.json.encode(document)))

    def alone(self, whose: str, kind: str, document: dict[str, Any], *, lane: str) -> RunningTask:
        """Begin a calculation limited to one per person; a newer one replaces it."""
        if (before := self._alone.pop(whose, None)) is not None:
            self.workers.cancel(before)
        job = self._alone[whose] = self.workers.begin(kind, document, lane=lane, priority=6)
        for name in [name for name, one in self._alone.items() if one.is_over]:
            del self._alone[name]
        return job

    async def wait(self, answer: QuestionAnswer, parts: Iterable[str], seconds: float) -> list[str]:
        """Wait for parts; returns those that are not ready in time."""
        known = (self._wanted.get((answer.digest, part)) for part in parts)
        tasks = [one.done for one in known if one is not None and one.done is not None]
        if tasks:
            await asyncio.wait(tasks, timeout=seconds)
        return [part for part in parts if not self._is_known(answer, part)]

    async def find(self, posed: Posed) -> QuestionAnswer:
        """The answer to a question, as far as it is known."""
        return await self.answers.find(posed.digest, posed.question)

    async def stop(self) -> None:
        """Stop the workers."""
        self.prices.stop()
        self.answers.stop()
        for wanted in self._wanted.values():
            if wanted.done is not None:
                with contextlib.suppress(RuntimeError):
                    wanted.done.cancel()
        await self.workers.close()
        self.runs.close()
