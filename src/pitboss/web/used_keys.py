"""Which commands were surely never heard before, so that the store need not be asked for each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.store.store import Store

_BITS: Final = 25
"""Room for some three million keys (4 MiB); with more of them the store is asked more often."""


class Keys:
    """The keys of all commands of the people who have spoken here, as marks that keys may share.

    A key whose marks are not all there is new. One that has them may be new or not: the store
    knows. This holds while nobody else writes into the store.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._marks = bytearray(1 << (_BITS - 3))
        self._people: set[str] = set()

    def is_new(self, person: str, key: str) -> bool:
        """Whether this key was surely never used by this person."""
        if person not in self._people:
            for known in self._store.keys(person):
                self.add(person, known)
            self._people.add(person)
        marks = self._marks
        return any(not marks[place >> 3] >> (place & 7) & 1 for place in _places(person, key))

    def add(self, person: str, key: str) -> None:
        """This key is used now."""
        marks = self._marks
        for place in _places(person, key):
            marks[place >> 3] |= 1 << (place & 7)


def _places(person: str, key: str) -> Iterator[int]:
    mixed = hash((person, key))
    second = hash((key, person)) | 1
    return ((mixed + n * second) & (1 << _BITS) - 1 for n in range(4))
