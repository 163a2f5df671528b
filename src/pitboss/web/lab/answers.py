"""The lab's answers by digest: recent ones in memory, those for full shoes also stored."""

from __future__ import annotations

import asyncio
import zlib
from collections import OrderedDict
from typing import Final

import msgspec

from pitboss.store.store import Store
from pitboss.web.lab.drafts import is_draft
from pitboss.web.lab.questions import Question

IN_MEMORY: Final = 256
IN_STORE: Final = 10_000
WITH_HANDS: Final = 8
"""The most answers whose hands stay in memory, compressed: they are by far the largest part."""
BYTES: Final = 1 << 20
"""The most bytes of all answers in memory; the least recently used is dropped first."""
_PREFIX: Final = "lab/"
_STORED: Final = frozenset({"main", "bets", "chart", "spread"})
"""The parts that are small enough for the store."""
_FLUSH: Final = 5.0
"""Seconds for which new answers are gathered before they are stored."""


Fields = dict[str, msgspec.Raw]
"""The fields of a part, each as JSON, which takes a tenth of the memory of objects"""


class _StoredAnswer(msgspec.Struct):
    """An answer in its stored form."""

    question: Question
    parts: dict[str, Fields]


class QuestionAnswer:
    """What is known of one question, part by part."""

    def __init__(self, digest: str, question: Question) -> None:
        self.digest, self.question = digest, question
        self.parts: dict[str, Fields] = {}
        self.problems: dict[str, str] = {}
        self.near: list[msgspec.Raw] = []
        """The prices of settings one step away as JSON, as far as they are known"""
        self.is_near_known = False
        self.weight = 0
        """Its bytes, as counted in the cache"""

    def fields(self, part: str) -> Fields:
        """The fields of a part, as far as they are known."""
        known = self.parts.get(part, {})
        if part != "hands":
            return known
        return {name: msgspec.Raw(zlib.decompress(packed)) for name, packed in known.items()}

    def weigh(self) -> int:
        """The bytes of everything it holds."""
        parts = (len(value) for fields in self.parts.values() for value in fields.values())
        return sum(parts) + sum(map(len, self.near))


class AnswerCache:
    """The cache of answers."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, QuestionAnswer] = OrderedDict()
        self._with_hands: OrderedDict[str, QuestionAnswer] = OrderedDict()
        self._dirty: dict[str, QuestionAnswer] = {}
        self._flushing: asyncio.Task[None] | None = None
        self.weight = 0
        """The bytes of all answers in memory"""

    def __len__(self) -> int:
        return len(self._known)

    def get(self, digest: str) -> QuestionAnswer | None:
        """The answer with a digest, if it is in memory."""
        answer = self._known.get(digest)
        if answer is not None:
            self._known.move_to_end(digest)
            if digest in self._with_hands:
                self._with_hands.move_to_end(digest)
        return answer

    async def find(self, digest: str, question: Question) -> QuestionAnswer:
        """The answer to a question, from memory or the store, or an empty one."""
        if (answer := self.get(digest)) is not None:
            return answer
        kept = None
        if question.shoe is None:
            kept = await asyncio.to_thread(self._store.kept, _PREFIX + digest)
        if (answer := self.get(digest)) is not None:
            return answer  # it was asked for at the same time
        answer = self.begin(digest, question)
        if kept is not None:
            self._fill(answer, msgspec.json.decode(kept, type=_StoredAnswer))
        return answer

    async def recall(self, digest: str) -> QuestionAnswer | None:
        """The answer with a digest, with its question, from memory or the store."""
        if (answer := self.get(digest)) is not None:
            return answer
        kept = await asyncio.to_thread(self._store.kept, _PREFIX + digest)
        if kept is None:
            return None
        document = msgspec.json.decode(kept, type=_StoredAnswer)
        answer = self.begin(digest, document.question)
        self._fill(answer, document)
        return answer

    def begin(self, digest: str, question: Question) -> QuestionAnswer:
        """An empty answer."""
        answer = self._known[digest] = QuestionAnswer(digest, question)
        if len(self._known) > IN_MEMORY:
            self._drop_oldest()
        return answer

    def _fill(self, answer: QuestionAnswer, stored: _StoredAnswer) -> None:
        # Copies, because a field that was read is a view of the whole document.
        for part, fields in stored.parts.items():
            answer.parts[part] = {name: value.copy() for name, value in fields.items()}
        self._weigh(answer)

    def _weigh(self, answer: QuestionAnswer) -> None:
        """Count what an answer has grown by, and drop the oldest while all are too large."""
        if self._known.get(answer.digest) is not answer:
            return
        weight = answer.weigh()
        self.weight += weight - answer.weight
        answer.weight = weight
        while self.weight > BYTES and len(self._known) > 1:
            self._drop_oldest()

    def _drop_oldest(self) -> None:
        oldest, answer = self._known.popitem(last=False)
        self.weight -= answer.weight
        answer.weight = 0
        self._with_hands.pop(oldest, None)

    def learn(self, answer: QuestionAnswer, part: str, fields: dict[str, bytes]) -> None:
        """Add a part to an answer."""
        pack = zlib.compress if part == "hands" else bytes
        answer.parts[part] = {name: msgspec.Raw(pack(message)) for name, message in fields.items()}
        self._weigh(answer)
        if part == "hands" and self._known.get(answer.digest) is answer:
            self._with_hands[answer.digest] = answer
            if len(self._with_hands) > WITH_HANDS:
                _, oldest = self._with_hands.popitem(last=False)
                oldest.parts.pop("hands", None)
                self._weigh(oldest)
        question = answer.question
        if part in _STORED and question.shoe is None and not is_draft(question.book):
            self._dirty[answer.digest] = answer
            if self._flushing is None or self._flushing.done():
                self._flushing = asyncio.create_task(self._flush())

    async def _flush(self) -> None:
        await asyncio.sleep(_FLUSH)
        await self.store_now()

    async def store_now(self) -> None:
        """Store what is new."""
        while self._dirty:
            dirty, self._dirty = self._dirty, {}
            values = {_PREFIX + digest: _written(answer) for digest, answer in dirty.items()}
            await asyncio.to_thread(self._store.keep_at_most, _PREFIX, values, IN_STORE)

    def stop(self) -> None:
        """Stop storing answers."""
        if self._flushing is not None:
            self._flushing.cancel()


def _written(answer: QuestionAnswer) -> str:
    parts = {name: value for name, value in answer.parts.items() if name in _STORED}
    return msgspec.json.encode(_StoredAnswer(answer.question, parts)).decode()
