"""Snapshots of a table, so that it loads quickly however long its log.

The log is the authority; a snapshot only saves reading all of it. Verifying a table replays every
event and compares the snapshot with the result.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct, structs

from pitboss.cards import Card
from pitboss.law.open_changes import changed_rules
from pitboss.table import events as e
from pitboss.table.state import OpenChanges, TableState

EVERY: Final = 256
"""Events after which a snapshot is taken at the next end of a round."""


class Trail(Struct):
    """The cards left in the shoe and the minutes on the clock, followed event by event."""

    seals: dict[int, e.ShoeSealed] = {}
    cuts: dict[int, int] = {}
    sealed: int = 0
    shoe: int = 0
    shuffled: int = 0
    cut: int | None = None
    position: int | None = None
    out: int = 0
    marker_is_out: bool = False
    minutes: int = 0
    first: int = 1
    seeds: tuple[tuple[str, str], ...] = ()
    are_mixed: bool = False

    def follow(self, n: int, event: e.Event, before: TableState, after: TableState) -> None:
        """Follow the next event, the entry with this number."""
        match event:
            case e.CardsShuffled():
                self.shuffled, self.cut, self.position = event.cards, None, None
                self.out, self.marker_is_out, self.shoe = 0, False, 0
                self.seeds, self.are_mixed = (), False
            case e.SeedGiven():
                self.seeds = (*self.seeds, (event.player, event.seed))
            case e.SeedsMixed():
                self.are_mixed = True
            case e.ShoeSealed():
                self.seals[event.shoe], self.shoe = event, event.shoe
                self.sealed = max(self.sealed, event.shoe)
            case e.ShoeCut():
                self.cut = event.depth
                if self.shoe:
                    self.cuts[self.shoe] = event.depth
            case e.ShoeLoaded():
                self.position = event.position
            case e.CutCardDrawn():
                self.marker_is_out = True
            case e.ShoeRevealed():
                self.seals.pop(event.shoe, None)
                self.cuts.pop(event.shoe, None)
            case e.TimePassed():
                self.minutes += event.minutes
            case e.RoundClosed():
                self.first = n + 1
            case _ if after.shoe.used == before.shoe.used + 1:
                self.out += 1


class Snapshot(Struct, frozen=True):
    """A table after an entry: its state, and what is stored with it."""

    n: int
    hash: str
    state: msgspec.Raw
    trail: Trail
    last: dict[str, Any] | None


_OPENING: Final = ("rules", "dealt_by_person")
"""What a table keeps from its opening to its end, and what is read from its first event."""

_FIELDS: Final = tuple(f for f in structs.fields(TableState) if f.name not in _OPENING)
_NOW, _BEFORE = '"has_looked":false,"squeezed":[]', '"flags":[]'
"""What the end of a round leaves of checks and squeezes, and how earlier versions wrote it."""
_LATER: Final = ("has_looked", "squeezed")
_IF_CHANGED: Final = "changes"
"""What is written only if the options of the table have been changed, or are to be"""


def _struct(name: str, *, is_changed: bool) -> Any:
    fields = [f for f in _FIELDS if is_changed or f.name != _IF_CHANGED]
    later = (*_LATER, _IF_CHANGED)
    told = [(f.name, f.type, f.default) if f.name in later else (f.name, f.type) for f in fields]
    return msgspec.defstruct(name, told, frozen=True, kw_only=True)


_Bare: Final[Any] = _struct("_Bare", is_changed=False)
"""A state without its rules, which are in the event that opened the table."""
_Changed: Final[Any] = _struct("_Changed", is_changed=True)
"""The same with the changes since then."""


def _plain(value: object) -> str:
    if isinstance(value, Card):
        return value.text
    raise NotImplementedError(type(value))


def _card(kind: type, value: object) -> object:
    if kind is Card:
        return Card(str(value))
    raise NotImplementedError(kind)


_encoder: Final = msgspec.json.Encoder(enc_hook=_plain)
_state: Final[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(_Changed, dec_hook=_card)
_snapshot: Final = msgspec.json.Decoder(Snapshot)


def written_state(state: TableState) -> bytes:
    """A state in its stored form."""
    kind = _Bare if state.changes == OpenChanges() else _Changed
    told = {name: _ordered(getattr(state, name)) for name in kind.__struct_fields__}
    return _encoder.encode(kind(**told))


def _ordered(value: object) -> object:
    """Sort sets, so that the same state is always written as the same bytes."""
    return sorted(value) if isinstance(value, frozenset) else value


def read_state(opened: TableState, told: bytes) -> TableState:
    """A stored state of a table that was opened so."""
    bare = _state.decode(told)
    rules = opened.rules
    if bare.changes.settings:
        rules = changed_rules(rules, bare.changes.settings)
    return structs.replace(opened, rules=rules, **{f.name: getattr(bare, f.name) for f in _FIELDS})


def taken(n: int, hash: str, state: TableState, trail: Trail, last: dict[str, Any] | None) -> str:
    """A snapshot as it goes into the store."""
    return _encoder.encode(
        Snapshot(n, hash, msgspec.Raw(written_state(state)), trail, last)
    ).decode()


def again(opened: TableState, snapshot: Snapshot) -> str:
    """A snapshot that was read, written again to the same bytes."""
    state = read_state(opened, snapshot.state)
    text = taken(snapshot.n, snapshot.hash, state, snapshot.trail, snapshot.last)
    is_old = _BEFORE.encode() in bytes(snapshot.state)
    return text.replace(_NOW, _BEFORE, 1) if is_old else text


def as_kept(last: dict[str, Any] | None) -> dict[str, Any] | None:
    """The last round as a snapshot has it."""
    kept: dict[str, Any] | None = msgspec.json.decode(_encoder.encode(last))
    return kept


def read(told: str) -> Snapshot:
    """A snapshot from the store."""
    return _snapshot.decode(told)
