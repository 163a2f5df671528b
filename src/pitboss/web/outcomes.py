"""The answers to commands: accepted or refused, at hand or still waiting for the disk."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, NamedTuple

from pitboss.law.answers import Refusal
from pitboss.store.errors import Because, InDoubt
from pitboss.store.records import Command as Kept
from pitboss.store.records import Person, Unit
from pitboss.web import commands as c
from pitboss.web.masking import Happened
from pitboss.web.open_table import Change, LiveTable, Refused
from pitboss.web.problems import UNKNOWN
from pitboss.web.views import Look


class Outcome(NamedTuple):
    """The answer to a command: accepted with its events, or refused with the reason."""

    sequence: int
    happened: tuple[Happened, ...] = ()
    refusal: Refusal | None = None
    refused: Refused | None = None
    repeated: bool = False

    @property
    def is_accepted(self) -> bool:
        """Whether it was carried out."""
        return self.refusal is None and self.refused is None


class Reply:
    """The answer to a command, for everybody who waits for it."""

    __slots__ = ("_waiting", "outcome")

    def __init__(self, outcome: Outcome | None = None) -> None:
        self.outcome = outcome
        self._waiting: list[Callable[[Outcome], object]] = []

    def give(self, outcome: Outcome) -> None:
        """This is the answer; who waits hears it at once, and a second one is not heard."""
        if self.outcome is not None:
            return
        self.outcome = outcome
        waiting, self._waiting = self._waiting, []
        for tell in waiting:
            tell(outcome)

    def then(self, tell: Callable[[Outcome], object]) -> None:
        """Have the answer told as soon as there is one."""
        if self.outcome is None:
            self._waiting.append(tell)
        else:
            tell(self.outcome)

    async def wait(self) -> Outcome:
        """The answer, when there is one."""
        if self.outcome is None:
            given: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.then(lambda _outcome: None if given.done() else given.set_result(None))
            await given
        assert self.outcome is not None
        return self.outcome


class Known(NamedTuple):
    """A command that was heard: what it said, and its answer."""

    body: str
    reply: Reply


REMEMBERED: Final = 128
"""Commands whose answers are at hand; older ones are in the store."""


class Answers:
    """The last commands at a table, by person and key."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, str], Known] = OrderedDict()

    def get(self, person: str, key: str) -> Known | None:
        """What is at hand of a command."""
        return self._known.get((person, key))

    def remember(self, person: str, key: str, known: Known) -> None:
        """A command was heard."""
        self._known[person, key] = known
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def recall(self, kept: Kept) -> None:
        """An answer that the store has, at hand again; without its events, which are told once."""
        done = Reply(Outcome(kept.sequence, repeated=True))
        self.remember(kept.person, kept.key, Known(kept.body, done))

    def forget(self, person: str, key: str) -> None:
        """What was remembered of a command that was not carried out after all."""
        self._known.pop((person, key), None)


def unit_of(
    live: LiveTable,
    owner: str,
    change: Change,
    kept: Kept | None,
    *,
    status: str | None,
    notes: str | None,
) -> Unit:
    """What goes into the store of a change."""
    return Unit(
        live.info.id,
        owner,
        change.before,
        change.hash,
        change.entries,
        change.postings,
        change.rounds,
        change.secrets,
        kept,
        status,
        notes,
        change.snapshot,
    )


def why_not(because: object) -> Refused:
    """What is said where the store has not taken something, or has not answered."""
    if because is Because.STALE:
        return Refused("the table has moved on; look again", status=409)
    if because is Because.KEY:
        return Refused("this key was used for another command", status=422)
    if isinstance(because, InDoubt):
        return Refused(UNKNOWN, status=503, is_unknown=True)
    return Refused("the store does not answer; nothing was done", status=503)


class Again(NamedTuple):
    """A command with its reply, so that it can be carried out anew."""

    person: Person
    key: str
    body: str
    told: c.Command
    reply: Reply


class Waiting:
    """Something that everybody hears of as soon as it is durable."""

    __slots__ = ("again", "because", "is_ready", "kept", "look", "outcome", "reply")

    def __init__(
        self,
        look: Look,
        outcome: Outcome,
        reply: Reply | None,
        kept: Kept | None,
        *,
        is_ready: bool,
        again: Again | None = None,
    ) -> None:
        self.again = again
        """The command that brought it about, where it was one"""
        self.look, self.outcome, self.reply, self.kept = look, outcome, reply, kept
        self.is_ready = is_ready
        """Whether the store has answered, or was not asked"""
        self.because: Because | Exception | None = None
        """Why the store has not taken it, where it has not"""

    def stored(self, because: Because | Exception | None) -> None:
        """The store has answered."""
        self.is_ready, self.because = True, because

    @property
    def is_durable(self) -> bool:
        """Whether the store has taken it, or was not asked."""
        return self.is_ready and self.because is None
