"""The state of a table as text, so that it can be stored and read again."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import structs

from pitboss.cards import Card
from pitboss.law.open_changes import changed_rules
from pitboss.table.state import OpenChanges, TableState

_OPENING: Final = ("rules", "dealt_by_person", "dealt_by_machine")
"""What a table keeps from its opening to its end, and what is read from its first event."""

_FIELDS: Final = tuple(f for f in structs.fields(TableState) if f.name not in _OPENING)
_IF_CHANGED: Final = "changes"
"""What is written only if the options of the table have been changed, or are to be"""


def _struct(name: str, *, is_changed: bool) -> Any:
    fields = [f for f in _FIELDS if is_changed or f.name != _IF_CHANGED]
    typed = [
        (f.name, f.type, f.default) if f.name == _IF_CHANGED else (f.name, f.type) for f in fields
    ]
    return msgspec.defstruct(name, typed, frozen=True, kw_only=True)


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


ENCODER: Final = msgspec.json.Encoder(enc_hook=_plain)
"""Writes cards as their text."""

_state: Final[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(_Changed, dec_hook=_card)


def written_state(state: TableState) -> bytes:
    """A state in its stored form."""
    kind = _Bare if state.changes == OpenChanges() else _Changed
    values = {name: _ordered(getattr(state, name)) for name in kind.__struct_fields__}
    return ENCODER.encode(kind(**values))


def _ordered(value: object) -> object:
    """Sort sets, so that the same state is always written as the same bytes."""
    return sorted(value) if isinstance(value, frozenset) else value


def read_state(opened: TableState, data: bytes) -> TableState:
    """A stored state of a table that was opened so."""
    bare = _state.decode(data)
    rules = opened.rules
    if bare.changes.settings:
        rules = changed_rules(rules, bare.changes.settings)
    return structs.replace(opened, rules=rules, **{f.name: getattr(bare, f.name) for f in _FIELDS})
