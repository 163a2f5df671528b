"""What every event has: the clause it stands under."""

from __future__ import annotations

from msgspec import Struct


class Event(Struct, frozen=True, tag=True, tag_field="event", omit_defaults=True, kw_only=True):
    """Something that has happened, and the clause it stands under."""

    under: str
