"""Signed heads of other servers, kept here so that those cannot rewrite their past unnoticed."""

from __future__ import annotations

from typing import Final

import msgspec

from pitboss.store.signatures import BadHead, Head, read_head
from pitboss.store.store import Store

_KEPT: Final = "witness/"

MOST_HEADS: Final = 2_000
"""The heads that are kept for each key; the oldest give way."""

LARGEST_NUMBER: Final = 10**18
"""A number that no journal reaches."""


class Contradiction(Exception):
    """Two different heads for the same entry: the journal was rewritten, or split in two."""


def witness(store: Store, head: Head) -> None:
    """Keep a head whose signature was checked; raise ``Contradiction`` if it differs from another.

    The head that contradicts is kept too: it is the proof.
    """
    if not 0 < head.n < LARGEST_NUMBER or len(head.hash) != 64:
        raise BadHead("not a signed head of a journal")
    place = f"{_KEPT}{head.key}/"
    entry = f"{place}{head.n:019}/"
    value = msgspec.json.encode(head).decode()
    known = store.kept_under(entry)
    store.keep_at_most(place, {f"{entry}{head.hash[:32]}": value}, MOST_HEADS)
    if any(read_head(text.encode()).hash != head.hash for _, text in known):
        raise Contradiction(f"another head of entry {head.n} was signed with this key before")


def witnessed_heads(store: Store, key: str = "") -> list[Head]:
    """The heads of other servers that are kept here; of one key, if it is given."""
    prefix = f"{_KEPT}{key}/" if key else _KEPT
    return [read_head(text.encode()) for _, text in store.kept_under(prefix)]
