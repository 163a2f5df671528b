"""What is stored about a table besides events: who is ready, who deals, whether it is paused."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from pitboss.store.records import TableInfo


class Pause(Struct, frozen=True):
    """Why a table is paused: a supervisor's order, or a ruling that is not decided yet.

    No document provides for a pause, so that it has no clause.
    """

    by: str
    why: str
    is_ordered: bool = False
    """Whether a supervisor paused the table, and must resume it"""
    ruling: str = ""
    """The ruling that awaits a second approval"""
    is_brief: bool = False
    """Whether a ruling is being prepared; it ends by itself, and is not stored"""

    @property
    def stored(self) -> Pause | None:
        """The part of it that is stored."""
        kept = msgspec.structs.replace(self, is_brief=False)
        return None if kept.is_over else kept

    @property
    def is_over(self) -> bool:
        """Whether no reason for the pause is left."""
        return not (self.is_ordered or self.ruling or self.is_brief)


class Declared(Struct, frozen=True):
    """A bet that a player has said, and that is not placed or handed back yet."""

    player: str
    box: int
    kind: str
    amount: int


class Manner(NamedTuple):
    """How a table is opened."""

    practice: bool = False
    """For one person alone, without a clock"""
    by_the_book: bool = True
    """With every step of the book's opening"""


AS_EVER: Final = Manner()


class Notes(Struct, frozen=True):
    """What is stored about a table besides events: who is ready, and who deals.

    Seats and round are stored for the lobby, whichever process owns the table.
    """

    ready: tuple[str, ...] = ()
    chair: str | None = None
    seats: tuple[str, ...] = ()
    round: int = 1
    practice: bool = False
    pause: Pause | None = None
    changed: dict[str, Any] | None = None
    """The options that have changed since the table opened"""
    declared: tuple[Declared, ...] = ()


_notes: msgspec.json.Decoder[Notes] = msgspec.json.Decoder(Notes)

_IF_SET: Final = ("practice", "pause", "changed", "declared")
"""Notes that few tables have; they are written only if set."""


def written_notes(notes: Notes) -> str:
    """Notes in their stored form."""
    document = msgspec.structs.asdict(notes)
    for key in _IF_SET:
        if not document[key]:
            del document[key]
    return msgspec.json.encode(document).decode()


def notes_of(info: TableInfo) -> Notes:
    """The notes of a table."""
    return _notes.decode(info.notes)
