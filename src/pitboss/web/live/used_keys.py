"""A Bloom filter of used command keys: a key it has not seen needs no database lookup."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.store.store import Store

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
