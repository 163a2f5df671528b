"""The hub: which tables are open in this process, and the one way into the store."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import threading
import time
from collections.abc import Coroutine
from functools import partial
from typing import Any, Final

from msgspec import structs

from pitboss.rulebooks import BOOKS, TableRules, rulebook
from pitboss.store.commits import Answer, UnitWriter
from pitboss.store.errors import BadDatabase
from pitboss.store.people import GUEST
from pitboss.store.records import Person, StoredCommand, StoredEvent, TableInfo, Unit
from pitboss.store.store import Store
from pitboss.table import acts
from pitboss.table.state import Phase
from pitboss.table.table import Table
from pitboss.web.audit.verifications import Verifications
from pitboss.web.lab.desk import PriceDesk
from pitboss.web.lab.price_cache import fingerprint
from pitboss.web.live.actor import Actor
from pitboss.web.live.balances import Balances
from pitboss.web.live.bots import NAMES, is_bot
from pitboss.web.live.driver import HOUSE, Clocks
from pitboss.web.live.forwarding import Forwarding
from pitboss.web.live.health import LEASE, Health, Leases
from pitboss.web.live.open_table import BrokenLog, LiveTable, ServerRefusal, open_live, recover
from pitboss.web.live.outcomes import PendingChange, UsedKeys
from pitboss.web.live.peers import Peers
from pitboss.web.live.snapshots import read
from pitboss.web.live.table_notes import AS_EVER, Manner, Notes, written_notes
from pitboss.web.pit.known_returns import KnownReturns
from pitboss.web.pit.theory import Handles
from pitboss.web.rules.known_rules import KnownRules
from pitboss.web.wire.views import TableSnapshot

PRACTICE_LEFT: Final = 45.0
"""Seconds before a practice table closes once its player has left; a reload takes fewer."""


def is_left(actor: Actor, unused: float, after: float) -> bool:
    """Whether a table is deserted for long enough, with an empty layout."""
    live, state = actor.live, actor.live.state
    wait = min(after, PRACTICE_LEFT) if live.practice else after
    if unused <= wait or live.status != "open" or actor.streams or actor.rests:
        return False
    is_over = state.phase is Phase.BETTING and not state.wagers and state.banker is None
    if live.practice:
        return is_over
    return is_over and live.is_guests and all(is_bot(name) for name in state.seats.values())


def shut(actor: Actor) -> None:
    """Close the table and publish the secret of its shoe."""
    actor.live.status = "closed"
    actor.hub.note_order(actor.id, what="closed", why="all players have left", by=HOUSE)
    actor.run(HOUSE, lambda table: table.end_shoe())


PUT_AWAY: Final = 600.0
"""Seconds before an empty table is unloaded from memory."""

TIDY: Final = 0.3
"""Seconds between clean-ups of the database: small ones delay no command."""


class Elsewhere(Exception):
    """Another process owns the table; ``address`` is where it listens."""

    def __init__(self, address: str) -> None:
        self.address = address
        super().__init__(address)


class Hub:
    """Every actor of this process, and what they share."""

    def __init__(
        self, store: Store, *, clocks: Clocks, address: str = "", prices: bool = True
    ) -> None:
        self.store, self.clocks, self.address = store, clocks, address
        self.owner = secrets.token_hex(8)
        self.log = logging.getLogger("pitboss.web")
        self.money = Balances(store)
        self.lab = PriceDesk(store, prices_tables=prices)
        self.prices, self.known = self.lab.prices, self.lab.coaching.known
        self._keys = UsedKeys(store)
        self._actors: dict[str, Actor] = {}
        self._loading: dict[str, asyncio.Future[Actor]] = {}
        self._waiting: dict[int, tuple[PendingChange, Actor, dict[str, int]]] = {}
        self._is_untidy = True
        self.verifications, self.handles = Verifications(store), Handles(store)
        self.returns = KnownReturns(store, self.prices)
        self.health = Health(store)
        self.forwarding = Forwarding(Peers(), self.log)
        self.left_after = PUT_AWAY
        """Seconds after which a deserted guest's table closes"""
        self.leases = Leases(store, self.owner)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._writer: UnitWriter | None = None
        self.rules = KnownRules(store, self.live)
        self._one_reads = threading.Lock()
        # Reading a first book here builds msgspec's decoders once. Built in two threads at the
        # same time, one thread could use a decoder that the other has not finished.
        rulebook(BOOKS[-1])

    async def start(self) -> None:
        """Begin to serve."""
        self._loop = asyncio.get_running_loop()
        if not self.store.database.shared:
            await asyncio.to_thread(self.store.take_all, self.owner, self.address)
        await self._keep_leases()
        self._writer = UnitWriter(self.store, self._delivered)
        self.lab.start()
        self.spawn(self._keep_house())
        self.spawn(self._keep_tidy())

    async def stop(self) -> None:
        """Make all pending work durable, and release the tables."""
        for task in tuple(self._tasks):
            task.cancel()
        for actor in tuple(self._actors.values()):
            await actor.close()
        if self._writer is not None:
            await asyncio.to_thread(self._writer.close)
        try:
            await asyncio.to_thread(self.store.release_leases, self.owner)
        except BadDatabase as error:  # they run out by themselves
            self.log.error("the database is not responding: %s", error)
        await self.lab.stop()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run something in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # The store.

    def commit(self, unit: Unit, changes: dict[str, int], one: PendingChange, actor: Actor) -> None:
        """Make a unit durable, with its effect on balances; then its actor publishes it."""
        assert self._writer is not None
        self._waiting[id(unit)] = (one, actor, changes)
        if changes:
            self.money.moves(changes)
        self._is_untidy = True
        self._writer.submit(unit)

    def takes_new_key(self, person: Person, key: str) -> bool:
        """Whether this person has certainly never used this key; if so it is now used."""
        return not self.store.database.shared and self._keys.takes(person.id, key)

    async def kept_command(self, person: Person, key: str) -> StoredCommand | None:
        """A command of this person that was carried out under a key, however long ago."""
        if self.store.database.shared:
            return await asyncio.to_thread(self.store.command, person.id, key)
        if self.takes_new_key(person, key):
            return None
        return self.store.command(person.id, key)  # microseconds: a thread would cost more

    def _delivered(self, answers: list[tuple[Unit, Answer]]) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._resolve, answers)

    def _resolve(self, answers: list[tuple[Unit, Answer]]) -> None:
        heard: dict[Actor, None] = {}
        for unit, answer in answers:
            one, actor, changes = self._waiting.pop(id(unit))
            if changes:
                self.money.moved(changes, posted=answer is None)
            self.health.answered(answer if isinstance(answer, Exception) else None)
            if isinstance(answer, Exception):
                self.log.error("the database is not responding: %s", answer)
            one.stored(answer)
            heard[actor] = None
        for actor in heard:
            actor.publish()

    def note_order(self, table: str, *, what: str, why: str, by: str) -> None:
        """Store a supervisor's opening, suspension or closing of a table with the rulings."""
        report = json.dumps({"what": what, "reason": why})
        keep = partial(self.store.add_ruling, table, report=report, by=by, status="done")
        self.spawn(asyncio.to_thread(keep))

    # Tables.

    async def open_table(
        self,
        rules: TableRules,
        *,
        name: str,
        opened_by: str,
        dealt_by: str,
        cards: str,
        bots: int,
        most: int | None = None,
        manner: Manner = AS_EVER,
    ) -> Actor:
        """Open a new table with its bots seated; a person may have at most ``most`` open."""
        if rules.banking is not None and dealt_by == "machine":
            bots = max(bots, 2)  # one of them must bank, and none may bank all the time
        bots = min(bots, rules.equipment.boxes.value - 1, len(NAMES))
        key = fingerprint(rules)
        info = TableInfo(
            id=secrets.token_hex(6),
            name=name,
            book=rules.book.id,
            opened_by=opened_by,
            dealt_by=dealt_by,
            cards=cards,
            bots=bots,
            price=key,
            status="open",
            sequence=0,
            hash="",
            owner=self.owner,
            address=self.address,
            lease=time.time() + LEASE,
            created=time.time(),
            notes=written_notes(Notes(practice=True)) if manner.practice else "{}",
        )
        live, change = open_live(info, rules, by_the_book=manner.by_the_book)
        info = structs.replace(info, sequence=live.sequence, hash=live.hash)
        live.info = info
        keep = partial(self.store.open_table, info, change.entries, most=most)
        if not await asyncio.to_thread(keep):
            raise ServerRefusal(f"you already have {most} tables open, the maximum", status=429)
        actor = self._actors[info.id] = Actor(self, live)
        if bots:
            actor.run("house", lambda table: _seat(table, bots))
        self.prices.want(rules, key)
        self._give_chart(actor)
        return actor

    async def actor(self, id: str) -> Actor:
        """The actor of a table, loaded from the store if necessary.

        Raises ``ServerRefusal`` if there is no such table, ``Elsewhere`` if another process has it.
        """
        if id in self._actors and not self.leases.are_sure:
            await self._keep_leases()
        if (actor := self._actors.get(id)) is not None:
            return actor
        if (loading := self._loading.get(id)) is not None:
            return await asyncio.shield(loading)
        future: asyncio.Future[Actor] = asyncio.get_running_loop().create_future()
        self._loading[id] = future
        try:
            actor = await self._take_up(id)
        except BaseException as error:
            future.set_exception(error)
            future.exception()  # the waiters raise it; there may be none
            raise
        else:
            future.set_result(actor)
            return actor
        finally:
            del self._loading[id]

    async def _take_up(self, id: str) -> Actor:
        try:
            live = await asyncio.to_thread(self._read_alone, id)
        except (BrokenLog, ValueError, LookupError, AssertionError) as error:
            self.log.exception("table %s cannot be loaded", id)
            raise ServerRefusal(
                f"this table's log failed verification: {error}", status=503
            ) from None
        actor = self._actors[id] = Actor(self, live)
        self.prices.want(live.rules, self.rules.price_key(live.info))
        self._give_chart(actor)
        actor.go_on()
        return actor

    def _read_alone(self, id: str) -> LiveTable:
        with self._one_reads:
            return self._read(id)

    def _read(self, id: str) -> LiveTable:
        """The table from its last snapshot and the entries after it, once it is ours."""
        store = self.store
        info = store.table(id)
        if info is None:
            raise ServerRefusal("table not found", status=404)
        if info.owner != self.owner or store.database.shared:
            mine = store.take_lease(id, owner=self.owner, address=self.address, seconds=LEASE)
            info = store.table(id)
            assert info is not None
            if not mine:
                raise Elsewhere(info.address or "")
        kept = store.snapshot(id)
        if kept is None:
            return recover(info, store.entries(id), store.secrets(id))
        snapshot = read(kept[1])
        entries: list[StoredEvent] = store.entries(id, upto=1) + store.entries(id, after=kept[0])
        least = min(snapshot.trail.seals, default=snapshot.trail.sealed + 1)
        return recover(info, entries, store.secrets(id, least=least), snapshot)

    def _give_chart(self, actor: Actor) -> None:
        key = self.rules.price_key(actor.live.info)
        self.prices.want(actor.live.rules, key)
        actor.house.chart = self.prices.chart(key)

    def take_up_again(self, actor: Actor) -> None:
        """After a failure, discard the table in memory and reload it from the store."""
        self.spawn(self._again(actor))

    async def read_again(self, actor: Actor) -> LiveTable:
        """The stored table, for an actor that recovers."""
        return await asyncio.to_thread(self._read_alone, actor.id)

    async def _again(self, actor: Actor) -> None:
        streams = tuple(actor.streams)
        if self._actors.get(actor.id) is actor:
            del self._actors[actor.id]
        await asyncio.sleep(0.05)  # pending commands are answered first
        await actor.close()
        for stream in streams:
            stream.close(1012, "the table was reloaded; reconnect")

    def is_here(self, id: str) -> bool:
        """Whether the table is open in this process."""
        return id in self._actors

    def actors(self) -> list[Actor]:
        """The tables that are open in this process."""
        return list(self._actors.values())

    def live(self, id: str) -> LiveTable | None:
        """A table in this process, if it is open here."""
        actor = self._actors.get(id)
        return None if actor is None else actor.live

    def look(self, id: str) -> TableSnapshot | None:
        """The durable state of a table, if it is open in this process."""
        actor = self._actors.get(id)
        return None if actor is None or not self.leases.are_sure else actor.look()

    async def know_rules(self, infos: list[TableInfo]) -> None:
        """Read the rules of tables that are not open here."""
        await self.rules.know(infos)

    def rules_of(self, info: TableInfo) -> TableRules:
        """The rules of a table."""
        return self.rules.of(info)

    # Housekeeping.

    async def _keep_house(self) -> None:
        scanned = 0.0
        while True:
            await asyncio.sleep(LEASE / 3)
            try:
                await self._keep_leases()
                if self.store.database.shared:
                    await self.money.refresh(
                        {stream.person.name for actor in self.actors() for stream in actor.streams}
                    )
                if time.monotonic() - scanned > self.left_after:
                    scanned = time.monotonic()
                    await self._take_up_left_ones()
            except Exception as error:
                self.log.error("the database is not responding: %s", error)
            for actor in self.actors():
                self._give_chart(actor)
                actor.keep_time(only_if_it_matters=True)
                unused = time.monotonic() - actor.touched
                if actor.is_idle and unused > PUT_AWAY:
                    await self._put_away(actor)
                elif is_left(actor, unused, self.left_after):
                    shut(actor)

    async def _take_up_left_ones(self) -> None:
        """Load abandoned guests' tables, a few at a time, so that they close."""
        left = await asyncio.to_thread(self.store.unowned, self.owner, GUEST)
        for id in [one for one in left if one not in self._actors][:5]:
            with contextlib.suppress(ServerRefusal, Elsewhere):
                await self.actor(id)

    async def _keep_tidy(self) -> None:
        while True:
            await asyncio.sleep(TIDY)
            if not self._is_untidy:
                continue
            self._is_untidy = False
            try:
                await asyncio.to_thread(self.store.database.tidy)
            except Exception as error:
                self.log.error("the database is not responding: %s", error)

    async def _keep_leases(self) -> None:
        """Renew our leases, and drop tables that another process has taken over."""
        for id in await self.leases.renew(self._actors.keys()):
            if (actor := self._actors.pop(id, None)) is not None:
                self.log.warning("table %s has moved to another process", id)
                await actor.close()
                for stream in tuple(actor.streams):
                    stream.drop(1012, "the table has moved to another server; reconnect")

    async def _put_away(self, actor: Actor) -> None:
        """Unload an empty table; it is loaded again from the database."""
        del self._actors[actor.id]
        await actor.close()
        if self.store.database.shared:
            await asyncio.to_thread(self.store.release_lease, actor.id, self.owner)


def _seat(table: Table, bots: int) -> None:
    boxes = table.rules.equipment.boxes.value
    for place, name in enumerate(NAMES[:bots]):
        table.do(acts.Arrive(player=name))
        table.do(acts.Sit(box=boxes - place, player=name))
