"""Readers of single values, which name the place in their errors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from decimal import Decimal
from enum import StrEnum
from typing import Any, TypeVar

from msgspec import Struct, structs

from pitboss.cards import Card, NotACard
from pitboss.money import Cents, cents
from pitboss.scenarios.format import EntryKeys, ScriptedFaceUp, ScriptedMarker

T = TypeVar("T")
K = TypeVar("K")
E = TypeVar("E", bound=StrEnum)


class BadScenario(ValueError):
    """A scenario that cannot be read; the message has the place, the fault and what is allowed."""

    def __init__(self, where: str, scenario: str, place: str, wrong: str) -> None:
        self.where = where
        self.scenario = scenario
        self.place = place
        text = ": ".join(part for part in (where, scenario, place, wrong) if part)
        super().__init__(" ".join(text.encode("utf-8", "backslashreplace").decode().split()))


class ReaderPosition(Struct, frozen=True):
    """A reader's position: the file, the scenario and the place in it."""

    where: str
    scenario: str = ""
    place: str = ""
    bets: tuple[str, ...] = ()
    """The side bets of the book, which decides what may be wagered"""

    def key(self, name: object) -> ReaderPosition:
        return structs.replace(self, place=f"{self.place}.{name}" if self.place else f"{name}")

    def item(self, number: int) -> ReaderPosition:
        return structs.replace(self, place=f"{self.place} {number}")

    def bad(self, wrong: str) -> BadScenario:
        return BadScenario(self.where, self.scenario, self.place, wrong)

    def unlike(self, raw: object, wanted: str) -> BadScenario:
        return self.bad(f"{shown(raw)} is not {wanted}")


Reader = Callable[[ReaderPosition, object], T]
"""A reader makes a value of the raw one at a place, or raises :class:`BadScenario`."""


def shown(raw: object) -> str:
    """A raw value, shortened for a sentence."""
    match raw:
        case None:
            return "null"
        case bool():
            return str(raw).lower()
        case dict():
            return "a mapping"
        case list():
            return "a list"
        case int() | Decimal():
            return str(raw)
        case _:
            full = repr(raw)
            return full if len(full) <= 60 else f"{full[:57]}..."


def text(at: ReaderPosition, raw: object) -> str:
    """Read a non-empty line of text; one that is folded over several lines ends with a break."""
    line = raw.removesuffix("\n") if isinstance(raw, str) else ""
    if not line.strip() or not line.isprintable():
        raise at.unlike(raw, "a text of one line")
    return line


def clause(at: ReaderPosition, raw: object) -> str:
    """Read a clause, which must be quoted: 9.10 is a clause, not the number 9.1."""
    if isinstance(raw, int | Decimal) and not isinstance(raw, bool):
        raise at.bad(f'{raw} is a number; a clause must be quoted, as in "{raw}"')
    return text(at, raw)


def whole(least: int, most: int | None = None) -> Reader[int]:
    """A reader of whole numbers in a range."""
    ends = f"of at least {least}" if most is None else f"from {least} to {most}"

    def read(at: ReaderPosition, raw: object) -> int:
        if type(raw) is not int or raw < least or (most is not None and raw > most):
            raise at.unlike(raw, f"a whole number {ends}")
        return raw

    return read


def truth(at: ReaderPosition, raw: object) -> bool:
    """True or false."""
    if not isinstance(raw, bool):
        raise at.unlike(raw, "true or false")
    return raw


def balance(at: ReaderPosition, raw: object) -> Cents:
    """Read an amount of money, which may be negative."""
    if not isinstance(raw, int | Decimal) or isinstance(raw, bool):
        raise at.unlike(raw, "an amount of money such as 12.50")
    try:
        return cents(raw)
    except ValueError:
        raise at.bad(f"{raw} has more than two decimals; write an amount as in 12.50") from None


def money(at: ReaderPosition, raw: object) -> Cents:
    """Read an amount of money of at least zero."""
    amount = balance(at, raw)
    if amount < 0:
        raise at.unlike(raw, "an amount of 0 or more")
    return amount


def person(*others: str) -> Reader[str]:
    """A reader of players, and of the other names given."""
    wanted = " or ".join(("a player (P1, P2, ...)", *others))

    def read(at: ReaderPosition, raw: object) -> str:
        if isinstance(raw, str) and (raw in others or re.fullmatch(r"P[1-9][0-9]{0,3}", raw)):
            return raw
        raise at.unlike(raw, wanted)

    return read


def member(kind: type[E], *only: E) -> Reader[E]:
    """A reader of the words of an enumeration, or of those given."""
    known = {one.value: one for one in only or tuple(kind)}

    def read(at: ReaderPosition, raw: object) -> E:
        if isinstance(raw, str) and raw in known:
            return known[raw]
        raise at.bad(f"{shown(raw)} is unknown; allowed: {', '.join(known)}")

    return read


def one_of(known: Iterable[str]) -> Reader[str]:
    """A reader of these words."""
    words = tuple(known)

    def read(at: ReaderPosition, raw: object) -> str:
        if isinstance(raw, str) and raw in words:
            return raw
        raise at.bad(f"{shown(raw)} is unknown; allowed: {', '.join(words)}")

    return read


def box_or_dealer(at: ReaderPosition, raw: object) -> Any:
    """Where a card came out: the number of a box, or the dealer's hand."""
    if raw == "dealer" or (type(raw) is int and raw >= 1):
        return raw
    raise at.unlike(raw, "the number of a box or dealer")


def card(at: ReaderPosition, raw: object) -> Card:
    """A card by rank and suit."""
    try:
        return Card(raw)  # type: ignore[arg-type]
    except NotACard:
        raise at.unlike(raw, "a card (A 2-9 T J Q K with s h d c, such as Td)") from None


def shoe_item(*markers: ScriptedMarker, face_up: bool = False) -> Reader[Any]:
    """A reader of cards, these markers and, if allowed, cards found face up."""
    also = ", ".join((*(("3s!",) if face_up else ()), *markers))

    def read(at: ReaderPosition, raw: object) -> Card | ScriptedFaceUp | ScriptedMarker:
        if isinstance(raw, str) and raw in markers:
            return ScriptedMarker(raw)
        turned = face_up and isinstance(raw, str) and raw.endswith("!")
        try:
            return ScriptedFaceUp(Card(raw[:-1])) if turned else Card(raw)  # type: ignore
        except NotACard:
            raise at.unlike(raw, f"a card such as Td or one of {also}") from None

    return read


def listed(at: ReaderPosition, raw: object) -> list[Any]:
    """A list, its members still to be read."""
    if not isinstance(raw, list):
        raise at.unlike(raw, "a list")
    return raw


def list_of(read: Reader[T], at_least: int = 0) -> Reader[tuple[T, ...]]:
    """A reader of lists of such values."""

    def read_all(at: ReaderPosition, raw: object) -> tuple[T, ...]:
        if len(listed(at, raw)) < at_least:
            raise at.bad(f"{len(listed(at, raw))} given; at least {at_least} needed")
        return tuple(read(at.item(n), value) for n, value in enumerate(listed(at, raw), 1))

    return read_all


def pairs(key: Reader[K], value: Reader[T]) -> Reader[tuple[tuple[K, T], ...]]:
    """A reader of mappings whose keys are values, such as players, not words of the format."""

    def read(at: ReaderPosition, raw: object) -> tuple[tuple[K, T], ...]:
        if not isinstance(raw, dict):
            raise at.unlike(raw, "a mapping")
        return tuple((key(at, name), value(at.key(name), raw[name])) for name in raw)

    return read


def mapping(at: ReaderPosition, raw: object, keys: EntryKeys, of: str = "") -> dict[str, Any]:
    """Read a mapping with all the keys it needs and only keys it may have."""
    if not isinstance(raw, dict):
        raise at.unlike(raw, f"a mapping with {', '.join(keys.all) or 'no keys'}")
    for key in raw:
        if key not in keys.all:
            allowed = ", ".join(keys.all) or "none"
            raise at.bad(f"the key {shown(key)} does not belong {of or 'here'}; allowed: {allowed}")
    for key in keys.needs:
        if key not in raw:
            raise at.bad(f"the key {key!r} is missing; needed: {', '.join(keys.needs)}")
    if keys.one_of and sum(key in raw for key in keys.one_of) != 1:
        raise at.bad(f"exactly one of {', '.join(keys.one_of)} is needed")
    return raw


def anything(at: ReaderPosition, raw: object) -> Any:
    """A value that is checked elsewhere."""
    return raw
