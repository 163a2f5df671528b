"""Count connections as they arrive, and drop those that keep others waiting.

A refusal here costs almost nothing: no request is read, and no answer is written.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
import weakref
from collections import Counter, OrderedDict
from collections.abc import Sequence
from typing import Any, Final, Protocol

from uvicorn.protocols.http.h11_impl import H11Protocol

from pitboss.web.http.addresses import Network, counted_as, is_in
from pitboss.web.http.limits import Penalties, RateBuckets, ServerLimits
from pitboss.web.wire.slow_readers import Unread

SWEEP: Final = 1.0
"""Seconds between checks for connections that keep us waiting."""

WARNED: Final = 60.0
"""Seconds for which a warning is remembered: a client is warned once."""

PEER: Final = 600.0
"""Seconds for which the address of one of our own processes is remembered."""

STATE: Final = "pitboss.connection"
"""The key of a reference to the connection in the scope of a request."""


class Kept(Protocol):
    """A connection that the door checks regularly."""

    def is_late(self, now: float, limits: ServerLimits) -> bool:
        """Whether the client has taken too long."""

    def drop(self) -> None:
        """End it immediately."""


class Door:
    """The clients connected to this server, by address."""

    def __init__(self, limits: ServerLimits | None = None, trusted: Sequence[Network] = ()) -> None:
        self.limits = limits or ServerLimits()
        self.trusted = trusted
        self.penalties = Penalties()
        self.turned_away = 0
        """Connections that were refused or dropped since the server started"""
        self._coming = RateBuckets(self.limits.coming)
        self._from: Counter[str] = Counter()
        self._half_from: Counter[str] = Counter()
        self._half: OrderedDict[HttpConnection, str] = OrderedDict()
        self._kept: set[Kept] = set()
        self._peers: dict[str, float] = {}
        self._warned: OrderedDict[str, float] = OrderedDict()

    def lets_in(self, connection: HttpConnection, address: str) -> bool:
        """Whether a connection may stay; if so it is counted until it ``goes``."""
        limits, now = self.limits, time.monotonic()
        if len(self._kept) >= limits.connections:
            return False
        if not self._speaks_for_many(address):
            if (
                self.penalties.seconds(address, now)
                or self._from[address] >= limits.connections_each
                or self._half_from[address] >= limits.half_open_each
                or not self._coming.of(address).takes(now)
            ):
                return False
            if len(self._half) >= limits.half_open:
                oldest = next(iter(self._half))
                self.begun(oldest)
                self.turned_away += 1
                oldest.drop()
        self._from[address] += 1
        self._half[connection] = address
        self._half_from[address] += 1
        self._kept.add(connection)
        return True

    def begun(self, connection: HttpConnection) -> None:
        """Note that a connection has sent a request."""
        address = self._half.pop(connection, None)
        if address is not None:
            _less(self._half_from, address)

    def becomes(self, connection: HttpConnection, stream: Kept) -> None:
        """Note that a connection has become a stream."""
        self.begun(connection)
        self._kept.discard(connection)
        self._kept.add(stream)

    def goes(self, connection: Kept, address: str) -> None:
        """Note that an accepted connection has ended."""
        if isinstance(connection, HttpConnection):
            self.begun(connection)
        self._kept.discard(connection)
        _less(self._from, address)

    def is_proxy(self, address: str) -> bool:
        """Whether an address is that of a proxy which was named."""
        return is_in(address, self.trusted)

    def knows_peer(self, address: str) -> None:
        """Remember that one of our own processes connects from an address."""
        self._peers[address] = time.monotonic()

    def _speaks_for_many(self, address: str) -> bool:
        return self.is_proxy(address) or time.monotonic() - self._peers.get(address, -PEER) < PEER

    def is_warned(self, address: str, now: float) -> bool:
        """Whether an address was warned in the last minute; it counts as warned from now on."""
        is_so = now - self._warned.get(address, -WARNED) < WARNED
        self._warned[address] = now
        self._warned.move_to_end(address)
        while len(self._warned) > 10_000:
            self._warned.popitem(last=False)
        return is_so

    async def keep(self) -> None:
        """Drop slow clients until cancelled."""
        while True:
            await asyncio.sleep(SWEEP)
            now = time.monotonic()
            for one in [kept for kept in self._kept if kept.is_late(now, self.limits)]:
                self.turned_away += 1
                one.drop()


def _less(counted: Counter[str], address: str) -> None:
    counted[address] -= 1
    if counted[address] <= 0:
        del counted[address]


class HttpConnection(Unread, H11Protocol):
    """The server's own protocol, whose connections the door counts and times."""

    door: Door

    @classmethod
    def at(cls, door: Door) -> type[HttpConnection]:
        """The protocol of a server with this door."""
        return type(cls.__name__, (cls,), {"door": door})

    def __init__(self, *document: Any, **more: Any) -> None:
        super().__init__(*document, **more)
        self.app_state = {**self.app_state, STATE: weakref.ref(self)}
        self.address = "unknown"
        self._since = time.monotonic()
        self._is_in = False
        self._is_new = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, or drop it silently if there are too many."""
        super().connection_made(transport)
        self.address = counted_as(self.client[0] if self.client else "unknown")
        self._is_in = self.door.lets_in(self, self.address)
        if not self._is_in:
            self.door.turned_away += 1
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has closed."""
        super().connection_lost(exc)
        self._leave()

    def _leave(self) -> None:
        if self._is_in:
            self._is_in = False
            self.door.goes(self, self.address)

    def data_received(self, data: bytes) -> None:
        """Receive data; nothing more is read from a dropped connection."""
        if not self.transport.is_closing():
            super().data_received(data)

    def handle_events(self) -> None:
        """Read the data received; the first complete head ends the wait for one."""
        super().handle_events()
        if self._is_new and self.cycle is not None:
            self._is_new = False
            self.door.begun(self)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """The connection is a stream from now on, which counts in its place."""
        if self._is_in:
            self._is_in = False
            super().handle_websocket_upgrade(event)
            stream: Any = self.transport.get_protocol()
            stream.take_over(self)

    def on_response_complete(self) -> None:
        """Start waiting for the next request."""
        self._since = time.monotonic()
        super().on_response_complete()

    def is_late(self, now: float, limits: ServerLimits) -> bool:
        """Whether a head, a body or the reading of an answer has taken too long."""
        if self.is_unread(now, limits.unread_seconds):
            return True
        cycle: Any = self.cycle  # none before the first request
        waited = now - self._since
        if cycle is None or cycle.response_complete:
            return waited > limits.head_seconds
        return bool(cycle.more_body) and waited > limits.head_seconds + limits.body_seconds

    def drop(self) -> None:
        """End the connection without an answer, whatever is under way."""
        with contextlib.suppress(AttributeError):  # there may be no request yet
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.abort()


def connection_of(scope: Any) -> HttpConnection | None:
    """The connection a request arrived on, where the server has a door."""
    result = (scope.get("state") or {}).get(STATE)
    connection: HttpConnection | None = None if result is None else result()
    return connection
