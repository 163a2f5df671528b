"""The domains of provisions and elections: each reads and shows values and lists neighbours.

A neighbour of a value is another legal value close to it (17 and 16, stand and hit): replacing a
provision by its neighbour must make a test fail, or no test depends on it.
Domains of money and odds are in :mod:`pitboss.rulebooks.amounts`.
"""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any, Protocol

from msgspec import Struct

from pitboss.cards import Rank
from pitboss.numbers import NotANumber, exact, whole
from pitboss.rulebooks.errors import BadValue
from pitboss.rulebooks.labels import label_of


class Domain(Protocol):
    """The values a provision or election may take."""

    @property
    def allowed(self) -> str:
        """The allowed values in words."""

    def read(self, raw: object) -> Any:
        """Read the value as a book, a command line or a caller gives it; raises ``BadValue``."""

    def show(self, value: Any) -> str:
        """The value in readable form."""

    def neighbours(self, value: Any) -> tuple[Any, ...]:
        """Other legal values near this one."""


class YesNo(Struct, frozen=True):
    """True or false."""

    @property
    def allowed(self) -> str:
        return "true or false"

    def read(self, raw: object) -> bool:
        if isinstance(raw, bool):
            return raw
        words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
        if isinstance(raw, str) and raw.lower() in words:
            return words[raw.lower()]
        raise BadValue(raw, self.allowed)

    def show(self, value: bool) -> str:
        return "yes" if value else "no"

    def neighbours(self, value: bool) -> tuple[bool, ...]:
        return (not value,)


class WholeNumber(Struct, frozen=True):
    """A whole number between two limits."""

    least: int
    most: int
    or_any: bool = False

    @property
    def allowed(self) -> str:
        if self.least == self.most:
            return f"{self.least} only"
        number = f"a whole number from {self.least} to {self.most}"
        return f"{number}, or any" if self.or_any else number

    def read(self, raw: object) -> int | None:
        if self.or_any and (raw == "any" or raw is None):
            return None
        try:
            return whole(raw, least=self.least, most=self.most)
        except NotANumber:
            raise BadValue(raw, self.allowed) from None

    def show(self, value: int | None) -> str:
        return "any number" if value is None else str(value)

    def neighbours(self, value: int | None) -> tuple[int, ...]:
        if value is None:
            return (self.least + 1,)
        return tuple(n for n in (value - 1, value + 1) if self.least <= n <= self.most)


class OneOf(Struct, frozen=True):
    """One of the members of an enumeration, except those that make no sense here."""

    kind: type[StrEnum]
    but: tuple[StrEnum, ...] = ()

    @property
    def members(self) -> tuple[StrEnum, ...]:
        return tuple(member for member in self.kind if member not in self.but)

    @property
    def allowed(self) -> str:
        return ", ".join(member.value for member in self.members)

    def read(self, raw: object) -> StrEnum:
        # A number is written out only if it can be one of the words: a long one takes seconds.
        is_number = isinstance(raw, int) and not isinstance(raw, bool) and 0 <= raw < 100
        for member in self.members:
            if member.value == (str(raw) if is_number else raw):
                return member
        raise BadValue(raw, self.allowed)

    def show(self, value: StrEnum) -> str:
        return label_of(value.value)

    def neighbours(self, value: StrEnum) -> tuple[StrEnum, ...]:
        return tuple(member for member in self.members if member is not value)


class Among(Struct, frozen=True):
    """One of the listed words or numbers, as an operator writes them."""

    choices: tuple[str | int, ...]

    @property
    def allowed(self) -> str:
        return ", ".join(str(choice) for choice in self.choices)

    def read(self, raw: object) -> str | int:
        for choice in self.choices:
            if isinstance(raw, bool) or not isinstance(raw, str | int):
                break
            if raw == choice or (isinstance(raw, str) and raw == str(choice)):
                return choice
        raise BadValue(raw, self.allowed)

    def show(self, value: str | int) -> str:
        return str(value)

    def neighbours(self, value: str | int) -> tuple[str | int, ...]:
        return tuple(choice for choice in self.choices if choice != value)


class Share(Struct, frozen=True):
    """A part of a whole, as an exact fraction; written 0.75, 75% or 3/4."""

    least: Fraction
    most: Fraction

    @property
    def allowed(self) -> str:
        return f"a share from {self.show(self.least)} to {self.show(self.most)}"

    def read(self, raw: object) -> Fraction:
        if not isinstance(raw, str | int | Decimal | Fraction):
            raise BadValue(raw, self.allowed)
        try:
            if isinstance(raw, str) and raw.rstrip().endswith("%"):
                percent = exact(raw.rstrip()[:-1], least=self.least * 100, most=self.most * 100)
                return percent / 100
            return exact(raw, least=self.least, most=self.most)
        except NotANumber:
            raise BadValue(raw, self.allowed) from None

    def show(self, value: Fraction) -> str:
        percent = value * 100
        if percent.denominator == 1:
            return f"{percent.numerator}%"
        return str(value)

    def neighbours(self, value: Fraction) -> tuple[Fraction, ...]:
        step = Fraction(1, 20)
        return tuple(v for v in (value - step, value + step) if self.least <= v <= self.most)


class Totals(Struct, frozen=True):
    """A set of point totals, written as a list or "any"."""

    least: int = 4
    most: int = 21

    @property
    def allowed(self) -> str:
        return f"any, none, or a list of totals from {self.least} to {self.most}"

    def read(self, raw: object) -> frozenset[int]:
        everything = frozenset(range(self.least, self.most + 1))
        if raw in ("any", "none"):
            return everything if raw == "any" else frozenset()
        if isinstance(raw, list | tuple | frozenset) and all(type(n) is int for n in raw):
            totals = frozenset(raw)
            if totals <= everything:
                return totals
        raise BadValue(raw, self.allowed)

    def show(self, value: frozenset[int]) -> str:
        if len(value) == self.most - self.least + 1:
            return "any"
        return ", ".join(str(total) for total in sorted(value)) or "none"

    def neighbours(self, value: frozenset[int]) -> tuple[frozenset[int], ...]:
        if not value:
            return (frozenset({self.least}),)
        low, high = min(value), max(value)
        shorter = (value - {low}, value - {high})
        longer = tuple(
            value | {end} for end in (low - 1, high + 1) if self.least <= end <= self.most
        )
        return shorter + longer


UP_CARDS = (Rank.ACE, *(Rank(str(n)) for n in range(2, 10)), Rank.TEN)
"""The ten classes of a dealer's up card; ``T`` is any ten-point card."""


class UpCards(Struct, frozen=True):
    """A set of dealer up cards, by point value: A, 2-9, T."""

    @property
    def allowed(self) -> str:
        return "any, none, or a list of A 2 3 4 5 6 7 8 9 T"

    def read(self, raw: object) -> frozenset[Rank]:
        if raw in ("any", "none"):
            return frozenset(UP_CARDS) if raw == "any" else frozenset()
        if isinstance(raw, list | tuple | frozenset) and all(r in UP_CARDS for r in raw):
            return frozenset(Rank(r) for r in raw)
        raise BadValue(raw, self.allowed)

    def show(self, value: frozenset[Rank]) -> str:
        if len(value) == len(UP_CARDS):
            return "any"
        missing = [r for r in UP_CARDS if r not in value]
        if len(missing) == 1:
            return f"any but {missing[0].value}"
        return " ".join(r.value for r in UP_CARDS if r in value) or "none"

    def neighbours(self, value: frozenset[Rank]) -> tuple[frozenset[Rank], ...]:
        return value ^ {Rank.ACE}, value ^ {Rank.TEN}


class Depth(Struct, frozen=True):
    """Where the cut card is: cards behind it, or the share of the shoe dealt before it."""

    behind: int | None = None
    dealt: Fraction | None = None

    def __str__(self) -> str:
        if self.dealt is None:
            return f"{self.behind} cards from the back"
        return f"after {Share(Fraction(0), Fraction(1)).show(self.dealt)} of the shoe"


_MOST_BEHIND = 1000
"""The most cards behind a cut card: more than any shoe has"""


class CuttingDepth(Struct, frozen=True):
    """A depth, written as a number of cards behind the cut card or a share dealt."""

    @property
    def allowed(self) -> str:
        return "a number of cards behind the cut card, or the share of the shoe dealt before it"

    def read(self, raw: object) -> Depth:
        if isinstance(raw, Depth):
            return raw
        if isinstance(raw, int) and not isinstance(raw, bool) and 0 <= raw <= _MOST_BEHIND:
            return Depth(behind=raw)
        try:
            return Depth(dealt=Share(Fraction(0), Fraction(1)).read(raw))
        except BadValue:
            raise BadValue(raw, self.allowed) from None

    def show(self, value: Depth) -> str:
        return str(value)

    def neighbours(self, value: Depth) -> tuple[Depth, ...]:
        if value.dealt is not None:
            return (Depth(dealt=value.dealt - Fraction(1, 20)),)
        return (Depth(behind=(value.behind or 0) + 13),)


_LONGEST_TEXT = 500


class Text(Struct, frozen=True):
    """A word or reference, shown as it is."""

    @property
    def allowed(self) -> str:
        return f"a text of at most {_LONGEST_TEXT} characters"

    def read(self, raw: object) -> str:
        if not isinstance(raw, str) or len(raw) > _LONGEST_TEXT:
            raise BadValue(raw, self.allowed)
        return raw

    def show(self, value: str) -> str:
        return value or "none"

    def neighbours(self, value: str) -> tuple[str, ...]:
        return (value + "?",)
