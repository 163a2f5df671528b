"""The base of every event: the clause it cites."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

OWN_MATTERS: Final = frozenset({"opening", "closing", "fairness"})
"""What an event cites if no book provides for it."""


class Event(
    Struct, frozen=True, tag=True, tag_field="event", omit_defaults=True, kw_only=True, gc=False
):
    """Something that has happened, and the clause it cites."""

    under: str


class HandEvent(Event, frozen=True):
    """Something that has happened with a hand of a box."""

    box: int
    hand: int
