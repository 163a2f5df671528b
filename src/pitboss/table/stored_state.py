"""The state of a table as text, so that it can be stored and read again."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import structs

from pitboss.cards import Card
from pitboss.table.state import TableState

_OPENING: Final = ("rules", "dealt_by_person")
"""What a table keeps from its opening to its end, and what is read from its first event."""

_FIELDS: Final = tuple(f for f in structs.fields(TableState) if f.name not in _OPENING)
_LATER: Final = ("has_looked", "squeezed")
_Bare: Final[Any] = msgspec.defstruct(
    "_Bare",
    [(f.name, f.type, f.default) if f.name in _LATER else (f.name, f.type) for f in _FIELDS],
    frozen=True,
    kw_only=True,
)
"""A state without its rules, which are in the event that opened the table."""


def _plain(value: object) -> str:
    if isinstance(value, Card):
        return value.text
    raise NotImplementedError(type(value))


def _card(kind: type, value: object) -> object:
    if kind is Card:
        return Card(str(value))
    raise NotImplementedError(kind)


ENCODER: Final = msgspec.json.Encoder(enc_hook=_plain)
"""Writes cards as their text."""

_state: Final[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(_Bare, dec_hook=_card)


def written_state(state: TableState) -> bytes:
    """A state in its stored form."""
    return ENCODER.encode(_Bare(**{f.name: _ordered(getattr(state, f.name)) for f in _FIELDS}))


def _ordered(value: object) -> object:
    """Sort sets, so that the same state is always written as the same bytes."""
    return sorted(value) if isinstance(value, frozenset) else value


def read_state(opened: TableState, told: bytes) -> TableState:
    """A stored state of a table that was opened so."""
    bare = _state.decode(told)
    return structs.replace(opened, **{f.name: getattr(bare, f.name) for f in _FIELDS})
