"""How much anybody may ask for in how much time."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from msgspec import Struct

_MOST_KNOWN: Final = 20_000
"""Buckets that are remembered; the one that was used longest ago goes first."""


class Rate(Struct, frozen=True):
    """So many at once, and so many a second afterwards."""

    at_once: float
    a_second: float


class Bucket:
    """Fills with time and empties with requests."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate) -> None:
        self._rate, self._left, self._at = rate, rate.at_once, 0.0

    def takes(self, now: float) -> bool:
        """Whether one more request is within the limit."""
        if self._at:
            gained = (now - self._at) * self._rate.a_second
            self._left = min(self._rate.at_once, self._left + gained)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for everybody, by name or address."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._known: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, who: str) -> Bucket:
        """The bucket of somebody."""
        bucket = self._known.get(who)
        if bucket is None:
            bucket = self._known[who] = Bucket(self._rate)
            while len(self._known) > _MOST_KNOWN:
                self._known.popitem(last=False)
        else:
            self._known.move_to_end(who)
        return bucket
