"""The worker that reads books of strangers: a process of its own, with little time and memory.

The parser's time and memory may grow faster than its text. A thread could not be ended, and would
share its processor time with the tables.
"""

from __future__ import annotations

import pickle
from typing import Any, Final

from pitboss.rulebooks import Rulebook, RulebookError
from pitboss.rulebooks.loader import read_text
from pitboss.web.lab.worker import Calculation, Control, Steps, become
from pitboss.web.lab.workers import READ, Failed, LabWorkers, RunningTask

_LONGEST: Final = 2000
"""The most characters of the sentence that refuses a book"""
_SECONDS: Final = 5.0
"""CPU seconds in which a book of the greatest length must be read, its side bets checked too"""


class NotRead(ValueError):
    """A text that is not a book; the message says why."""


def read(document: dict[str, Any], _control: Control) -> Steps:
    """Read a book from its text, and check it."""
    try:
        book = read_text(document["where"], document["text"])
    except RulebookError as error:
        raise ValueError(str(error)[:_LONGEST]) from None
    # The hash of rules differs between processes, so the server makes these rules again.
    vars(book).pop("default_rules", None)
    yield pickle.dumps(book)


KINDS: Final[dict[str, Calculation]] = {"read": read}


async def book_from(workers: LabWorkers, where: str, text: str) -> Rulebook:
    """The book in a text, read by a worker; raises :class:`NotRead` or ``Busy``."""
    job: RunningTask = workers.begin(
        "read", {"where": where, "text": text}, lane=READ, seconds=_SECONDS
    )
    try:
        packed = await job.result()
    except Failed as failed:
        why = str(failed)
        raise NotRead(f"the book cannot be read: {why}" if why.startswith("it ") else why) from None
    # Our own worker wrote it: nothing but the pickled book can come through its pipe.
    book: Rulebook = pickle.loads(packed)
    return book


if __name__ == "__main__":
    become(lambda: KINDS)
