"""One actor per table: commands in order, each durable before it is broadcast."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from hashlib import sha256
from itertools import takewhile
from typing import TYPE_CHECKING, Final

import msgspec

from pitboss.store.errors import Because
from pitboss.store.ledger import by_balance
from pitboss.store.people import PersonRole
from pitboss.store.records import Person
from pitboss.store.records import StoredCommand as Kept
from pitboss.table import acts
from pitboss.table.table import Table
from pitboss.web.live import commands as c
from pitboss.web.live.clock import TableClock
from pitboss.web.live.command_handlers import handle
from pitboss.web.live.driver import HOUSE, NextStep, TableDriver
from pitboss.web.live.open_table import Change, LiveTable, ServerRefusal
from pitboss.web.live.outcomes import (
    CommandAnswers,
    CommandOutcome,
    PendingChange,
    PendingCommand,
    ReceivedCommand,
    Reply,
    unit_of,
    why_not,
)
from pitboss.web.live.pauses import Holds
from pitboss.web.live.recovery import Recovery
from pitboss.web.rules.labels import role_label
from pitboss.web.wire.masking import StoredStep
from pitboss.web.wire.messages import Events, PrivateView, TableFrame, clock_message
from pitboss.web.wire.movements import nominal
from pitboss.web.wire.views import TableSnapshot

if TYPE_CHECKING:
    from pitboss.web.live.hub import Hub
    from pitboss.web.wire.streams import Stream

STUCK: Final = 5.0
"""Seconds before the server retries a step that the book has just refused."""


class Actor:
    """A live table with the people connected to it."""

    def __init__(self, hub: Hub, live: LiveTable) -> None:
        self.hub, self.live = hub, live
        live.staff = hub.known.staff
        self.house = TableDriver(live, hub.clocks)
        self.streams: set[Stream] = set()
        self.answers = CommandAnswers()
        self._outbox: deque[PendingChange] = deque()
        self._durable = live.look()
        self.clock = TableClock(self._time_is_up)
        self._told: TableFrame | None = None
        self._step: NextStep | None = None
        self._failed = False
        self._mending: Recovery | None = None
        self.touched = time.monotonic()
        self.holds = Holds(self)

    @property
    def id(self) -> str:
        """The id of the table."""
        return self.live.info.id

    # Commands.

    async def command(self, person: Person, key: str, command: c.Command) -> CommandOutcome:
        """Carry a command out exactly once; the same key gets the same answer again."""
        if self.answers.get(person.id, key) is None:
            kept = await self.hub.kept_command(person, key)
            if kept is not None:
                self.answers.recall(kept)
            await self.hub.money.know(person.name)
            if isinstance(
                command, c.PlaceDeclared
            ):  # it is the player's balance that must cover it
                await self.hub.money.know(command.player)
        body = self._body(command)
        known = self.answers.get(person.id, key)
        if known is not None:
            if known.body != body:
                raise ServerRefusal("this key was already used for a different command", status=422)
            return (await known.reply.wait())._replace(repeated=True)
        return await self._begin(person, key, body, command).wait()

    def at_once(
        self, person: Person, key: str, command: c.Command, tell: Callable[[CommandOutcome], object]
    ) -> bool:
        """Carry out a command that needs no lookup; whether that was possible.

        The answer is sent as soon as it is durable, without another turn of the event loop.
        """
        known = self.hub.money.is_known
        if isinstance(command, c.PlaceDeclared) and not known(command.player):
            return False
        if not (known(person.name) and self.hub.takes_new_key(person, key)):
            return False
        self._begin(person, key, self._body(command), command).then(tell)
        return True

    def _body(self, command: c.Command) -> str:
        return sha256(self.id.encode() + msgspec.json.encode(command)).hexdigest()

    def _begin(self, person: Person, key: str, body: str, command: c.Command) -> Reply:
        """Carry out a command that has not been received before."""
        again = PendingCommand(person, key, body, command, Reply())
        if self._mending is not None:
            self.answers.remember(person.id, key, ReceivedCommand(body, again.reply))
            self._mending.waiting.append(again)
        else:
            self.perform(again)
        return again.reply

    def perform(self, again: PendingCommand) -> None:
        """Carry out a command, for the first time or again."""
        person, key, body, message, reply = again
        try:
            change = self._do(person, message)
        except ServerRefusal as refused:
            self.answers.forget(person.id, key)
            reply.give(CommandOutcome(self.live.sequence, refused=refused))
            return
        self.answers.remember(person.id, key, ReceivedCommand(body, reply))
        self._after(change, reply, Kept(person.id, key, body, self.live.sequence, ""), again)

    def _do(self, person: Person, command: c.Command) -> Change:
        if self._failed:
            raise ServerRefusal("the table is recovering; try again", status=503)
        if PersonRole(person.role) not in c.who_may(type(command)):
            raise ServerRefusal(f"{role_label(person.role)} may not do this", status=403)
        self.touched = time.monotonic()
        return self._guarded(lambda: self._in_time(lambda: handle(self, person, command)))

    def _in_time(self, do: Callable[[], Change]) -> Change:
        """Do something after the minutes that have passed; a refusal does not record them."""
        minutes = self._minutes()
        if not minutes:
            return do()
        with self.live.after(minutes, HOUSE):
            return do()

    def keep_time(self, *, only_if_it_matters: bool = False) -> None:
        """Record how many minutes have passed, if the book depends on time."""
        minutes = self._minutes(only_if_it_matters=only_if_it_matters)
        if minutes:
            self.run(HOUSE, lambda table: table.do(acts.PassTime(minutes=minutes)))

    def _minutes(self, *, only_if_it_matters: bool = False) -> int:
        """The minutes to record now; 0 if the book does not depend on time."""
        live = self.live
        minutes = live.minutes_due(time.time())
        if minutes < 1 or self._failed or self._mending is not None or live.pause is not None:
            return 0
        matters = live.time_matters(minutes)
        return minutes if matters or (matters is not None and not only_if_it_matters) else 0

    def run(self, actor: str, do: Callable[[Table], object]) -> Change:
        """Carry out an act of the server itself, made durable like any command."""
        change = self._guarded(lambda: self.live.carry_out(actor, do))
        self._after(change, None, None)
        return change

    async def ruled(self, actor: str, do: Callable[[Table], object]) -> CommandOutcome:
        """Carry out a supervisor's order; returns its outcome once it is durable."""
        if self._failed or self._mending is not None:
            raise ServerRefusal("the table is recovering; try again", status=503)
        change = self._guarded(lambda: self._in_time(lambda: self.live.carry_out(actor, do)))
        reply = Reply()
        self._after(change, reply, None)
        return await reply.wait()

    def rest(self) -> None:
        """Store a pause or its end, set the clock and notify everyone."""
        if not self._failed and self._mending is None:
            self.run(HOUSE, lambda _table: None)

    def _guarded(self, do: Callable[[], Change]) -> Change:
        """Reload the table after an unexpected failure, so that nothing is left half done."""
        try:
            return do()
        except ServerRefusal:
            raise
        except Exception:
            self.hub.log.exception("table %s failed and is being reloaded", self.id)
            self._fail()
            raise

    # Commit, then broadcast.

    def _after(
        self,
        change: Change,
        reply: Reply | None,
        kept: Kept | None,
        again: PendingCommand | None = None,
    ) -> None:
        live = self.live
        outcome = CommandOutcome(live.sequence, change.happened, change.refusal)
        if change.refusal is not None:
            kept = None
        status = live.status if live.status != live.kept_status else None
        notes = noted if (noted := live.notes) != live.kept_notes else None
        changed = bool(change.entries) or kept is not None or (status or notes) is not None
        if change.entries:
            slowest = max((stream.speed for stream in self.streams), default=0.0)
            self.clock.moves(slowest and slowest * nominal(change.happened))
        self._schedule()
        look = live.look(self.clock.seconds_left)
        one = PendingChange(look, outcome, reply, kept, is_ready=not changed, again=again)
        self._outbox.append(one)
        if not changed:
            self.publish()
            return
        live.kept_status, live.kept_notes = live.status, noted
        unit = unit_of(live, self.hub.owner, change, kept, status=status, notes=notes)
        moved = by_balance(change.postings) if change.postings else {}
        self.hub.commit(unit, moved, one, self)

    def publish(self) -> None:
        """Broadcast what the database has committed, in the order in which it happened."""
        done = []
        while self._outbox and self._outbox[0].is_ready:
            one = self._outbox.popleft()
            if self._mending is not None:
                self._mending.takes(one)
            elif one.because is None:
                done.append(one)
            elif one.because is Because.FUNDS:
                self._mending = Recovery(self, one)
            else:
                self._not_durable(one, one.because)
        self._tell(done)
        if self._mending is not None and not self._outbox:
            self._mending.begin()

    def mended(self, live: LiveTable, waiting: list[PendingCommand]) -> None:
        """Continue from the stored table, with the commands that were waiting."""
        self.live, self._mending = live, None
        live.staff = self.hub.known.staff
        self.house = TableDriver(live, self.hub.clocks)
        self._durable = live.look()
        for again in waiting:
            self.perform(again)
        self._schedule()

    def not_mended(self) -> None:
        """Reload the table: the database cannot be read, or another process has the table."""
        self._mending = None
        self._fail()

    def _tell(self, done: list[PendingChange]) -> None:
        """Broadcast what is now durable, then answer the senders."""
        if done:
            self._durable = done[-1].look
        happened = [event for one in done for event in one.outcome.happened]
        if self.streams and (happened or any(one.outcome.is_accepted for one in done)):
            try:
                self._broadcast(done[-1].look, happened)
            except Exception:  # it is durable nevertheless, and the sender gets the answer
                self.hub.log.exception("table %s failed and is being reloaded", self.id)
                self._fail()
        for one in done:
            if one.kept is not None:
                self.answers.recall(one.kept)
            if one.reply is not None:
                one.reply.give(one.outcome)

    def tell_all(self) -> None:
        """Send everyone the state again: something outside the table has changed."""
        if self.streams and not self._failed:
            self._broadcast(self.look(), [])

    def _not_durable(self, one: PendingChange, because: object) -> None:
        self.hub.money.forget()
        refused = why_not(because)
        if one.kept is not None:
            self.answers.forget(one.kept.person, one.kept.key)
        if one.reply is not None:
            one.reply.give(CommandOutcome(one.look.sequence, refused=refused))
        self._fail()

    def _fail(self) -> None:
        if not self._failed:
            self._failed = True
            self.clock.stop()
            self.hub.take_up_again(self)

    def _broadcast(self, look: TableSnapshot, happened: list[StoredStep]) -> None:
        telling, events = TableFrame(look, self.live.static, self._told), Events(happened)
        news, self._told = telling.since_before(), telling
        for stream in tuple(self.streams):
            own = self._own(telling, stream.person)
            changed = None if own == stream.own else own
            stream.own = own
            stream.send(news.message(events, stream.person, changed))
        self.clock.told = self.clock.deadline  # the state has the seconds

    def _tell_clock(self) -> None:
        """Notify the others if an arrival or departure starts a clock."""
        step, clock = self._step, self.clock
        if step is None or clock.deadline is None or clock.deadline == clock.told:
            return
        clock.told = clock.deadline
        message = clock_message(step, clock.seconds_left)
        for stream in tuple(self.streams):
            stream.send(message)

    # The clock.

    def go_on(self) -> None:
        """Do what was due when the table was last unloaded, without waiting for a command."""
        self._schedule()

    def _schedule(self) -> None:
        """Schedule the server's next step; a running clock is not reset."""
        rests = self._failed or self._mending is not None
        self._step = None if rests else self.house.next_step(self.present)
        self.clock.set(self._step, self.live.table.state)

    def _time_is_up(self, step: NextStep) -> None:
        if self._failed or self._mending is not None:
            return
        try:
            sequence = self.live.sequence
            self.keep_time()
            if self.live.sequence != sequence:
                return  # something else may be due now
            self.clock.forget()
            change = self.run(step.actor, step.do)
        except Exception:  # _guarded logs it and reloads the table
            return
        if change.refusal is not None and not change.entries:
            self.hub.log.warning("table %s: %s", self.id, change.refusal.why)
            self.clock.wait(STUCK)
            self._schedule()

    @property
    def present(self) -> frozenset[str]:
        """The people connected to the table."""
        return frozenset(stream.person.name for stream in self.streams)

    # People.

    async def join(self, stream: Stream) -> None:
        """Connect a person: send the whole state, then every change."""
        await self.hub.money.know(stream.person.name)
        self.streams.add(stream)
        self._schedule()
        telling = self._telling()
        stream.own = self._own(telling, stream.person)
        stream.send(self.hub.known.body(telling.snapshot(stream.person, stream.own)))
        self._tell_clock()

    def leave(self, stream: Stream) -> None:
        """Disconnect a person; their seat and bets stay."""
        self.streams.discard(stream)
        self.touched = time.monotonic()
        if not self._failed:
            self._schedule()
            self._tell_clock()

    def snapshot(self, person: Person) -> bytes:
        """The state as this person may see it."""
        telling = self._telling()
        return self.hub.known.body(telling.snapshot(person, self._own(telling, person)))

    def tell_since(self, stream: Stream, events: bytes) -> None:
        """Send these events again, with the whole current state."""
        telling = self._telling()
        stream.own = self._own(telling, stream.person)
        whole = telling.whole().events(events, stream.person, stream.own)
        stream.send(self.hub.known.body(whole))

    def _own(self, telling: TableFrame, person: Person) -> PrivateView:
        return telling.own(person.name, self.hub.money.posted(person.name))

    def _telling(self) -> TableFrame:
        return TableFrame(self.look(), self.live.static)

    def look(self) -> TableSnapshot:
        """The durable state of the table; uncommitted changes are not shown."""
        if self._outbox or self._mending is not None:
            ready = takewhile(lambda one: one.is_durable, self._outbox)
            durable = deque((one.look for one in ready), maxlen=1) or (self._durable,)
            return durable[0]._replace(seconds=self.clock.seconds_left)
        return self.live.look(self.clock.seconds_left)

    @property
    def is_idle(self) -> bool:
        """Whether the table may be unloaded from memory."""
        return not (self.streams or self._outbox or self._mending) and self._step is None

    @property
    def rests(self) -> bool:
        """Whether the table cannot act now: it is committing or recovering."""
        return self._failed or self._mending is not None or bool(self._outbox)

    async def close(self) -> None:
        """Stop the clock; pending answers are still sent."""
        self.clock.stop()
        self._failed = True
