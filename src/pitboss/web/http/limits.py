"""Rate limits and quotas: per time, at the same time, and in all."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from msgspec import Struct

_MOST_KNOWN: Final = 20_000
"""The most buckets kept in memory; the least recently used is dropped first."""


class Rate(Struct, frozen=True):
    """A token bucket's burst size and its refill per second."""

    at_once: float
    a_second: float


class ServerLimits(Struct, frozen=True):
    """What one server takes from one address, from one person, and in all."""

    connections: int = 3000
    """Connections in all; further ones are dropped"""
    connections_each: int = 256
    """Connections from one address"""
    half_open: int = 512
    """Connections without a request yet; the oldest makes way for a new one"""
    half_open_each: int = 48
    """The same from one address; here the new one is refused"""
    coming: Rate = Rate(at_once=300, a_second=50)
    """New connections from one address"""
    head_seconds: float = 10.0
    """Seconds for the whole head of a request"""
    body_seconds: float = 20.0
    """Seconds for the body after it"""
    unread_seconds: float = 10.0
    """Seconds a client may stop reading"""
    streams_each: int = 12
    """Streams of one person"""
    streams_from: int = 160
    """Streams from one address"""
    streams_at: int = 250
    """Streams at one table"""
    tables_of_a_guest: int = 3
    """Tables that a guest has open at the same time"""
    tables_of_a_player: int = 10
    """Tables that a player with a password has open"""
    tables_of_staff: int = 200
    """Tables that a member of the staff has open"""
    left_after: float = 120.0
    """Seconds after which a deserted guest's table closes"""
    dispute_within: float = 72 * 3600.0
    """Seconds after the end of a round within which its players may dispute it"""
    disputes_of_a_guest: int = 2
    """Disputes of a guest that are not decided yet"""
    disputes_of_a_player: int = 5
    """Disputes of a player with a password that are not decided yet"""
    disputes_a_day: int = 20
    """Disputes of one person within 24 hours"""


NO_LIMITS: Final = ServerLimits(
    connections=10**9,
    connections_each=10**9,
    half_open=10**9,
    half_open_each=10**9,
    coming=Rate(at_once=1e9, a_second=1e9),
    streams_each=10**9,
    streams_from=10**9,
    streams_at=10**9,
    tables_of_a_guest=10**9,
    tables_of_a_player=10**9,
    tables_of_staff=10**9,
    left_after=1e9,
    disputes_of_a_guest=10**9,
    disputes_of_a_player=10**9,
    disputes_a_day=10**9,
)
"""For tests and measurements of something else; the clocks still run."""


class RateBucket:
    """Fills with time and empties with requests."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate) -> None:
        self._rate, self._left, self._at = rate, rate.at_once, 0.0

    def takes(self, now: float, cost: float = 1) -> bool:
        """Whether one more request is within the limit; some cost as much as several."""
        if self._at:
            gained = (now - self._at) * self._rate.a_second
            self._left = min(self._rate.at_once, self._left + gained)
        self._at = now
        if self._left < cost:
            return False
        self._left -= cost
        return True


class RateBuckets:
    """A token bucket per name or address."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._known: OrderedDict[str, RateBucket] = OrderedDict()

    def of(self, who: str) -> RateBucket:
        """The bucket of this name or address."""
        bucket = self._known.get(who)
        if bucket is None:
            bucket = self._known[who] = RateBucket(self._rate)
            while len(self._known) > _MOST_KNOWN:
                self._known.popitem(last=False)
        else:
            self._known.move_to_end(who)
        return bucket


SHORTEST: Final = 5.0
LONGEST: Final = 300.0
"""Seconds of a lock-out: the shortest and the longest."""


class Penalties:
    """Lock-outs of clients that ignore a warning, longer every time."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def strike(self, who: str, now: float) -> None:
        """Start a lock-out; one that is running is not extended."""
        until, last = self._known.get(who, (0.0, 0.0))
        if until > now:
            return
        is_again = last and now - until < 10 * last
        seconds = min(LONGEST, 2 * last) if is_again else SHORTEST
        self._known[who] = (now + seconds, seconds)
        self._known.move_to_end(who)
        while len(self._known) > _MOST_KNOWN:
            self._known.popitem(last=False)

    def seconds(self, who: str, now: float) -> float:
        """Seconds left of a lock-out; 0 if there is none."""
        known = self._known.get(who)
        return 0.0 if known is None else max(0.0, known[0] - now)
