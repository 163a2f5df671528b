"""The answers to commands, ready or still waiting for the disk, and the keys already used."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from pitboss.law.answers import Refusal
from pitboss.store.errors import Because, InDoubt
from pitboss.store.records import Person, Unit
from pitboss.store.records import StoredCommand as Kept
from pitboss.store.store import Store
from pitboss.web.http.problems import UNKNOWN
from pitboss.web.live import commands as c
from pitboss.web.live.open_table import Change, LiveTable, ServerRefusal
from pitboss.web.wire.masking import StoredStep
from pitboss.web.wire.views import TableSnapshot


class CommandOutcome(NamedTuple):
    """The answer to a command: accepted with its events, or refused with the reason."""

    sequence: int
    happened: tuple[StoredStep, ...] = ()
    refusal: Refusal | None = None
    refused: ServerRefusal | None = None
    repeated: bool = False

    @property
    def is_accepted(self) -> bool:
        """Whether it was carried out."""
        return self.refusal is None and self.refused is None


class Reply:
    """The answer to a command, for everyone waiting for it."""

    __slots__ = ("_waiting", "outcome")

    def __init__(self, outcome: CommandOutcome | None = None) -> None:
        self.outcome = outcome
        self._waiting: list[Callable[[CommandOutcome], object]] = []

    def give(self, outcome: CommandOutcome) -> None:
        """Set the answer and notify everyone waiting for it; later calls are ignored."""
        if self.outcome is not None:
            return
        self.outcome = outcome
        waiting, self._waiting = self._waiting, []
        for tell in waiting:
            tell(outcome)

    def then(self, tell: Callable[[CommandOutcome], object]) -> None:
        """Call back with the answer as soon as it is ready."""
        if self.outcome is None:
            self._waiting.append(tell)
        else:
            tell(self.outcome)

    async def wait(self) -> CommandOutcome:
        """Wait for the answer."""
        if self.outcome is None:
            given: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.then(lambda _outcome: None if given.done() else given.set_result(None))
            await given
        assert self.outcome is not None
        return self.outcome


class ReceivedCommand(NamedTuple):
    """A command that was received: its content, and its answer."""

    body: str
    reply: Reply


REMEMBERED: Final = 128
"""The most commands whose answers are kept in memory; older ones are in the store."""


class CommandAnswers:
    """The last commands at a table, by person and key."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, str], ReceivedCommand] = OrderedDict()

    def get(self, person: str, key: str) -> ReceivedCommand | None:
        """What is in memory about a command."""
        return self._known.get((person, key))

    def remember(self, person: str, key: str, known: ReceivedCommand) -> None:
        """Remember that a command was received."""
        self._known[person, key] = known
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def recall(self, kept: Kept) -> None:
        """A stored answer, without its events, which are sent only once."""
        done = Reply(CommandOutcome(kept.sequence, repeated=True))
        self.remember(kept.person, kept.key, ReceivedCommand(kept.body, done))

    def forget(self, person: str, key: str) -> None:
        """Forget a command that was not carried out after all."""
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
    """The unit of a change, as it is stored."""
    return Unit(
        table=live.info.id,
        owner=owner,
        before=change.before,
        hash=change.hash,
        entries=change.entries,
        postings=change.postings,
        rounds=change.rounds,
        secrets=change.secrets,
        command=kept,
        status=status,
        notes=notes,
        snapshot=change.snapshot,
    )


def why_not(because: object) -> ServerRefusal:
    """The refusal if the store rejected something, or did not answer."""
    if because is Because.STALE:
        return ServerRefusal("the table has changed; reload and try again", status=409)
    if because is Because.KEY:
        return ServerRefusal("this key was already used for a different command", status=422)
    if isinstance(because, InDoubt):
        return ServerRefusal(UNKNOWN, status=503, is_unknown=True)
    return ServerRefusal("the database is not responding; nothing was changed", status=503)


class PendingCommand(NamedTuple):
    """A command with its reply, so that it can be carried out again."""

    person: Person
    key: str
    body: str
    told: c.Command
    reply: Reply


class PendingChange:
    """A change to broadcast as soon as it is durable."""

    __slots__ = ("again", "because", "is_ready", "kept", "look", "outcome", "reply")

    def __init__(
        self,
        look: TableSnapshot,
        outcome: CommandOutcome,
        reply: Reply | None,
        kept: Kept | None,
        *,
        is_ready: bool,
        again: PendingCommand | None = None,
    ) -> None:
        self.again = again
        """The command that caused it, if any"""
        self.look, self.outcome, self.reply, self.kept = look, outcome, reply, kept
        self.is_ready = is_ready
        """Whether the store has answered, or was not asked"""
        self.because: Because | Exception | None = None
        """Why the store rejected it, if it did"""

    def stored(self, because: Because | Exception | None) -> None:
        """Note that the store has answered."""
        self.is_ready, self.because = True, because

    @property
    def is_durable(self) -> bool:
        """Whether the store accepted it, or was not asked."""
        return self.is_ready and self.because is None


_BITS: Final = 25
"""Room for about three million keys (4 MiB); with more, lookups become more frequent."""


class UsedKeys:
    """The keys of all commands received here, as the bits of a Bloom filter.

    A key with a missing bit is new. One with all its bits may be new or not, and needs a database
    lookup. This is valid while no other process writes to the database.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._marks = bytearray(1 << (_BITS - 3))
        self._people: set[str] = set()

    def is_new(self, person: str, key: str) -> bool:
        """Whether this person has certainly never used this key."""
        if person not in self._people:
            for known in self._store.keys(person):
                self.add(person, known)
            self._people.add(person)
        marks = self._marks
        return any(not marks[place >> 3] >> (place & 7) & 1 for place in _places(person, key))

    def takes(self, person: str, key: str) -> bool:
        """Whether this person has certainly never used this key; if so, it is now used."""
        is_new = self.is_new(person, key)
        if is_new:
            self.add(person, key)
        return is_new

    def add(self, person: str, key: str) -> None:
        """Mark this key as used."""
        marks = self._marks
        for place in _places(person, key):
            marks[place >> 3] |= 1 << (place & 7)


def _places(person: str, key: str) -> Iterator[int]:
    mixed = hash((person, key))
    second = hash((key, person)) | 1
    return ((mixed + n * second) & (1 << _BITS) - 1 for n in range(4))
