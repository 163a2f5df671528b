"""Changes of limits and options at an open table, from the proposal to the round they hold from."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pitboss.table.events.base import Event


class OptionChange(Struct, frozen=True, gc=False):
    """One option that changes: its old and new value as set and in words, and the clause."""

    option: str
    before: Any
    after: Any
    was: str
    now: str
    under: str


class ChangeProposed(Event, frozen=True):
    """A change of options was proposed; it needs a second person's approval."""

    number: int
    options: tuple[OptionChange, ...]
    rounds: int
    minutes: int
    starts_with: str
    by: str
    why: str
    sign_before: tuple[str, ...] = ()
    sign: tuple[str, ...] = ()


class ChangeAnnounced(Event, frozen=True):
    """A proposed change was approved and announced at the table, with its earliest round."""

    number: int
    by: str
    second: str
    from_round: int
    from_minute: int = 0


class ChangeDropped(Event, frozen=True):
    """A proposed or announced change was rejected or withdrawn before it held."""

    number: int
    by: str
    why: str


class RulesChanged(Event, frozen=True):
    """The announced options hold, from this round on."""

    number: int
    round: int
    options: tuple[OptionChange, ...]
    sign_before: tuple[str, ...] = ()
    sign: tuple[str, ...] = ()
