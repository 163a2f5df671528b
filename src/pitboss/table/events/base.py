"""What every event has: the clause it stands under."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

OWN_MATTERS: Final = frozenset({"opening", "fairness"})
"""What an event stands under where no book speaks of it."""


class Event(
    Struct, frozen=True, tag=True, tag_field="event", omit_defaults=True, kw_only=True, gc=False
):
    """Something that has happened, and the clause it stands under."""

    under: str
