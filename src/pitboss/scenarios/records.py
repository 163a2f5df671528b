"""Read mappings of a scenario file as records; the name of a key decides how its value is read."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, TypeVar

from msgspec import Struct, structs

from pitboss.law.wagers import WagerKind, kind_of
from pitboss.rulebooks import BOOKS, rulebook
from pitboss.scenarios.format import BettorRole, EntryKeys
from pitboss.scenarios.values import (
    Reader,
    ReaderPosition,
    anything,
    balance,
    card,
    clause,
    list_of,
    mapping,
    member,
    money,
    pairs,
    person,
    shown,
    text,
    whole,
)

S = TypeVar("S", bound=Struct)


@cache
def record_keys(kind: type[Struct]) -> EntryKeys:
    """The keys that a record needs, and those that it may have."""
    fields = structs.fields(kind)
    return EntryKeys(
        tuple(field.encode_name for field in fields if field.required),
        tuple(field.encode_name for field in fields if not field.required),
    )


def made(
    kind: type[S],
    at: ReaderPosition,
    raw: object,
    readers: Mapping[str, Reader[Any]],
    keys: EntryKeys,
    of: str = "",
) -> S:
    """A record of a mapping with these keys."""
    return built(kind, read_values(at, raw, readers, keys, of))


@cache
def _names_of(kind: type[Struct]) -> dict[str, str]:
    return {field.encode_name: field.name for field in structs.fields(kind)}


def built(kind: type[S], values: Mapping[str, Any]) -> S:
    """A record of values by their keys."""
    names = _names_of(kind)
    return kind(**{names[key]: value for key, value in values.items()})


def read_values(
    at: ReaderPosition, raw: object, readers: Mapping[str, Reader[Any]], keys: EntryKeys, of: str
) -> dict[str, Any]:
    """The values of a mapping by their keys."""
    given = mapping(at, raw, keys, of)
    return {key: readers[key](at.key(key), value) for key, value in given.items()}


def record(kind: type[S], readers: Mapping[str, Reader[Any]]) -> Reader[S]:
    """Reads a record with all of its keys."""
    return lambda at, raw: made(kind, at, raw, readers, record_keys(kind))


def kind_of_wager(*on_the_cards: WagerKind) -> Reader[str]:
    """Reads one of these kinds of wager, or a side bet of this book or of any that we know."""

    def read(at: ReaderPosition, raw: object) -> str:
        kind = kind_of(raw) if isinstance(raw, str) else ""
        if kind in on_the_cards or kind in at.bets or kind in _bets_of_all_books():
            return kind
        known = ", ".join((*on_the_cards, *at.bets))
        raise at.bad(f"{shown(raw)} is unknown; allowed: {known}")

    return read


@cache
def _bets_of_all_books() -> frozenset[str]:
    return frozenset(bet for name in BOOKS for bet in rulebook(name).side_bets)


COMMON: Final[dict[str, Reader[Any]]] = {
    "box": whole(1),
    "hand": whole(1),
    "player": person(),
    "role": member(BettorRole),
    "kind": kind_of_wager(WagerKind.MAIN),
    "stake": money,
    "refused": clause,
    "card": card,
    "cards": list_of(card),
    "net": pairs(person(), balance),
    "settings": pairs(text, anything),
}
"""How the keys are read that several records have"""
