"""What is stored of a table that is not an event: who is ready, who deals, whether it rests."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from pitboss.store.records import TableInfo


class Pause(Struct, frozen=True):
    """Why a table rests: a supervisor's order, a ruling that is prepared, or one that waits."""

    by: str
    why: str
    clause: str | None = None
    """The clause under which a supervisor rules, where the book has one"""
    is_ordered: bool = False
    """Whether a supervisor has paused the table, and resumes it"""
    ruling: str = ""
    """The ruling that awaits a second approval"""
    is_brief: bool = False
    """Whether a ruling is being prepared; it ends by itself, and is not stored"""

    @property
    def stored(self) -> Pause | None:
        """What of it outlives this process."""
        kept = msgspec.structs.replace(self, is_brief=False)
        return None if kept.is_over else kept

    @property
    def is_over(self) -> bool:
        """Whether nothing is left for which the table rests."""
        return not (self.is_ordered or self.ruling or self.is_brief)


class Notes(Struct, frozen=True):
    """What is stored of a table that is not an event: who is ready, and who deals.

    Seats and round are stored for the lobby, whichever process owns the table.
    """

    ready: tuple[str, ...] = ()
    chair: str | None = None
    seats: tuple[str, ...] = ()
    round: int = 1
    practice: bool = False
    pause: Pause | None = None


_notes: msgspec.json.Decoder[Notes] = msgspec.json.Decoder(Notes)

_LATER: Final = ("practice", "pause")
"""Notes that a version of before did not have: they are written only where there is something."""


def written_notes(notes: Notes) -> str:
    """Notes in their stored form."""
    told = msgspec.structs.asdict(notes)
    for key in _LATER:
        if not told[key]:
            del told[key]
    return msgspec.json.encode(told).decode()


def notes_of(info: TableInfo) -> Notes:
    """What is noted of a table."""
    return _notes.decode(info.notes)
